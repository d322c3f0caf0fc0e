import type { Domain, DomainMatch, Keyword } from '../../model/task.ts';
import { termsOfWord, words } from '../../model/terms.ts';

/** What a domain's words count beside the task's own: those of one the caller focuses on, and of one the user described. */
const WEIGHTS = { focused: 0.25, own: 0.15 } as const;
const WORDS_MAX = 24;

/**
 * Words to search by besides the task's own: all of a domain that the caller focuses on, and of a user's own domain that
 * the task speaks of. The built-in ones are too general for that: their words name what a task is about, and find nothing.
 */
export function domainWords(
  keywords: readonly Keyword[],
  matches: readonly DomainMatch[],
  { domains, focus }: { readonly domains: readonly Domain[]; readonly focus: readonly string[] },
): readonly Keyword[] {
  const isFocused = ({ name }: DomainMatch) => focus.some((one) => one.trim().toLowerCase() === name.toLowerCase());
  const byName = new Map(domains.map((domain) => [domain.name, domain]));
  const found = new Map<string, Keyword>();
  const said = new Set(keywords.map(({ stem }) => stem));
  for (const match of matches) {
    const domain = byName.get(match.name);
    const weight = isFocused(match) ? WEIGHTS.focused : domain?.isOwn ? WEIGHTS.own : 0;
    if (weight === 0 || !domain) continue;
    for (const word of domain.keywords.flatMap((keyword) => words(keyword)))
      for (const stem of termsOfWord(word.toLowerCase()).slice(0, 1))
        if (!said.has(stem) && !found.has(stem)) found.set(stem, { word, stem, weight });
  }
  return [...found.values()].slice(0, WORDS_MAX);
}
