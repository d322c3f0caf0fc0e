import { didYouMean } from '../../../config/did-you-mean.ts';
import { codePoints } from '../code-points.ts';
import type { DocumentFacts } from '../document-facts.ts';
import { type FrontmatterField, fieldOf } from '../frontmatter/frontmatter.ts';
import { ISSUE_KEYS, STATUS_UNSAID } from '../issues.ts';
import type { Directory } from '../links/directory.ts';
import type { CheckLimits } from './check-limits.ts';
import type { Finding, FindingCode } from './finding.ts';
import { nameSplice } from './fix-name.ts';
import { isKnownKey, KEY_NAMES, valueFault } from './known-keys.ts';
import { isPlainName } from './plain-name.ts';

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

// Any key may refer to documents, and those that do need not be known.
function namesDocuments(key: string, { references }: DocumentFacts, directory: Pick<Directory, 'byId'>): boolean {
  const own = references.filter(({ field }) => field === key);
  return own.some(({ id, isGuess }) => isGuess !== true || directory.byId(id ?? '').length > 0);
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

function finding(code: FindingCode, path: string, line: number, message: string): Finding {
  return { code, path, line, message, isFixable: false };
}

function shown({ value }: FrontmatterField): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
