// Judges how clearly a task names its subject, what kind of change it asks for, and what would make it clearer.
import { CHANGE_TYPES, type ChangeType, type MentionKind, type Task } from '../../model/task.ts';
import { stem, termsOf, termsOfWord, words } from '../../model/terms.ts';
import type { KnownSymbol } from './mentions/confirm-mentions.ts';
import { type Passage, PLACES } from './read-text.ts';
import type { ViewPaths } from './view-paths.ts';

/** How much evidence adds to the confidence: if the index has what it names, and if not. */
interface Ingredient {
  readonly known: number;
  readonly unknown: number;
}

const FILE: Ingredient = { known: 0.35, unknown: 0.1 };
const METHOD: Ingredient = { known: 0.2, unknown: 0.05 };
const TRACE: Ingredient = { known: 0.35, unknown: 0.1 };
const MENTIONS: Readonly<Record<MentionKind, Ingredient>> = {
  file: FILE,
  path: FILE,
  class: { known: 0.25, unknown: 0.05 },
  method: METHOD,
  identifier: METHOD,
  route: { known: 0.15, unknown: 0.15 },
  'error-code': { known: 0.1, unknown: 0.1 },
};
const CHANGES = 0.35;
const KEYWORDS = { each: 0.04, most: 0.2 };
const DOMAIN = 0.15;

interface TaskEvidence extends Pick<Task, 'mentions' | 'traces' | 'changes' | 'keywords' | 'domains'> {
  readonly hasPath: (path: string) => boolean;
}

/** Rates from 0 to 1 how clearly the task names its subject. */
export function confidenceOf({ mentions, traces, changes, keywords, domains, hasPath }: TaskEvidence): number {
  // Mentions with the same ingredient count once, with the best value: ten classes do not make a task clearer than one.
  const best = new Map<Ingredient, number>();
  for (const { kind, isKnown, weight = 1 } of mentions) {
    const ingredient = MENTIONS[kind];
    const value = ingredient[isKnown ? 'known' : 'unknown'] * weight;
    best.set(ingredient, Math.max(best.get(ingredient) ?? 0, value));
  }
  const frames = traces.flatMap((trace) => trace.frames);
  if (frames.length > 0) best.set(TRACE, TRACE[frames.some(({ path }) => hasPath(path)) ? 'known' : 'unknown']);
  const values = [
    ...best.values(),
    changes.length > 0 ? CHANGES : 0,
    Math.min(KEYWORDS.most, keywords.length * KEYWORDS.each),
    DOMAIN * Math.max(0, ...domains.map((domain) => domain.strength)),
  ];
  const sum = values.reduce((total, value) => total + value, 0);
  return Math.round(Math.min(1, sum) * 100) / 100;
}

/** Words that indicate the kind of change; other forms of them count too. */
const INDICATORS = {
  bugfix:
    'fix bug error issue broken fails failure crash exception wrong incorrect regression traceback bugfix hotfix unexpected',
  feature: 'add added adding adds implement create new support feature feat introduce allow enable',
  refactor:
    'refactor refactoring clean cleanup improve optimize simplify rename restructure reorganize extract deduplicate',
  perf: 'performance perf slow fast faster slower optimize cache speed latency',
  security:
    'security vulnerability auth authentication authorization permission cve xss csrf injection exploit insecure',
} as const satisfies Record<(typeof CHANGE_TYPES)[number], string>;
const STEMS = new Map(CHANGE_TYPES.map((type) => [type, new Set(INDICATORS[type].split(' ').map(stem))]));
// `feat(router): …` names the kind of change.
const PREFIX = /^\s*(fix|feat|feature|refactor|perf|security|bugfix|hotfix)(?:\([^()]{0,60}\))?!?:/i;
// A prefix counts as this many words of the body.
const PREFIX_HITS = 5;

/**
 * Finds the kind of change with the most hits: words of the title count twice, an error nearly as much as a prefix. Of
 * kinds with equal hits the first of the table wins; `unknown` without hits.
 */
