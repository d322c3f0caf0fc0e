import * as z from 'zod';
import { PACK_AIMS } from '../model/budget.ts';
import { EDGE_KINDS, type EdgeKind } from '../model/edge.ts';
import { ROLES } from '../model/entity.ts';
import { DEFAULTS } from './defaults.ts';

const whole = (least: number, most: number) => z.int().min(least).max(most);
const names = z.array(z.string().min(1)).readonly();
// Each is held against every file.
const patterns = z.array(z.string().min(1).max(1000)).max(1000).readonly();

// A user's own domain: words that, in a task, mean this part of the product.
const domainSchema = z.strictObject({
  description: z.string().max(200).default('').describe('What the domain is about, for people.'),
  keywords: z
    .array(z.string().trim().min(1).max(60))
    .min(1)
    .max(100)
    .readonly()
    .describe('Words that point at the domain.'),
});

/** What a path must be like that stands in a person's own file. */
export const ABSOLUTE = /^(?:~?[\\/]|[A-Za-z]:[\\/])/;
const database = z.string().regex(/^postgres(?:ql)?:\/\/\S/, 'a URL like postgres://user:password@host:5432/name');

/** What names a folder where a name of the shared store could stand too. */
export const FOLDER = /^(?:~?[\\/]|\.{1,2}(?:[\\/]|$)|[A-Za-z]:[\\/])/;
const WORKSPACE = /^[^@,\s]{1,200}(?:@[^\s,]{1,200})?$/;
const folder = z.string().regex(ABSOLUTE, 'an absolute path, or one that starts with ~/');

const conversationsSchema = z.strictObject({
  folder: folder.describe('Where transcripts or exports lie.'),
  workspace: folder
    .optional()
    .describe('The workspace all of them belong to; without it each belongs where it was held.'),
});
const graphSchema = z.strictObject({
  source: z.string().min(1).describe('What kind of graph it is: tana or logseq.'),
  path: z.string().min(1).describe('The export or folder it is made from.'),
});

// A user's own lens: the same row as a built-in one.
const lensSchema = z.strictObject({
  description: z.string().max(200).default('').describe('What it is for, for people.'),
  edges: z
    .array(z.enum(Object.keys(EDGE_KINDS) as EdgeKind[]))
    .min(1)
    .readonly()
    .describe('The relations that are followed, and no others.'),
  depthMax: whole(1, DEFAULTS.context.depthMax).describe('Steps at the most.'),
  boostTags: names.default([]).describe('Tags whose bearers are lifted.'),
  fields: names.default([]).describe('Fields shown first.'),
  liftRoles: z.array(z.enum(ROLES)).readonly().default([]).describe('Roles of files that keep their full score.'),
});

/** A folder with past conversations. */
export type ConversationsFolder = z.output<typeof conversationsSchema>;

// Every field may be left to another layer, so none has a default here.
const embedderSchema = z.strictObject({
  use: z.string().min(1).optional().describe('builtin, openai-compatible or none; builtin without it.'),
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Base address of a server that speaks the embeddings API of OpenAI.'),
  model: z.string().min(1).optional().describe("The server's model."),
  key: z.string().min(1).optional().describe('Sent to the server as a bearer token; better in KNAP_EMBEDDER_KEY.'),
  dimensions: whole(8, 8192).optional().describe('Length of vectors to ask for, where the server can choose.'),
  timeoutMs: whole(100, 600_000).optional().describe('Milliseconds one request may take.'),
});

