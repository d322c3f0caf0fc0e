// Each pack folder has a manifest, `ctx.json`: what the pack contains and why, without the quoted texts.
import * as z from 'zod';
import { toPlainReason } from '../model/candidate.ts';
import { type Block, EXCLUSIONS, type Exclusion, LEVELS, type Pack, type Reference } from '../model/pack.ts';
import { CHANGE_TYPES } from '../model/task.ts';
import { REDACTION_RULES } from '../reading/redaction/redact.ts';

export function manifestOf(pack: Pack): Manifest {
  return {
    ...pack,
    files: pack.files.map((file) => ({ ...file, reasons: file.reasons.map(toPlainReason) })),
    blocks: pack.blocks.map(manifestBlock),
    references: pack.references.map(manifestReference),
    secretRules: REDACTION_RULES,
  };
}

function manifestBlock(block: Block): Manifest['blocks'][number] {
  const { id, kind, name, path, startLine, endLine, level, score, hash } = block;
  const reasons = block.reasons.map(toPlainReason);
  const remarks = {
    ...(block.lines.length > 1 && { lines: block.lines }),
    ...(block.importLines.length > 0 && { importLines: block.importLines }),
    ...(block.covers.length > 1 && { covers: block.covers }),
    ...(block.isStale && { isStale: true as const }),
    ...(block.note !== null && { note: block.note }),
  };
  return { id, kind, name, path, startLine, endLine, level, score, reasons, hash, ...remarks };
}

function manifestReference(reference: Reference): Manifest['references'][number] {
  const { id, name, path, startLine, endLine, score, excludedBecause } = reference;
  return { id, name, path, startLine, endLine, score, excludedBecause };
}

const zeroToOne = z.number().min(0).max(1);
const line = z.int().min(0);
const range = z.tuple([line, line]);
const path = z.string().describe('Relative to the root, with forward slashes.');

const reason = z.strictObject({
  signal: z.string(),
  value: zeroToOne,
  weight: z.number(),
  because: z.string().describe('A clause for people.'),
});

// Later versions may add fields to the analysis, but none is removed.
const task = z.looseObject({
  text: z.string(),
  title: z.string(),
  keywords: z.array(z.looseObject({ word: z.string(), stem: z.string(), weight: z.number() })),
  phrases: z.array(z.string()),
  mentions: z.array(z.looseObject({ kind: z.string(), text: z.string(), isExplicit: z.boolean() })),
  traces: z.array(
    z.looseObject({
      language: z.string(),
      message: z.string().nullable(),
      frames: z.array(z.looseObject({ path: z.string(), line: z.int().nullable(), symbol: z.string().nullable() })),
    }),
  ),
  changes: z.array(
    z.looseObject({ path, status: z.enum(['added', 'modified', 'deleted', 'renamed']), lines: z.array(range) }),
  ),
  domains: z.array(z.looseObject({ name: z.string(), keywords: z.array(z.string()), strength: zeroToOne })),
  changeType: z.enum([...CHANGE_TYPES, 'unknown']),
  confidence: zeroToOne,
  nothing: zeroToOne.optional().describe('How likely it is that nothing in the workspace answers the task.'),
  suggestions: z.array(z.string()),
  notes: z.array(z.string()),
});

const block = z.strictObject({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  path,
  startLine: line.describe('1-based, inclusive.'),
  endLine: line.describe('1-based, inclusive.'),
  lines: z.array(range).optional().describe('The printed line ranges, if there are gaps between them.'),
  importLines: z.array(range).optional().describe('Import lines of the file, printed above the block.'),
  level: z.enum(LEVELS).exclude(['reference']),
  score: zeroToOne,
  reasons: z.array(reason),
  hash: z.string().describe('The hash of the whole file.'),
  covers: z.array(z.string()).optional().describe('Ids of the entities merged into this block, its own first.'),
  isStale: z.literal(true).optional().describe('From the index, because the file could not be read or kept changing.'),
  note: z.string().optional(),
});

const reference = z.strictObject({
  id: z.string(),
  name: z.string(),
  path,
  startLine: line,
  endLine: line,
  score: zeroToOne,
  excludedBecause: z.enum(EXCLUSIONS),
});

const coverage = z.strictObject({
  files: z.int().min(0),
  languages: z.record(z.string(), z.int().min(0)),
  parsed: z.int().min(0),
  failed: z.int().min(0),
  history: z.strictObject({ available: z.boolean(), commits: z.int().min(0), note: z.string().nullable() }),
  meaning: z.boolean(),
  left: z
    .strictObject({ files: z.int().min(0), olderCommits: z.boolean() })
    .optional()
    .describe('What was not indexed yet when the pack was made; absent for a complete index.'),
});

export const manifestSchema = z.strictObject({
  version: z.literal(1),
  task,
  usage: z.strictObject({ budget: z.int().min(0), used: z.int().min(0), tokenizer: z.string() }),
  files: z
    .array(
      z.strictObject({
        path,
        score: zeroToOne,
        reasons: z.array(reason),
        likelihood: zeroToOne
          .nullable()
          .describe('How likely the reader needs the file; null if the ranker gives no likelihoods.'),
        functions: z
          .strictObject({ quoted: z.int().min(0), all: z.int().min(0) })
          .optional()
          .describe('The number of quoted functions, and of all functions of the file.'),
      }),
    )
    .describe('Ranked, best first.'),
  blocks: z.array(block).describe('The printed blocks, in their order.'),
  references: z.array(reference),
  excluded: z.strictObject(
    Object.fromEntries(EXCLUSIONS.map((name) => [name, z.int().min(0)])) as Record<Exclusion, z.ZodInt>,
  ),
  coverage,
  notes: z.array(z.string()),
  secretRules: z
    .int()
    .optional()
    .describe('The version of the redaction rules that the texts went through; absent in older packs.'),
  quoted: zeroToOne.optional().describe('How likely it is that a needed place is quoted.'),
  pins: z.array(z.string()).optional().describe('Paths and ids that the user pinned; they are quoted first.'),
  drops: z.array(z.string()).optional().describe('Paths and ids that the user dropped; they are left out.'),
});

/** By this type the compiler checks `manifestOf` against the schema. `task` is the full analysis. */
export type Manifest = ReadonlyFields<Omit<z.output<typeof manifestSchema>, 'task'>> & Pick<Pack, 'task'>;
type ReadonlyFields<Value> = { readonly [Key in keyof Value]: ReadonlyFields<Value[Key]> };

/** The page of `--format json`: like the manifest, with the text of each block and a short analysis, to save tokens. */
export const packSchema = manifestSchema.omit({ secretRules: true }).extend({
  task: z.looseObject({ text: z.string(), changeType: task.shape.changeType, confidence: zeroToOne }),
  blocks: z.array(block.extend({ text: z.string(), imports: z.string().optional() })),
  coverage: coverage.optional(),
  notes: z.array(z.string()).optional(),
});
