// Frameworks connect files by convention: a Rails controller has views of its name. This file applies the rules of
// `src/frameworks` to the projects of the workspace and makes edges of the best matches.
import type { Framework, FrameworkRule } from '../../../frameworks/framework.ts';
import { FRAMEWORKS, type FrameworkRoot, findFrameworkRoots } from '../../../frameworks/index.ts';
import type { Edge } from '../../../model/edge.ts';
import { extensionOf, folderOf, isUnder, stemOf, upwards } from '../../../model/paths.ts';
import { splitIdentifier, words } from '../../../model/terms.ts';
import { byNearness, type FileTree } from './file-tree.ts';

const TARGETS_MAX = 6;
const TEXT_MAX = 200_000;

type Read = (path: string) => Promise<string | null>;

/** Makes the edges that begin at these paths, for every framework that a manifest shows to be in use. */
export async function findFrameworkEdges(
  paths: readonly string[],
  tree: FileTree,
  read: Read,
): Promise<readonly Edge[]> {
  const extensions = new Set(paths.map(extensionOf));
  const possible = FRAMEWORKS.filter((framework) => framework.extensions.some((each) => extensions.has(each)));
  if (possible.length === 0) return [];
  const manifestNames = new Set(possible.flatMap((framework) => framework.detectedBy.map(({ file }) => file)));
  const manifests = [...manifestNames].flatMap((name) => tree.named(name));
  const roots = await findFrameworkRoots(possible, manifests, read);
  const edges = await Promise.all(roots.map((root) => edgesOfRoot(root, roots, paths, { tree, read })));
  return edges.flat();
}

async function edgesOfRoot(
  { framework, folder }: FrameworkRoot,
  roots: readonly FrameworkRoot[],
  paths: readonly string[],
  { tree, read }: { readonly tree: FileTree; readonly read: Read },
): Promise<readonly Edge[]> {
  // A project inside the project has edges of its own.
  const inner = roots.filter(
    (other) => other.framework === framework && other.folder !== folder && isUnder(other.folder, folder),
  );
  const isInside = (path: string) => isUnder(path, folder) && !inner.some((other) => isUnder(path, other.folder));
  const memberOf = createMemberFinder(framework, folder, tree);
  const membersAmong = (some: readonly string[]) => some.filter(isInside).flatMap((path) => memberOf(path) ?? []);
  const sources = membersAmong(paths).filter(({ role }) => framework.rules.some(({ from }) => from === role));
  if (sources.length === 0) return [];
  const members = Map.groupBy(membersAmong(tree.paths()), ({ role }) => role);
  const edges: Edge[] = [];
  for (const source of sources) {
    const rules = framework.rules.filter(({ from }) => from === source.role);
    const mentions = rules.some(({ by }) => by === 'mention')
      ? wordKeys((await read(source.path))?.slice(0, TEXT_MAX) ?? '')
      : null;
    for (const rule of rules) {
      for (const [role, weight] of Object.entries(rule.to)) {
        const because = `${framework.title}: a ${rule.from}'s ${role}`;
        for (const { path, fit } of findMatches(rule, source, members.get(role) ?? [], mentions))
          edges.push({ from: source.path, to: path, kind: 'framework', weight: weight * fit, because });
      }
    }
  }
  return edges;
}

// Returns the members that a rule connects with a file, the best first, and how well it fits each, up to 1.
function findMatches(
  rule: FrameworkRule,
  source: Member,
  members: readonly Member[],
  mentions: ReadonlySet<string> | null,
): readonly { readonly path: string; readonly fit: number }[] {
  const matches = members.flatMap((member) => {
    const fit = member.path === source.path ? 0 : rateFit(rule, source, member, mentions);
    return fit > 0 ? [{ path: member.path, place: member.place, fit }] : [];
  });
  const nearestPlace = upwards(source.place).find((above) => matches.some(({ place }) => place === above));
  const near = rule.by === 'above' ? matches.filter(({ place }) => place === nearestPlace) : matches;
  const compare = byNearness(source.path);
  return near.sort((a, b) => b.fit - a.fit || compare(a.path, b.path)).slice(0, TARGETS_MAX);
}

