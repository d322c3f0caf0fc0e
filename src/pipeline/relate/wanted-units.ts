// Describes the units that a ranked unit needs: by symbol, by file, or by the route that a task names. `relate.ts` then
// opens and adds them.
import type { Scored } from '../../model/candidate.ts';
import type { Edge } from '../../model/edge.ts';
import { FUNCTION_KINDS } from '../../model/entity.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { contains, linesOf } from '../../model/line-ranges.ts';
import { nameOf } from '../../model/paths.ts';
import { nameKey, termsOf, words } from '../../model/terms.ts';
import { textOf } from './uses-of.ts';

/** Units of a file that a ranked unit needs. */
export interface WantedUnits {
  readonly path: string;
  /** `holder` for the symbol around the unit, `related` for all others. */
  readonly kind: 'related' | 'holder';
  /** Derived from the score of the unit that needs it; 0 if none does. */
  readonly score: number;
  readonly because: string;
  /** Picks the wanted units of the file. */
  readonly pick: (units: readonly Scored[]) => readonly Scored[];
  /** The role the file must have: code does not use a name that a test happens to define. */
  readonly role: 'source' | 'test' | 'any';
}

/** Requests one symbol; for a member of a short class the class is quoted, because it is one unit. */
export function wantSymbol(
  path: string,
  qualifiedName: string,
  score: number,
  because: string,
  kind: WantedUnits['kind'] = 'related',
): WantedUnits {
  const pick = (units: readonly Scored[]) => {
    const symbol = units[0]?.text?.facts.symbols.find((symbol) => symbol.qualifiedName === qualifiedName);
    if (symbol && isAccessor(symbol)) return [];
    const isAround = ({ entity: { location, kind } }: Scored) =>
      kind !== 'region' && symbol && contains(linesOf(location), linesOf(symbol));
    const unit = units.find((unit) => unit.entity.qualifiedName === qualifiedName) ?? units.find(isAround);
    return unit ? [unit] : [];
  };
  return { kind, path, score, because, pick, role: 'source' };
}

const ACCESSOR_LINES_MAX = 3;

// An accessor of a field needs no quote.
function isAccessor({ name, kind, signatureLines, endLine }: SymbolFacts): boolean {
  const isShort = endLine - signatureLines[0] < ACCESSOR_LINES_MAX;
  return isShort && kind === 'method' && /^(?:get|set|is|has)(?:[A-Z]|_)/.test(name);
}

/** Requests all of a file, with the least score, because no unit needs it. */
export function wantFile(path: string): WantedUnits {
  const because = 'all code of the workspace fits';
  return { kind: 'related', path, score: 0, because, pick: (units) => units, role: 'any' };
}

// Longer files hold more than wiring or data; the units that use them call their relevant parts.
const SMALL_LINES_MAX = 60;
const TESTS_EACH = 2;

/** Lists the companions of a symbol that it does not call: files its framework adds, and its tests. */
export function companionsOf(
  name: string,
  { framework, tests }: { readonly framework: readonly Edge[]; readonly tests: readonly Edge[] },
  score: number,
): readonly WantedUnits[] {
  const kind = 'related';
  const pick = (units: readonly Scored[]) => units.filter((unit) => mentionsName(unit, name)).slice(0, TESTS_EACH);
  const because = `tests ${name}`;
  return [
    ...framework.map(({ to, weight, because }): WantedUnits => {
      return { kind, role: 'source', path: to, score: score * weight, because, pick: allOfSmall };
    }),
    ...tests.map(({ from, weight }): WantedUnits => {
      return { kind, role: 'test', path: from, score: score * weight, because, pick };
    }),
  ];
}

function allOfSmall(units: readonly Scored[]): readonly Scored[] {
  const count = units[0]?.text?.lines.length ?? 0;
  return count <= SMALL_LINES_MAX ? units.filter(({ entity }) => entity.kind !== 'region') : [];
}

function mentionsName(unit: Scored, name: string): boolean {
  const text = textOf(unit);
  return text.includes(name) && text.split(/[^\p{L}\p{N}_$]+/u).includes(name);
}

const TARGETS_MAX = 2;

/** The words of a task about a route. */
export interface AskedRoute {
  readonly terms: ReadonlySet<string>;
  /** Conventional names of the methods that answer the verbs of the task. */
  readonly actions: readonly string[];
}

/** Finds what answers a route: controllers and methods on the lines of a route table with most words of the task. */
export function answersOf(
  unit: Scored,
  controllers: readonly string[],
  asked: AskedRoute,
  score: number,
): readonly WantedUnits[] {
  const lines = textOf(unit).split('\n');
  const linesNaming = (namesOf: (stem: string) => readonly string[]) =>
    controllers.flatMap((path) => {
      const keys = namesOf(nameOf(path).replace(/\..*$/, ''));
      const matching = lines.filter((line) => words(line).some((word) => keys.includes(nameKey(word))));
      return matching.map((line) => ({ path, line, shared: sharedTerms(line, asked) }));
    });
  const whole = linesNaming((stem) => [nameKey(stem)]);
  const named = whole.length > 0 ? whole : linesNaming(resourceNames);
  const max = named.reduce((best, { shared }) => Math.max(best, shared), 1);
  const best = named.filter(({ shared }) => shared === max);
  const targets = [...new Set(best.map(({ path }) => path))];
  if (targets.length > TARGETS_MAX) return [];
  return targets.map((path) => {
    const names = new Set(best.filter((one) => one.path === path).flatMap(({ line }) => words(line).map(nameKey)));
    const pick = (units: readonly Scored[]) => unitsOfRoute(units, names, asked);
    return { kind: 'related', path, score, because: `answers a route of ${unit.path}`, pick, role: 'source' };
  });
}

// The methods that the line names, else the conventional ones of the verb, else a controller that is one unit.
function unitsOfRoute(units: readonly Scored[], names: ReadonlySet<string>, { actions }: AskedRoute) {
  const callable = units.filter(({ entity }) => FUNCTION_KINDS.has(entity.kind));
  const named = callable.filter(({ entity }) => names.has(nameKey(entity.name)));
  if (named.length > 0) return named;
  const usual = callable.filter(({ entity }) => actions.includes(entity.name));
  return usual.length > 0 ? usual : units.filter(isWholeClass);
}

function isWholeClass({ entity, text }: Scored): boolean {
  const symbol = text?.facts.symbols.find((symbol) => symbol.qualifiedName === entity.qualifiedName);
  return symbol?.kind === 'class' && symbol.endLine === entity.location.endLine;
}

// The names of the resource of a controller, as a route table writes them (`resources :invoices`).
function resourceNames(stem: string): readonly string[] {
  const about = nameKey(stem.replace(/_?(?:controller|handler|view)s?$/i, ''));
  return [about, about.replace(/s$/, '')].filter((key) => key.length > 1);
}

function sharedTerms(line: string, { terms }: AskedRoute): number {
  return new Set(termsOf(line).filter((term) => terms.has(term))).size;
}
