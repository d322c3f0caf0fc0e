// Answers `pack` and `explain`: finds and ranks, adds hunks of a diff, then fits the best within the budget. The aim
// decides how much is enough.
import { DEFAULTS } from '../../config/defaults.ts';
import { pickByName } from '../../config/did-you-mean.ts';
import { NO_GRAMMAR } from '../../indexing/parse-batch.ts';
import { PACK_AIMS, type PackAim, QUOTING_AIMS } from '../../model/budget.ts';
import type { Scored } from '../../model/candidate.ts';
import type { Edge } from '../../model/edge.ts';
import { pathsNamed } from '../../model/glob.ts';
import type { Coverage, Pack } from '../../model/pack.ts';
import type { Task } from '../../model/task.ts';
import { createNeedOf, floorsOfAim } from '../../pipeline/aim.ts';
import { type AssembledPack, assemblePack } from '../../pipeline/assemble.ts';
import type { BudgetOptions } from '../../pipeline/budget/budget-options.ts';
import type { ExplainInput, Explanation, PackAnswer, PackInput } from '../../ports/engine.ts';
import { LEARNED } from '../../rankers/index.ts';
import { exactSymbolMention } from '../../signals/exact-symbol-mention.ts';
import { find } from '../find.ts';
import { BEING_MADE } from '../fresh/partial-index.ts';
import { askedWorkspaces } from '../multi-root/workspace-paths.ts';
import { NO_WEIGHTS } from '../open/open-ranker.ts';
import type { QuestionRun } from '../question-run.ts';
import type { FindResult } from '../remembered-rankings.ts';
import { coverageOf, notesIfNotHere } from '../status.ts';
import type { PackRun } from './explain.ts';
import { PROFILES, preparePage } from './profiles.ts';

const AIM_NAMES = PACK_AIMS.map((name) => ({ name }));
const WHOLE = { sources: true, code: true };

// Beginnings of notes that a pack prints, because the answer would differ without their cause.
const PRINTED_NOTES = [BEING_MADE, NO_WEIGHTS, NO_GRAMMAR];

export async function answerPack(input: PackInput, context: QuestionRun): Promise<Omit<PackAnswer, 'milliseconds'>> {
  const run = await runPack(input, context);
  const { pack, text, nothing } = run;
  const ranked = new Set([...pack.files, ...pack.blocks].map(({ path }) => path));
  const edges = await edgesOut([...ranked], context);
  const explained = input.explain ? (await import('./explain.ts')).explainPack(run) : null;
  return { pack, text, nothing, explained, edges: edges.filter((edge) => ranked.has(edge.to)) };
}

/** By the same run that makes a pack. */
export async function runExplain(input: ExplainInput, context: QuestionRun): Promise<Explanation> {
  const run = await runPack(input, context);
  return (await import('./explain.ts')).explainScores(run, input);
}

export async function runPack(input: PackInput, context: QuestionRun): Promise<PackRun> {
  const { config, parts, notes } = context;
  const { name: aimName } = pickByName(AIM_NAMES, input.aim ?? config.aim, 'aim');
  const aim = DEFAULTS.aims[aimName];
  const isMap = aimName === 'map';
  const profile = { ...(input.format === undefined ? PROFILES.pack : PROFILES.prompt), budgetTokens: config.budget };
  const page = await preparePage(isMap ? PROFILES.map : profile, input, { ...config, shown: { ...WHOLE, isMap } });
  const found = await find({ ...input, wholeWithin: page.budgetTokens, bringsWhole: aim.isWholeQuoted }, context);
  const coverage = coverageOf(found.opening, parts.embedder);
  const task = taskWithNotes(found, coverage, context);
  const { scored } = found;
  const isDropped = pathsNamed(input.drop ?? []);
  const changes = found.changes.filter(({ change }) => !isDropped(change.path));
  const hunks =
    changes.length === 0
      ? { scored, beyond: 0 }
      : await (await import('../changes.ts')).showHunks(scored, changes, {
          redact: parts.redact,
          exclude: input.exclude,
        });
  const needOf = createNeedOf(scored, exactSymbolMention.kind);
  const likelyOf = (name: PackAim) => floorsOfAim(scored, needOf, DEFAULTS.aims[name].ends);
  const floorsOf = (name: PackAim) => ({ ...found.floors, likely: likelyOf(name) });
  const assembled = assemblePack(hunks.scored, {
    ...{ ...page, task, coverage, floors: floorsOf(aimName), ...limitsOf(input, config, found.isWhole) },
    notes: [...found.task.notes, ...notes, ...found.notes],
    wider: QUOTING_AIMS.filter((_, index) => index > PACK_AIMS.indexOf(aimName)).map((name) => ({
      name,
      floors: floorsOf(name),
      whole: DEFAULTS.aims[name].isWholeQuoted ? found.whole : [],
    })),
    refused: { belowFloor: found.closed.length, hunk: hunks.beyond },
    tuning: {
      ...{ ...page.tuning, ...(found.ranker === LEARNED ? DEFAULTS.learned.budget : {}), ...aim.budget },
      ...(hasAnalysis(task) && { headTokensMax: DEFAULTS.budget.headTokensMax }),
    },
  });
  const pack = {
    ...assembled.pack,
    ...(coverage.left === undefined && quotedLikelihood(assembled, hunks.scored)),
    ...pinsAndDrops(input),
  };
  const { nothing: _told, ...printedTask } = task;
  const { ranker, nothing } = found;
  return { ...assembled, pack, task: printedTask, nothing, ranker, scored: [...scored, ...found.closed] };
}

