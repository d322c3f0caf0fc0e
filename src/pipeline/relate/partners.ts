// Finds partners: the tests, documents and configuration most likely to change along with the likeliest code of a task.
import { PARTNER_SIGNAL, type Scored, type Signal } from '../../model/candidate.ts';
import type { Role } from '../../model/entity.ts';
import { byText } from '../../model/terms.ts';
import type { Rating } from '../../ports/ranker.ts';
import type { FileRecord, Store } from '../../ports/store.ts';
import { countTogether } from '../../search/past-commits.ts';

type RatedPath = Pick<FileRecord, 'path' | 'role'> & { readonly rating: Rating };

/** The likeliest files of code whose partners are looked for, and how many commits of each are read. */
const CODE_MAX = 8;
const COMMITS_EACH = 40;
/** Larger commits do not show which files belong together. */
const COMMIT_FILES_MAX = 30;
/** Added to the number of commits, as if more were without the partner: once together may be chance. */
const DOUBT = 1.5;
/** The least likelihood of a partner, and the most partners. */
const LIKELIHOOD_MIN = 0.0125;
const PARTNERS_MAX = 6;
/** Weights of the log-odds that a file changes along, learned on bench/ranking/kinds.jsonl. */
const WEIGHTS = { together: 0.8, tests: 3, sum: 0.26, behind: 0.48 };
/** The bias of each role that a partner may have. */
const ROLE_BIASES: Readonly<Partial<Record<Role, number>>> = { test: 0.44, docs: 0.54, config: 2.09 };
const NEVER_TOGETHER = 0.01;
const BEHIND_MAX = 8;

/**
 * Finds the partners of the likeliest code, with their likelihoods, which rise with past commits that changed both, with
 * tests of that code, and with the evidence of the task for the partner.
 */
export async function findPartners(
  rated: readonly RatedPath[],
  store: Pick<Store, 'commitsTouching' | 'edges'>,
): Promise<ReadonlyMap<string, Signal>> {
  const code = rated
    .filter(({ role }) => role === 'source')
    .toSorted((a, b) => b.rating.sum - a.rating.sum || byText(a.path, b.path))
    .slice(0, CODE_MAX);
  const links = await findLinks(code, store);
  const best = rated.reduce((greatest, { rating }) => Math.max(greatest, rating.sum), 0);
  const partners = rated.flatMap(({ path, role, rating: { sum } }) => {
    const bias = ROLE_BIASES[role];
    if (bias === undefined) return [];
    const { apart, tests, because } = links.get(path) ?? UNLINKED;
    const together = WEIGHTS.together * Math.log(1 - apart + NEVER_TOGETHER);
    const own = WEIGHTS.sum * sum - WEIGHTS.behind * Math.min(BEHIND_MAX, best - sum);
    const value = 1 / (1 + Math.exp(-(bias + together + WEIGHTS.tests * tests + own)));
    return value >= LIKELIHOOD_MIN ? [{ path, signal: { kind: PARTNER_SIGNAL, value, because } }] : [];
  });
  partners.sort((a, b) => b.signal.value - a.signal.value || byText(a.path, b.path));
  return new Map(partners.slice(0, PARTNERS_MAX).map(({ path, signal }) => [path, signal]));
}

/** What links a file to the likeliest code. */
interface CodeLinks {
  /** The likelihood that it changes along with none of the code. */
  readonly apart: number;
  /** How surely it tests a file that changes. */
  readonly tests: number;
  /** The strongest link, and what it is. */
  readonly strongest: number;
  readonly because: string;
}

const UNLINKED: CodeLinks = { apart: 1, tests: 0, strongest: 0, because: '' };

async function findLinks(
  code: readonly RatedPath[],
  store: Pick<Store, 'commitsTouching' | 'edges'>,
): Promise<ReadonlyMap<string, CodeLinks>> {
  const paths = code.map(({ path }) => path);
  const [touching, edges] = await Promise.all([
    store.commitsTouching(paths, COMMITS_EACH),
    store.edges(paths, { kinds: ['tests'], direction: 'in' }),
  ]);
  const links = new Map<string, CodeLinks>();
  const link = (path: string, value: number, because: string, change: (before: CodeLinks) => Partial<CodeLinks>) => {
    const before = links.get(path) ?? UNLINKED;
    const reason = value > before.strongest ? { strongest: value, because } : {};
    links.set(path, { ...before, ...change(before), ...reason });
  };
  for (const { path, rating } of code) {
    const likelihood = rating.likelihood ?? 0;
    const { times, commits } = countTogether(path, touching.get(path) ?? [], COMMIT_FILES_MAX);
    for (const [other, count] of times) {
      const value = (likelihood * count) / (commits + DOUBT);
      const because = `changed with ${path} in ${count} of ${commits} commits`;
      link(other, value, because, ({ apart }) => ({ apart: apart * (1 - value) }));
    }
    for (const { from, weight } of edges.filter(({ to }) => to === path)) {
      const value = likelihood * weight;
      link(from, value, `tests ${path}`, ({ tests }) => ({ tests: Math.max(tests, value) }));
    }
  }
  return links;
}

/** Adds the signal of each partner to its file. Partners that were not opened are opened and added, to be named. */
export async function addPartners(
  scored: readonly Scored[],
  closed: readonly Scored[],
  partners: ReadonlyMap<string, Signal>,
  open: (path: string) => Promise<readonly Scored[]>,
): Promise<readonly Scored[]> {
  const present = new Set<string>(scored.map(({ id }) => id));
  const unopened = closed.filter(({ id, path }) => partners.has(path) && !present.has(id));
  const opened = await Promise.all(
    unopened.map(async (one) => {
      const [file] = await open(one.path);
      return file ? [{ ...one, entity: file.entity, text: file.text }] : [];
    }),
  );
  return [...scored, ...opened.flat()].map((candidate) => {
    const signal = candidate.entity.container === null ? partners.get(candidate.path) : undefined;
    if (signal === undefined) return candidate;
    return { ...candidate, signals: [...candidate.signals, signal] };
  });
}
