// Matches a task with domains, the lists of words for a subject such as payments, and adds words of domains that the
// caller focuses on or the user configured.
import { ContextError } from '../../model/errors.ts';
import { closeMatches, didYouMean } from '../../model/paths.ts';
import type { Domain, DomainMatch, Keyword } from '../../model/task.ts';
import { stem, termsOfWord, words } from '../../model/terms.ts';

const MATCHES_MAX = 5;
// Each keyword leaves this share of the doubt, so the strength is 0.4 with one keyword, 0.64 with two, 0.78 with three.
const DOUBT = 0.6;
// If a domain matches this many keywords, a single keyword of another counts as chance.
const CLEAR_KEYWORDS = 3;

/** Finds the domains whose keywords the task uses, most keywords first; domains in `focus` come before them. */
export function matchDomains(
  taskWords: readonly string[],
  domains: readonly Domain[],
  focus: readonly string[],
): readonly DomainMatch[] {
  const forced = focus.map((name) => forcedMatch(name, domains));
  const stems = taskWords.map((word) => termsOfWord(word)[0] ?? '');
  const pairs = new Set(stems.slice(1).map((term, index) => `${stems[index]} ${term}`));
  const phrases = new Set(domains.flatMap(({ keywords }) => keywords.filter((keyword) => keyword.includes(' '))));
  const singleWords = withoutPhrases(
    taskWords,
    [...phrases].filter((phrase) => isPhrasePresent(phrase, pairs)),
  );
  const spoken = Map.groupBy(new Set(singleWords), (word) => stem(word));
  const matches = domains.flatMap((domain): DomainMatch[] => {
    const hits = domain.keywords.filter((keyword) =>
      keyword.includes(' ') ? isPhrasePresent(keyword, pairs) : isWordPresent(keyword, spoken),
    );
    // Forms of one word are one hit.
    const keywords = [...Map.groupBy(hits, (keyword) => stem(keyword)).values()].flatMap((forms) => forms.slice(0, 1));
    if (keywords.length === 0) return [];
    return [{ name: domain.name, keywords, strength: round(1 - DOUBT ** keywords.length) }];
  });
  matches.sort((a, b) => b.keywords.length - a.keywords.length || (a.name < b.name ? -1 : 1));
  const max = matches[0]?.keywords.length ?? 0;
  const clear = matches.filter((match) => match.keywords.length > 1 || max < CLEAR_KEYWORDS);
  const others = clear.filter((match) => !forced.some((chosen) => chosen.name === match.name));
  return [...forced, ...others.slice(0, MATCHES_MAX)];
}

// A phrase is present when each two of its neighbouring words follow one another.
function isPhrasePresent(keyword: string, pairs: ReadonlySet<string>): boolean {
  const parts = words(keyword).map((word) => stem(word));
  return parts.length > 1 && parts.slice(1).every((part, index) => pairs.has(`${parts[index]} ${part}`));
}

function isWordPresent(keyword: string, spoken: ReadonlyMap<string, readonly string[]>): boolean {
  return (spoken.get(stem(keyword)) ?? []).some((word) => isFormOf(word, keyword.toLowerCase()));
}

// Drops words of matched phrases: "log in" has nothing to do with logs.
function withoutPhrases(taskWords: readonly string[], phrases: readonly string[]): readonly string[] {
  const inPhrases = new Set<number>();
  const stems = taskWords.map((word) => stem(word));
  for (const phrase of phrases) {
    const parts = words(phrase).map((word) => stem(word));
    for (let position = 0; position + parts.length <= stems.length; position++)
      if (parts.every((part, index) => stems[position + index] === part))
        for (let index = 0; index < parts.length; index++) inPhrases.add(position + index);
  }
  return taskWords.filter((_, index) => !inPhrases.has(index));
}

// Whether a word is a form of a keyword. Stems are too coarse, because "author" and "authorization" have the same stem.
function isFormOf(word: string, keyword: string): boolean {
  return word === keyword || (withoutEnding(word) === withoutEnding(keyword) && `${word}e` !== keyword);
}

// Removes the ending of number or time, and the doubled letter before it: `queries`, `cached`, `running`.
function withoutEnding(word: string): string {
  return word
    .replace(/ies$|ied$/, 'y')
    .replace(/(?:es|ed|ing|s|e)$/, '')
    .replace(/([bdgmnprt])\1$/, '$1');
}

function forcedMatch(name: string, domains: readonly Domain[]): DomainMatch {
  const domain = domains.find((known) => known.name.toLowerCase() === name.trim().toLowerCase());
  if (domain) return { name: domain.name, keywords: domain.keywords, strength: 1 };
  const names = domains.map((known) => known.name).sort();
  const hint = didYouMean(closeMatches(name.trim(), names)) || ` Known are: ${names.join(', ')}.`;
  throw new ContextError('BAD_INPUT', `There is no domain called "${name}".${hint}`);
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Weight of a domain's words: of one in `focus`, and of one from the user's configuration. */
const WEIGHTS = { focused: 0.25, own: 0.15 } as const;
const WORDS_MAX = 24;

/** Lists words of domains in `focus` and of matching domains of the user; others are too general. */
export function domainWords(
  keywords: readonly Keyword[],
  matches: readonly DomainMatch[],
  { domains, focus }: { readonly domains: readonly Domain[]; readonly focus: readonly string[] },
): readonly Keyword[] {
  const isFocused = ({ name }: DomainMatch) =>
    focus.some((domain) => domain.trim().toLowerCase() === name.toLowerCase());
  const byName = new Map(domains.map((domain) => [domain.name, domain]));
  const added = new Map<string, Keyword>();
  const saidStems = new Set(keywords.map(({ stem }) => stem));
  for (const match of matches) {
    const domain = byName.get(match.name);
    const weight = isFocused(match) ? WEIGHTS.focused : domain?.isOwn ? WEIGHTS.own : 0;
    if (weight === 0 || !domain) continue;
    for (const word of domain.keywords.flatMap((keyword) => words(keyword)))
      for (const stem of termsOfWord(word.toLowerCase()).slice(0, 1))
        if (!saidStems.has(stem) && !added.has(stem)) added.set(stem, { word, stem, weight });
  }
  return [...added.values()].slice(0, WORDS_MAX);
}
