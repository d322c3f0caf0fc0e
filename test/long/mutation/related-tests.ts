import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

// They say how the tree looks, or need what a copy of it does not have.
const LEFT_OUT = /^test\/(?:repo|bundle|ci|page|long|postgres|pool)\/|\/guide|load\.test/;

/** The tests that import a file, directly or through others: the nearest first, short ones before long ones. */
export function relatedTests(root: string): (path: string) => readonly string[] {
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
  return (path) => {
    const steps = new Map<string, number>([[path, 0]]);
    for (const [at, far] of steps)
      for (const next of importers.get(at) ?? []) if (!steps.has(next)) steps.set(next, far + 1);
    return [...steps]
      .filter(([one]) => one.endsWith('.test.ts') && !LEFT_OUT.test(one))
      .sort(([a, near], [b, far]) => near - far || texts.get(a)!.length - texts.get(b)!.length)
      .map(([one]) => one);
  };
}
