import type { SymbolFacts } from '../../model/facts.ts';
import { isBelow } from '../../pipeline/show/list-documents.ts';
import type { OutlineEntry, ShownTarget, ShowPage } from '../../ports/show-page.ts';
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

/** Pages with as much of their outlines as fits; what is cut is counted in the last entry. */
export function fitOutlines(
  pages: readonly ShowPage[],
  isWithin: (pages: readonly ShowPage[]) => boolean,
): readonly ShowPage[] {
  if (isWithin(pages)) return pages;
  const cut = (count: number) => pages.map((page) => withEntries(page, count));
  let [low, high] = [0, Math.max(0, ...pages.map(({ target }) => target.outline?.length ?? 0))];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isWithin(cut(middle))) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? pages : cut(low);
}

function withEntries(page: ShowPage, count: number): ShowPage {
  const { target } = page;
  const left = (target.outline?.length ?? 0) - count;
  if (target.outline === null || left <= 0) return page;
  const [first] = target.outline.slice(count);
  const rest = {
    id: null,
    title: `… ${left} more`,
    level: 1,
    startLine: first!.startLine,
    endLine: first!.endLine,
    length: null,
  };
  return { ...page, target: { ...target, outline: [...target.outline.slice(0, count), rest] } };
}
