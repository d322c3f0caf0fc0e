import { ContextError } from '../../model/errors.ts';
import { DOCUMENT_TYPE, type ListFilter, listDocuments } from '../../pipeline/show/list-documents.ts';
import type { ListAnswer, ListInput } from '../../ports/knowledge.ts';
import type { DocumentCard } from '../../ports/store.ts';
import { compareReady, type FindIssue, ISSUE_TYPES, isReady, STATUSES } from '../../sources/markdown/issues.ts';
import { createDirectory } from '../../sources/markdown/links/directory.ts';
import { resolveReference } from '../../sources/markdown/links/resolve-link.ts';
import type { QuestionRun } from '../question-run.ts';
import { redactLines } from './knowledge-run.ts';

/** Documents and issues by what their cards say; no body is read. */
export async function runList(input: ListInput, { parts, notes }: QuestionRun): Promise<ListAnswer> {
  checkNames(input);
  const cards = await parts.store.allDocuments();
  const chosen = input.ready ? readyIssues(cards) : cards;
  const filter: ListFilter = { ...input, sort: input.sort ?? (input.ready ? null : 'path') };
  const listed = listDocuments(chosen, filter);
  const shown = listed.slice(0, input.limit);
  const descriptions = await redactLines(
    shown.map(({ description }) => description ?? ''),
    parts.redact,
  );
  const documents = shown.map(({ id, name, path, labels, issue }, index) => {
    return { id, name, path, description: descriptions[index] || null, labels, issue };
  });
  return { documents, total: listed.length, notes };
}

/** Issues that can be started, the most urgent first. */
function readyIssues(cards: readonly DocumentCard[]): readonly DocumentCard[] {
  const find = issueFinder(cards);
  return cards
    .flatMap((card) =>
      card.issue !== null && isReady(card.issue, find(card.path)) ? [{ ...card, issue: card.issue }] : [],
    )
    .sort(compareReady);
}

/** What a reference of an issue leads to, seen from the document it stands in. */
function issueFinder(cards: readonly DocumentCard[]): (fromPath: string) => FindIssue {
  const byPath = new Map(cards.map((card) => [card.path, card]));
  const issues = cards.filter(({ issue }) => issue !== null);
  // Only issues can block, so nothing else needs to be found.
  const directory = createDirectory(issues.map((card) => ({ ...card, aliases: [], anchors: [], sections: [] })));
  return (fromPath) => (reference) => {
    const resolution = resolveReference(reference, fromPath, directory);
    return resolution.outcome === 'document' ? (byPath.get(resolution.path)?.issue ?? null) : null;
  };
}

function checkNames({ status, type }: ListInput): void {
  const rules: readonly (readonly [string, ListInput['status'], readonly string[]])[] = [
    ['status', status, Object.keys(STATUSES)],
    ['type', type, [...ISSUE_TYPES, DOCUMENT_TYPE]],
  ];
  for (const [what, asked, known] of rules) {
    const unknown = (asked ?? []).find((name) => !known.includes(name));
    if (unknown !== undefined)
      throw new ContextError('BAD_INPUT', `There is no ${what} "${unknown}"; known are ${known.join(', ')}.`);
  }
}