// Adds to the task how likely nothing here answers it, and the notes that the page prints. Other notes stand beside the
// page.
function taskWithNotes(found: FindResult, coverage: Coverage, { parts, notes }: QuestionRun): Task {
  const isPrinted = (note: string) =>
    parts.notes.includes(note) || PRINTED_NOTES.some((beginning) => note.startsWith(beginning));
  const indexNotes = [...notes, ...found.notes].filter(isPrinted);
  const { nothing } = found;
  return {
    ...found.task,
    // From a part of the index, no one can say that the workspace does not answer.
    ...(nothing !== null && coverage.left === undefined && { nothing }),
    notes: [...(found.scored.length > 0 ? notesIfNotHere(nothing, coverage) : []), ...found.task.notes, ...indexNotes],
  };
}

// A budget named by the caller, or a workspace that fits as a whole, lifts the usual limits. Limits that the caller set
// stay.
function limitsOf(
  { maxFiles, maxLines, budget }: PackInput,
  config: QuestionRun['config'],
  isWhole: boolean,
): Pick<BudgetOptions, 'filesMax' | 'linesPerFileMax' | 'namesLikely'> {
  const { filesMax, linesPerFileMax } = DEFAULTS.pack;
  const isFree = budget !== undefined || isWhole;
  const limit = (set: number, usual: number) => (isFree && set === usual ? Number.MAX_SAFE_INTEGER : set);
  return {
    // If the caller names a budget for a map, fills it.
    ...(budget === undefined ? { namesLikely: DEFAULTS.map.namesLikely } : {}),
    filesMax: maxFiles ?? limit(config.maxFiles, filesMax),
    linesPerFileMax: maxLines ?? limit(config.maxLines, linesPerFileMax),
  };
}

// The likelihood that the reader needs at least one quoted place, assuming that the places are independent.
function quotedLikelihood({ outcomes }: AssembledPack, scored: readonly Scored[]): Pick<Pack, 'quoted'> {
  const units = scored.filter(({ id, entity }) => entity.container !== null && outcomes.get(id)?.kind === 'included');
  if (units.some(({ likelihood }) => likelihood === null)) return {};
  return { quoted: 1 - units.reduce((missed, { likelihood }) => missed * (1 - likelihood!), 1) };
}

// Whether a page needs a longer head: the reader has the task already, but not the analysis of its error or diff.
const hasAnalysis = ({ traces, changes }: Task): boolean => traces.length + changes.length > 0;

function pinsAndDrops({ pin: pins = [], drop: drops = [] }: PackInput): Pick<Pack, 'pins' | 'drops'> {
  return { ...(pins.length > 0 && { pins }), ...(drops.length > 0 && { drops }) };
}

async function edgesOut(paths: readonly string[], context: QuestionRun): Promise<readonly Edge[]> {
  const all = askedWorkspaces(context).map(async ({ context: { parts }, paths: { local, shown } }) => {
    const own = paths.flatMap((path) => local(path) ?? []);
    const edges = await parts.store.edges(own, { direction: 'out' });
    return edges.map((edge) => ({ ...edge, from: shown(edge.from), to: shown(edge.to) }));
  });
  return (await Promise.all(all)).flat();
}
