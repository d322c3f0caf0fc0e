import type { ShownDocument, ShownReference, ShownTarget, ShowPage } from '../../ports/show-page.ts';
import { place } from '../describe.ts';
import { issueFields } from '../issue-fields.ts';
import { addressOf, moreNotes, outlineText, staleNotes } from '../show-text.ts';
import { codeSpan, fenced, label, phrase } from './harmless.ts';

const PROSE = 'markdown';

/** The page of a target for a reader who must not be misled: a heading of ours over each text, the text in a fence. */
export function fencedPage(page: ShowPage): string {
  const { before, target, after, references } = page;
  const listed = references.length === 0 ? [] : [`# References\n${references.map(referenceLine).join('\n')}`];
  return [
    ...before.map(documentText),
    targetText(target),
    ...after.map(documentText),
    ...listed,
    ...[...moreNotes(page), ...staleNotes(page)].map((note) => `*${phrase(note)}*`),
  ].join('\n\n');
}

function documentText(document: ShownDocument): string {
  return `${heading(document)}\n${fenced(document.body, PROSE)}`;
}

function targetText(target: ShownTarget): string {
  const fields = issueFields(target).map(([name, value]) => `${name}: ${value}`);
  const top = fields.length > 0 ? fields.join('\n') : (target.frontmatter?.trimEnd() ?? '');
  const body = target.outline === null ? target.body : outlineText(target.outline);
  return [
    heading(target),
    ...(top === '' ? [] : [fenced(top, 'yaml')]),
    ...(body === '' ? [] : [fenced(body, (target.outline === null ? target.language : null) ?? PROSE)]),
  ].join('\n');
}

function heading(document: ShownDocument): string {
  const section = document.section === null ? '' : ` > ${label(document.section)}`;
  return `# ${label(document.name) || '(no name)'}${section} · ${codeSpan(place(document))}`;
}

function referenceLine(reference: ShownReference): string {
  const description = reference.description === null ? '' : `: ${phrase(reference.description)}`;
  return `- **${phrase(reference.name)}** (${codeSpan(addressOf(reference))})${description}`;
}
