import type { FrontmatterField, FrontmatterValue } from '../frontmatter/frontmatter.ts';
import { isReferenceKey } from '../frontmatter/values.ts';
import { isoMilliseconds } from '../iso-date.ts';
import { ISSUE_TYPES, PRIORITIES, STATUSES } from '../issues.ts';
import { latticeId } from '../lattice-id.ts';

/** Why a value is not one a key can have; null when it is. */
type Rule = (value: FrontmatterValue) => string | null;

const text: Rule = (value) => (typeof value === 'string' || typeof value === 'number' ? null : 'a text');
const flag: Rule = (value) => (typeof value === 'boolean' ? null : 'true or false');
const integer: Rule = (value) => (Number.isSafeInteger(value) ? null : 'a whole number');
const between =
  (least: number, most: number): Rule =>
  (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
      ? null
      : `a whole number from ${least} to ${most}`;
const oneOf =
  (names: readonly string[]): Rule =>
  (value) =>
    typeof value === 'string' && names.includes(value) ? null : `one of ${names.join(', ')}`;
const date: Rule = (value) =>
  typeof value === 'string' && isoMilliseconds(value) !== null ? null : 'a date in ISO 8601';
const labels: Rule = (value) => (isTextList(value) ? null : 'a list of texts');
const reference: Rule = (value) =>
  (typeof value === 'string' ? [value] : isTextList(value) ? value : ['']).every((id) => latticeId(id) !== null)
    ? null
    : 'an ID or a list of IDs';
const anything: Rule = () => null;

/** Every key a document with an id may have, with what it may hold. An id itself has findings of its own. */
const KNOWN_KEYS: Readonly<Record<string, Rule>> = {
  'lattice-id': anything,
  name: text,
  title: text,
  aliases: anything,
  description: text,
  labels,
  tags: anything,
  'doc-priority': integer,
  'doc-position': integer,
  'doc-context-for': labels,
  'doc-context-budget': between(0, Number.MAX_SAFE_INTEGER),
  'issue-type': oneOf(ISSUE_TYPES),
  'task-type': oneOf(ISSUE_TYPES),
  status: oneOf(Object.keys(STATUSES)),
  priority: between(0, PRIORITIES.length - 1),
  blocking: reference,
  'blocked-by': reference,
  'discovered-from': reference,
  'created-at': date,
  'updated-at': date,
  'closed-at': date,
  skill: flag,
  acceptance: anything,
  'design-notes': anything,
  progress: between(0, 100),
  estimate: anything,
};

/** The keys by name, for whoever looks for the one that was meant. */
export const KEY_NAMES: readonly string[] = Object.keys(KNOWN_KEYS);

/** Whether a document may have a key. */
export function isKnownKey(key: string): boolean {
  return Object.hasOwn(KNOWN_KEYS, key) || isReferenceKey(key);
}

/** What a field ought to hold and does not; null when nothing is wrong. An empty field says nothing. */
export function valueFault({ key, value }: FrontmatterField): string | null {
  if (value === null) return null;
  const rule = Object.hasOwn(KNOWN_KEYS, key) ? KNOWN_KEYS[key] : isReferenceKey(key) ? reference : undefined;
  return rule?.(value) ?? null;
}

function isTextList(value: FrontmatterValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number');
}
