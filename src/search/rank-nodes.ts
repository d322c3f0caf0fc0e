import { stopWordsOf } from '../model/stop-words.ts';
import { nameKey, termsOf, termsOfWord, words } from '../model/terms.ts';
import type { FoundNode } from '../ports/graph.ts';

export interface NodeHit {
  readonly id: string;
  /** 0..1: 1 for a node that is called exactly so. */
  readonly score: number;
}

/** Weight of a term in a node outside of its name. */
const BESIDE_NAME = 0.6;
/** How much of a score the name's fullness makes: `Apollo` is more about Apollo than a sentence that holds it. */
const FULLNESS_SHARE = 0.2;
const INEXACT_MAX = 0.99;

/** The terms that a text is searched by: all of its words but stop words. */
export function termsToFind(text: string): readonly string[] {
  const all = words(text);
  const isStopWord = stopWordsOf(all);
  const telling = all.filter((word) => !isStopWord(word.toLowerCase()));
  return [...new Set((telling.length > 0 ? telling : all).flatMap((word) => termsOfWord(word)))];
}

/** Orders nodes for a text: exact names first, then by the share of its terms they hold. `weights` are the rarity of terms; without them all count alike. */
export function rankNodes(
  text: string,
  found: readonly FoundNode[],
  weights: ReadonlyMap<string, number> = new Map(),
): readonly NodeHit[] {
  const key = nameKey(text);
  const terms = termsToFind(text).map((term) => ({ term, weight: weights.get(term) ?? 1 }));
  const stands = ({ tags, fields = [] }: FoundNode) => (tags.length > 0 ? 2 : 0) + (fields.length > 0 ? 1 : 0);
  return found
    .map((node) => {
      const isExact = key !== '' && nameKey(node.name) === key;
      return { node, isExact, score: isExact ? 1 : scoreOf(node, terms) };
    })
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        // Of several nodes with one name tagged ones come first, then the one changed last.
        (a.isExact ? stands(b.node) - stands(a.node) : 0) ||
        (b.node.modifiedMs ?? 0) - (a.node.modifiedMs ?? 0) ||
        (a.node.id < b.node.id ? -1 : 1),
    )
    .map(({ node, score }) => ({ id: node.id, score }));
}

function scoreOf(node: FoundNode, terms: readonly { readonly term: string; readonly weight: number }[]): number {
  const nameTerms = new Set(termsOf(node.name));
  const values = (node.fields ?? []).flatMap((field) => field.values.map((value) => value.text));
  const besides = new Set(termsOf([node.description ?? '', ...node.tags, ...values].join(' ')));
  let [held, inName, all] = [0, 0, 0];
  for (const { term, weight } of terms) {
    all += weight;
    if (nameTerms.has(term)) {
      held += weight;
      inName++;
    } else if (besides.has(term)) held += weight * BESIDE_NAME;
  }
  const coverage = all === 0 ? 0 : held / all;
  const fullness = nameTerms.size === 0 ? 0 : inName / nameTerms.size;
  return Math.min(INEXACT_MAX, coverage * (1 - FULLNESS_SHARE + FULLNESS_SHARE * fullness));
}
