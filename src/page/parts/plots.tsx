import './plots.css';

const WIDTH = 360;
const HEIGHT = 220;
const EDGE = { left: 52, right: 24, top: 12, bottom: 28 };

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number, size?: number])[];
  readonly isLine?: boolean;
}

interface PlotProps {
  readonly title: string;
  readonly series: readonly Series[];
  readonly xTicks: readonly (readonly [value: number, label: string])[];
  readonly yTicks: readonly (readonly [value: number, label: string])[];
  /** A line from corner to corner: where what was said is what came. */
  readonly hasDiagonal?: boolean;
  readonly xName: string;
}

/** Points and lines over two axes, from the first to the last tick of each. */
export function Plot({ title, series, xTicks, yTicks, hasDiagonal = false, xName }: PlotProps) {
  const x = scaleOf(xTicks, EDGE.left, WIDTH - EDGE.right);
  const y = scaleOf(yTicks, HEIGHT - EDGE.bottom, EDGE.top);
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={wordsOf(title, series)}>
        <Heights ticks={yTicks} y={y} />
        {xTicks.map(([value, label]) => (
          <text key={label} x={x(value)} y={HEIGHT - EDGE.bottom + 16} class="middle">
            {label}
          </text>
        ))}
        {hasDiagonal && <line class="diagonal" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />}
        {series.map(({ name, points, isLine = true }, at) => (
          <g key={name} class={`series series-${at % SERIES}`}>
            {isLine && <polyline points={points.map(([px, py]) => `${x(px)},${y(py)}`).join(' ')} />}
            {points.map(([px, py, size = 3.5], index) => (
              <circle key={index} cx={x(px)} cy={y(py)} r={size}>
                <title>{`${name}: ${py.toFixed(3)}`}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
      <p class="hint">{xName}</p>
      <Legend names={series.map(({ name }) => name)} />
    </figure>
  );
}

const SERIES = 4;

/** A line for each height, and what it stands for. */
function Heights({ ticks, y }: { readonly ticks: PlotProps['yTicks']; readonly y: (value: number) => number }) {
  return (
    <>
      {ticks.map(([value, label]) => (
        <g key={label}>
          <line class="grid" x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(value)} y2={y(value)} />
          <text x={EDGE.left - 8} y={y(value) + 4} class="end">
            {label}
          </text>
        </g>
      ))}
    </>
  );
}

function Legend({ names }: { readonly names: readonly string[] }) {
  return (
    <ul class="plot-legend">
      {names.map((name, at) => (
        <li key={name}>
          <span class={`dot series-${at % SERIES}`} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
}

function scaleOf(ticks: PlotProps['xTicks'], from: number, to: number): (value: number) => number {
  const values = ticks.map(([value]) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (value) => from + ((to - from) * (value - least)) / (most - least || 1);
}

function wordsOf(title: string, series: readonly Series[]): string {
  const said = series.map(({ name, points }) => `${name} ${points.map(([, y]) => y.toFixed(2)).join(', ')}`);
  return `${title}. ${said.join('; ')}.`;
}

interface BarGroup {
  readonly name: string;
  readonly values: readonly number[];
}

/** Groups of bars, one bar a system, from nothing to all. */
export function Bars({
  title,
  names,
  groups,
}: {
  readonly title: string;
  readonly names: readonly string[];
  readonly groups: readonly BarGroup[];
}) {
  const each = (WIDTH - EDGE.left - EDGE.right) / Math.max(1, groups.length);
  const bar = (each * 0.8) / Math.max(1, names.length);
  const y = scaleOf(HUNDREDTHS, HEIGHT - EDGE.bottom, EDGE.top);
  const said = groups.map(({ name, values }) => `${name}: ${values.map((value) => value.toFixed(2)).join(', ')}`);
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}; ${names.join(', ')}. ${said.join('; ')}.`}
      >
        <Heights ticks={HUNDREDTHS} y={y} />
        {groups.map(({ name, values }, group) => (
          <g key={name}>
            {values.map((value, at) => (
              <rect
                key={at}
                class={`series-${at % SERIES}`}
                x={EDGE.left + group * each + each * 0.1 + at * bar}
                y={y(value)}
                width={Math.max(1, bar - 2)}
                height={y(0) - y(value)}
              >
                <title>{`${names[at]}: ${value.toFixed(3)}`}</title>
              </rect>
            ))}
            <text x={EDGE.left + (group + 0.5) * each} y={HEIGHT - EDGE.bottom + 16} class="middle">
              {name}
            </text>
          </g>
        ))}
      </svg>
      <Legend names={names} />
    </figure>
  );
}

/** From nothing to all, in quarters. */
export const HUNDREDTHS: readonly (readonly [number, string])[] = [
  [0, '0'],
  [0.25, '25 %'],
  [0.5, '50 %'],
  [0.75, '75 %'],
  [1, '100 %'],
];
