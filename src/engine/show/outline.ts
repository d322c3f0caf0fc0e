import type { SymbolFacts } from '../../model/facts.ts';
import { isBelow } from '../../pipeline/show/list-documents.ts';
import type { Related } from '../../pipeline/show/show-candidate.ts';
import type { OutlineEntry, ShownTarget } from '../../ports/show-page.ts';
import type { KnowledgeRun } from '../documents/knowledge-run.ts';
import type { FoundTarget } from './found-target.ts';

const NAMES_MAX = 8;
const SIGNATURE_CHARACTERS_MAX = 120;

/** The symbols in some lines of a file, inner ones further in. */
export async function codeOutline(
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
export async function folderTarget(path: string, { store, files }: KnowledgeRun): Promise<ShownTarget> {
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
export function documentOutline({ card, section }: Related): readonly OutlineEntry[] {
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
