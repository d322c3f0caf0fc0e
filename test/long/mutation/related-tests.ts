import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

// They say how the tree looks, or need what a copy of it does not have.
const LEFT_OUT = /^test\/(?:repo|bundle|ci|page|long|postgres|pool)\/|\/guide|load\.test/;

// Where nobody has measured how long a test takes.
const USUAL_MS = 3000;
const MEASURED = 'node_modules/.vite/vitest';

/** A test and how long it takes. */
export interface RelatedTest {
  readonly path: string;
  readonly milliseconds: number;
}

/** The tests that import a file, directly or through others: the nearest first, quick ones before slow ones. */
export function relatedTests(root: string): (path: string) => readonly RelatedTest[] {
  const texts = new Map<string, string>(
    ['src', 'test'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => [`${folder}/${file}`, readFileSync(join(root, folder, file), 'utf8')] as const),
    ),
  );
  const importers = new Map<string, string[]>();
  for (const [path, text] of texts)
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\(|URL\()\s*'(\.[^']+\.ts)'/g)) {
      const target = posix.join(posix.dirname(path), specifier);
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  const measured = durations(root);
  return (path) => {
    const steps = new Map<string, number>([[path, 0]]);
    for (const [at, far] of steps)
      for (const next of importers.get(at) ?? []) if (!steps.has(next)) steps.set(next, far + 1);
    return [...steps]
      .filter(([one]) => one.endsWith('.test.ts') && !LEFT_OUT.test(one))
      .map(([one, far]) => ({ path: one, far, milliseconds: measured.get(one) ?? USUAL_MS }))
      .sort((a, b) => a.far * a.milliseconds - b.far * b.milliseconds);
  };
}

// As vitest remembers it of its last runs.
function durations(root: string): ReadonlyMap<string, number> {
  const files = existsSync(join(root, MEASURED))
    ? readdirSync(join(root, MEASURED), { recursive: true, encoding: 'utf8' })
    : [];
  const known = new Map<string, number>();
  for (const file of files.filter((one) => one.endsWith('results.json'))) {
    const { projects } = JSON.parse(readFileSync(join(root, MEASURED, file), 'utf8')) as {
      projects: Record<string, { files: Record<string, { duration: number }> }>;
    };
    for (const project of Object.values(projects))
      for (const [path, { duration }] of Object.entries(project.files)) known.set(path, duration);
  }
  return known;
}
