import type { Scored } from '../model/candidate.ts';
import type { ExplainedCandidate, ExplainInput, Explanation } from '../ports/engine.ts';
import type { RunContext } from './run.ts';
import { type PackRun, runPack } from './run-pack.ts';

const INCLUDED_SHOWN = 10;
const LEFT_OUT_SHOWN = 5;

/** The same run as for a pack, told by its scores. */
export async function explain({ target, every, ...input }: ExplainInput, context: RunContext): Promise<Explanation> {
  return explanationOf(await runPack(input, context), { target: target ?? null, isEvery: every ?? false });
}

interface Wanted {
  readonly target: string | null;
  readonly isEvery: boolean;
}

/** The parts of the scores of one run: of everything that belongs to a target, or of the best files and the first left out. */
function explanationOf(run: PackRun, { target, isEvery }: Wanted): Explanation {
  const files = run.scored.filter((one) => one.entity.container === null);
  const ranks = new Map(files.map((file, index) => [file.path, index + 1]));
  const explained = (one: Scored): ExplainedCandidate => ({
    id: one.entity.id,
    path: one.path,
    kind: one.entity.kind,
    startLine: one.entity.location.startLine,
    endLine: one.entity.location.endLine,
    rank: ranks.get(one.path) ?? 0,
    score: one.score,
    likelihood: one.likelihood,
    outcome: outcomeOf(run, one),
    reasons: one.reasons,
  });
  if (target !== null) {
    const meant = run.scored.filter((one) => one.entity.id === target || one.path === target);
    return {
      task: run.task,
      nothing: run.nothing,
      candidates: meant
        .toSorted((a, b) => Number(b.entity.container === null) - Number(a.entity.container === null))
        .map(explained),
    };
  }
  if (isEvery) return { task: run.task, nothing: run.nothing, candidates: run.scored.map(explained) };
  const quoted = new Set(run.pack.blocks.map((block) => block.path));
  const included = files.filter((file) => quoted.has(file.path)).slice(0, INCLUDED_SHOWN);
  const leftOut = files.filter((file) => !quoted.has(file.path)).slice(0, LEFT_OUT_SHOWN);
  return { task: run.task, nothing: run.nothing, candidates: [...included, ...leftOut].map(explained) };
}

function outcomeOf(run: PackRun, one: Scored): string {
  const outcome = run.outcomes.get(one.entity.id);
  if (outcome === undefined) return 'left out (limit)';
  if (outcome.kind === 'included') return `in the pack, ${outcome.level}`;
  return outcome.kind === 'reference' ? `named only (${outcome.because})` : `left out (${outcome.because})`;
}