export function changeTypeOf(passages: readonly Passage[], isError: boolean): ChangeType {
  const hits = new Map<ChangeType, number>(isError ? [['bugfix', PREFIX_HITS - 1]] : []);
  const hit = (type: ChangeType, count: number) => hits.set(type, (hits.get(type) ?? 0) + count);
  for (const { place, text } of passages) {
    if (place !== 'title' && place !== 'body') continue;
    const prefix = place === 'title' ? PREFIX.exec(text)?.[1]?.toLowerCase() : undefined;
    const named = prefix === 'feat' ? 'feature' : CHANGE_TYPES.find((type) => type === prefix);
    if (prefix !== undefined) hit(named ?? 'bugfix', PREFIX_HITS);
    for (const word of words(text)) {
      const term = termsOfWord(word.toLowerCase())[0] ?? '';
      for (const type of CHANGE_TYPES) if (STEMS.get(type)?.has(term)) hit(type, PLACES[place].weight);
    }
  }
  const best = Math.max(0, ...hits.values());
  return CHANGE_TYPES.find((type) => best > 0 && hits.get(type) === best) ?? 'unknown';
}

interface SuggestionInput extends Pick<Task, 'keywords' | 'mentions' | 'traces' | 'changeType'> {
  readonly view: ViewPaths;
  /** Symbols the index has for the names and words of the task. */
  readonly symbols: readonly KnownSymbol[];
  /** Whether a path is a test, an example, generated or vendored, which suggestions do not name. */
  readonly isAside: (path: string) => boolean;
}

const WORDS_MIN = 3;
const SYMBOL_LETTERS_MIN = 3;
const CODE_KINDS: ReadonlySet<string> = new Set(['class', 'function', 'method', 'interface', 'type', 'enum']);

/** Suggests what would make the task clearer, with names of this workspace as examples. */
export function suggestionsFor(task: SuggestionInput, suggestionsMax: number): readonly string[] {
  const suggestions: string[] = [];
  const hasFile = task.mentions.some((mention) => mention.kind === 'file' && mention.isKnown);
  const hasSymbol = task.mentions.some(
    (mention) => (mention.kind === 'class' || mention.kind === 'method') && mention.isKnown,
  );
  if (task.changeType === 'bugfix' && task.traces.length === 0)
    suggestions.push('Paste the error message or the stack trace.');
  if (!hasFile) suggestions.push(`Name a file${example(nearestPath(task))}.`);
  if (!hasSymbol) suggestions.push(`Name a class or a function${example(nearestSymbol(task))}.`);
  if (task.keywords.length < WORDS_MIN) suggestions.push('Say in a sentence what should happen, and what happens now.');
  return suggestions.slice(0, suggestionsMax);
}

const example = (name: string | null): string => (name === null ? '' : `, for example ${name}`);

// Finds the path whose words weigh most in the task; of equals the shortest.
function nearestPath({ keywords, view, isAside }: SuggestionInput): string | null {
  const weights = new Map(keywords.map((keyword) => [keyword.stem, keyword.weight]));
  // A stem may end in another letter than the word.
  const letters = [...weights].map(([stem, weight]) => [stem.length > 3 ? stem.slice(0, -1) : stem, weight] as const);
  let best: NearPath = { path: null, score: 0 };
  for (const path of view.paths) {
    const written = path.toLowerCase();
    const max = letters.reduce((sum, [some, weight]) => (written.includes(some) ? sum + weight : sum), 0);
    // Only paths that may be nearer are split, because there may be very many.
    if (!isNearer({ path, score: max }, best) || isAside(path)) continue;
    let score = 0;
    for (const term of new Set(termsOf(path))) score += weights.get(term) ?? 0;
    if (isNearer({ path, score }, best)) best = { path, score };
  }
  return best.path;
}

interface NearPath {
  readonly path: string | null;
  readonly score: number;
}

function isNearer({ path, score }: NearPath, than: NearPath): boolean {
  if (score !== than.score) return score > than.score;
  return path !== null && than.path !== null && isBefore(path, than.path);
}

function nearestSymbol({ keywords, symbols, isAside }: SuggestionInput): string | null {
  const weights = new Map(keywords.map((keyword) => [keyword.stem, keyword.weight]));
  // Suggests functions and types of main code: keys of settings, short names and names in tests mislead.
  const code = symbols.filter(
    ({ kind, name, path }) => CODE_KINDS.has(kind) && name.length >= SYMBOL_LETTERS_MIN && !isAside(path),
  );
  const rated = code.map((symbol) => ({ symbol, score: weights.get(stem(symbol.name)) ?? 0 }));
  rated.sort(
    (a, b) =>
      b.score - a.score ||
      a.symbol.qualifiedName.length - b.symbol.qualifiedName.length ||
      (isBefore(a.symbol.path, b.symbol.path) ? -1 : 1),
  );
  const symbol = rated[0]?.symbol;
  return symbol ? `${symbol.qualifiedName} (${symbol.path})` : null;
}

const isBefore = (a: string, b: string): boolean => a.length < b.length || (a.length === b.length && a < b);
