import * as z from 'zod';
import { DEFAULTS } from './defaults.ts';

const names = z.array(z.string().min(1)).readonly();

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

const ABSOLUTE = /^(?:~?[\\/]|[A-Za-z]:[\\/])/;
const folder = z.string().regex(ABSOLUTE, 'an absolute path, or one that starts with ~/');

const conversationsSchema = z.strictObject({
  folder: folder.describe('Where transcripts or exports lie.'),
  workspace: folder
    .optional()
    .describe('The workspace all of them belong to; without it each belongs where it was held.'),
});
/** A folder with past conversations. */
export type ConversationsFolder = z.output<typeof conversationsSchema>;

/** Every key of a configuration file, with its range and what it does. */
export const configSchema = z.strictObject({
  budget: z
    .int()
    .min(0)
    .max(10_000_000)
    .default(DEFAULTS.pack.budgetTokens)
    .describe('Tokens a pack may cost, everything printed included.'),
  format: z
    .string()
    .min(1)
    .optional()
    .describe('Print packs in this format instead of writing a folder, as if --format were given each time.'),
  tokenizer: z.string().min(1).default(DEFAULTS.pack.tokenizer).describe('How tokens are counted.'),
  safetyMargin: z
    .number()
    .min(0)
    .max(0.5)
    .default(DEFAULTS.pack.safetyMargin)
    .describe('Share of the budget kept free, for models whose tokenizer is not public.'),
  maxFiles: z.int().min(1).max(1000).default(DEFAULTS.pack.filesMax).describe('Files a pack names at most.'),
  maxLines: z
    .int()
    .min(1)
    .max(100_000)
    .default(DEFAULTS.pack.linesPerFileMax)
    .describe('Lines a pack quotes of one file at most.'),
  exclude: names.default([]).describe('Globs of files that never enter a pack; the lists of all layers add up.'),
  domains: z
    .record(z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case letters, digits and dashes'), domainSchema)
    .default({})
    .describe('Your own domains: name → description and keywords.'),
  disabledDomains: names.default([]).describe('Domains that are not looked for; the lists of all layers add up.'),
  history: z.boolean().default(true).describe('Read the git history for evidence.'),
  showContext: z
    .int()
    .min(0)
    .max(10_000_000)
    .default(DEFAULTS.show.contextCharacters)
    .describe('Characters of related documents beside a shown one.'),
  showReferences: z
    .int()
    .min(0)
    .max(10_000_000)
    .default(DEFAULTS.show.referenceCharacters)
    .describe('Characters of the list of what did not fit beside a shown document.'),
  rootPatterns: names
    .default([...DEFAULTS.markdown.rootPatterns])
    .describe("Names of documents that stand for their folder; {folder} is the folder's own name."),
  conversations: z
    .array(conversationsSchema)
    .readonly()
    .default([])
    .describe('Folders with past conversations; only in your own file.'),
  packsKept: z.int().min(1).max(100_000).default(DEFAULTS.pack.packsKept).describe('Pack folders kept in .knap/packs.'),
  root: folder
    .optional()
    .describe('The workspace knap mcp and knap serve answer for when none is named; only in your own file.'),
});

/** The configuration everything above the pipeline is made from; frozen. */
export type Config = z.output<typeof configSchema>;
export type ConfigKey = keyof Config;
/** One layer: what a file or the environment says, before defaults. */
export type ConfigLayer = z.input<typeof configSchema>;

export const CONFIG_KEYS = Object.keys(configSchema.shape) as readonly ConfigKey[];
