import { ContextError } from '../../model/errors.ts';
import { type Related, SHOW_SOURCES, type ShowCandidate } from '../../pipeline/show/show-candidate.ts';
import type { ShowView } from '../../ports/knowledge.ts';
import type { ShownDocument, ShownReference, ShownTarget } from '../../ports/show-page.ts';
import { documentBody, frontmatterText, sectionText } from '../../sources/markdown/document-text.ts';
import { readFrontmatter } from '../../sources/markdown/frontmatter/read-frontmatter.ts';
import type { KnowledgeRun } from '../documents/knowledge-run.ts';
import { linesOf } from '../fresh-texts.ts';
import type { FoundTarget } from './found-target.ts';
import { codeOutline, documentOutline, folderTarget } from './outline.ts';
import { redactLines } from './redact-lines.ts';

/** A chosen document with its body; null when its text cannot be had. */
export async function shownDocument(candidate: ShowCandidate, run: KnowledgeRun): Promise<ShownDocument | null> {
  const read = await run.texts.read(candidate.card);
  if (read === null) return null;
  const because = SHOW_SOURCES[candidate.source];
  return { ...about(candidate), body: bodyOf(read.text, candidate), because, isStale: read.isStale };
}

/** The target as a page prints it. */
export async function shownTarget(found: FoundTarget, run: KnowledgeRun, view: ShowView): Promise<ShownTarget> {
  if (found.kind === 'folder') return folderTarget(found.path, run);
  const file = found.kind === 'code' ? found.file : found.card;
  const read = await run.texts.read(file);
  if (read === null) throw new ContextError('NO_SUCH_FILE', `${file.path} cannot be read.`);
  const { text, isStale } = read;
  if (found.kind === 'code') {
    const outline = view === 'sections' ? await codeOutline(found, run) : null;
    return { ...codeTarget(found, text, isStale), ...(outline === null ? {} : { body: '', outline }) };
  }
  const { card, section } = found;
  const isWhole = section === null;
  return {
    ...about(found),
    body: view === 'raw' ? text : view === 'peek' || view === 'sections' ? '' : bodyOf(text, found),
    because: 'asked for',
    isStale,
    frontmatter: isWhole && view !== 'sections' ? unixLines(frontmatterText(text)) : null,
    // Read again, because the index holds what is written and the text is redacted.
    fields: readFrontmatter(text).frontmatter.fields,
    issue: isWhole && view !== 'sections' ? card.issue : null,
    labels: card.labels,
    language: null,
    outline: view === 'sections' ? documentOutline(found) : null,
  };
}

/** Candidates as they are named. */
export async function shownReferences(
  candidates: readonly Related[],
  { redact }: KnowledgeRun,
): Promise<readonly ShownReference[]> {
  const descriptions = candidates.map(({ card, section }) => (section === null ? (card.description ?? '') : ''));
  const redacted = await redactLines(descriptions, redact);
  return candidates.map(({ card, section }, index) => ({
    id: section === null ? card.id : section.id,
    name: section === null ? card.name : section.title,
    path: card.path,
    anchor: section?.slug ?? null,
    description: redacted[index] || null,
  }));
}

function about({ card, section }: Related): Omit<ShownDocument, 'body' | 'because' | 'isStale'> {
  return {
    id: section === null ? card.id : section.id,
    name: card.name,
    path: card.path,
    startLine: section?.startLine ?? 1,
    endLine: section?.endLine ?? card.lineCount,
    hash: card.hash,
    section: section?.title ?? null,
    position: card.docPosition,
  };
}

function bodyOf(text: string, { section }: Related): string {
  return unixLines(section === null ? documentBody(text) : sectionText(text, section));
}

// A page has one kind of line ends, whatever its documents have.
function unixLines<Text extends string | null>(text: Text): Text {
  return (text?.replaceAll('\r\n', '\n') ?? null) as Text;
}

function codeTarget(found: Extract<FoundTarget, { kind: 'code' }>, text: string, isStale: boolean): ShownTarget {
  const { file, startLine, endLine } = found;
  return {
    id: null,
    name: file.path,
    path: file.path,
    startLine,
    endLine,
    hash: file.hash,
    section: null,
    body: linesOf(text)
      .slice(startLine - 1, endLine)
      .join('\n'),
    position: 0,
    because: 'asked for',
    isStale,
    frontmatter: null,
    fields: [],
    issue: null,
    labels: [],
    language: file.language ?? '',
    outline: null,
  };
}
