import { type FrameworkRoot, findFrameworkRoots } from '../../../frameworks/detect-frameworks.ts';
import type { Framework, FrameworkRule } from '../../../frameworks/framework.ts';
import { FRAMEWORKS } from '../../../frameworks/index.ts';
import type { Edge } from '../../../model/edge.ts';
import { type Member, memberFinder } from './framework-members.ts';
import { byNearness } from './nearest.ts';
import { speaksOf, wordKeys, wordsOfStem } from './tests/stem-words.ts';
import { extensionOf, isUnder, stemOf, type Tree, upwards } from './tree.ts';

const TARGETS_MAX = 6;
const TEXT_MAX = 200_000;

/** Edges that the conventions of the frameworks in use make, out of these paths. */
export async function frameworkEdges(
  paths: readonly string[],
  tree: Tree,
  read: (path: string) => Promise<string | null>,
): Promise<readonly Edge[]> {
  const extensions = new Set(paths.map(extensionOf));
  const possible = FRAMEWORKS.filter((framework) =>
    framework.extensions.some((extension) => extensions.has(extension)),
  );
  if (possible.length === 0) return [];
  const signs = new Set(possible.flatMap((framework) => framework.signs.map(({ file }) => file)));
  const manifests = [...signs].flatMap((name) => tree.named(name));
  const roots = await findFrameworkRoots(possible, manifests, read);
  const edges = await Promise.all(roots.map((root) => edgesOfRoot(root, roots, { paths, tree, read })));
  return edges.flat();
}

interface Work {
  readonly paths: readonly string[];
  readonly tree: Tree;
  readonly read: (path: string) => Promise<string | null>;
}

async function edgesOfRoot(root: FrameworkRoot, roots: readonly FrameworkRoot[], work: Work): Promise<readonly Edge[]> {
  const { framework, folder } = root;
  // A project inside the project answers for itself.
  const inner = roots.filter(
    (other) => other.framework === framework && other.folder !== folder && isUnder(other.folder, folder),
  );
  const isOurs = (path: string) => isUnder(path, folder) && !inner.some((other) => isUnder(path, other.folder));
  const memberOf = memberFinder(framework, folder, work.tree);
  const sources = work.paths.filter(isOurs).flatMap((path) => memberOf(path) ?? []);
  const active = sources.filter(({ role }) => framework.rules.some(({ from }) => from === role));
  if (active.length === 0) return [];
  const members = membersByRole(framework, memberOf, work.tree.paths().filter(isOurs));
  const edges: Edge[] = [];
  for (const source of active) {
    const rules = framework.rules.filter(({ from }) => from === source.role);
    const mentions = rules.some(({ by }) => by === 'mention')
      ? wordKeys((await work.read(source.path))?.slice(0, TEXT_MAX) ?? '')
      : null;
    for (const rule of rules) {
      const because = `${framework.title}: a ${rule.from}'s ${rule.to}`;
      for (const { path, weight } of matches(rule, source, members.get(rule.to) ?? [], mentions)) {
        edges.push({ from: source.path, to: path, kind: 'framework', weight, because });
      }
    }
  }
  return edges;
}

function membersByRole(
  framework: Framework,
  memberOf: (path: string) => Member | null,
  paths: readonly string[],
): ReadonlyMap<string, readonly Member[]> {
  const wanted = new Set(framework.rules.map(({ to }) => to));
  const byRole = new Map<string, Member[]>();
  for (const path of paths) {
    const member = memberOf(path);
    if (!member || !wanted.has(member.role)) continue;
    const group = byRole.get(member.role);
    if (group) group.push(member);
    else byRole.set(member.role, [member]);
  }
  return byRole;
}

interface RuleMatch {
  readonly path: string;
  readonly weight: number;
}

function matches(
  rule: FrameworkRule,
  source: Member,
  members: readonly Member[],
  mentions: ReadonlySet<string> | null,
): readonly RuleMatch[] {
  const found = members.flatMap((member) => {
    const share = member.path === source.path ? 0 : fit(rule, source, member, mentions);
    return share > 0 ? [{ path: member.path, place: member.place, weight: rule.weight * share }] : [];
  });
  const near = rule.by === 'above' ? found.filter(({ place }) => place === nearestPlace(found, source.place)) : found;
  const order = new Map(
    byNearness(
      near.map(({ path }) => path),
      source.path,
    ).map((path, index) => [path, index]),
  );
  near.sort((a, b) => b.weight - a.weight || order.get(a.path)! - order.get(b.path)!);
  return near.slice(0, TARGETS_MAX);
}

// 0 when the rule does not hold, else how well it does.
function fit({ by }: FrameworkRule, source: Member, member: Member, mentions: ReadonlySet<string> | null): number {
  if (by === 'place') return member.place === source.place ? 1 : 0;
  if (by === 'above') return upwards(source.place).includes(member.place) ? 1 : 0;
  // Across packages of one tree only equal names count: a word or half a name fits too many.
  const isNear = member.project === source.project;
  if (by === 'mention') return mentions === null || !isNear ? 0 : mentioned(member, mentions);
  const share = speaksOf(source.words, member.words);
  if (share < 1 && !isNear) return 0;
  return by === 'same-stem' && share < 1 ? 0 : share;
}

// Surely by the whole name of its file (a class name), less so by what it is about (`resources :users`).
function mentioned({ path, words }: Member, mentions: ReadonlySet<string>): number {
  if (mentions.has(wordsOfStem(stemOf(path)).join(''))) return 1;
  return words.length > 0 && mentions.has(words.join('')) ? 0.7 : 0;
}

function nearestPlace(found: readonly { readonly place: string }[], place: string): string | null {
  return upwards(place).find((at) => found.some((match) => match.place === at)) ?? null;
}
