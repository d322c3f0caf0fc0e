import * as z from 'zod';
import type { Pack } from '../../model/pack.ts';
import { tellingReason } from '../../model/signal.ts';
import type { Output } from './output.ts';
import { coverage, isInFile, lines, numbers, rounded, score, texts, withoutNulls } from './output-fields.ts';

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
    unknownNames: texts,
    suggestions: texts,
    notes: texts,
  }),
  usage: z.object({ budget: z.int(), used: z.int(), tokenizer: z.string() }),
  files: z.array(z.object({ path: z.string(), score, because: texts })),
  blocks: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      name: z.string(),
      ...place,
      lines: texts,
      level: z.string(),
      score,
      because: texts,
      hash: z.string(),
      isStale: z.boolean(),
      note: z.string().optional(),
    }),
  ),
  references: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      name: z.string(),
      ...place,
      score,
      excludedBecause: z.string(),
      because: z.string(),
      tokens: z.int().optional(),
    }),
  ),
  excluded: numbers,
  coverage,
  notes: texts,
});

/** A pack without the texts of its blocks; they stand in the pack's own text. */
export const packOutput: Output<Packed> = {
  schema,
  data: ({ pack }) => {
    const { usage, excluded, coverage: covered, notes } = pack;
    const files = pack.files.map((file) => ({ path: file.path, score: rounded(file.score), because: whyOf(file) }));
    const references = pack.references.map((one) => ({ ...one, score: rounded(one.score) }));
    const blocks = pack.blocks.map(blockData);
    const task = taskData(pack);
    return withoutNulls({ task, usage, files, blocks, references, excluded, coverage: covered, notes });
  },
  quotes: ({ pack }) =>
    pack.blocks.filter(isInFile).map((block) => {
      const { path, startLine, endLine, hash, qualifiedName } = block;
      return { path, startLine, endLine, hash, name: qualifiedName, because: tellingReason(block.reasons) };
    }),
};

function taskData({ task }: Pack) {
  const { title, changeType, confidence, suggestions, notes } = task;
  return {
    title,
    changeType,
    confidence: rounded(confidence),
    keywords: task.keywords.map(({ word }) => word),
    domains: task.domains.map(({ name }) => name),
    unknownNames: task.mentions.filter(({ isKnown }) => !isKnown).map(({ text }) => text),
    suggestions,
    notes,
  };
}

function blockData(block: Pack['blocks'][number]) {
  const { id, kind, name, path, startLine, endLine, level, hash, isStale, note } = block;
  return {
    ...{ id, kind, name, path, startLine, endLine, level, hash, isStale, note },
    // The lines that are printed, where there are gaps between them.
    lines: block.lines.map((range) => range.join('-')),
    score: rounded(block.score),
    because: whyOf(block),
  };
}

const whyOf = ({ reasons }: Pick<Pack['files'][number], 'reasons'>) => reasons.map(({ because }) => because);