// Returns how well the rule fits two files, from 0 (not at all) to 1.
function rateFit({ by }: FrameworkRule, source: Member, member: Member, mentions: ReadonlySet<string> | null): number {
  if (by === 'place') return member.place === source.place ? 1 : 0;
  if (by === 'above') return upwards(source.place).includes(member.place) ? 1 : 0;
  // In another project of the tree only an equal name counts, because a word or half a name fits too many files.
  const isNear = member.project === source.project;
  if (by === 'mention') return mentions === null || !isNear ? 0 : rateMention(member, mentions);
  const fit = rateSharedWords(source.words, member.words);
  return fit < 1 && (by === 'same-stem' || !isNear) ? 0 : fit;
}

// A text that holds the whole name of a file (a class name) is surer than one that names only its thing (`:users`).
function rateMention({ path, words }: Member, mentions: ReadonlySet<string>): number {
  if (mentions.has(wordsOfStem(stemOf(path)).join(''))) return 1;
  return words.length > 0 && mentions.has(words.join('')) ? 0.7 : 0;
}

interface Member {
  readonly path: string;
  readonly role: string;
  /** The words of the thing its name is about. */
  readonly words: readonly string[];
  /** The folder it belongs to, below the framework's. */
  readonly place: string;
  /** Folder of the nearest manifest above it; the root without one. */
  readonly project: string;
}

/** Returns a function that finds the role of a path below the folder in the framework; null for none. */
function createMemberFinder(framework: Framework, folder: string, tree: FileTree): (path: string) => Member | null {
  const manifests = new Set(framework.detectedBy.flatMap(({ file }) => tree.named(file).map(folderOf)));
  const projectOf = (path: string) => upwards(folderOf(path)).find((ancestor) => manifests.has(ancestor)) ?? '';
  const extensions = new Set(framework.extensions);
  return (path) => {
    if (!extensions.has(extensionOf(path))) return null;
    const inside = folder === '' ? path : path.slice(folder.length + 1);
    for (const [role, pattern] of framework.roles) {
      const groups = pattern.exec(inside);
      if (!groups) continue;
      const { stem = '', place = '' } = groups.groups ?? {};
      const isPlaced = groups.groups !== undefined && 'place' in groups.groups;
      const memberPlace = isPlaced ? place : folderOf(inside);
      return { path, role, words: wordsOfStem(stem), place: memberPlace, project: projectOf(path) };
    }
    return null;
  };
}

// These words are not part of the thing a name is about: StoreUserRequest is about a user.
const SIDE =
  'store update create delete destroy remove index show list get add edit new save find search admin api base';
const SIDE_WORDS = new Set(SIDE.split(' '));
const CONTAINED = 0.6;

/** Splits a name into singular words in lower case, without `SIDE_WORDS` unless it has no others. */
function wordsOfStem(stem: string): readonly string[] {
  const all = splitIdentifier(stem).map((part) => toSingular(part.toLowerCase()));
  const things = all.filter((word) => !SIDE_WORDS.has(word));
  return things.length > 0 ? things : all;
}

/** Returns 1 when two names have the same words, less when one contains the other, else 0. */
function rateSharedWords(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const isContained = longer.some((_, start) => shorter.every((word, index) => longer[start + index] === word));
  if (!isContained) return 0;
  return shorter.length === longer.length ? 1 : CONTAINED * (shorter.length / longer.length) ** 0.5;
}

/** Returns every name in a text, in the form `wordsOfStem(name).join('')`. */
function wordKeys(text: string): ReadonlySet<string> {
  return new Set([...new Set(words(text))].map((word) => wordsOfStem(word).join('')));
}

/** Returns the singular of an English word, well enough to compare names. */
function toSingular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}
