import type { Scored } from '../../model/candidate.ts';
import type { Edge } from '../../model/edge.ts';
import { nameKey, termsOf, words } from '../../model/terms.ts';
import { textOf } from './uses-of.ts';
import type { Wanted } from './wanted.ts';

const TARGETS_MAX = 2;

/** What a task says of a route. */
export interface Asked {
  readonly terms: ReadonlySet<string>;
  /** Names of methods that by custom answer the verbs of the task. */
  readonly actions: readonly string[];
}

/**
 * What answers a route: a table of routes names a controller and often its method on one line. The lines that share most
 * words with the task say which.
 */
export function answersOf(unit: Scored, edges: readonly Edge[], asked: Asked, score: number): readonly Wanted[] {
  const lines = textOf(unit).split('\n');
  const named = edges.flatMap((edge) => {
    const keys = namesOf(edge.to);
    return lines
      .filter((line) => namesOne(line, keys))
      .map((line) => ({ edge, line, shared: sharedTerms(line, asked) }));
  });
  const most = named.reduce((best, { shared }) => Math.max(best, shared), 1);
  const best = named.filter(({ shared }) => shared === most);
  const targets = [...new Set(best.map(({ edge }) => edge.to))];
  if (targets.length > TARGETS_MAX) return [];
  return targets.map((path) => {
    const said = new Set(best.filter(({ edge }) => edge.to === path).flatMap(({ line }) => words(line).map(nameKey)));
    const pick = (units: readonly Scored[]) => answering(units, said, asked);
    return { path, score, because: `answers a route of ${unit.path}`, pick, isTest: false };
  });
}

// The methods the line names; else those that answer the verb by custom; else what the controller begins with.
function answering(units: readonly Scored[], said: ReadonlySet<string>, { actions }: Asked): readonly Scored[] {
  const callable = units.filter(({ entity }) => entity.kind === 'method' || entity.kind === 'function');
  const named = callable.filter(({ entity }) => said.has(nameKey(entity.name)));
  if (named.length > 0) return named;
  const usual = callable.filter(({ entity }) => actions.includes(entity.name));
  return usual.length > 0 ? usual : units.filter(({ entity }) => entity.kind === 'class').slice(0, 1);
}

// `InvoicesController`, or what it is about: `resources :invoices`.
function namesOf(path: string): ReadonlySet<string> {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
  const about = stem.replace(/_?(?:controller|handler|view)s?$/i, '');
  return new Set([nameKey(stem), nameKey(about), nameKey(about).replace(/s$/, '')].filter((key) => key.length > 1));
}

function namesOne(line: string, keys: ReadonlySet<string>): boolean {
  return words(line).some((word) => keys.has(nameKey(word)));
}

function sharedTerms(line: string, { terms }: Asked): number {
  return new Set(termsOf(line).filter((term) => terms.has(term))).size;
}
