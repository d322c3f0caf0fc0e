// This schema lists the keys of the configuration with their ranges and meanings, for loading, checking and the guide.
import * as z from 'zod';
import { PACK_AIMS } from '../model/budget.ts';
import { EDGE_KINDS, type EdgeKind } from '../model/edge.ts';
import { ROLES } from '../model/entity.ts';
import { DEFAULTS } from './defaults.ts';

const wholeNumber = (least: number, most: number) => z.int().min(least).max(most);
const names = z.array(z.string().min(1)).readonly();
// Number and length are limited because every pattern is tested on every file.
const patterns = z.array(z.string().min(1).max(1000)).max(1000).readonly();

// A configured domain: words that, in a task, mean this part of the product.
const domainSchema = z.strictObject({
  description: z.string().max(200).default('').describe('What the domain is about, for people.'),
  keywords: z
    .array(z.string().trim().min(1).max(60))
    .min(1)
    .max(100)
    .readonly()
    .describe('Words that point at the domain.'),
});

const NAME = 'lower-case letters, digits and dashes';
const name = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, NAME);
const shortName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, NAME);

/** The form of an absolute path, or of one below the user's home. */
export const ABSOLUTE = /^(?:~?[\\/]|[A-Za-z]:[\\/])/;
const database = z.string().regex(/^postgres(?:ql)?:\/\/\S/, 'a URL like postgres://user:password@host:5432/name');

/** The form of a folder where a name in the shared store is possible too. */
export const FOLDER = /^(?:~?[\\/]|\.{1,2}(?:[\\/]|$)|[A-Za-z]:[\\/])/;
const WORKSPACE = /^[^@,\s]{1,200}(?:@[^\s,]{1,200})?$/;
const folder = z.string().regex(ABSOLUTE, 'an absolute path, or one that starts with ~/');
const memberOfGroup = z
  .string()
  .regex(
    new RegExp(`${FOLDER.source}|${WORKSPACE.source}`),
    'a folder (./, ../, ~/ or absolute) or a workspace like org/name@main',
  );

const conversationsSchema = z.strictObject({
  folder: folder.describe('Where transcripts or exports lie.'),
  workspace: folder.optional().describe('The workspace of all of them; by default that in which each was held.'),
});
const graphSchema = z.strictObject({
  source: z.string().min(1).describe('tana or logseq.'),
  path: z.string().min(1).describe('The export or folder to import.'),
});

// A configured lens: the same fields as a built-in one.
const lensSchema = z.strictObject({
  description: z.string().max(200).default('').describe('What it is for, for people.'),
  edges: z
    .array(z.enum(Object.keys(EDGE_KINDS) as EdgeKind[]))
    .min(1)
    .readonly()
    .describe('The only relations to follow.'),
  depthMax: wholeNumber(1, DEFAULTS.context.depthMax).describe('Steps at the most.'),
  boostTags: names.default([]).describe('Tags whose bearers are lifted.'),
  fields: names.default([]).describe('Fields shown first.'),
  liftRoles: z.array(z.enum(ROLES)).readonly().default([]).describe('Roles of files that keep their full score.'),
});

/** A folder with past conversations. */
export type ConversationsFolder = z.output<typeof conversationsSchema>;

// No field has a default here, because it would hide what a weaker layer sets.
const embedderSchema = z.strictObject({
  use: z.string().min(1).optional().describe('builtin (by default), openai-compatible or none.'),
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Base address of a server with the embeddings API of OpenAI.'),
  model: z.string().min(1).optional().describe("The server's model."),
  key: z.string().min(1).optional().describe('Bearer token for the server; better in KNAP_EMBEDDER_KEY.'),
  dimensions: wholeNumber(8, 8192).optional().describe('Length of vectors, where the server can choose.'),
  timeoutMs: wholeNumber(100, 600_000).optional().describe('Milliseconds one request may take.'),
});

