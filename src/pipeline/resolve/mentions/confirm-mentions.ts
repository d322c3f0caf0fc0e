// A draft is a possible mention. This file lists the keys for which the index is asked, and turns drafts that the index
// knows, or that are clear enough, into mentions.
import { endsWithPath } from '../../../model/paths.ts';
import { isSymbolKind, type Mention, type MentionKind } from '../../../model/task.ts';
import { mentionKeys, nameKey } from '../../../model/terms.ts';
import type { Definition } from '../../../ports/store.ts';

/** A possible mention, before the index was asked. */
export interface Draft extends Omit<Mention, 'isKnown'> {
  readonly weight: number;
  /** Whether it is too vague to keep unless the index knows it. */
  readonly needsIndex: boolean;
  /** Whether only this exact spelling confirms it, because it may be a plain word: `Schema`. */
  readonly isCaseSensitive?: boolean;
  /** The key of the class or module that it must be a member of. */
  readonly owner?: string;
  /** The files or folders of the view that it may mean; absent for a symbol. */
  readonly paths?: readonly string[];
}

/** The fields of a draft that nothing marks. */
export const UNMARKED = { isExplicit: false, line: null, needsIndex: false } as const;

/** A symbol that the index has. */
export type KnownSymbol = Pick<Definition, 'name' | 'qualifiedName' | 'kind' | 'path'>;

const KIND_OF_SYMBOL: Readonly<Record<string, MentionKind>> = {
  class: 'class',
  interface: 'class',
  type: 'class',
  enum: 'class',
  module: 'class',
  function: 'method',
  method: 'method',
};

/** Lists the keys of the symbols that drafts may mean. */
export function keysOf(drafts: readonly Draft[]): readonly string[] {
  const symbols = drafts.filter(({ kind, key }) => isSymbolKind(kind) && key !== '');
  return [...new Set(symbols.map(({ key }) => key))];
}

/** Lists the keys for which signals will ask when drafts have become mentions. */
export function fullKeysOf(drafts: readonly Draft[]): readonly string[] {
  return [...new Set(drafts.filter(({ kind }) => isSymbolKind(kind)).flatMap(({ text }) => mentionKeys(text)))];
}

/** Turns drafts into mentions, strongest first: joins those of one name, drops vague ones that the index lacks. */
export function confirmMentions(
  drafts: readonly Draft[],
  symbols: readonly KnownSymbol[],
  mentionsMax: number,
): readonly Mention[] {
  const symbolsByKey = Map.groupBy(symbols, ({ name }) => nameKey(name));
  const mentions = new Map<string, Mention>();
  for (const draft of drafts) {
    const mention = confirmDraft(draft, symbolsByKey.get(draft.key) ?? []);
    if (mention === null) continue;
    const id = isSymbolKind(mention.kind) ? `symbol ${draft.key}` : `${mention.kind} ${mention.key}`;
    const earlier = mentions.get(id);
    mentions.set(id, earlier ? joinMentions(earlier, mention) : mention);
  }
  return [...mentions.values()].sort((a, b) => rank(b) - rank(a)).slice(0, mentionsMax);
}

function confirmDraft(draft: Draft, found: readonly KnownSymbol[]): Mention | null {
  const { kind, isExplicit, weight, line } = draft;
  const paths = draft.paths ?? [];
  const symbols = found.filter(
    ({ name, qualifiedName }) =>
      (!draft.isCaseSensitive || name === draft.text) &&
      (draft.owner === undefined || nameKey(qualifiedName).endsWith(`${draft.owner}${draft.key}`)),
  );
  const isSymbol = isSymbolKind(kind);
  const isKnown = isSymbol ? symbols.length > 0 : paths.length > 0;
  if (draft.needsIndex && !isKnown) return null;
  const knownKind = isSymbol ? KIND_OF_SYMBOL[symbols[0]?.kind ?? ''] : undefined;
  const text = isSymbol ? draft.text : placeText(draft.text, paths);
  const key = isSymbol ? nameKey(text) : kind === 'route' || kind === 'error-code' ? draft.key : text.toLowerCase();
  return { kind: knownKind ?? kind, text, key, isExplicit, isKnown, line, weight };
}

// Spells a file as the view does, unless the written name is the end of several paths.
function placeText(written: string, paths: readonly string[]): string {
  const [first] = paths;
  if (first === undefined) return written;
  const plain = written.replace(/^(?:\.{0,2}\/)+|\/+$/g, '');
  return paths.length > 1 && endsWithPath(first.toLowerCase(), plain.toLowerCase()) ? plain : first;
}

function joinMentions(a: Mention, b: Mention): Mention {
  const isLonger = b.text.length > a.text.length && !b.text.includes(' ') && !a.text.includes(' ');
  return {
    // Prefers the fuller name: Shop.pay to pay.
    ...(isLonger || a.text.includes(' ') ? { ...b, kind: a.kind } : a),
    isExplicit: a.isExplicit || b.isExplicit,
    weight: Math.max(a.weight ?? 1, b.weight ?? 1),
    line: a.line ?? b.line,
  };
}

function rank(mention: Mention): number {
  return (mention.weight ?? 1) + (mention.isKnown ? 0.5 : 0) + (mention.isExplicit ? 0.25 : 0);
}
