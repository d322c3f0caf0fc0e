// `knap check` holds documents with an id to rules about their frontmatter: known keys, allowed values, names and
// sizes.
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
import { DEFAULT_STATUS, ISSUE_KEYS, ISSUE_TYPES, PRIORITIES, parseIsoDate, STATUSES } from '../issues.ts';
import { parseLatticeId } from '../lattice-id.ts';
import type { Directory } from '../links/directory.ts';
import { createNameSplice, isPlainName } from './fix-document.ts';

/** Finds unknown, missing and wrong fields, and too many lines (E003–E005, W001–W006). */
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
    const { key, line, value } = field;
    const rule = ruleOf(key);
    if (rule === null) {
      const suggestion = didYouMean(key, KEY_NAMES);
      const isFine = suggestion === '' && namesDocuments(key, document, directory);
      return isFine ? [] : [finding('E003', path, line, `unknown key "${key}"${suggestion}`)];
    }
    // An empty field is no fault here; the other checks say which values are needed.
    const fault = value === null ? null : rule(value);
    return fault === null ? [] : [finding('E005', path, line, `${key} must be ${fault}, not ${printValue(field)}`)];
  });
}

// An unknown key that resembles no known one is allowed when its value refers to documents.
function namesDocuments(key: string, { references }: DocumentFacts, directory: Pick<Directory, 'byId'>): boolean {
  const ofKey = references.filter(({ field }) => field === key);
  return ofKey.some(({ id, isGuess }) => isGuess !== true || directory.byId(id ?? '').length > 0);
}

function checkIssue({ path, frontmatter, issue }: DocumentFacts): readonly Finding[] {
  if (issue === null) return [];
  const key = ISSUE_KEYS.find((name) => fieldOf(frontmatter, name) !== null) ?? 'issue-type';
  const line = fieldOf(frontmatter, key)?.line ?? 1;
  const needed = DEFAULT_STATUS[key] === null ? ['status', 'priority'] : ['priority'];
  const missing = needed.filter((name) => (fieldOf(frontmatter, name)?.value ?? null) === null);
  return missing.map((name) => finding('E004', path, line, `an issue needs a ${name}`));
}

function checkName(document: DocumentFacts, text: string, limits: CheckLimits): readonly Finding[] {
  const { path, frontmatter, givenName: name } = document;
  const isFixable = createNameSplice(text, path) !== null;
  const line = fieldOf(frontmatter, 'name')?.line ?? fieldOf(frontmatter, 'lattice-id')?.line ?? 1;
  if (name === null) return [{ ...finding('W002', path, line, 'the document has no name'), isFixable }];
  const findings: Finding[] = [];
  const length = codePoints(name);
  const tooLong = `the name has ${length} characters, more than ${limits.nameCharactersMax}`;
  if (length > limits.nameCharactersMax) findings.push(finding('W004', path, line, tooLong));
  const notPlain = `the name "${name}" is not lower-case letters and digits, joined by single hyphens`;
  if (!isPlainName(name)) findings.push({ ...finding('W006', path, line, notPlain), isFixable });
  return findings;
}

function checkSizes(document: DocumentFacts, limits: CheckLimits): readonly Finding[] {
  const { path, frontmatter, description, lineCount } = document;
  const { descriptionCharactersMax, linesMax } = limits;
  const findings: Finding[] = [];
  const line = fieldOf(frontmatter, 'description')?.line ?? fieldOf(frontmatter, 'lattice-id')?.line ?? 1;
  const length = codePoints(description ?? '');
  const tooLong = `the description has ${length} characters, more than ${descriptionCharactersMax}`;
  const tooManyLines = `the document has ${lineCount} lines, more than ${linesMax}`;
  if (description === null) findings.push(finding('W003', path, line, 'the document has no description'));
  if (length > descriptionCharactersMax) findings.push(finding('W005', path, line, tooLong));
  if (lineCount > linesMax) findings.push(finding('W001', path, linesMax + 1, tooManyLines));
  return findings;
}

function printValue({ value }: FrontmatterField): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Returns what a value should have been; null when the value is allowed. */
type Rule = (value: FrontmatterValue) => string | null;

const text: Rule = (value) => (typeof value === 'string' || typeof value === 'number' ? null : 'a text');
const flag: Rule = (value) => (typeof value === 'boolean' ? null : 'true or false');
const integer: Rule = (value) => (Number.isSafeInteger(value) ? null : 'a whole number');
const between =
  (min: number, max: number): Rule =>
  (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
      ? null
      : `a whole number from ${min} to ${max}`;
const oneOf =
  (names: readonly string[]): Rule =>
  (value) =>
    typeof value === 'string' && names.includes(value) ? null : `one of ${names.join(', ')}`;
const date: Rule = (value) => (typeof value === 'string' && parseIsoDate(value) !== null ? null : 'a date in ISO 8601');
const labels: Rule = (value) => (isTextList(value) ? null : 'a list of texts');
const reference: Rule = (value) =>
  (typeof value === 'string' ? [value] : isTextList(value) ? value : ['']).every((id) => parseLatticeId(id) !== null)
    ? null
    : 'an ID or a list of IDs';
const anything: Rule = () => null;

/** The known keys of a document with an id, each with the rule for its value. `checkIds` checks the id itself. */
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

const KEY_NAMES: readonly string[] = Object.keys(KNOWN_KEYS);

function ruleOf(key: string): Rule | null {
  if (Object.hasOwn(KNOWN_KEYS, key)) return KNOWN_KEYS[key]!;
  return isReferenceKey(key) ? reference : null;
}

const isTextList = (value: FrontmatterValue): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number');

/** The limits of documents that `knap check` warns about. */
export interface CheckLimits {
  readonly linesMax: number;
  readonly nameCharactersMax: number;
  readonly descriptionCharactersMax: number;
}
