// Says which version of knap runs, and where the files of its package lie.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

// Replaced by the number in package.json when the command is built.
declare const KNAP_VERSION: string | undefined;

/** The version of knap; `development` when it runs from the sources. */
export const VERSION: string = typeof KNAP_VERSION === 'string' ? KNAP_VERSION : 'development';

/**
 * Returns the first of these files of the package that exists, or else a path without a file. The package begins one
 * folder above this file in `dist`, and two above it in the sources.
 */
export function packageFile(...paths: readonly string[]): string {
  const places = paths.flatMap((path) => [`../${path}`, `../../${path}`]);
  const candidates = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return candidates.find((candidate) => existsSync(candidate)) ?? candidates[0]!;
}

/** The program of a thread: a file below `src` or, in the package, the bundled file of that name. */
export function threadProgram(source: string): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? `../${source}` : `./${basename(source, '.ts')}.js`, import.meta.url);
}
