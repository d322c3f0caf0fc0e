import type { LineRange } from '../../model/facts.ts';
import { overlaps } from '../../model/line-ranges.ts';
import { addWhole, type Choice, isQuoted } from './choice.ts';
import { type FilePlan, FUNCTIONS } from './file-plan.ts';

/**
 * What a diff changes comes before everything else, the best files first: every changed line, and only then the lines
 * around them, up to all of a short function, so that no context pushes a change out.
 */
export function quoteHunks(choice: Choice): void {
  const changed = choice.plans.filter((plan) => plan.hunks.length > 0);
  for (const plan of changed) {
    for (const hunk of plan.hunks) choice.wanted.add(hunk.id);
    if (!addAll(choice, plan))
      for (const hunk of plan.hunks) if (!isQuoted(choice, plan, hunk)) addWhole(choice, plan, hunk);
  }
  for (const plan of changed) widen(choice, plan);
}

// Priced once where all of them fit, as they mostly do.
function addAll(choice: Choice, plan: FilePlan): boolean {
  const picks = plan.hunks.map((scored) => ({ scored, range: rangeIn(plan, scored.entity.location), cut: null }));
  return choice.ledger.take(plan, picks, choice.ceiling) === 'taken';
}

function widen(choice: Choice, plan: FilePlan): void {
  const { hunkContextLines: around, hunkFunctionLines: longest } = choice.options.tuning;
  const own = choice.ledger.picks(plan);
  if (own.length === 0 || plan.source.numbers === undefined) return;
  const wider = own.map((pick) => ({
    ...pick,
    range: rangeIn(plan, { startLine: pick.range[0] - around, endLine: pick.range[1] + around }),
  }));
  const whole = wider.map((pick, at) => ({ ...pick, range: withFunctions(plan, pick.range, own[at]!.range, longest) }));
  if (choice.ledger.take(plan, whole, choice.ceiling) !== 'taken') choice.ledger.take(plan, wider, choice.ceiling);
}

function withFunctions({ source }: FilePlan, range: LineRange, hunk: LineRange, longest: number): LineRange {
  const around = source.facts.symbols.filter(
    ({ kind, startLine, endLine }) =>
      FUNCTIONS.has(kind) && endLine - startLine < longest && overlaps([startLine, endLine], hunk),
  );
  const lines = [...range, ...around.flatMap(({ startLine, endLine }) => [startLine, endLine])];
  return [Math.min(...lines), Math.max(...lines)];
}

function rangeIn(
  { source }: FilePlan,
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
): readonly [number, number] {
  return [Math.max(1, startLine), Math.min(source.lines.length, endLine)];
}
