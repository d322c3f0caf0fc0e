import { DEFAULTS } from '../config/defaults.ts';
import { layoutNamed } from '../formats/index.ts';
import { NO_GRAMMAR } from '../indexing/parse-batch.ts';
import { commentOf } from '../languages/index.ts';
import { PACK_AIMS, type PackAim, QUOTING_AIMS } from '../model/budget.ts';
import type { Scored } from '../model/candidate.ts';
import { pathsNamed } from '../model/glob.ts';
import type { Coverage, Pack } from '../model/pack.ts';
import type { Task } from '../model/task.ts';
import { aimAt } from '../pipeline/aim/aim.ts';
import { needsOf } from '../pipeline/aim/need.ts';
import { type AssembledPack, assemblePack } from '../pipeline/assemble.ts';
import type { BudgetOptions } from '../pipeline/budget/budget-options.ts';
import type { PackInput } from '../ports/engine.ts';
import type { Layout } from '../ports/formatter.ts';
import { LEARNED } from '../rankers/index.ts';
import { exactSymbolMention } from '../signals/exact-symbol-mention.ts';
import { GRAPH_SOURCES } from '../sources/graph-sources.ts';
import { loadTokenizer } from '../tokenizers/index.ts';
import { truncatorNamed } from '../truncators/index.ts';
import { showHunks } from './changes/show-hunks.ts';
import { packNodes } from './context/pack-nodes.ts';
import { coverageOf, notHere } from './coverage.ts';
import { find, wants } from './find.ts';
import type { Found } from './found.ts';
import { BEING_MADE } from './fresh/unfinished-note.ts';
import { NO_WEIGHTS } from './parts/open-ranker.ts';
import { pickByName } from './parts/pick-by-name.ts';
import type { QuestionRun } from './question-run.ts';

const AIM_NAMES = PACK_AIMS.map((name) => ({ name }));

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
  const { name: aimName } = pickByName(AIM_NAMES, input.aim ?? config.aim, 'aim');
  const aim = DEFAULTS.aims[aimName];
  const isMap = aimName === 'map';
  const budgetTokens = input.budget ?? (isMap ? DEFAULTS.map.budgetTokens : config.budget);
  const found = await find({ ...input, wholeWithin: budgetTokens, bringsWhole: aim.isWholeQuoted }, context);
  const coverage = coverageOf(found.opening, parts.embedder);
  const task = taskTold(found, coverage, context);
  const isLearned = found.ranker === LEARNED;
  const tokenizer = await loadTokenizer(input.tokenizer ?? config.tokenizer, { safetyMargin: config.safetyMargin });
  const bestFile = found.scored.reduce((most, one) => Math.max(most, one.score), 0);
  const sources = GRAPH_SOURCES.map(({ name }) => name).filter((name) => wants(input, name));
  const nodes = await packNodes(task, context, { bestScore: bestFile, sources });
  const isDropped = pathsNamed(input.drops ?? []);
  const scored = [...found.scored, ...nodes.scored.filter(({ id }) => !isDropped(id))];
  const changes = found.changes.filter(({ change }) => !isDropped(change.path));
  const hunks = await showHunks(scored, changes, { redact: parts.redact, exclude: input.exclude });
  const needOf = needsOf(scored, DEFAULTS.need, exactSymbolMention.kind);
  const floorsOf = (name: PackAim) => ({ ...found.floors, likely: aimAt(scored, needOf, DEFAULTS.aims[name].ends) });
  const assembled = assemblePack(hunks.scored, {
    task,
    coverage,
    notes: [...found.task.notes, ...notes, ...found.notes, ...nodes.notes],
    budgetTokens,
    tokenizer,
    layout: layoutOf(input, isMap),
    truncator: truncatorNamed(input.truncator ?? DEFAULTS.budget.truncator),
    commentFor: commentOf,
    isGrouped: false,
    contextLines: input.contextLines ?? DEFAULTS.pack.contextLines,
    includeImports: input.imports ?? DEFAULTS.pack.includeImports,
    floors: floorsOf(aimName),
    wider: QUOTING_AIMS.filter((_, at) => at > PACK_AIMS.indexOf(aimName)).map((name) => ({
      ...{ name, floors: floorsOf(name) },
      whole: DEFAULTS.aims[name].isWholeQuoted ? found.whole : [],
    })),
    ...limitsOf(input, config, found.isWhole),
    charactersPerBlockMax: null,
    refused: { belowFloor: found.closed.length, hunk: hunks.beyond },
    seen: input.seen ?? [],
    includeSkeletons: true,
    dropsNoise: true,
    namesParts: true,
    ...(isMap && { namesEach: DEFAULTS.map.namesEach }),
    tuning: {
      ...{ ...DEFAULTS.budget, ...(isLearned ? DEFAULTS.learned.budget : {}) },
      ...{ ...(input.format === undefined ? {} : promptTuning(task)), ...DEFAULTS.packNames, ...aim.budget },
    },
  });
  const { ranker, nothing } = found;
  const pack = {
    ...assembled.pack,
    ...(coverage.left === undefined && quotedLikelihood(assembled, hunks.scored)),
    ...keptHand(input),
  };
  const { nothing: _told, ...asked } = task;
  return { ...assembled, pack, task: asked, nothing, ranker, scored: [...scored, ...found.closed] };
}

