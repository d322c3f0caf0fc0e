const [WIDTH, HEIGHT, EDGE] = [300, 220, 56];
const COLOURS = ['#2563eb', '#d97706', '#059669', '#7c3aed'];

export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** A plot with its lines. */
export interface Plot {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** Draws plots side by side with logarithmic axes; `across` is the title of the horizontal ones. */
export function drawPlots(title: string, across: string, plots: readonly Plot[]): string {
  const [width, height] = [plots.length * (WIDTH + EDGE) + EDGE, HEIGHT + 2 * EDGE + 10];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...plots.map((one, at) => plot(one, across, EDGE + at * (WIDTH + EDGE))),
    '</svg>\n',
  ].join('\n');
}

function plot({ title, lines }: Plot, counted: string, left: number): string {
  const points = lines.flatMap((line) => line.points);
  const x = scale(
    points.map(([value]) => value),
    left,
    left + WIDTH,
  );
  const y = scale(
    points.map(([, value]) => value),
    EDGE + HEIGHT,
    EDGE,
  );
  const ticks = [
    ...x.ticks.map((value) => text(x.at(value), EDGE + HEIGHT + 16, 'middle', value)),
    ...y.ticks.map((value) => text(left - 5, y.at(value) + 4, 'end', value)),
  ];
  return [
    `<text x="${left + WIDTH / 2}" y="${EDGE - 14}" text-anchor="middle" font-weight="bold">${title}</text>`,
    `<text x="${left + WIDTH / 2}" y="${EDGE + HEIGHT + 34}" text-anchor="middle">${counted}</text>`,
    `<rect x="${left}" y="${EDGE}" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="#999"/>`,
    ...ticks,
    ...lines.flatMap((line, at) => drawn(line, COLOURS[at % COLOURS.length]!, { x: x.at, y: y.at, left, at, counted })),
  ].join('\n');
}

interface Place {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly at: number;
  readonly counted: string;
}

function drawn({ name, points }: Line, colour: string, { x, y, left, at, counted }: Place): readonly string[] {
  const places = points.map(([across, up]) => ({ cx: x(across).toFixed(1), cy: y(up).toFixed(1), across, up }));
  return [
    `<polyline fill="none" stroke="${colour}" points="${places.map(({ cx, cy }) => `${cx},${cy}`).join(' ')}"/>`,
    ...places.map(
      ({ cx, cy, across, up }) =>
        `<circle cx="${cx}" cy="${cy}" r="4" fill="${colour}"><title>${name}: ${across} ${counted}, ${up.toFixed(0)}</title></circle>`,
    ),
    `<text x="${left + at * (WIDTH / 3)}" y="${EDGE + HEIGHT + 52}" fill="${colour}">${name}</text>`,
  ];
}

// From the power of ten below the least to the one above the greatest.
function scale(values: readonly number[], from: number, to: number) {
  const logs = values.filter((value) => value > 0).map(Math.log10);
  const low = logs.length === 0 ? 0 : Math.floor(Math.min(...logs));
  const high = Math.max(low + 1, Math.ceil(Math.max(...logs, low)));
  return {
    at: (value: number) => from + ((Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)) * (to - from),
    ticks: Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)),
  };
}

function text(x: number, y: number, anchor: string, value: number): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${value.toLocaleString('en')}</text>`;
}
