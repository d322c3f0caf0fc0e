import { didYouMean } from '../../../config/did-you-mean.ts';
import {
  type DocumentFacts,
  type Finding,
  type FrontmatterField,
  type FrontmatterValue,
  finding,
} from '../../../model/document.ts';
import { codePoints } from '../../../model/visible-text.ts';
import { isReferenceKey } from '../frontmatter/read-fields.ts';
import { fieldOf } from '../frontmatter/read-frontmatter.ts';
import { ISSUE_KEYS, ISSUE_TYPES, isoMilliseconds, PRIORITIES, STATUS_UNSAID, STATUSES } from '../issues.ts';
import { latticeId } from '../lattice-id.ts';
import type { Directory } from '../links/directory.ts';
import { isPlainName, nameSplice } from './fix-document.ts';

/** What the frontmatter of a document with an id has too much, too little or wrong (E003–E005, W001–W006). */
export function checkFields(
  document: DocumentFacts,
  text: string,
  { limits, directory }: { readonly limits: CheckLimits; readonly directory: Pick<Directory, 'byId'> },
): readonly Finding[] {
  return [
    ...checkKeys(document, directory),
    ...checkIssue(document),
    ...checkName(document, text, limits),
    ...checkSizes(document, limits),
  ];
}

function checkKeys(document: DocumentFacts, directory: Pick<Directory, 'byId'>): readonly Finding[] {
  const { path, frontmatter } = document;
  return frontmatter.fields.flatMap((field) => {
    const { key, line } = field;
    if (!isKnownKey(key)) {
      const meant = didYouMean(key, KEY_NAMES);
      const isFine = meant === '' && namesDocuments(key, document, directory);
      return isFine ? [] : [finding('E003', path, line, `unknown key "${key}"${meant}`)];
    }
    const fault = valueFault(field);
    return fault === null ? [] : [finding('E005', path, line, `${key} must be ${fault}, not ${shown(field)}`)];
  });
}

// An unknown key is no fault when it refers to documents.
function namesDocuments(key: string, { references }: DocumentFacts, directory: Pick<Directory, 'byId'>): boolean {
  const ofKey = references.filter(({ field }) => field === key);
  return ofKey.some(({ id, isGuess }) => isGuess !== true || directory.byId(id ?? '').length > 0);
}

function checkIssue({ path, frontmatter, issue }: DocumentFacts): readonly Finding[] {
  if (issue === null) return [];
  const key = ISSUE_KEYS.find((one) => fieldOf(frontmatter, one) !== null) ?? 'issue-type';
  const line = fieldOf(frontmatter, key)?.line ?? 1;
  const needed = STATUS_UNSAID[key] === null ? ['status', 'priority'] : ['priority'];
  const missing = needed.filter((one) => (fieldOf(frontmatter, one)?.value ?? null) === null);
  return missing.map((one) => finding('E004', path, line, `an issue needs a ${one}`));
}

function checkName(document: DocumentFacts, text: string, limits: CheckLimits): readonly Finding[] {
  const { path, frontmatter, givenName: name } = document;
  const isFixable = nameSplice(text, path) !== null;
  const line = fieldOf(frontmatter, 'name')?.line ?? fieldOf(frontmatter, 'lattice-id')?.line ?? 1;
  if (name === null) return [{ ...finding('W002', path, line, 'the document has no name'), isFixable }];
  const findings: Finding[] = [];
  const length = codePoints(name);
  if (length > limits.nameCharactersMax) {
    findings.push(
      finding('W004', path, line, `the name has ${length} characters, more than ${limits.nameCharactersMax}`),
    );
  }
  if (!isPlainName(name)) {
    findings.push({
      ...finding('W006', path, line, `the name "${name}" is not lower-case letters, digits and hyphens`),
      isFixable,
    });
  }
  return findings;
}

function checkSizes(
  { path, frontmatter, description, lineCount }: DocumentFacts,
  limits: CheckLimits,
): readonly Finding[] {
  const findings: Finding[] = [];
  const line = fieldOf(frontmatter, 'description')?.line ?? fieldOf(frontmatter, 'lattice-id')?.line ?? 1;
  const length = codePoints(description ?? '');
  if (description === null) findings.push(finding('W003', path, line, 'the document has no description'));
  if (length > limits.descriptionCharactersMax) {
    findings.push(
      finding(
        'W005',
        path,
        line,
        `the description has ${length} characters, more than ${limits.descriptionCharactersMax}`,
      ),
    );
  }
  if (lineCount > limits.linesMax) {
    findings.push(
      finding('W001', path, limits.linesMax + 1, `the document has ${lineCount} lines, more than ${limits.linesMax}`),
    );
  }
  return findings;
}

function shown({ value }: FrontmatterField): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

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

/** The names that are suggested for an unknown key. */
const KEY_NAMES: readonly string[] = Object.keys(KNOWN_KEYS);

/** Whether a document may have a key. */
function isKnownKey(key: string): boolean {
  return Object.hasOwn(KNOWN_KEYS, key) || isReferenceKey(key);
}

/** What a field ought to hold and does not; null when nothing is wrong. An empty field says nothing. */
function valueFault({ key, value }: FrontmatterField): string | null {
  if (value === null) return null;
  const rule = Object.hasOwn(KNOWN_KEYS, key) ? KNOWN_KEYS[key] : isReferenceKey(key) ? reference : undefined;
  return rule?.(value) ?? null;
}

function isTextList(value: FrontmatterValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number');
}

/** Soft limits of documents. */
export interface CheckLimits {
  readonly linesMax: number;
  readonly nameCharactersMax: number;
  readonly descriptionCharactersMax: number;
}
