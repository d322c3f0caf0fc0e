import type { Frontmatter, FrontmatterReference, FrontmatterValue } from '../../../model/document.ts';
import { latticeId } from '../lattice-id.ts';
import { fieldOf } from './read-frontmatter.ts';

const REFERENCE_FIELDS = ['blocking', 'blocked-by', 'discovered-from'];
// These fields describe the document itself, so that a word in them is no reference even where it looks like an id.
const OWN_FIELDS = 'lattice-id name title alias aliases description labels tags doc-context-for'.split(' ');
const WIKILINK = /\[\[([^[\]|]*)(?:\|[^[\]]*)?\]\]/g;
// In prose only capitals count as an id, because many words have its length.
const ID_IN_PROSE = /(?<![\w-])L[A-Z0-9]{4,}(?![\w-])/g;

/** A text under a key; null when it is absent, empty or no text. Numbers are read as they are written by people: as text. */
export function textOf(frontmatter: Frontmatter, key: string): string | null {
  const value = fieldOf(frontmatter, key)?.value;
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

/** A whole number under a key; null when it is absent or none. */
export function integerOf(frontmatter: Frontmatter, key: string): number | null {
  const value = fieldOf(frontmatter, key)?.value;
  const number = typeof value === 'string' && /^\s*[+-]?\d{1,9}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** A list under a key. A text is read as a list of one, or as several with commas between them. */
export function listOf(frontmatter: Frontmatter, key: string): readonly string[] {
  const value = fieldOf(frontmatter, key)?.value ?? null;
  const texts = typeof value === 'string' ? value.split(',') : leavesOf(value);
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}

/** Whether the values of a key are ids of other documents. */
export function isReferenceKey(key: string): boolean {
  return REFERENCE_FIELDS.includes(key) || (/.-ids?$/.test(key) && key !== 'lattice-id');
}

/** What a document is about: its labels, and the tags of a vault. */
export function labelsOf(frontmatter: Frontmatter): readonly string[] {
  const tags = listOf(frontmatter, 'tags').flatMap((tag) => tag.split(/\s+/).map((word) => word.replace(/^#/, '')));
  return [...new Set([...listOf(frontmatter, 'labels'), ...tags])].filter((label) => label !== '');
}

/** Every reference of the frontmatter, in the order of the fields. */
export function referencesOf(frontmatter: Frontmatter): readonly FrontmatterReference[] {
  return frontmatter.fields
    .filter(({ key }) => !OWN_FIELDS.includes(key))
    .flatMap(({ key, line }) => {
      const { outside, inside } = textsUnder(fieldOf(frontmatter, key)?.value ?? null);
      const sure = isReferenceKey(key)
        ? outside.flatMap((text) => text.split(',')).flatMap((text) => stated(text, key))
        : [];
      const formed = [...(isReferenceKey(key) ? [] : outside), ...inside].flatMap(byForm);
      return [...sure, ...formed].map((reference) => ({ field: key, line, ...reference }));
    })
    .map((reference, position) => ({ ...reference, position }));
}

type Referred = Pick<FrontmatterReference, 'target' | 'id' | 'isGuess'>;

// The three known keys always mean a document; those that end like keys of ids may hold anything.
function stated(text: string, key: string): readonly Referred[] {
  const target = text.trim().replace(WIKILINK, '$1').trim();
  const id = latticeId(target);
  return target !== '' && (id !== null || REFERENCE_FIELDS.includes(key)) ? [{ target, id }] : [];
}

/** Notes in double brackets, and what has the form of an id: alone, in a list of them, in a link or in a sentence. */
function byForm(text: string): readonly Referred[] {
  const notes = [...text.matchAll(WIKILINK)].flatMap(([, name = '']) => (name.trim() === '' ? [] : [name.trim()]));
  const rest = text.replace(WIKILINK, ' ').trim();
  const words = rest.split(/[\s,;]+/);
  const ids = words.every((word) => latticeId(word) !== null) ? words : (rest.match(ID_IN_PROSE) ?? []);
  return [
    ...notes.map((target) => ({ target, id: latticeId(target) })),
    ...[...new Set(ids)].map((target) => ({ target, id: latticeId(target), isGuess: true as const })),
  ];
}

interface FieldTexts {
  readonly outside: readonly string[];
  /** Keys and values of maps: an id can be either. */
  readonly inside: readonly string[];
}

function textsUnder(value: FrontmatterValue): FieldTexts {
  if (isMap(value)) {
    const inner = Object.entries(value).map(([key, one]) => [key, textsUnder(one)] as const);
    return { outside: [], inside: inner.flatMap(([key, { outside, inside }]) => [key, ...outside, ...inside]) };
  }
  if (!isList(value)) return { outside: leavesOf(value), inside: [] };
  const note = value.length === 1 && isList(value[0] ?? null) ? leavesOf(value) : [];
  if (note.length === 1) return { outside: [`[[${note[0]}]]`], inside: [] };
  const parts = value.map(textsUnder);
  return { outside: parts.flatMap((part) => part.outside), inside: parts.flatMap((part) => part.inside) };
}

// Unquoted, YAML reads [[Note]] as a list in a list; both come out as the note's name.
function leavesOf(value: FrontmatterValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return isList(value) ? value.flatMap(leavesOf) : [];
}

function isList(value: FrontmatterValue): value is readonly FrontmatterValue[] {
  return Array.isArray(value);
}

function isMap(value: FrontmatterValue): value is { readonly [key: string]: FrontmatterValue } {
  return typeof value === 'object' && value !== null && !isList(value);
}
