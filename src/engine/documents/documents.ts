// Answers `check` and `list`: it checks the documents of a workspace and mends what can be mended, and lists documents
// and issues with what blocks them.
import { realpath, stat } from 'node:fs/promises';
import { DEFAULTS } from '../../config/defaults.ts';
import { writeAtOnce } from '../../config/write-at-once.ts';
import { type Finding, type Issue, isError } from '../../model/document.ts';
import { ContextError } from '../../model/errors.ts';
import { DOCUMENT_TYPE, isBelow, type ListFilter, listDocuments } from '../../pipeline/show/list-documents.ts';
import type { CheckAnswer, CheckInput, ListAnswer, ListInput } from '../../ports/knowledge.ts';
import type { DocumentCard } from '../../ports/store.ts';
import { confine } from '../../reading/confine.ts';
import { readPlainFile } from '../../reading/plain-file.ts';
import { type CheckedDocument, checkDocuments } from '../../sources/markdown/check/check-documents.ts';
import { fixDocument } from '../../sources/markdown/check/fix-document.ts';
import { compareReady, ISSUE_TYPES, isReady, STATUSES } from '../../sources/markdown/issues.ts';
import { createDirectory } from '../../sources/markdown/links/directory.ts';
import { resolveReference } from '../../sources/markdown/links/resolve-link.ts';
import { readDocument } from '../../sources/markdown/read-document.ts';
import { askInBatches } from '../ask-in-batches.ts';
import { isMarkdown, pathTables } from '../links/link-directory.ts';
import type { QuestionRun } from '../question-run.ts';
import { fileDocuments, redactLines } from './document-run.ts';

/** Checks the documents of the workspace. Reads all of them, because a link can lead to any. */
export async function runCheck(input: CheckInput, context: QuestionRun): Promise<CheckAnswer> {
  const first = await findingsOf(input, context);
  const fixed = input.fix ? await fixAll(first.findings, context) : [];
  const { findings, documents } = fixed.length === 0 ? first : await findingsOf(input, context);
  const messages = await redactLines(
    findings.map(({ message }) => message),
    context.parts.redact,
  );
  const shown = findings.map((finding, index) => ({ ...finding, message: messages[index] ?? '' }));
  return { findings: shown, errors: findings.filter(isError).length, fixed, documents, notes: context.notes };
}

async function findingsOf({ paths }: CheckInput, { parts }: QuestionRun) {
  const { rootPatterns } = parts;
  const { files } = await parts.store.opening();
  const storedText = askInBatches(parts.store.texts);
  const read = await Promise.all(
    files.filter(isMarkdown).map(async ({ path, hash }): Promise<readonly CheckedDocument[]> => {
      const text = (await parts.reader.read(path))?.text ?? (await storedText(hash));
      return text === undefined ? [] : [{ text, facts: readDocument(text, path, { rootPatterns }) }];
    }),
  );
  const documents = read.flat();
  const { otherAt } = pathTables(files, rootPatterns);
  const findings = checkDocuments(documents, { limits: DEFAULTS.markdown, otherAt });
  const missing = paths?.find((asked) => !files.some(({ path }) => isBelow(path, asked)));
  if (missing !== undefined) throw new ContextError('NO_SUCH_FILE', `There is no file or folder ${missing} to check.`);
  const isAsked = (documentPath: string) => paths?.some((path) => isBelow(documentPath, path)) ?? true;
  return {
    findings: findings.filter(({ path }) => isAsked(path)),
    documents: documents.filter(({ facts }) => isAsked(facts.path)).length,
  };
}

async function fixAll(findings: readonly Finding[], { root, parts }: QuestionRun): Promise<readonly string[]> {
  if (parts.storedView !== null)
    throw new ContextError('BAD_INPUT', `${parts.storedView} is read-only here: fix it where its files are.`);
  const fixed: string[] = [];
  for (const [path, ownFindings] of Map.groupBy(findings, (finding) => finding.path)) {
    if (!ownFindings.some(({ isFixable }) => isFixable)) continue;
    if (await fixFile(root, path, ownFindings)) fixed.push(path);
    parts.reader.forget(path);
  }
  return fixed;
}

