import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = join(ROOT, 'src');

/** A file of `dist`, if it was made after every source was last changed; else the source it is made from. */
export function builtOr(built: string, source: string): string {
  const path = join(ROOT, 'dist', built);
  const madeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  youngestMs ??= Math.max(...sourceTimes());
  return youngestMs < madeMs ? path : join(SOURCES, source);
}

let youngestMs: number | undefined;

function sourceTimes(): readonly number[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  return files.map((file) => statSync(join(SOURCES, file)).mtimeMs);
}
