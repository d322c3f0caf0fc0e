import type { Evaluation } from '../../evaluation/evaluate.ts';
import type { SystemSummary } from '../../evaluation/summary.ts';
import { ask } from '../parts/api.ts';
import { counted, grouped } from '../parts/number-words.ts';
import { Bars, HUNDREDTHS, Plot, type Series } from '../parts/plots.tsx';
import { useAsked } from '../parts/use-asked.ts';
import './quality.css';

type MeasuredHere = Omit<Evaluation, 'notes'>;
const ACCURACY = { recallAt1: 'R@1', recallAt5: 'R@5', recallAt10: 'R@10', reciprocalRank: 'MRR' } as const;

/** How well past fixes of this repository are found: what `knap eval` measured last. */
export function QualityView() {
  const { answer, fault, isAsking } = useAsked('eval', (signal) =>
    ask<MeasuredHere>('/ui/eval', { latest: true }, signal),
  );
  if (isAsking) return <p class="hint">One moment…</p>;
  if (!answer?.data.tasks)
    return (
      <div class="empty">
        <h2>Not measured here yet</h2>
        <p>
          knap replays the past fixes of this repository and counts how often it finds what they changed. It takes some
          minutes, in a terminal:
        </p>
        <p>
          <code>knap eval --budget 1000,2000,4000,8000</code>
        </p>
        {fault !== '' && <p class="hint">{fault}</p>}
      </div>
    );
  return <Results measured={answer.data} />;
}

function Results({ measured }: { readonly measured: MeasuredHere }) {
  const { systems, tasks, tasksFrom, misses } = measured;
  const names = systems.map(({ system }) => system);
  return (
    <div class="quality">
      <p>
        {counted(tasks, 'task')} from {tasksFrom}: what each fix changed, and whether it was found.
      </p>
      <div class="plots">
        <Bars
          title="Changed files among the first"
          names={names}
          groups={Object.entries(ACCURACY).map(([key, name]) => ({
            name,
            values: systems.map(({ ranking }) => ranking[key as keyof typeof ACCURACY].mean),
          }))}
        />
        <Budgets systems={systems} />
        <Reliability systems={systems} />
      </div>
      {misses.length > 0 && (
        <details class="fold">
          <summary>{counted(misses.length, 'task')} whose files were not all among the first ten</summary>
          <ul>
            {misses.map(({ task }) => (
              <li key={task}>
                <code>{task}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Budgets({ systems }: { readonly systems: readonly SystemSummary[] }) {
  const budgets = [...new Set(systems.flatMap(({ packs }) => packs.map(({ budget }) => budget)))].toSorted(
    (a, b) => a - b,
  );
  // Each step to the next budget is as wide as any other: they are doubled more often than added to.
  const at = (budget: number) => budgets.indexOf(budget);
  const series = systems.map(({ system, packs }): Series => {
    const points = packs
      .map(({ budget, scores }) => [at(budget), scores.f1.mean] as const)
      .toSorted(([a], [b]) => a - b);
    return { name: system, points };
  });
  const most = Math.max(0.05, ...series.flatMap(({ points }) => points.map(([, y]) => y)));
  const top = Math.ceil(most * 20) / 20;
  const ticks = [0, 0.5, 1].map((share) => [share * top, `${Math.round(100 * share * top)} %`] as const);
  return (
    <Plot
      title="F1 of the lines over the budget"
      series={series}
      xTicks={budgets.map((budget, index) => [index, grouped(budget)] as const)}
      yTicks={ticks}
      xName="tokens a pack may cost"
    />
  );
}

function Reliability({ systems }: { readonly systems: readonly SystemSummary[] }) {
  const units = systems.find((one) => one.units !== null)?.units;
  if (!units) return null;
  const series = (['files', 'units'] as const).map((name): Series => {
    const bins = units.calibration[name].bins.filter(({ count }) => count > 0);
    const points = bins.map(({ count, said, came }) => {
      const size = Math.min(9, 2 + Math.sqrt(count) / 3);
      return [said / count, came / count, size] as const;
    });
    return { name, points, isLine: false };
  });
  return (
    <Plot
      title="Likelihoods: what was said, and what came"
      series={series}
      xTicks={HUNDREDTHS}
      yTicks={HUNDREDTHS}
      hasDiagonal
      xName="said; on the dashed line it came as often, and the larger the point, the more were judged"
    />
  );
}