// The task with what its reader should know: whether it is answered here at all, and how much of the workspace was looked at. What else there is
// to say stands beside the page.
function taskTold(found: Found, coverage: Coverage, { parts, notes }: QuestionRun): Task {
  const isTold = (note: string) => parts.notes.includes(note) || TOLD.some((beginning) => note.startsWith(beginning));
  const ofIndex = [...notes, ...found.notes].filter(isTold);
  const { nothing } = found;
  return {
    ...found.task,
    // An answer from a part of the index cannot know what the rest would say.
    ...(nothing !== null && coverage.left === undefined && { nothing }),
    notes: [...(found.scored.length > 0 ? notHere(nothing, coverage) : []), ...found.task.notes, ...ofIndex],
  };
}

// Without a format a pack becomes PACK.md of a folder, which a person may look into.
function layoutOf({ format }: PackInput, isMap: boolean): Layout {
  const page = format === undefined && !isMap ? 'pack' : 'prompt';
  return layoutNamed(format ?? DEFAULTS.pack.format, page, { sources: true, code: true, isMap });
}

// A budget that is named, and a workspace that fits whole, take the place of the usual limits; what a person set as a limit holds.
function limitsOf(
  { maxFiles, maxLines, budget }: PackInput,
  config: QuestionRun['config'],
  isWhole: boolean,
): Pick<BudgetOptions, 'filesMax' | 'linesPerFileMax'> {
  const { filesMax, linesPerFileMax } = DEFAULTS.pack;
  const isFree = budget !== undefined || isWhole;
  const limit = (set: number, usual: number) => (isFree && set === usual ? Number.MAX_SAFE_INTEGER : set);
  return {
    filesMax: maxFiles ?? limit(config.maxFiles, filesMax),
    linesPerFileMax: maxLines ?? limit(config.maxLines, linesPerFileMax),
  };
}

// That at least one of the quoted places is needed, as if each were needed or not apart from the others.
function quotedLikelihood({ outcomes }: AssembledPack, scored: readonly Scored[]): Pick<Pack, 'quoted'> {
  const units = scored.filter(({ id, entity }) => entity.container !== null && outcomes.get(id)?.kind === 'included');
  if (units.some(({ likelihood }) => likelihood === null)) return {};
  return { quoted: 1 - units.reduce((missed, { likelihood }) => missed * (1 - likelihood!), 1) };
}

// Whoever reads it has the task, but not what an error or a diff came to.
function promptTuning({ traces, changes }: Task) {
  const { headTokensMax, ...prompt } = DEFAULTS.prompt;
  return traces.length + changes.length > 0 ? prompt : { ...prompt, headTokensMax };
}

function keptHand({ pins = [], drops = [] }: PackInput): Pick<Pack, 'pins' | 'drops'> {
  return { ...(pins.length > 0 && { pins }), ...(drops.length > 0 && { drops }) };
}
