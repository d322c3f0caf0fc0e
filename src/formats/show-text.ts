import { oneLine } from '../model/visible-text.ts';
import type { OutlineEntry, ShownDocument, ShownReference, ShowPage } from '../ports/show-page.ts';
import { linesOf, place, thousands } from './describe.ts';

const ATX_TITLE = /^#[ \t]+([^\n]*)(?:\n|$)/;
const SETEXT_TITLE = /^([^\n]+)\n=+[ \t]*(?:\r?\n|$)/;
const FENCE = '---';

/** The name a page gives a document; a place for code, which has no name of its own. */
export function shownName(document: ShownDocument): string {
  return oneLine(document.name);
}

/** The body without a first heading that only repeats the name printed above it. */
export function bodyBelowName({ body, name }: ShownDocument): string {
  const match = ATX_TITLE.exec(body) ?? SETEXT_TITLE.exec(body);
  const title = match?.[1]?.trim();
  if (title !== name.trim() && withoutClosingMarks(title) !== name.trim()) return body;
  return body.slice(match![0].length).replace(/^(?:[ \t]*\r?\n)+/, '');
}

// `# Name ##` is a heading too.
function withoutClosingMarks(title: string | undefined): string | undefined {
  let end = title?.length ?? 0;
  while (title?.[end - 1] === '#') end--;
  return title?.slice(0, end).trim();
}

/** A document of the context: its name and its body; a section has its heading already. */
export function documentText(document: ShownDocument, heading: (name: string) => string): string {
  if (document.section !== null) return document.body;
  return [heading(shownName(document)), bodyBelowName(document)].filter((part) => part !== '').join('\n');
}

/** The lines between the two rulers below a target's name. */
export function betweenRulers(lines: string): string {
  return `${FENCE}\n${lines.replace(/\r?\n$/, '')}\n${FENCE}`;
}

/** By what a document or section can be asked for. */
export function addressOf({ id, path, anchor }: ShownReference): string {
  return id ?? (anchor === null ? path : `${path}#${anchor}`);
}

/** `  - Retries (LABCD), lines 12-40, 1,204 characters`, deeper headings further in. */
export function outlineText(outline: readonly OutlineEntry[]): string {
  return outline
    .map((entry) => {
      const id = entry.id === null ? '' : ` (${entry.id})`;
      return `${'  '.repeat(entry.level - 1)}- ${oneLine(entry.title)}${id}, lines ${linesOf(entry)}${entry.length === null ? '' : `, ${thousands(entry.length)} characters`}`;
    })
    .join('\n');
}

/** What had no room, for a page in words; empty when all had. */
export function moreNotes({ more }: ShowPage): readonly string[] {
  return more === 0
    ? []
    : [`${thousands(more)} more related ${more === 1 ? 'document has' : 'documents have'} no room here`];
}

/** What must be known about texts that could not be read again. */
export function staleNotes({ target, before, after }: ShowPage): readonly string[] {
  return [target, ...before, ...after]
    .filter(({ isStale }) => isStale)
    .map((one) => `${place(one)} is from the index, not from disk`);
}
