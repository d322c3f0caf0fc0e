import { expect, test } from 'vitest';
import { createChangeWatch } from '../../src/engine/fresh/change-watch.ts';
import type { Source } from '../../src/ports/source.ts';
import type { ChangedPaths, Watcher } from '../../src/ports/watcher.ts';

const source = {
  name: 'code',
  watched: async () => [{ folder: '/somewhere', ignoredPaths: [], ignoredNames: [] }],
} as unknown as Source;
const history = { stamp: () => ({ head: 'a', tracked: 'b' }), news: async () => null, older: async () => null };
const PARTS = { sources: [source], history, now: () => 0 };
const NONE = new Map();

function told(): { readonly watcher: Watcher; tell(touched: ChangedPaths): void } {
  let listener: ((touched: ChangedPaths) => void) | null = null;
  return {
    watcher: {
      watch: async (_place, onTouched) => {
        listener = onTouched;
        return { close: async () => {} };
      },
    },
    tell: (touched) => listener?.(touched),
  };
}

test('with a watcher the first scan reads every file, the next only changed files', async () => {
  const { watcher, tell } = told();
  const watch = createChangeWatch(PARTS, async () => watcher);
  await watch.start();
  expect([await watch.isQuiet(), watch.nextScope(NONE), await watch.isQuiet()]).toEqual([false, null, true]);
  tell(['a.ts']);
  tell(['b.ts']);
  expect(await watch.isQuiet()).toBe(false);
  expect(watch.nextScope(NONE)?.changedPaths.get('code')).toEqual(['a.ts', 'b.ts']);
  expect(await watch.isQuiet()).toBe(true);
});

test('after the system lost events, the next scan reads every file of the source', async () => {
  const { watcher, tell } = told();
  const watch = createChangeWatch(PARTS, async () => watcher);
  await watch.start();
  watch.nextScope(NONE);
  tell('all');
  tell(['a.ts']);
  expect(watch.nextScope(NONE)?.changedPaths.get('code')).toBe('all');
});

test('after a scan that failed, the next one reads every file', async () => {
  const { watcher } = told();
  const watch = createChangeWatch(PARTS, async () => watcher);
  await watch.start();
  watch.nextScope(NONE);
  watch.scanAllNext();
  expect([await watch.isQuiet(), watch.nextScope(NONE)]).toEqual([false, null]);
});

const UNWATCHED: [name: string, open: () => Promise<Watcher | null>, note: RegExp][] = [
  ['without a program that watches files', async () => null, /nothing watches the files here/],
  [
    'when the system refuses to watch a folder',
    async () => ({ watch: () => Promise.reject(new Error('inotify_add_watch failed: No space left on device')) }),
    /cannot be watched, so every call looks at all of them: inotify_add_watch failed: No space left/,
  ],
];
for (const [name, open, note] of UNWATCHED) {
  test(`${name}, every scan reads every file, and a note says why`, async () => {
    const watch = createChangeWatch(PARTS, open);
    await watch.start();
    expect([watch.nextScope(NONE), await watch.isQuiet(), watch.nextScope(NONE)]).toEqual([null, false, null]);
    expect(watch.notes.join()).toMatch(note);
  });
}
