import type { ChangeType, Keyword, Mention, StackTrace } from '../../model/task.ts';
import { stem, termsOf } from '../../model/terms.ts';
import type { KnownSymbol } from './known-symbol.ts';
import type { ViewPaths } from './view-paths.ts';

export interface Vague {
  readonly keywords: readonly Keyword[];
  readonly mentions: readonly Mention[];
  readonly traces: readonly StackTrace[];
  readonly changeType: ChangeType;
  readonly view: ViewPaths;
  /** Symbols the index has for the task's words. */
  readonly symbols: readonly KnownSymbol[];
}

const WORDS_MIN = 3;
const CODE_KINDS: ReadonlySet<string> = new Set(['class', 'function', 'method', 'interface', 'type', 'enum']);

/** What would make the task clearer, with names of this very workspace as examples. */
export function suggestionsFor(task: Vague, suggestionsMax: number): readonly string[] {
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

interface Near {
  readonly path: string;
  readonly score: number;
}

// The path that shares the most words with the task; the shortest of equals.
function nearestPath({ keywords, view }: Vague): string | null {
  const weights = new Map(keywords.map((keyword) => [keyword.stem, keyword.weight]));
  // A stem may end in another letter than the word.
  const letters = [...weights].map(([stem, weight]) => [stem.length > 3 ? stem.slice(0, -1) : stem, weight] as const);
  let best: Near | null = null;
  for (const path of view.paths) {
    const written = path.toLowerCase();
    const most = letters.reduce((sum, [some, weight]) => (written.includes(some) ? sum + weight : sum), 0);
    // Of very many paths only those are taken apart that may be nearer.
    if (!isNearer({ path, score: most }, best)) continue;
    let score = 0;
    for (const term of new Set(termsOf(path))) score += weights.get(term) ?? 0;
    if (isNearer({ path, score }, best)) best = { path, score };
  }
  return best?.path ?? null;
}

function isNearer({ path, score }: Near, than: Near | null): boolean {
  if (than === null) return score > 0;
  return score > than.score || (score === than.score && isBefore(path, than.path));
}

function nearestSymbol({ keywords, symbols }: Vague): string | null {
  const weights = new Map(keywords.map((keyword) => [keyword.stem, keyword.weight]));
  // A key of a settings file is no class or function.
  const code = symbols.filter(({ kind }) => CODE_KINDS.has(kind));
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
