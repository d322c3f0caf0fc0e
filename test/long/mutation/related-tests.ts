import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

// They say how the tree looks, or need what a copy of it does not have.
const LEFT_OUT = /^test\/(?:repo|bundle|ci|page|long|postgres|pool)\/|\/guide|load\.test/;

// They try hundreds of inputs: whatever others notice they need not.
const LAST = /^test\/(?:properties|fuzz|model)\//;
const LAST_BY = 4;

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
    const steps = new Map([[path, 0]]);
    for (const [at, far] of steps)
      for (const next of importers.get(at) ?? []) if (!steps.has(next)) steps.set(next, far + 1);
    return [...steps]
      .filter(([one]) => one.endsWith('.test.ts') && !LEFT_OUT.test(one))
      .map(([one, far]) => ({ one, far: far + (LAST.test(one) ? LAST_BY : 0), length: texts.get(one)!.length }))
      .sort((a, b) => a.far - b.far || a.length - b.length)
      .map(({ one }) => one);
  };
}
