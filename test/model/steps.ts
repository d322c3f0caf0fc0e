import type { Random } from './random.ts';
import { randomFolder, randomPath, randomText } from './random-text.ts';
import { below, IGNORE_FILE, type Tree } from './tree.ts';

/** Something that happens to a workspace. Plain data, so that a list of them can be printed, shortened and replayed. */
export type Step = StepKind & {
  /** How far the clock moves on before it. */
  readonly waitMs: number;
  /** More happens before anybody looks again. */
  readonly isQuiet: boolean;
  /** The next look is stopped when it has told of its progress so often; it is looked again afterwards. */
  readonly haltAfter: number | null;
};

type StepKind =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'touch'; readonly path: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  | { readonly kind: 'commit'; readonly message: string; readonly isAmended: boolean }
  | { readonly kind: 'switch'; readonly branch: string }
  | { readonly kind: 'reset' }
  | { readonly kind: 'reopen' }
  | { readonly kind: 'watch' };

type Drawn = StepKind & Partial<Step>;
type Draw = (random: Random, tree: Tree) => Drawn;

// How often each of them happens, beside the others.
const SHARES: readonly (readonly [share: number, draw: Draw])[] = [
  [22, (random) => writing(random, randomPath(random))],
  [20, (random, tree) => writing(random, anyPath(random, tree), tree)],
  [6, sameText],
  [6, sameSize],
  [3, (random, tree) => ({ kind: 'touch', path: anyPath(random, tree) })],
  [10, (random, tree) => ({ kind: 'remove', path: anyPath(random, tree) })],
  [2, (random) => ({ kind: 'remove', path: randomFolder(random).slice(0, -1) })],
  [8, moving],
  [4, (random) => ({ kind: 'move', from: folder(random), to: random.pick([folder(random), 'moved', 'src/moved']) })],
  [6, ignoring],
  [2, (random) => ({ kind: 'write', path: randomPath(random), text: `\0\x01${random.below(99)}` })],
  [6, (random) => ({ kind: 'commit', message: message(random), isAmended: random.chance(15) })],
  [5, (random) => ({ kind: 'switch', branch: random.pick(['main', 'topic', 'other']) })],
  [2, () => ({ kind: 'reset' })],
  [3, () => ({ kind: 'reopen' })],
  [4, () => ({ kind: 'watch' })],
];
const DRAWS: readonly Draw[] = SHARES.flatMap(([share, draw]) => Array.from({ length: share }, () => draw));
// Enough to be a workspace, few enough to index all of it after every step.
const FILES_MAX = 30;

/** What happens next to such a tree. */
export function nextStep(random: Random, tree: Tree): Step {
  const drawn: Drawn =
    tree.files.size > FILES_MAX ? { kind: 'remove', path: anyPath(random, tree) } : random.pick(DRAWS)(random, tree);
  const step = {
    waitMs: random.pick([0, 0, 1, 500, 5000, 86_400_000]),
    isQuiet: random.chance(25),
    haltAfter: random.chance(20) ? random.pick([2, 3, 4, 4, 4, 5, 6]) : null,
  };
  return { ...step, ...drawn };
}

export function printStep({ waitMs, isQuiet, haltAfter, ...what }: Step): string {
  const about = [
    ...(waitMs > 0 ? [`after ${waitMs} ms`] : []),
    ...(isQuiet ? ['not looked at'] : []),
    ...(haltAfter === null ? [] : [`halted after ${haltAfter}`]),
  ];
  return `${JSON.stringify(what)}${about.length > 0 ? ` (${about.join(', ')})` : ''}`;
}

function writing(random: Random, path: string, tree?: Tree): StepKind {
  return { kind: 'write', path, text: randomText(random, path, tree ? [...tree.files.keys()] : []) };
}

// Two paths may share one content, in one language or in two, and a content may come back that was there before.
function sameText(random: Random, tree: Tree): StepKind {
  const path = randomPath(random);
  const texts = [tree.files, ...tree.commits.values()].flatMap((files) => [...files.values()]);
  return { kind: 'write', path, text: texts.length > 0 ? random.pick(texts) : randomText(random, path, []) };
}

function moving(random: Random, tree: Tree): StepKind {
  return { kind: 'move', from: anyPath(random, tree), to: randomPath(random) };
}

// Written twice in one moment with as many bytes, only the bytes tell that a file has changed.
function sameSize(random: Random, tree: Tree): Drawn {
  const [latest] = [...tree.files.keys()].toSorted((a, b) => tree.writtenAtMs.get(b)! - tree.writtenAtMs.get(a)!);
  const path = latest !== undefined && random.chance(70) ? latest : anyPath(random, tree);
  const text = (tree.files.get(path) ?? '').replace(/order|price|stock/, (word) =>
    word === 'order' ? 'price' : 'order',
  );
  return { kind: 'write', path, text, waitMs: 0 };
}

function ignoring(random: Random, tree: Tree): StepKind {
  const rule = random.pick([`/${randomFolder(random)}`, '*.py', '*.test.ts', `/${anyPath(random, tree)}`]);
  return { kind: 'write', path: IGNORE_FILE, text: random.chance(40) ? '# nothing\n' : `${rule}\n` };
}

const folder = (random: Random): string => randomFolder(random).slice(0, -1);
const message = (random: Random): string =>
  randomText(random, 'message.json', [])
    .replace(/[^a-z ]+/g, ' ')
    .trim();

function anyPath(random: Random, tree: Tree): string {
  const paths = [...tree.files.keys()].filter((path) => path !== IGNORE_FILE);
  return paths.length > 0 ? random.pick(paths) : randomPath(random);
}

/** Whether a file can stand at a path: nothing there is a folder, and no folder above is a file. */
export function hasRoom(tree: Tree, path: string): boolean {
  const parents = path.split('/').map((_, index, names) => names.slice(0, index).join('/'));
  return !parents.some((parent) => tree.files.has(parent)) && below(tree, path).every((file) => file === path);
}
