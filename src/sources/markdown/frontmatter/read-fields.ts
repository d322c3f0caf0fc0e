// Fields of the frontmatter have free values. This file reads them as texts, numbers, lists and labels, and finds the
// references to other documents in them.
import type { Frontmatter, FrontmatterReference, FrontmatterValue } from '../../../model/document.ts';
import { parseLatticeId } from '../lattice-id.ts';
import { fieldOf } from './read-frontmatter.ts';

const REFERENCE_FIELDS = ['blocking', 'blocked-by', 'discovered-from'];
// These fields describe the document itself, so a word in them that looks like an id is not a reference.
const DESCRIBING_FIELDS = 'lattice-id name title alias aliases description labels tags doc-context-for'.split(' ');
// `[[target]]` or `[[target|text]]`.
const WIKILINK = /\[\[([^[\]|]*)(?:\|[^[\]]*)?\]\]/g;
// In prose only words in capitals count as ids, because many other words have the form of an id.
const ID_IN_PROSE = /(?<![\w-])L[A-Z0-9]{4,}(?![\w-])/g;

/** Returns the text under a key, also when YAML reads a number; null when it is absent, empty or not a text. */
export function textOf(frontmatter: Frontmatter, key: string): string | null {
  const value = fieldOf(frontmatter, key)?.value;
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

/** Returns the whole number under a key; null when the value is absent or something else. */
export function integerOf(frontmatter: Frontmatter, key: string): number | null {
  const value = fieldOf(frontmatter, key)?.value;
  const number = typeof value === 'string' && /^\s*[+-]?\d{1,9}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** Returns the texts and numbers of the list under a key; a text counts as a list with commas. */
export function listOf(frontmatter: Frontmatter, key: string): readonly string[] {
  const value = fieldOf(frontmatter, key)?.value ?? null;
  const texts = typeof value === 'string' ? value.split(',') : collectLeaves(value);
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}

/** Returns whether the values of a key should be ids of other documents. */
export function isReferenceKey(key: string): boolean {
  return REFERENCE_FIELDS.includes(key) || (/.-ids?$/.test(key) && key !== 'lattice-id');
}

/** Returns the labels of a document and its tags, which editors of notes use as labels. */
export function labelsOf(frontmatter: Frontmatter): readonly string[] {
  const tags = listOf(frontmatter, 'tags').flatMap((tag) => tag.split(/\s+/).map((word) => word.replace(/^#/, '')));
  return [...new Set([...listOf(frontmatter, 'labels'), ...tags])].filter((label) => label !== '');
}

/** Returns every reference of the frontmatter, in the order of the fields. */
export function referencesOf(frontmatter: Frontmatter): readonly FrontmatterReference[] {
  return frontmatter.fields
    .filter(({ key }) => !DESCRIBING_FIELDS.includes(key))
    .flatMap(({ key, line }) => {
      const { outside, inside } = collectTexts(fieldOf(frontmatter, key)?.value ?? null);
      const sure = isReferenceKey(key)
        ? outside.flatMap((text) => text.split(',')).flatMap((text) => readStated(text, key))
        : [];
      const formed = [...(isReferenceKey(key) ? [] : outside), ...inside].flatMap(findByForm);
      return [...sure, ...formed].map((reference) => ({ field: key, line, ...reference }));
    })
    .map((reference, position) => ({ ...reference, position }));
}

type ReferenceTarget = Pick<FrontmatterReference, 'target' | 'id' | 'isGuess'>;

// The three known keys always refer to a document; other keys of ids may hold anything, so their values must be ids.
function readStated(text: string, key: string): readonly ReferenceTarget[] {
  const target = text.trim().replace(WIKILINK, '$1').trim();
  const id = parseLatticeId(target);
  return target !== '' && (id !== null || REFERENCE_FIELDS.includes(key)) ? [{ target, id }] : [];
}

/** Finds notes in double brackets, and words in the form of an id: alone, in a list, in a link or in a sentence. */
function findByForm(text: string): readonly ReferenceTarget[] {
  const notes = [...text.matchAll(WIKILINK)].flatMap(([, name = '']) => (name.trim() === '' ? [] : [name.trim()]));
  const rest = text.replace(WIKILINK, ' ').trim();
  const words = rest.split(/[\s,;]+/);
  const ids = words.every((word) => parseLatticeId(word) !== null) ? words : (rest.match(ID_IN_PROSE) ?? []);
  return [
    ...notes.map((target) => ({ target, id: parseLatticeId(target) })),
    ...[...new Set(ids)].map((target) => ({ target, id: parseLatticeId(target), isGuess: true as const })),
  ];
}

interface FieldTexts {
  /** The texts and numbers outside of maps. */
  readonly outside: readonly string[];
  /** The keys and values of maps, because an id can be either. */
  readonly inside: readonly string[];
}

function collectTexts(value: FrontmatterValue): FieldTexts {
  if (isMap(value)) {
    const inner = Object.entries(value).map(([key, one]) => [key, collectTexts(one)] as const);
    return { outside: [], inside: inner.flatMap(([key, { outside, inside }]) => [key, ...outside, ...inside]) };
  }
  if (!isList(value)) return { outside: collectLeaves(value), inside: [] };
  const note = value.length === 1 && isList(value[0] ?? null) ? collectLeaves(value) : [];
  if (note.length === 1) return { outside: [`[[${note[0]}]]`], inside: [] };
  const parts = value.map(collectTexts);
  return { outside: parts.flatMap((part) => part.outside), inside: parts.flatMap((part) => part.inside) };
}

// Returns the texts and numbers in a value and in nested lists: without quotes YAML reads [[Note]] as a list in a list.
function collectLeaves(value: FrontmatterValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return isList(value) ? value.flatMap(collectLeaves) : [];
}

const isList = (value: FrontmatterValue): value is readonly FrontmatterValue[] => Array.isArray(value);

const isMap = (value: FrontmatterValue): value is { readonly [key: string]: FrontmatterValue } =>
  typeof value === 'object' && value !== null && !isList(value);
