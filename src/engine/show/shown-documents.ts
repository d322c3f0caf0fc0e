// Reads the texts, outlines and references that a page of `show` prints.
import { ContextError } from '../../model/errors.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { oneLine } from '../../model/visible-text.ts';
import { isBelow } from '../../pipeline/show/list-documents.ts';
import {
  covers,
  type RelatedDocument,
  SHOW_RELATIONS,
  type ShowCandidate,
} from '../../pipeline/show/show-candidate.ts';
import type { OutlineEntry, ShownDocument, ShownReference, ShownTarget, ShowView } from '../../ports/knowledge.ts';
import { cutOutBody, cutOutFrontmatter, cutOutSection } from '../../sources/markdown/document-text.ts';
import { readFrontmatter } from '../../sources/markdown/frontmatter/read-frontmatter.ts';
import { type DocumentRun, redactLines } from '../documents/document-run.ts';
import { splitLines } from '../fresh-texts.ts';
import type { FoundTarget } from './find-code.ts';

/** Null if the text of the document is not available. */
export async function readDocument(candidate: ShowCandidate, run: DocumentRun): Promise<ShownDocument | null> {
  const read = await run.texts.read(candidate.card);
  if (read === null) return null;
  const because = SHOW_RELATIONS[candidate.relation];
  return { ...describePlace(candidate), body: bodyOf(read.text, candidate), because, isStale: read.isStale };
}

export async function readTarget(found: FoundTarget, run: DocumentRun, view: ShowView): Promise<ShownTarget> {
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
  const hasHead = section === null && view !== 'sections';
  const body = view === 'raw' ? text : bodyOf(text, found);
  return {
    ...describePlace(found),
    body: view === 'peek' || view === 'sections' ? '' : body,
    because: 'asked for',
    isStale,
    frontmatter: hasHead ? unixLines(cutOutFrontmatter(text)) : null,
    // Parses the text that is printed, so that the fields agree with it.
    fields: readFrontmatter(text).frontmatter.fields,
    issue: hasHead ? card.issue : null,
    labels: card.labels,
    language: null,
    outline: view === 'sections' ? documentOutline(found) : null,
  };
}

export async function makeReferences(
  candidates: readonly RelatedDocument[],
  { redact }: DocumentRun,
): Promise<readonly ShownReference[]> {
  const descriptions = candidates.map(({ card, section }) => (section === null ? (card.description ?? '') : ''));
  const redacted = await redactLines(descriptions, redact);
  return candidates.map(({ card, section }, index) => {
    const { id, title: name, slug: anchor } = section ?? { id: card.id, title: card.name, slug: null };
    return { id, name, path: card.path, anchor, description: redacted[index] || null };
  });
}

export function describePlace({ card, section }: RelatedDocument): Omit<ShownDocument, 'body' | 'because' | 'isStale'> {
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

const bodyOf = (text: string, { section }: RelatedDocument): string =>
  unixLines(section === null ? cutOutBody(text) : cutOutSection(text, section));

// A page has one kind of line ends.
const unixLines = <Text extends string | null>(text: Text): Text => (text?.replaceAll('\r\n', '\n') ?? null) as Text;

// What only documents have is empty; the caller adds the place and the language of code or a folder.
const NO_DOCUMENT = {
  id: null,
  section: null,
  body: '',
  position: 0,
  because: 'asked for',
  isStale: false,
  frontmatter: null,
  fields: [],
  issue: null,
  labels: [],
  outline: null,
};

function codeTarget(found: FoundCode, text: string, isStale: boolean): ShownTarget {
  const { file, startLine, endLine } = found;
  const { path, hash, language } = file;
  const body = splitLines(text)
    .slice(startLine - 1, endLine)
    .join('\n');
  return { ...NO_DOCUMENT, name: path, path, startLine, endLine, hash, body, isStale, language: language ?? '' };
}

type FoundCode = Extract<FoundTarget, { kind: 'code' }>;

const NAMES_MAX = 8;
const SIGNATURE_CHARACTERS_MAX = 120;

function codeEntry(title: string, startLine: number, endLine: number, level = 1): OutlineEntry {
  return { id: null, title, level, startLine, endLine, length: null };
}

// The level of a symbol is its depth.
async function codeOutline({ file, startLine, endLine }: FoundCode, { store }: DocumentRun) {
  const symbols = (await store.contents([file.hash])).get(file.hash)?.facts.symbols ?? [];
  const depth = (symbol: SymbolFacts): number =>
    symbol.parent === null ? 1 : 1 + depth(symbols[symbol.parent] ?? { ...symbol, parent: null });
  return symbols
    .filter((symbol) => startLine <= symbol.startLine && symbol.endLine <= endLine)
    .map((symbol) => {
      const title = oneLine(symbol.signature, SIGNATURE_CHARACTERS_MAX) || symbol.qualifiedName;
      return codeEntry(title, symbol.startLine, symbol.endLine, depth(symbol));
    });
}

async function folderTarget(path: string, { store, files }: DocumentRun): Promise<ShownTarget> {
  const inside = [...files.values()].filter((file) => isBelow(file.path, path));
  const contents = await store.contents([...new Set(inside.map(({ hash }) => hash))]);
  const outline = inside.map((file) => {
    const symbols = contents.get(file.hash)?.facts.symbols ?? [];
    const names = [...new Set(symbols.flatMap(({ name, parent }) => (parent === null ? [name] : [])))];
    const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : '';
    const namesText = names.length === 0 ? '' : `: ${names.slice(0, NAMES_MAX).join(', ')}${more}`;
    return codeEntry(`${file.path}${namesText}`, 1, file.lineCount);
  });
  return { ...NO_DOCUMENT, name: `${path}/`, path, startLine: 0, endLine: 0, hash: '', language: '', outline };
}

/** Replaces the text of a target by its outline; null if it is one, or has none, as for some lines of a file. */
export async function asOutline(
  found: FoundTarget,
  target: ShownTarget,
  run: DocumentRun,
): Promise<ShownTarget | null> {
  if (target.outline !== null) return null;
  const outline = found.kind === 'document' ? documentOutline(found) : await outlineOfCode(found, run);
  return outline.length === 0 ? null : { ...target, body: '', outline };
}

async function outlineOfCode(found: Exclude<FoundTarget, { kind: 'document' }>, run: DocumentRun) {
  if (found.kind === 'folder') return [];
  const isWhole = found.startLine === 1 && found.endLine === found.file.lineCount;
  const outline = isWhole || found.isSymbol ? await codeOutline(found, run) : [];
  // An outline of some lines with one entry says no more than the target's name. For a whole file without names, one
  // entry gives its length.
  if (outline.length > 1 || (isWhole && outline.length === 1)) return outline;
  return isWhole ? [codeEntry('no names in it', 1, found.file.lineCount)] : [];
}

function documentOutline(found: RelatedDocument): readonly OutlineEntry[] {
  const inside = found.card.sections.filter((section) => covers(found, { card: found.card, section }));
  return inside.map(({ displayLength: length, id, title, level, startLine, endLine }) => {
    return { id, title, level, startLine, endLine, length };
  });
}

/** Shortens the outline of a target to its first entries; one more entry says how many are missing. */
export function withEntries(target: ShownTarget, count: number): ShownTarget {
  const left = (target.outline?.length ?? 0) - count;
  const next = target.outline?.[count];
  if (target.outline === null || next === undefined) return target;
  const { endLine } = target.outline.at(-1)!;
  const rest = { ...next, endLine, id: null, title: `… ${left} more`, level: 1, length: null };
  return { ...target, outline: [...target.outline.slice(0, count), rest] };
}
