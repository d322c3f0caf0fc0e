import type { ShownDocument, ShownReference, ShownTarget, ShowPage } from '../../ports/show-page.ts';
import { issueFields } from '../issue-fields.ts';
import { addressOf, outlineText } from '../show-text.ts';
import { attributes, cdata, text } from './escape.ts';

/** One element for each target, in a root of their own when there are several. */
export function showLayout(pages: readonly ShowPage[]): string {
  const shown = pages.map(pageText).join('\n');
  return pages.length === 1 ? `${shown}\n` : `<shows>\n${shown}\n</shows>\n`;
}

function pageText({ before, target, after, references, more }: ShowPage): string {
  const listed =
    references.length === 0 ? [] : [`<references>\n${references.map(referenceElement).join('\n')}\n</references>`];
  const rest = more === 0 ? [] : [`<more${attributes({ count: more })}/>`];
  const parts = [...before.map(context), targetText(target), ...after.map(context), ...listed, ...rest];
  return ['<show>', ...parts, '</show>'].join('\n');
}

function targetText(target: ShownTarget): string {
  const fields = issueFields(target).map(([name, value]) => `<field${attributes({ name })}>${text(value)}</field>`);
  const top =
    fields.length > 0
      ? fields
      : target.frontmatter === null
        ? []
        : [`<frontmatter>${cdata(target.frontmatter)}</frontmatter>`];
  const body = target.outline === null ? target.body : outlineText(target.outline);
  const tag = target.language === null ? 'body' : 'code';
  const content = body === '' ? [] : [`<${tag}${attributes({ language: target.language })}>${cdata(body)}</${tag}>`];
  return [`<document${about(target)}>`, ...top, ...content, '</document>'].join('\n');
}

function context(document: ShownDocument): string {
  return `<context${about(document)}${attributes({ because: document.because })}>${cdata(document.body)}</context>`;
}

/** `<reference id=… name=…>description</reference>` */
export function referenceElement(one: ShownReference): string {
  return `<reference${attributes({ id: addressOf(one), name: one.name })}>${text(one.description ?? '')}</reference>`;
}

function about({ id, name, path, startLine, endLine, section, isStale }: ShownDocument): string {
  return attributes({ id, name, section, path, start: startLine, end: endLine, stale: isStale ? 'true' : null });
}
