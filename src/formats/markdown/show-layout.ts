import { oneLine, visibleData } from '../../model/visible-text.ts';
import type { ShownReference, ShownTarget, ShowPage, ShowPaint, ShowPrinting } from '../../ports/show-page.ts';
import { place } from '../describe.ts';
import { issueFields, STATUS_LABEL } from '../issue-fields.ts';
import {
  addressOf,
  betweenRulers,
  bodyBelowName,
  documentText,
  moreNotes,
  outlineText,
  shownName,
  staleNotes,
} from '../show-text.ts';
import { fencedPage } from './fenced-page.ts';
import { fenced, phrase } from './harmless.ts';

const PAINTLESS: ShowPaint = { status: (text) => text };

/** Context before, the target with its frontmatter, context after, references. */
export function showLayout(
  pages: readonly ShowPage[],
  { isFenced = false, paint = PAINTLESS }: ShowPrinting = {},
): string {
  const print = isFenced ? fencedPage : (page: ShowPage) => pageText(page, paint);
  return `${visibleData(pages).map(print).join('\n\n')}\n`;
}

/** `- **name** (ID): description` */
export function referenceLine(reference: ShownReference): string {
  const description = reference.description === null ? '' : `: ${phrase(reference.description)}`;
  return `- **${phrase(reference.name)}** (${oneLine(addressOf(reference))})${description}`;
}

function pageText(page: ShowPage, paint: ShowPaint): string {
  const heading = (name: string) => `# ${name}`;
  const { before, target, after, references } = page;
  const listed = references.length === 0 ? [] : [`# References\n${references.map(referenceLine).join('\n')}`];
  const notes = [...moreNotes(page), ...staleNotes(page)].map((note) => `*${phrase(note)}*`);
  return [
    ...before.map((document) => documentText(document, heading)),
    targetText(target, paint),
    ...after.map((document) => documentText(document, heading)),
    ...listed,
    ...notes,
  ].join('\n\n');
}

function targetText(target: ShownTarget, paint: ShowPaint): string {
  if (target.language !== null) {
    const { outline, body: code, language } = target;
    return `# ${oneLine(place(target))}\n${outline === null ? fenced(code, language) : outlineText(outline)}`;
  }
  const fields = issueFields(target).map(
    ([label, value]) => `${label}: ${label === STATUS_LABEL ? paint.status(value, value) : value}`,
  );
  const top = fields.length > 0 ? fields.join('\n') : target.frontmatter;
  const body = target.outline === null ? bodyBelowName(target) : outlineText(target.outline);
  return [
    ...(target.section === null || top !== null ? [`# ${shownName(target)}`] : []),
    ...(top === null ? [] : [betweenRulers(top)]),
    ...(body === '' ? [] : [body]),
  ].join('\n');
}
