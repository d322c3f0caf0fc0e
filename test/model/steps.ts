import type { Random } from './random.ts';
import { randomFolder, randomPath, randomTalk, randomTalkFile, randomText } from './random-text.ts';
import { below, IGNORE_FILE, type Tree } from './tree.ts';

/** Something that happens to a workspace. Plain data, so that a list of them can be printed, shortened and replayed. */
export type Step = StepKind & {
  /** How far the clock moves on before it. */
  readonly waitMs: number;
  /** More happens before anybody looks again. */
  readonly isQuiet: boolean;
  /** The next look is stopped when it has told of its progress so often; it is looked again afterwards. */
  readonly haltAfter: number | null;
  /** Another process looks first, and is killed when it has told of its progress so often. */
  readonly killAfter: number | null;
  /** Two write at once, while a third asks. */
  readonly isTogether: boolean;
};

type StepKind =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'touch'; readonly path: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  | { readonly kind: 'commit'; readonly message: string; readonly isAmended: boolean }
  | { readonly kind: 'switch'; readonly branch: string }
  | { readonly kind: 'unfold'; readonly path: string; readonly text: string }
  | { readonly kind: 'talk'; readonly file: string; readonly text: string }
  | { readonly kind: 'hush'; readonly file: string }
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
  [3, (random, tree) => ({ kind: 'move', ...inOtherCase(random, anyPath(random, tree)) })],
  [2, (random, tree) => ({ kind: 'unfold', path: anyPath(random, tree), text: randomText(random, 'x.md', []) })],
  [5, (random) => ({ kind: 'talk', file: randomTalkFile(random), text: randomTalk(random) })],
  [2, (random) => ({ kind: 'hush', file: randomTalkFile(random) })],
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

// A clock that is set right goes back by an odd time.
const BACK_MS = -3_599_917;

/** What happens next to such a tree; one in so many is looked at by a process that is killed. */
export function nextStep(random: Random, tree: Tree, killsPercent: number): Step {
  const drawn: Drawn =
    tree.files.size > FILES_MAX ? { kind: 'remove', path: anyPath(random, tree) } : random.pick(DRAWS)(random, tree);
  const step = {
    waitMs: random.chance(3) ? BACK_MS : random.pick([0, 0, 1, 500, 5000, 86_400_000]),
    isQuiet: random.chance(25),
    haltAfter: random.chance(20) ? random.pick([2, 3, 4, 4, 4, 5, 6]) : null,
    killAfter: random.chance(killsPercent) ? 1 + random.below(6) : null,
    isTogether: random.chance(8),
  };
  return { ...step, ...drawn };
}

export function printStep({ waitMs, isQuiet, haltAfter, killAfter, isTogether, ...what }: Step): string {
  const about = [
    ...(waitMs === 0 ? [] : [`after ${waitMs} ms`]),
    ...(isTogether ? ['by two at once'] : []),
    ...(killAfter === null ? [] : [`first by one that is killed after ${killAfter}`]),
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

// The same name to some file systems, another one to git and to us.
function inOtherCase(random: Random, path: string): { readonly from: string; readonly to: string } {
  const slash = path.lastIndexOf('/') + 1;
  const name = path.slice(slash);
  const other = random.chance(50) ? name.toUpperCase() : `${name[0]!.toUpperCase()}${name.slice(1)}`;
  return { from: path, to: path.slice(0, slash) + (other === name ? name.toLowerCase() : other) };
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
