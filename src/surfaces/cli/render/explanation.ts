import type { ExplainedCandidate, Explanation } from '../../../engine.ts';
import { oneLine } from '../../../model/visible-text.ts';
import { percent, table, takenFor } from '../../../operations/text-table.ts';
import type { Sheet } from './sheet.ts';

/** Score parts with the parts that count standing out. */
export function renderExplanation({ task, nothing, candidates }: Explanation, { colors }: Sheet): string {
  const doubt = nothing === null ? '' : `, ${percent(nothing)} that nothing here matters`;
  const said = takenFor(task) + doubt;
  const head = `${colors.bold('knap')}  ${oneLine(task.title)}\n      ${colors.dim(said)}`;
  const parts = candidates.map(({ rank, id, score, likelihood, sum, from, outcome, reasons }) => {
    const likely = likelihood === null ? '' : `  ${percent(likelihood)} likely`;
    const title = `${String(rank).padStart(3)}. ${colors.bold(oneLine(id))}  ${score.toFixed(3)}${likely}  ${colors.yellow(outcome)}`;
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
