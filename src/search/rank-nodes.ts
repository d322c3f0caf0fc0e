// A search in a knowledge graph orders the nodes it found: first nodes with the searched name, then by the words they
// hold.
import { stopWordTest } from '../model/stop-words.ts';
import { nameKey, termsOf, termsOfWord, words } from '../model/terms.ts';
import type { FoundNode } from '../ports/graph.ts';

export interface NodeHit {
  readonly id: string;
  /** From 0 to 1; 1 for a node with exactly the searched name, but for case and punctuation. */
  readonly score: number;
}

/** The weight of a term in a node outside of its name. */
const BESIDE_NAME = 0.6;
/** How much of the score depends on the share of a node's name that was searched: `Apollo plan` beats a longer name. */
const FULLNESS_SHARE = 0.2;
/** The most that a node with another name scores. */
const INEXACT_MAX = 0.99;

/** Returns the terms by which a text is searched: those of all words but stop words, unless there are no others. */
export function searchTermsOf(text: string): readonly string[] {
  const all = words(text);
  const isStopWord = stopWordTest(all);
  const contentWords = all.filter((word) => !isStopWord(word.toLowerCase()));
  return [...new Set((contentWords.length > 0 ? contentWords : all).flatMap((word) => termsOfWord(word)))];
}

/** Scores and orders nodes. `weights` holds the rarity of terms; a term without one weighs 1. */
export function rankNodes(
  text: string,
  found: readonly FoundNode[],
  weights: ReadonlyMap<string, number> = new Map(),
): readonly NodeHit[] {
  const key = nameKey(text);
  const terms = searchTermsOf(text).map((term) => ({ term, weight: weights.get(term) ?? 1 }));
  const rateContent = ({ tags, fields = [] }: FoundNode) => (tags.length > 0 ? 2 : 0) + (fields.length > 0 ? 1 : 0);
  return found
    .map((node) => {
      const isExact = key !== '' && nameKey(node.name) === key;
      return { node, isExact, score: isExact ? 1 : scoreNode(node, terms) };
    })
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        // Of nodes with exactly this name, those with tags come first, then those with fields.
        (a.isExact ? rateContent(b.node) - rateContent(a.node) : 0) ||
        (b.node.modifiedMs ?? 0) - (a.node.modifiedMs ?? 0) ||
        (a.node.id < b.node.id ? -1 : 1),
    )
    .map(({ node, score }) => ({ id: node.id, score }));
}

function scoreNode(node: FoundNode, terms: readonly { readonly term: string; readonly weight: number }[]): number {
  const nameTerms = new Set(termsOf(node.name));
  const values = (node.fields ?? []).flatMap((field) => field.values.map((value) => value.text));
  const otherTerms = new Set(termsOf([node.description ?? '', ...node.tags, ...values].join(' ')));
  let [held, inName, all] = [0, 0, 0];
  for (const { term, weight } of terms) {
    const isInName = nameTerms.has(term);
    all += weight;
    inName += Number(isInName);
    if (isInName || otherTerms.has(term)) held += weight * (isInName ? 1 : BESIDE_NAME);
  }
  const coverage = held / (all || 1);
  const fullness = inName / (nameTerms.size || 1);
  return Math.min(INEXACT_MAX, coverage * (1 - FULLNESS_SHARE + FULLNESS_SHARE * fullness));
}
