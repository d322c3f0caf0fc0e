import { ContextError } from '../../model/errors.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { isBelow } from '../../pipeline/show/list-documents.ts';
import { type Related, SHOW_SOURCES, type ShowCandidate } from '../../pipeline/show/show-candidate.ts';
import type { OutlineEntry, ShownDocument, ShownReference, ShownTarget, ShowView } from '../../ports/knowledge.ts';
import { cutOutBody, cutOutFrontmatter, cutOutSection } from '../../sources/markdown/document-text.ts';
import { readFrontmatter } from '../../sources/markdown/frontmatter/read-frontmatter.ts';
import { type KnowledgeRun, redactLines } from '../documents/knowledge-run.ts';
import { splitLines } from '../fresh-texts.ts';
import type { FoundTarget } from './find-code.ts';

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
    frontmatter: isWhole && view !== 'sections' ? unixLines(cutOutFrontmatter(text)) : null,
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
  return unixLines(section === null ? cutOutBody(text) : cutOutSection(text, section));
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
    body: splitLines(text)
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

const NAMES_MAX = 8;
const SIGNATURE_CHARACTERS_MAX = 120;

/** The symbols in some lines of a file, inner ones further in. */
async function codeOutline(
  { file, startLine, endLine }: Extract<FoundTarget, { kind: 'code' }>,
  { store }: KnowledgeRun,
): Promise<readonly OutlineEntry[]> {
  const symbols = (await store.contents([file.hash])).get(file.hash)?.facts.symbols ?? [];
  const depth = (symbol: SymbolFacts): number =>
    symbol.parent === null ? 1 : 1 + depth(symbols[symbol.parent] ?? { ...symbol, parent: null });
  return symbols
    .filter((symbol) => startLine <= symbol.startLine && symbol.endLine <= endLine)
    .map((symbol) => ({
      id: null,
      title: symbol.signature.replace(/\s+/g, ' ').slice(0, SIGNATURE_CHARACTERS_MAX) || symbol.qualifiedName,
      level: depth(symbol),
      ...{ startLine: symbol.startLine, endLine: symbol.endLine },
      length: null,
    }));
}

/** The files below a folder, each with the names of what stands in it. */
async function folderTarget(path: string, { store, files }: KnowledgeRun): Promise<ShownTarget> {
  const inside = [...files.values()].filter((file) => isBelow(file.path, path));
  const contents = await store.contents([...new Set(inside.map(({ hash }) => hash))]);
  const outline = inside.map((file): OutlineEntry => {
    const symbols = contents.get(file.hash)?.facts.symbols ?? [];
    const names = [...new Set(symbols.flatMap(({ name, parent }) => (parent === null ? [name] : [])))];
    const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : '';
    const held = names.length === 0 ? '' : `: ${names.slice(0, NAMES_MAX).join(', ')}${more}`;
    return { id: null, title: `${file.path}${held}`, level: 1, startLine: 1, endLine: file.lineCount, length: null };
  });
  return {
    ...{ id: null, name: `${path}/`, path, startLine: 0, endLine: 0, hash: '', section: null, body: '', position: 0 },
    ...{ because: 'asked for', isStale: false, frontmatter: null, fields: [], issue: null, labels: [], language: '' },
    outline,
  };
}

/** A document, a whole file or a symbol by what is in it; null for lines, and where nothing in it has a name. */
export async function outlined(
  found: FoundTarget,
  target: ShownTarget,
  run: KnowledgeRun,
): Promise<ShownTarget | null> {
  if (target.outline !== null) return null;
  const outline = found.kind === 'document' ? documentOutline(found) : await namesIn(found, run);
  return outline.length === 0 ? null : { ...target, body: '', outline };
}

async function namesIn(found: Exclude<FoundTarget, { kind: 'document' }>, run: KnowledgeRun) {
  if (found.kind === 'folder') return [];
  const isWhole = found.startLine === 1 && found.endLine === found.file.lineCount;
  const outline = isWhole || found.isSymbol ? await codeOutline(found, run) : [];
  // What holds nothing but itself is told no better by its name; of a file without names its length is told.
  if (outline.length > 1) return outline;
  const whole = {
    id: null,
    title: 'no names in it',
    level: 1,
    startLine: 1,
    endLine: found.file.lineCount,
    length: null,
  };
  return isWhole ? [...outline, ...(outline.length === 0 ? [whole] : [])] : [];
}

/** The headings of a document or section, with their lines. */
function documentOutline({ card, section }: Related): readonly OutlineEntry[] {
  const inside =
    section === null
      ? card.sections
      : card.sections.filter((one) => section.startLine <= one.startLine && one.endLine <= section.endLine);
  return inside.map(({ id, title, level, startLine, endLine, displayLength }) => ({
    id,
    title,
    level,
    startLine,
    endLine,
    length: displayLength,
  }));
}

/** A target with the first entries of its outline; what is cut is counted in the last one. */
export function withEntries(target: ShownTarget, count: number): ShownTarget {
  const left = (target.outline?.length ?? 0) - count;
  const next = target.outline?.[count];
  if (target.outline === null || next === undefined) return target;
  const { endLine } = target.outline.at(-1)!;
  const rest = { ...next, endLine, id: null, title: `… ${left} more`, level: 1, length: null };
  return { ...target, outline: [...target.outline.slice(0, count), rest] };
}
