import { latticeId } from '../lattice-id.ts';
import { type Frontmatter, type FrontmatterReference, type FrontmatterValue, fieldOf } from './frontmatter.ts';

const REFERENCE_FIELDS = ['blocking', 'blocked-by', 'discovered-from'];
// What a document says of itself names no other, even where a word of it has the form of an id.
const OWN_FIELDS = 'lattice-id name title alias aliases description labels doc-context-for'.split(' ');
const GUESS = { isGuess: true } as const;

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

/** Every reference of the frontmatter, in the order of the fields. */
export function referencesOf(frontmatter: Frontmatter): readonly FrontmatterReference[] {
  return frontmatter.fields
    .filter(({ key }) => !OWN_FIELDS.includes(key))
    .flatMap(({ key, line }) =>
      listOf(frontmatter, key)
        .map(withoutBrackets)
        .map((target) => ({ field: key, target, id: latticeId(target), line, ...(isReferenceKey(key) ? {} : GUESS) }))
        // The three known keys always mean a document; any other may hold anything.
        .filter((reference) => REFERENCE_FIELDS.includes(key) || reference.id !== null),
    )
    .map((reference, position) => ({ ...reference, position }));
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

function withoutBrackets(target: string): string {
  return /^\[\[([^[\]|]*)(?:\|[^[\]]*)?\]\]$/.exec(target)?.[1]?.trim() ?? target;
}
