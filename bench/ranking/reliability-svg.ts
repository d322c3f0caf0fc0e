import type { Point } from './reliability.ts';

const SIDE = 220;
const EDGE = 34;

/** Draws reliability diagrams side by side: predicted against observed frequency; the dashed line is perfect calibration. */
export function drawReliability(all: readonly { readonly name: string; readonly bins: readonly Point[] }[]): string {
  const width = all.length * (SIDE + EDGE) + EDGE;
  const height = SIDE + 2 * EDGE;
  const plots = all.map(({ name, bins }, at) => plot(name, bins, EDGE + at * (SIDE + EDGE)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    '<title>How often what was called likely was needed</title>',
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...plots,
    '</svg>\n',
  ].join('\n');
}

function plot(name: string, bins: readonly Point[], left: number): string {
  const x = (value: number) => (left + value * SIDE).toFixed(1);
  const y = (value: number) => (EDGE + (1 - value) * SIDE).toFixed(1);
  const ticks = [0, 0.5, 1].map(
    (value) =>
      `<text x="${x(value)}" y="${EDGE + SIDE + 14}" text-anchor="middle">${value}</text><text x="${left - 4}" y="${y(value)}" text-anchor="end">${value}</text>`,
  );
  const dots = bins.map(
    ({ said, came, count }) =>
      `<circle cx="${x(said)}" cy="${y(came)}" r="4" fill="#2563eb"><title>said ${said.toFixed(2)}, came ${came.toFixed(2)}, n ${count}</title></circle>`,
  );
  return [
    `<text x="${left + SIDE / 2}" y="${EDGE - 12}" text-anchor="middle" font-weight="bold">${name}</text>`,
    `<rect x="${left}" y="${EDGE}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#999"/>`,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#bbb" stroke-dasharray="4 3"/>`,
    `<polyline fill="none" stroke="#2563eb" points="${bins.map(({ said, came }) => `${x(said)},${y(came)}`).join(' ')}"/>`,
    ...dots,
    ...ticks,
  ].join('\n');
}
