import type { ExplainedCandidate, Explanation } from '../../../engine.ts';
import { oneLine } from '../../../model/visible-text.ts';
import { table } from '../../../operations/text-table.ts';
import type { Sheet } from './sheet.ts';

/** Score parts with the parts that count standing out. */
export function renderExplanation({ task, candidates }: Explanation, { colors }: Sheet): string {
  const head = `${colors.bold('knap')}  ${oneLine(task.title)}\n      ${colors.dim(`${task.changeType}, confidence ${task.confidence.toFixed(2)}`)}`;
  const parts = candidates.map(({ rank, id, score, sum, from, outcome, reasons }) => {
    const title = `${String(rank).padStart(3)}. ${colors.bold(oneLine(id))}  ${score.toFixed(3)}  ${colors.yellow(outcome)}`;
    const total = `${sum.toFixed(3)}  ${colors.dim(from || 'in all')}`;
    return [title, ...[...reasonRows(reasons), total].map((line) => `     ${line}`)].join('\n');
  });
  return [head, ...parts].join('\n\n');
}

function reasonRows(reasons: ExplainedCandidate['reasons']): readonly string[] {
  const strongest = reasons.toSorted((a, b) => b.value * b.weight - a.value * a.weight);
  return table(
    strongest.map(({ signal, value, weight, because }) => [
      (value * weight).toFixed(3),
      `${value.toFixed(2)} × ${weight.toFixed(2)}`,
      signal,
      oneLine(because),
    ]),
  );
}