export const configSchema = z.strictObject({
  budget: wholeNumber(0, 10_000_000).default(DEFAULTS.pack.budgetTokens).describe('Tokens a pack may cost.'),
  aim: z.enum(PACK_AIMS).default(DEFAULTS.pack.aim).describe('How much of what was found is enough.'),
  format: z.string().min(1).optional().describe('Print packs in this format instead of writing a folder.'),
  tokenizer: z
    .string()
    .min(1)
    .default(DEFAULTS.pack.tokenizer)
    .describe('Counts tokens: o200k, cl100k, characters or estimate.'),
  safetyMargin: z
    .number()
    .min(0)
    .max(0.5)
    .default(DEFAULTS.pack.safetyMargin)
    .describe('Share of the budget to keep free, for models whose tokenizer is not public.'),
  maxFiles: wholeNumber(1, 1000).default(DEFAULTS.pack.filesMax).describe('Most files a pack names.'),
  maxLines: wholeNumber(1, 100_000)
    .default(DEFAULTS.pack.linesPerFileMax)
    .describe('Most lines a pack quotes of one file; --budget lifts this default and that of maxFiles.'),
  exclude: patterns.default([]).describe('Globs of files that never enter a pack; lists of all layers add up.'),
  includeIgnored: patterns.default([]).describe('Globs of files that are read although git ignores them.'),
  gitFolders: z
    .array(folder)
    .max(100)
    .readonly()
    .default([])
    .describe('Folders outside a repository where parts of its git folder may lie.'),
  domains: z.record(name, domainSchema).default({}).describe('Your own domains: name → description and keywords.'),
  disabledDomains: names.default([]).describe('Domains to leave out; lists of all layers add up.'),
  embedder: embedderSchema.default({}).describe('What compares by meaning.'),
  history: z.boolean().default(true).describe('Read the git history for evidence.'),
  showContext: wholeNumber(0, 10_000_000)
    .default(DEFAULTS.show.contextCharacters)
    .describe('Characters of related documents beside a shown one.'),
  showReferences: wholeNumber(0, 10_000_000)
    .default(DEFAULTS.show.referenceCharacters)
    .describe('Characters of the list of related documents that did not fit.'),
  rootPatterns: z
    .array(z.string().min(1).max(200))
    .max(50)
    .readonly()
    .default([...DEFAULTS.markdown.rootPatterns])
    .describe('Names of documents that stand for their folder, whose name is {folder}.'),
  conversations: z.array(conversationsSchema).readonly().default([]).describe('Folders with past conversations.'),
  graphs: z
    .record(shortName, graphSchema)
    .default({})
    .describe('Knowledge graphs: name → source and path; imported when needed.'),
  tanaLive: z
    .boolean()
    .default(DEFAULTS.tana.live)
    .describe('Ask the Local API of a running Tana, where a token is set.'),
  tanaUrl: z
    .string()
    .regex(/^https?:\/\/[^\s/@?#]+\/?$/, 'an address like http://127.0.0.1:8262')
    .default(DEFAULTS.tana.url)
    .describe('Where the Local API of Tana listens; a variable can only name this machine.'),
  tanaToken: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'a token without spaces')
    .optional()
    .describe('The token of that API; better in KNAP_TANA_TOKEN.'),
  tanaTimeoutMs: wholeNumber(1, 600_000)
    .default(DEFAULTS.tana.timeoutMs)
    .describe('Milliseconds an answer of that API may take.'),
  lenses: z.record(name, lensSchema).default({}).describe('Your own lenses; a built-in name is refused.'),
  packsKept: wholeNumber(1, 100_000).default(DEFAULTS.pack.packsKept).describe('Pack folders kept in .knap/packs.'),
  store: database
    .optional()
    .describe(
      'A PostgreSQL database that keeps a shared index: postgres://user:password@host/name; better in KNAP_STORE.',
    ),
  readUrl: database.optional().describe('A replica of that database that answers questions; better in KNAP_READ_URL.'),
  workspace: z
    .string()
    .regex(WORKSPACE, 'a name like org/name, or org/name@main')
    .optional()
    .describe('Name of this workspace in the shared store, perhaps with a view: org/name@main.'),
  groups: z
    .record(shortName, z.array(memberOfGroup).min(1).max(100).readonly())
    .default({})
    .describe(
      'Workspaces to ask together with --group: name → folders (../api, ~/src/web) or names in the shared store (org/name@main).',
    ),
  root: folder.optional().describe('The workspace servers answer for when none is named.'),
});

export type Config = z.output<typeof configSchema>;
export type ConfigKey = keyof Config;
/** One layer: the keys that a file, the environment or flags set, before defaults. */
export type ConfigLayer = z.input<typeof configSchema>;

export const CONFIG_KEYS = Object.keys(configSchema.shape) as readonly ConfigKey[];
