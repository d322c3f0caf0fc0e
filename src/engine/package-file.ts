import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where a file of this package lies: from the sources this file is in src/engine, from the bundle in dist. */
export function packageFile(...paths: readonly string[]): string {
  const places = paths.flatMap((path) => [`../${path}`, `../../${path}`]);
  const upwards = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return upwards.find((candidate) => existsSync(candidate)) ?? upwards[0]!;
}
