import type { Scored } from '../../model/candidate.ts';
import { nameKey, termsOf, words } from '../../model/terms.ts';
import type { BroughtAlong } from './brought-along.ts';
import { textOf } from './uses-of.ts';

const TARGETS_MAX = 2;

/** What a task says of a route. */
export interface AskedRoute {
  readonly terms: ReadonlySet<string>;
  /** Names of methods that by custom answer the verbs of the task. */
  readonly actions: readonly string[];
}

/**
 * What answers a route: a table of routes names a controller and often its method on one line. The lines that share most
 * words with the task say which.
 */
export function answersOf(
  unit: Scored,
  controllers: readonly string[],
  asked: AskedRoute,
  score: number,
): readonly BroughtAlong[] {
  const lines = textOf(unit).split('\n');
  const naming = (namesOf: (stem: string) => readonly string[]) =>
    controllers.flatMap((path) => {
      const keys = namesOf(path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, ''));
      const found = lines.filter((line) => words(line).some((word) => keys.includes(nameKey(word))));
      return found.map((line) => ({ path, line, shared: sharedTerms(line, asked) }));
    });
  const whole = naming((stem) => [nameKey(stem)]);
  const named = whole.length > 0 ? whole : naming(subjects);
  const most = named.reduce((best, { shared }) => Math.max(best, shared), 1);
  const best = named.filter(({ shared }) => shared === most);
  const targets = [...new Set(best.map(({ path }) => path))];
  if (targets.length > TARGETS_MAX) return [];
  return targets.map((path) => {
    const said = new Set(best.filter((one) => one.path === path).flatMap(({ line }) => words(line).map(nameKey)));
    const pick = (units: readonly Scored[]) => answering(units, said, asked);
    return { kind: 'related', path, score, because: `answers a route of ${unit.path}`, pick, role: 'source' };
  });
}

// The methods the line names; else those that answer the verb by custom; else a controller so short that it is one unit.
function answering(units: readonly Scored[], said: ReadonlySet<string>, { actions }: AskedRoute): readonly Scored[] {
  const callable = units.filter(({ entity }) => entity.kind === 'method' || entity.kind === 'function');
  const named = callable.filter(({ entity }) => said.has(nameKey(entity.name)));
  if (named.length > 0) return named;
  const usual = callable.filter(({ entity }) => actions.includes(entity.name));
  return usual.length > 0 ? usual : units.filter(isWholeClass);
}

function isWholeClass({ entity, text }: Scored): boolean {
  const symbol = text?.facts.symbols.find((one) => one.qualifiedName === entity.qualifiedName);
  return symbol?.kind === 'class' && symbol.endLine === entity.location.endLine;
}

// What a controller is about, as `resources :invoices` names it.
function subjects(stem: string): readonly string[] {
  const about = nameKey(stem.replace(/_?(?:controller|handler|view)s?$/i, ''));
  return [about, about.replace(/s$/, '')].filter((key) => key.length > 1);
}

function sharedTerms(line: string, { terms }: AskedRoute): number {
  return new Set(termsOf(line).filter((term) => terms.has(term))).size;
}
