// The graph strategy finds the symbols that a query names, and what they call or are called from.
import type { SymbolFacts } from '../model/facts.ts';
import { isSymbolKind } from '../model/task.ts';
import { lastName, nameKey } from '../model/terms.ts';
import type { Question } from '../ports/signal-finder.ts';
import type { Definition, StoredContent } from '../ports/store.ts';
import type { Strategy, StrategyHit } from '../ports/strategy.ts';
import { pickDefinitions } from '../search/task-names.ts';

const DEFINITIONS_MAX = 20;
const CALLS_MAX = 60;
/** The score of symbols that are one step away from a named one. */
const STEP_SCORE = 0.5;

export const graph: Strategy = {
  name: 'graph',
  weight: 0.8,
  usesMeaning: false,
  unavailable: ({ task }) =>
    task.mentions.some(({ isKnown, kind }) => isKnown && isSymbolKind(kind)) ? null : 'the query names no known symbol',
  async find(question) {
    const mentions = question.task.mentions.filter(({ kind }) => isSymbolKind(kind));
    const keys = mentions.map(({ text }) => nameKey(lastName(text)));
    const named = pickDefinitions(keys, question).slice(0, DEFINITIONS_MAX);
    const start = await findPlaces(question, named, 1, (name) => `named in the query: ${name}`);
    const [called, callers] = await Promise.all([findCalled(question, start), findCallers(question, named)]);
    return keepBest([...start.map(({ hit }) => hit), ...called, ...callers]);
  },
};

interface SymbolPlace {
  readonly hit: StrategyHit;
  readonly symbol: SymbolFacts;
}

async function findPlaces(
  question: Question,
  definitions: readonly Definition[],
  score: number,
  because: (name: string) => string,
): Promise<readonly SymbolPlace[]> {
  const paths = definitions.map(({ path }) => path);
  const contents = await readContents(question, paths);
  return definitions.flatMap(({ path, symbol: index }) => {
    const content = contents.get(path);
    const symbol = content?.facts.symbols[index];
    const unit = content?.units.findIndex((one) => one.symbol === index) ?? -1;
    return symbol && unit >= 0 ? [{ symbol, hit: { path, unit, score, because: because(symbol.qualifiedName) } }] : [];
  });
}

async function findCalled(question: Question, start: readonly SymbolPlace[]): Promise<readonly StrategyHit[]> {
  const names = [...new Set(start.flatMap(({ symbol }) => symbol.calls))].slice(0, CALLS_MAX);
  const stored = await question.store.words({ definitions: [...new Set(names.map(nameKey))] });
  const definitions = Map.groupBy(stored.definitions, (one) => nameKey(one.name));
  // A name with many definitions does not say which of them is called.
  const likeliest = [...definitions.values()].filter((group) => group.length <= 3).flat();
  const because = (name: string) => `called from what the query names: ${name}`;
  return (await findPlaces(question, likeliest, STEP_SCORE, because)).map(({ hit }) => hit);
}

async function findCallers(question: Question, named: readonly Definition[]): Promise<readonly StrategyHit[]> {
  const names = new Set(named.map((definition) => definition.name));
  const paths = [...new Set(named.map((definition) => definition.path))];
  const edges = await question.store.edges(paths, { kinds: ['imports', 'tests', 'calls'], direction: 'in' });
  const importers = [...new Set([...edges.map((edge) => edge.from), ...paths])].sort();
  const contents = await readContents(question, importers);
  return importers.flatMap((path) => {
    const content = contents.get(path);
    return (content?.units ?? []).flatMap((unit, index): readonly StrategyHit[] => {
      const symbol = unit.symbol === null ? null : content!.facts.symbols[unit.symbol];
      const called = symbol?.calls.find((name) => names.has(name));
      return symbol && called ? [{ path, unit: index, score: STEP_SCORE, because: `calls ${called}` }] : [];
    });
  });
}

async function readContents(
  { store, view }: Question,
  paths: readonly string[],
): Promise<ReadonlyMap<string, StoredContent>> {
  const files = paths.flatMap((path) => view.files.get(path) ?? []);
  const contents = await store.contents([...new Set(files.map((file) => file.hash))]);
  return new Map(
    files.flatMap((file) => (contents.has(file.hash) ? [[file.path, contents.get(file.hash)!] as const] : [])),
  );
}

// Keeps the best hit of each unit.
function keepBest(hits: readonly StrategyHit[]): readonly StrategyHit[] {
  const unique = new Map<string, StrategyHit>();
  for (const hit of hits) {
    const key = `${hit.path}\n${hit.unit}`;
    if (hit.score > (unique.get(key)?.score ?? 0)) unique.set(key, hit);
  }
  return [...unique.values()];
}
