import type { DocumentFacts } from '../document-facts.ts';
import { fieldOf } from '../frontmatter/frontmatter.ts';
import { createDirectory, type Directory } from '../links/directory.ts';
import { checkBlocking } from './check-blocking.ts';
import { checkFields } from './check-fields.ts';
import { checkIds } from './check-ids.ts';
import type { CheckLimits } from './check-limits.ts';
import { checkLinks } from './check-links.ts';
import { checkStyle } from './check-style.ts';
import type { Finding } from './finding.ts';

/** A document with the text it was read from. */
export interface CheckedDocument {
  readonly facts: DocumentFacts;
  readonly text: string;
}

export interface CheckOptions {
  readonly limits: CheckLimits;
  /** Where links lead; made from the documents themselves when it is not given. */
  readonly directory?: Directory;
}

/** Everything wrong with some documents, by path, line and code. Ordinary documents are held only to rules about links. */
export function checkDocuments(documents: readonly CheckedDocument[], options: CheckOptions): readonly Finding[] {
  const facts = documents.map((document) => document.facts);
  const directory = options.directory ?? createDirectory(facts);
  const withId = documents.filter((document) => isIdentified(document.facts));
  const findings = [
    ...checkIds(facts),
    ...checkBlocking(facts, directory),
    ...facts.flatMap((document) => checkLinks(document, directory)),
    ...withId.flatMap((document) => checkFields(document.facts, document.text, { ...options, directory })),
    ...withId.flatMap((document) => checkStyle(document.facts.path, document.text)),
  ];
  return findings.sort(compareFindings);
}

/** Whether a document has, or means to have, an id: then all rules hold. */
function isIdentified(document: Pick<DocumentFacts, 'frontmatter'>): boolean {
  return fieldOf(document.frontmatter, 'lattice-id') !== null;
}

function compareFindings(a: Finding, b: Finding): number {
  return (
    compareTexts(a.path, b.path) ||
    a.line - b.line ||
    compareTexts(a.code, b.code) ||
    compareTexts(a.message, b.message)
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