/** Every key of a configuration file, with its range and what it does. */
export const configSchema = z.strictObject({
  budget: whole(0, 10_000_000)
    .default(DEFAULTS.pack.budgetTokens)
    .describe('Tokens a pack may cost, everything printed included.'),
  aim: z
    .enum(PACK_AIMS)
    .default(DEFAULTS.pack.aim)
    .describe('How much of what was found is enough: focused, full or map.'),
  format: z
    .string()
    .min(1)
    .optional()
    .describe('Print packs in this format instead of writing a folder, as if --format were given each time.'),
  tokenizer: z
    .string()
    .min(1)
    .default(DEFAULTS.pack.tokenizer)
    .describe('How tokens are counted: o200k, cl100k, characters or estimate.'),
  safetyMargin: z
    .number()
    .min(0)
    .max(0.5)
    .default(DEFAULTS.pack.safetyMargin)
    .describe('Share of the budget kept free, for models whose tokenizer is not public: 0.1 keeps a tenth.'),
  maxFiles: whole(1, 1000).default(DEFAULTS.pack.filesMax).describe('Files a pack names at most.'),
  maxLines: whole(1, 100_000)
    .default(DEFAULTS.pack.linesPerFileMax)
    .describe('Lines a pack quotes of one file at most; aim `full` heeds it where it is set otherwise.'),
  exclude: patterns.default([]).describe('Globs of files that never enter a pack; the lists of all layers add up.'),
  includeIgnored: patterns.default([]).describe('Globs of files that are read although git ignores them.'),
  gitFolders: z
    .array(folder)
    .max(100)
    .readonly()
    .default([])
    .describe('Folders outside of a repository where its git folder, or parts of it, may lie.'),
  domains: z
    .record(z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case letters, digits and dashes'), domainSchema)
    .default({})
    .describe('Your own domains: name → description and keywords.'),
  disabledDomains: names.default([]).describe('Domains that are not looked for; the lists of all layers add up.'),
  embedder: embedderSchema.default({}).describe('What compares by meaning.'),
  history: z.boolean().default(true).describe('Read the git history for evidence.'),
  showContext: whole(0, 10_000_000)
    .default(DEFAULTS.show.contextCharacters)
    .describe('Characters of related documents beside a shown one.'),
  showReferences: whole(0, 10_000_000)
    .default(DEFAULTS.show.referenceCharacters)
    .describe('Characters of the list of what did not fit beside a shown document.'),
  rootPatterns: z
    .array(z.string().min(1).max(200))
    .max(50)
    .readonly()
    .default([...DEFAULTS.markdown.rootPatterns])
    .describe("Names of documents that stand for their folder; {folder} is the folder's own name."),
  conversations: z.array(conversationsSchema).readonly().default([]).describe('Folders with past conversations.'),
  graphs: z
    .record(z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'lower-case letters, digits and dashes'), graphSchema)
    .default({})
    .describe('Knowledge graphs: name → source and path; imported when first needed and when the file has changed.'),
  tanaLive: z
    .boolean()
    .default(DEFAULTS.tana.live)
    .describe('Ask the Local API of a running Tana, where a token is set.'),
  tanaUrl: z
    .string()
    .regex(/^https?:\/\/[^\s/@?#]+\/?$/, 'an address like http://127.0.0.1:8262')
    .default(DEFAULTS.tana.url)
    .describe('Where the Local API of Tana listens; in a variable only an address of this machine.'),
  tanaToken: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'a token without spaces')
    .optional()
    .describe('The token of the Local API of Tana, better kept in KNAP_TANA_TOKEN.'),
  tanaTimeoutMs: whole(1, 600_000)
    .default(DEFAULTS.tana.timeoutMs)
    .describe('Milliseconds an answer of the Local API may take.'),
  lenses: z
    .record(z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case letters, digits and dashes'), lensSchema)
    .default({})
    .describe('Your own lenses: name → edges, depthMax, boostTags, fields; a built-in name is refused.'),
  packsKept: whole(1, 100_000).default(DEFAULTS.pack.packsKept).describe('Pack folders kept in .knap/packs.'),
  store: database
    .optional()
    .describe(
      'A PostgreSQL database that keeps the index, for many: postgres://user:password@host/name; better in KNAP_STORE.',
    ),
  readUrl: database
    .optional()
    .describe('A replica of that database, which questions are asked of; better in KNAP_READ_URL.'),
  workspace: z
    .string()
    .regex(WORKSPACE, 'a name like org/name, or org/name@main')
    .optional()
    .describe('What the shared store calls this workspace, and perhaps the view of it: org/name@main.'),
  groups: z
    .record(
      z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'lower-case letters, digits and dashes'),
      z
        .array(
          z
            .string()
            .regex(
              new RegExp(`${FOLDER.source}|${WORKSPACE.source}`),
              'a folder (./, ../, ~/ or absolute) or a workspace like org/name@main',
            ),
        )
        .min(1)
        .max(100)
        .readonly(),
    )
    .default({})
    .describe(
      'Workspaces that are asked together with --group: name → a list of folders (../api, seen from the workspace one stands in; ~/src/web) or of names in the shared store (org/name@main).',
    ),
  root: folder.optional().describe('The workspace knap mcp and knap serve answer for when none is named.'),
});

/** The configuration everything above the pipeline is made from; frozen. */
export type Config = z.output<typeof configSchema>;
export type ConfigKey = keyof Config;
/** One layer: what a file or the environment says, before defaults. */
export type ConfigLayer = z.input<typeof configSchema>;

export const CONFIG_KEYS = Object.keys(configSchema.shape) as readonly ConfigKey[];
