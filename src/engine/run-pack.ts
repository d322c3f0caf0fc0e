import { DEFAULTS } from '../config/defaults.ts';
import { layoutNamed } from '../formats/index.ts';
import { NO_GRAMMAR } from '../indexing/parse-batch.ts';
import { commentOf } from '../languages/index.ts';
import { PACK_AIMS, type PackAim } from '../model/budget.ts';
import type { Scored } from '../model/candidate.ts';
import { pathsNamed } from '../model/glob.ts';
import type { Pack } from '../model/pack.ts';
import type { Task } from '../model/task.ts';
import { aimAt } from '../pipeline/aim/aim.ts';
import { type AssembledPack, assemblePack } from '../pipeline/assemble.ts';
import type { PackInput } from '../ports/engine.ts';
import type { Floors } from '../ports/ranker.ts';
import { LEARNED } from '../rankers/index.ts';
import { GRAPH_SOURCES } from '../sources/graph-sources.ts';
import { loadTokenizer } from '../tokenizers/index.ts';
import { truncatorNamed } from '../truncators/index.ts';
import { showHunks } from './changes/show-hunks.ts';
import { packNodes } from './context/pack-nodes.ts';
import { coverageOf } from './coverage.ts';
import { find, wants } from './find.ts';
import { BEING_MADE } from './fresh/unfinished-note.ts';
import { NO_WEIGHTS } from './parts/open-ranker.ts';
import { pickByName } from './parts/pick-by-name.ts';
import type { QuestionRun } from './question-run.ts';

const AIM_NAMES = PACK_AIMS.map((name) => ({ name }));
const WHOLE = { sources: true, code: true };

export interface PackRun extends AssembledPack {
  readonly task: Task;
  readonly scored: readonly Scored[];
  /** Name of the ranker that scored. */
  readonly ranker: string;
  /** 0..1: how likely it is that nothing here matters; null where the ranker cannot say. */
  readonly nothing: number | null;
}

// An index that is being made, and what was ranked or read with less than there is: the answer is another one for it.
const TOLD = [BEING_MADE, NO_WEIGHTS, NO_GRAMMAR];

/** Answers one pack question on an index that is up to date. */
export async function runPack(input: PackInput, context: QuestionRun): Promise<PackRun> {
  const { config, parts, notes } = context;
  const budgetTokens = input.budget ?? config.budget;
  const { name: aimName } = pickByName(AIM_NAMES, input.aim ?? config.aim, 'aim');
  const aim = DEFAULTS.aims[aimName];
  const found = await find({ ...input, wholeWithin: budgetTokens, bringsWhole: aim.isWholeQuoted }, context);
  const coverage = coverageOf(found.opening, parts.embedder);
  // How much of the workspace was looked at belongs to what a reader should know; what else there is to say stands beside.
  const isTold = (note: string) => parts.notes.includes(note) || TOLD.some((beginning) => note.startsWith(beginning));
  const ofIndex = [...notes, ...found.notes].filter(isTold);
  const task = { ...found.task, notes: [...found.task.notes, ...ofIndex] };
  // The usual number of files is for choosing among many; where all fits nobody chooses.
  const isUnlimited = found.isWhole && config.maxFiles === DEFAULTS.pack.filesMax;
  const isLearned = found.ranker === LEARNED;
  // Without a format it becomes PACK.md of a folder, which a person may look into.
  const isForModel = input.format !== undefined;
  const tokenizer = await loadTokenizer(input.tokenizer ?? config.tokenizer, { safetyMargin: config.safetyMargin });
  const bestFile = found.scored.reduce((most, one) => Math.max(most, one.score), 0);
  const sources = GRAPH_SOURCES.map(({ name }) => name).filter((name) => wants(input, name));
  const nodes = await packNodes(task, context, { bestScore: bestFile, sources });
  const isDropped = pathsNamed(input.drops ?? []);
  const scored = [...found.scored, ...nodes.scored.filter(({ id }) => !isDropped(id))];
  const changes = found.changes.filter(({ change }) => !isDropped(change.path));
  const hunks = await showHunks(scored, changes, { redact: parts.redact, exclude: input.exclude });
  const floorsOf = (name: PackAim) => floorsFor(name, found.floors, scored);
  const assembled = assemblePack(hunks.scored, {
    task,
    coverage,
    notes: [...found.task.notes, ...notes, ...found.notes, ...nodes.notes],
    budgetTokens,
    tokenizer,
    layout: layoutNamed(input.format ?? DEFAULTS.pack.format, isForModel ? 'prompt' : 'pack', WHOLE),
    truncator: truncatorNamed(input.truncator ?? DEFAULTS.budget.truncator),
    commentFor: commentOf,
    isGrouped: false,
    contextLines: input.contextLines ?? DEFAULTS.pack.contextLines,
    includeImports: input.imports ?? DEFAULTS.pack.includeImports,
    floors: floorsOf(aimName),
    wider: PACK_AIMS.slice(PACK_AIMS.indexOf(aimName) + 1).map((name) => ({
      ...{ name, floors: floorsOf(name) },
      whole: DEFAULTS.aims[name].isWholeQuoted ? found.whole : [],
    })),
    filesMax: input.maxFiles ?? (isUnlimited ? found.opening.files.length : config.maxFiles),
    linesPerFileMax: input.maxLines ?? linesMax(aimName, config.maxLines),
    charactersPerBlockMax: null,
    refused: { belowFloor: found.closed.length, hunk: hunks.beyond },
    seen: input.seen ?? [],
    includeSkeletons: true,
    dropsNoise: true,
    tuning: {
      ...DEFAULTS.budget,
      ...(isLearned ? DEFAULTS.learned.budget : {}),
      ...(isForModel ? promptTuning(task) : {}),
      ...aim.budget,
    },
  });
  const { nothing, ranker } = found;
  const pack = { ...assembled.pack, ...keptHand(input) };
  return { ...assembled, pack, task, nothing, ranker, scored: [...scored, ...found.closed] };
}

// The usual limit is for packs that choose; one that holds all that fits has none but the user's own.
function linesMax(name: PackAim, set: number): number {
  const isFree = !DEFAULTS.aims[name].areLinesLimited && set === DEFAULTS.pack.linesPerFileMax;
  return isFree ? Number.MAX_SAFE_INTEGER : set;
}

function floorsFor(name: PackAim, floors: Floors, scored: readonly Scored[]): Floors {
  const { cut } = DEFAULTS.aims[name];
  return { ...floors, likely: cut ? aimAt(scored, cut) : undefined };
}

// Whoever reads it has the task, but not what an error or a diff came to.
function promptTuning({ traces, changes }: Task) {
  const { headTokensMax, ...prompt } = DEFAULTS.prompt;
  return traces.length + changes.length > 0 ? prompt : { ...prompt, headTokensMax };
}

function keptHand({ pins = [], drops = [] }: PackInput): Pick<Pack, 'pins' | 'drops'> {
  return { ...(pins.length > 0 && { pins }), ...(drops.length > 0 && { drops }) };
}
