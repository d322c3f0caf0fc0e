import * as z from 'zod';
import { EXCLUSIONS, LEVELS, type Pack } from '../../model/pack.ts';
import type { Output } from './output.ts';
import { coverage, lines, numbers, reasons, score, texts } from './output-fields.ts';

/** What packing leaves behind: the pack, and the folder it was written to, if it was. */
export interface Packed {
  readonly pack: Pack;
  readonly folder: string | null;
  readonly milliseconds: number;
}

const place = { path: z.string(), ...lines };

const schema = z.object({
  task: z.object({
    title: z.string(),
    changeType: z.string(),
    confidence: score,
    keywords: texts,
    domains: texts,
    mentions: z.array(z.object({ kind: z.string(), text: z.string(), isKnown: z.boolean() })),
    suggestions: texts,
    notes: texts,
  }),
  usage: z.object({ budget: z.int(), used: z.int(), tokenizer: z.string() }),
  files: z.array(z.object({ path: z.string(), score, reasons })),
  blocks: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      name: z.string(),
      ...place,
      lines: z.array(z.array(z.int())),
      level: z.enum(LEVELS).exclude(['reference']),
      score,
      because: texts,
      hash: z.string(),
      isStale: z.boolean(),
      note: z.string().nullable(),
      covers: texts,
    }),
  ),
  references: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      name: z.string(),
      ...place,
      score,
      excludedBecause: z.enum(EXCLUSIONS),
      because: z.string(),
      tokens: z.int().nullable(),
    }),
  ),
  excluded: numbers,
  coverage,
  notes: texts,
  milliseconds: z.number(),
});

/** A pack without the texts of its blocks; they stand in the pack's own text. */
export const packOutput: Output<Packed> = {
  schema,
  data: ({ pack, milliseconds }) => {
    const { usage, files, references, excluded, coverage: covered, notes } = pack;
    const blocks = pack.blocks.map(blockData);
    return {
      ...{ task: taskData(pack), usage, files, blocks, references, excluded, coverage: covered, notes },
      milliseconds: Math.round(milliseconds),
    };
  },
  quotes: ({ pack }) =>
    pack.blocks.map(({ path, startLine, endLine, hash, qualifiedName, reasons: why }) => ({
      ...{ path, startLine, endLine, hash, name: qualifiedName },
      because: why.map(({ because }) => because).join('; '),
    })),
};

function taskData({ task }: Pack) {
  const { title, changeType, confidence, suggestions, notes } = task;
  return {
    title,
    changeType,
    confidence,
    keywords: task.keywords.map(({ word }) => word),
    domains: task.domains.map(({ name }) => name),
    mentions: task.mentions.map(({ kind, text, isKnown }) => ({ kind, text, isKnown })),
    suggestions,
    notes,
  };
}

function blockData(block: Pack['blocks'][number]) {
  const { id, kind, name, path, startLine, endLine, lines: printed, level, score: points, hash } = block;
  return {
    ...{ id, kind, name, path, startLine, endLine, lines: printed, level, score: points, hash },
    because: block.reasons.map(({ because }) => because),
    isStale: block.isStale,
    note: block.note,
    covers: block.covers,
  };
}
