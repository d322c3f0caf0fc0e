// Explains a pack: the reasons and scores of candidates, and why each was quoted, named or left out. All of it is in the
// result of the run.
import { DEFAULTS } from '../../config/defaults.ts';
import { type Reason, type Scored, toPlainReason } from '../../model/candidate.ts';
import { WHY_OUT } from '../../model/pack.ts';
import type { Task } from '../../model/task.ts';
import type { AssembledPack } from '../../pipeline/assemble.ts';
import { HOLDER_SIGNAL, RELATED_SIGNAL } from '../../pipeline/budget/budget-options.ts';
import { CHANGE_USER_SIGNAL } from '../../pipeline/relate/users-of-changes.ts';
import type { ExplainedCandidate, ExplainInput, Explanation, PackExplained } from '../../ports/engine.ts';
import { LEARNED } from '../../rankers/index.ts';

const INCLUDED_SHOWN = 10;
const LEFT_OUT_SHOWN = 5;

export interface PackRun extends AssembledPack {
  readonly task: Task;
  readonly scored: readonly Scored[];
  readonly ranker: string;
  /** 0..1: how likely it is that nothing here matters; null if the ranker cannot say. */
  readonly nothing: number | null;
}

/** Explains the first candidates, those in the pack before others, and the cost of each piece. */
export function explainPack(run: PackRun): PackExplained {
  const isInPack = (candidate: Scored) => outcomeOf(run, candidate).level !== null;
  const shown = [...run.scored.filter(isInPack), ...run.scored.filter((candidate) => !isInPack(candidate))];
  return {
    candidates: shown.slice(0, DEFAULTS.pack.explainedMax).map(createExplainer(run)),
    candidatesTotal: run.scored.length,
    spent: run.spent(),
  };
}

type ExplainedScope = Pick<ExplainInput, 'target' | 'every'>;

/** Explains the scores of all candidates, of those of a target, or of the best files in and out of the pack. */
export function explainScores(run: PackRun, scope: ExplainedScope): Explanation {
  const candidates = candidatesToExplain(run, scope).map(createExplainer(run));
  return { task: run.task, nothing: run.nothing, candidates };
}

function candidatesToExplain({ scored, pack }: PackRun, { target, every }: ExplainedScope): readonly Scored[] {
  const isUnit = ({ entity }: Scored) => entity.container !== null;
  if (target !== undefined)
    return scored
      .filter(({ entity, path }) => [entity.id, path].includes(target))
      .sort((a, b) => Number(isUnit(a)) - Number(isUnit(b)));
  if (every) return scored;
  const quoted = new Set(pack.blocks.map((block) => block.path));
  const files = filesAmong(scored);
  const included = files.filter((file) => quoted.has(file.path)).slice(0, INCLUDED_SHOWN);
  return [...included, ...files.filter((file) => !quoted.has(file.path)).slice(0, LEFT_OUT_SHOWN)];
}

const filesAmong = (scored: readonly Scored[]) => scored.filter(({ entity }) => entity.container === null);

function createExplainer(run: PackRun): (candidate: Scored) => ExplainedCandidate {
  const ranks = new Map(filesAmong(run.scored).map(({ path }, index) => [path, index + 1]));
  const best = run.ranker === LEARNED ? bestUnit(run.scored) : null;
  return (candidate) => ({
    id: candidate.entity.id,
    path: candidate.path,
    kind: candidate.entity.kind,
    startLine: candidate.entity.location.startLine,
    endLine: candidate.entity.location.endLine,
    rank: ranks.get(candidate.path) ?? 0,
    score: candidate.score,
    likelihood: candidate.likelihood,
    sum: sumOf(candidate),
    from: scoreSource(candidate, best),
    ...outcomeOf(run, candidate),
    reasons: candidate.listReasons().map(toPlainReason),
  });
}

// Signals by which another candidate passes on its score; they are reasons, but no part of the candidate's own sum.
const PASSED_ON_SIGNALS: ReadonlySet<string> = new Set([RELATED_SIGNAL, HOLDER_SIGNAL, CHANGE_USER_SIGNAL]);
const isRelation = ({ signal }: Reason): boolean => PASSED_ON_SIGNALS.has(signal);

function sumOf({ listReasons }: Scored): number {
  return listReasons().reduce((sum, reason) => (isRelation(reason) ? sum : sum + reason.value * reason.weight), 0);
}

// The relation from which a candidate got its score, if there is one: its value is that score.
function relationBehindScore({ listReasons, score }: Scored): Reason | undefined {
  return listReasons().find((reason) => isRelation(reason) && Math.abs(reason.value - score) < SAME);
}

// The best unit gets the score of the best file; the other units follow at the distance of their sums.
function bestUnit(scored: readonly Scored[]): Scored | null {
  const units = scored.filter(
    (candidate) => candidate.entity.container !== null && relationBehindScore(candidate) === undefined,
  );
  return units.toSorted((a, b) => b.score - a.score)[0] ?? null;
}

const SAME = 0.0005;

function scoreSource(candidate: Scored, best: Scored | null): string {
  const sum = sumOf(candidate);
  if (Math.abs(sum - candidate.score) < SAME) return '';
  const relation = relationBehindScore(candidate);
  if (relation) return `scored ${candidate.score.toFixed(3)} for the sake of another: ${relation.because}`;
  if (best === null || candidate.entity.container === null)
    return `${candidate.score.toFixed(3)} is its share of the greatest sum this task could give`;
  const below = sumOf(best) - sum;
  return `${below.toFixed(2)} below the best unit: ${best.score.toFixed(3)} × e^-${below.toFixed(2)} = ${candidate.score.toFixed(3)}`;
}

function outcomeOf(run: PackRun, candidate: Scored): Pick<ExplainedCandidate, 'outcome' | 'level' | 'excludedBecause'> {
  const outcome = run.outcomes.get(candidate.entity.id) ?? { kind: 'excluded', because: 'belowFloor' };
  if (outcome.kind === 'included')
    return { outcome: `in the pack, ${outcome.level}`, level: outcome.level, excludedBecause: null };
  const { because, kind } = outcome;
  const isNamed = kind === 'reference';
  const text = `${isNamed ? 'named only' : 'left out'}: ${WHY_OUT[because].why}`;
  return { outcome: text, level: isNamed ? 'reference' : null, excludedBecause: because };
}
