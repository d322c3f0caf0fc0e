import type { Issue } from '../../model/document.ts';
import { ContextError } from '../../model/errors.ts';
import { DOCUMENT_TYPE, type ListFilter, listDocuments } from '../../pipeline/show/list-documents.ts';
import type { ListAnswer, ListInput } from '../../ports/knowledge.ts';
import type { DocumentCard } from '../../ports/store.ts';
import { compareReady, ISSUE_TYPES, isReady, STATUSES } from '../../sources/markdown/issues.ts';
import { createDirectory } from '../../sources/markdown/links/directory.ts';
import { resolveReference } from '../../sources/markdown/links/resolve-link.ts';
import type { QuestionRun } from '../question-run.ts';
import { fileDocuments, redactLines } from './knowledge-run.ts';

/** Documents and issues by what their cards say; no body is read. */
export async function runList(input: ListInput, { parts, notes }: QuestionRun): Promise<ListAnswer> {
  checkNames(input);
  const cards = await fileDocuments(parts.store);
  const related = relatedIssues(cards);
  const told = new Map(related.map((one) => [one.card.path, one.told]));
  const chosen = input.ready ? readyIssues(related) : cards;
  const filter: ListFilter = { ...input, sort: input.sort ?? (input.ready ? null : 'path') };
  const listed = listDocuments(chosen, filter);
  const shown = listed.slice(0, input.limit);
  const descriptions = await redactLines(
    shown.map(({ description }) => description ?? ''),
    parts.redact,
  );
  const documents = shown.map((card, index) => {
    const { id, name, path, labels } = card;
    return { id, name, path, description: descriptions[index] || null, labels, issue: issueOf(card, told) };
  });
  return { documents, total: listed.length, notes };
}

type IssueCard = DocumentCard & { readonly issue: Issue };

/** An issue with what both sides say of it: what it waits for, and what waits for it. */
interface RelatedIssue {
  readonly card: IssueCard;
  readonly blockers: Set<IssueCard>;
  readonly blocked: Set<IssueCard>;
  /** Ids that only the other side tells. */
  readonly told: { readonly blockedBy: string[]; readonly blocking: string[] };
}

/** Every issue of a workspace: that one blocks another is told by either of them. */
function relatedIssues(cards: readonly DocumentCard[]): readonly RelatedIssue[] {
  const issues = cards.filter((card): card is IssueCard => card.issue !== null);
  const byPath = new Map(issues.map((card) => [card.path, card]));
  // Only issues can block, so nothing else needs to be found.
  const directory = createDirectory(issues.map((card) => ({ ...card, aliases: [], anchors: [], sections: [] })));
  const meant = (references: readonly string[], { path }: IssueCard) =>
    references.flatMap((reference) => {
      const resolution = resolveReference(reference, path, directory);
      return resolution.outcome === 'document' && resolution.path !== path ? (byPath.get(resolution.path) ?? []) : [];
    });
  const all = issues.map((card): RelatedIssue => {
    const { blockedBy, blocking } = card.issue;
    const sides = { blockers: new Set(meant(blockedBy, card)), blocked: new Set(meant(blocking, card)) };
    return { card, ...sides, told: { blockedBy: [], blocking: [] } };
  });
  const of = new Map(all.map((one) => [one.card, one]));
  for (const { card, blockers, blocked } of all) {
    const name = card.id ?? card.path;
    for (const other of blocked) if (isNew(of.get(other)?.blockers, card)) of.get(other)?.told.blockedBy.push(name);
    for (const other of blockers) if (isNew(of.get(other)?.blocked, card)) of.get(other)?.told.blocking.push(name);
  }
  return all;
}

function isNew(side: Set<IssueCard> | undefined, card: IssueCard): boolean {
  if (side === undefined || side.has(card)) return false;
  side.add(card);
  return true;
}

/** Issues that can be started, the most urgent first. */
function readyIssues(related: readonly RelatedIssue[]): readonly IssueCard[] {
  return related
    .filter(({ card, blockers }) =>
      isReady(
        card.issue,
        [...blockers].map(({ issue }) => issue),
      ),
    )
    .map(({ card }) => card)
    .sort(compareReady);
}

function issueOf(card: DocumentCard, told: ReadonlyMap<string, RelatedIssue['told']>): Issue | null {
  const { blockedBy = [], blocking = [] } = told.get(card.path) ?? {};
  const { issue } = card;
  if (issue === null) return null;
  return { ...issue, blocking: [...issue.blocking, ...blocking], blockedBy: [...issue.blockedBy, ...blockedBy] };
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
