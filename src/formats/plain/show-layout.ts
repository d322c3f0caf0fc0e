import { oneLine, visibleData } from '../../model/visible-text.ts';
import type { ShownReference, ShownTarget, ShowPage, ShowPrinting } from '../../ports/show-page.ts';
import { place } from '../describe.ts';
import { issueFields } from '../issue-fields.ts';
import { addressOf, bodyBelowName, documentText, moreNotes, outlineText, shownName, staleNotes } from '../show-text.ts';
import { boundedPage } from './bounded-page.ts';

/** The same page without markup of our own: names are underlined, references are lines. */
export function showLayout(pages: readonly ShowPage[], { isFenced = false }: ShowPrinting = {}): string {
  const print = isFenced ? boundedPage : pageText;
  return `${visibleData(pages).map(print).join('\n\n')}\n`;
}

function pageText(page: ShowPage): string {
  const { before, target, after, references } = page;
  const listed =
    references.length === 0 ? [] : [`${underlined('References')}\n${references.map(referenceLine).join('\n')}`];
  return [
    ...before.map((document) => documentText(document, underlined)),
    targetText(target),
    ...after.map((document) => documentText(document, underlined)),
    ...listed,
    ...moreNotes(page),
    ...staleNotes(page),
  ].join('\n\n');
}

function targetText(target: ShownTarget): string {
  if (target.language !== null)
    return `${underlined(oneLine(place(target)))}\n${target.outline === null ? target.body : outlineText(target.outline)}`;
  const fields = issueFields(target).map(([label, value]) => `${label}: ${value}`);
  const top = fields.length > 0 ? fields.join('\n') : (target.frontmatter?.trimEnd() ?? null);
  const body = target.outline === null ? bodyBelowName(target) : outlineText(target.outline);
  const name = target.section === null || top !== null ? `${underlined(shownName(target))}\n` : '';
  return [name + (top ?? ''), body].filter((part) => part !== '').join(top === null ? '' : '\n\n');
}

/** `name (ID): description` */
export function referenceLine(reference: ShownReference): string {
  const description = reference.description === null ? '' : `: ${oneLine(reference.description)}`;
  return `${oneLine(reference.name)} (${oneLine(addressOf(reference))})${description}`;
}

function underlined(name: string): string {
  return `${name}\n${'='.repeat([...name].length)}`;
}
