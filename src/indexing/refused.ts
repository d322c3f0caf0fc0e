import type { Fingerprint } from '../ports/store.ts';

/** Files that were opened and are not text, as of a size and time; kept so that they are not opened every time. */
export type Refused = ReadonlyMap<string, Fingerprint>;

/** From the stored text; anything unexpected means that the files are simply opened again. */
export function parseRefused(text: string | null): Refused {
  try {
    const rows: unknown = JSON.parse(text ?? '[]');
    return new Map(
      Array.isArray(rows) ? rows.filter(isRow).map(([path, size, mtimeMs]) => [path, { path, size, mtimeMs }]) : [],
    );
  } catch {
    return new Map();
  }
}

/** To the text that is stored, in path order. */
export function printRefused(refused: Refused): string {
  const sorted = [...refused.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return JSON.stringify(sorted.map(({ path, size, mtimeMs }) => [path, size, mtimeMs]));
}

function isRow(row: unknown): row is [string, number, number] {
  return Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'number' && typeof row[2] === 'number';
}
