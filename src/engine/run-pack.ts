import { DEFAULTS } from '../config/defaults.ts';
import { layoutNamed } from '../formats/index.ts';
import { commentOf } from '../languages/index.ts';
import type { Scored } from '../model/candidate.ts';
import type { Task } from '../model/task.ts';
import { type AssembledPack, assemblePack } from '../pipeline/assemble.ts';
import type { PackInput } from '../ports/engine.ts';
import { LEARNED } from '../rankers/index.ts';
import { GRAPH_SOURCES } from '../sources/graph-sources.ts';
import { loadTokenizer } from '../tokenizers/index.ts';
import { truncatorNamed } from '../truncators/index.ts';
import { showHunks } from './changes/show-hunks.ts';
import { packNodes } from './context/pack-nodes.ts';
import { coverageOf } from './coverage.ts';
import { find, wants } from './find.ts';
import type { RunContext } from './run.ts';

export interface PackRun extends AssembledPack {
  readonly task: Task;
  readonly scored: readonly Scored[];
  /** Name of the ranker that scored. */
  readonly ranker: string;
  /** 0..1: how likely it is that nothing here matters; null where the ranker cannot say. */
  readonly nothing: number | null;
}

/** Answers one pack question on an index that is up to date. */
export async function runPack(input: PackInput, context: RunContext): Promise<PackRun> {
  const found = await find(input, context);
  const { task } = found;
  const { config, parts, notes } = context;
  const isLearned = found.ranker === LEARNED;
  const tokenizer = await loadTokenizer(input.tokenizer ?? config.tokenizer, { safetyMargin: config.safetyMargin });
  const bestFile = found.scored.reduce((most, one) => Math.max(most, one.score), 0);
  const sources = GRAPH_SOURCES.map(({ name }) => name).filter((name) => wants(input, name));
  const nodes = await packNodes(task, context, { bestScore: bestFile, sources });
  const scored = [...found.scored, ...nodes.scored];
  const hunks = await showHunks(scored, found.changes, { redact: parts.redact, exclude: input.exclude });
  const assembled = assemblePack(hunks.scored, {
    task,
    coverage: coverageOf(found.opening, parts.embedder),
    notes: [...task.notes, ...notes, ...found.notes, ...nodes.notes],
    budgetTokens: input.budget ?? config.budget,
    tokenizer,
    layout: layoutNamed(input.format ?? DEFAULTS.pack.format, 'pack', { sources: true, code: true }),
    truncator: truncatorNamed(input.truncator ?? DEFAULTS.budget.truncator),
    commentFor: commentOf,
    isGrouped: false,
    contextLines: input.contextLines ?? DEFAULTS.pack.contextLines,
    includeImports: input.imports ?? DEFAULTS.pack.includeImports,
    floors: found.floors,
    filesMax: input.maxFiles ?? config.maxFiles,
    linesPerFileMax: input.maxLines ?? config.maxLines,
    charactersPerBlockMax: null,
    refused: { belowFloor: found.closed.length, hunk: hunks.beyond },
    seen: input.seen ?? [],
    includeSkeletons: true,
    dropsNoise: true,
    tuning: { ...DEFAULTS.budget, ...(isLearned ? DEFAULTS.learned.budget : {}) },
  });
  const { nothing, ranker } = found;
  return { ...assembled, task, nothing, ranker, scored: [...scored, ...found.closed] };
}