// Fixes the findings in a file, changes no other byte, and returns whether it wrote. Leaves alone what is not UTF-8.
async function fixFile(root: string, path: string, findings: readonly Finding[]): Promise<boolean> {
  const confined = confine(await realpath(root), path);
  if ('refusal' in confined) return false;
  const bytes = readPlainFile(confined.real, { bytesMax: DEFAULTS.scan.fileBytesMax });
  if (typeof bytes === 'string') return false;
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return false;
  const fixedText = fixDocument(text, findings);
  if (fixedText === text) return false;
  try {
    await writeAtOnce(confined.real, fixedText, (await stat(confined.real)).mode);
  } catch (cause) {
    throw new ContextError('CANNOT_WRITE', `knap cannot write the fixed file ${path}.`, { cause });
  }
  return true;
}

/** Lists documents and issues by their cards, without reading any body. */
export async function runList(input: ListInput, { parts, notes }: QuestionRun): Promise<ListAnswer> {
  checkNames('status', input.status, Object.keys(STATUSES));
  checkNames('type', input.type, [...ISSUE_TYPES, DOCUMENT_TYPE]);
  const cards = await fileDocuments(parts.store);
  const related = relatedIssues(cards);
  const issues = new Map(related.map((issue) => [issue.card.path, completeIssue(issue)]));
  const chosen = input.ready ? readyIssues(related) : cards;
  const filter: ListFilter = { ...input, sort: input.sort ?? (input.ready ? null : 'path') };
  const listed = listDocuments(chosen, filter);
  const shown = listed.slice(0, input.limit);
  const descriptions = await redactLines(
    shown.map(({ description }) => description ?? ''),
    parts.redact,
  );
  const documents = shown.map(({ id, name, path, labels }, index) => {
    return { id, name, path, description: descriptions[index] || null, labels, issue: issues.get(path) ?? null };
  });
  return { documents, total: listed.length, notes };
}

type IssueCard = DocumentCard & { readonly issue: Issue };

/** An issue with the issues that block it and those it blocks, as declared by either side. */
interface RelatedIssue {
  readonly card: IssueCard;
  readonly blockers: Set<IssueCard>;
  readonly blocked: Set<IssueCard>;
  /** Ids, or else paths, of the other issues that declare the relation alone. */
  readonly declaredElsewhere: { readonly blockedBy: string[]; readonly blocking: string[] };
}

// Either of two issues may declare that one blocks the other.
function relatedIssues(cards: readonly DocumentCard[]): readonly RelatedIssue[] {
  const issues = cards.filter((card): card is IssueCard => card.issue !== null);
  const byPath = new Map(issues.map((card) => [card.path, card]));
  // Only issues can block, so the directory needs no other documents.
  const directory = createDirectory(issues.map((card) => ({ ...card, aliases: [], anchors: [], sections: [] })));
  const issuesNamed = (references: readonly string[], { path }: IssueCard) =>
    references.flatMap((reference) => {
      const resolution = resolveReference(reference, path, directory);
      return resolution.outcome === 'document' && resolution.path !== path ? (byPath.get(resolution.path) ?? []) : [];
    });
  const all = issues.map((card): RelatedIssue => {
    const { blockedBy, blocking } = card.issue;
    const sides = { blockers: new Set(issuesNamed(blockedBy, card)), blocked: new Set(issuesNamed(blocking, card)) };
    return { card, ...sides, declaredElsewhere: { blockedBy: [], blocking: [] } };
  });
  const of = new Map(all.map((issue) => [issue.card, issue]));
  for (const { card, blockers, blocked } of all) {
    const name = card.id ?? card.path;
    for (const other of blocked)
      if (isNew(of.get(other)?.blockers, card)) of.get(other)?.declaredElsewhere.blockedBy.push(name);
    for (const other of blockers)
      if (isNew(of.get(other)?.blocked, card)) of.get(other)?.declaredElsewhere.blocking.push(name);
  }
  return all;
}

function isNew(side: Set<IssueCard> | undefined, card: IssueCard): boolean {
  if (side === undefined || side.has(card)) return false;
  side.add(card);
  return true;
}

// Lists the issues that can be started now, the most urgent first.
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

function completeIssue({ card: { issue }, declaredElsewhere: { blockedBy, blocking } }: RelatedIssue): Issue {
  return { ...issue, blocking: [...issue.blocking, ...blocking], blockedBy: [...issue.blockedBy, ...blockedBy] };
}

function checkNames(what: string, asked: readonly string[] | undefined, allowed: readonly string[]): void {
  const unknown = asked?.find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    throw new ContextError('BAD_INPUT', `There is no ${what} "${unknown}"; known are ${allowed.join(', ')}.`);
}
