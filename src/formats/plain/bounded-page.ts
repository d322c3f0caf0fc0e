import { oneLine } from '../../model/visible-text.ts';
import type { ShownDocument, ShownReference, ShownTarget, ShowPage } from '../../ports/show-page.ts';
import { place } from '../describe.ts';
import { issueFields } from '../issue-fields.ts';
import { addressOf, moreNotes, outlineText, staleNotes } from '../show-text.ts';
import { bounded, named } from './boundary.ts';

/** The page of a target for a reader who must not be misled: every text stands inside its boundary. */
export function boundedPage(page: ShowPage): string {
  const { before, target, after, references } = page;
  const listed = references.length === 0 ? [] : [`References:\n${references.map(referenceLine).join('\n')}`];
  return [
    ...before.map(documentText),
    targetText(target),
    ...after.map(documentText),
    ...listed,
    ...[...moreNotes(page), ...staleNotes(page)].map((note) => `Note: ${note}`),
  ].join('\n\n');
}

function documentText(document: ShownDocument): string {
  return bounded(heading(document), document.body);
}

function targetText(target: ShownTarget): string {
  const fields = issueFields(target).map(([name, value]) => `${name}: ${value}`);
  const top = fields.length > 0 ? fields.join('\n') : (target.frontmatter?.trimEnd() ?? '');
  const body = target.outline === null ? target.body : outlineText(target.outline);
  return bounded(heading(target), [top, body].filter((part) => part !== '').join('\n\n'));
}

function heading({ name, section, ...at }: ShownDocument): string {
  return `${named(name)}${section === null ? '' : ` > ${named(section)}`} · ${named(place(at))}`;
}

function referenceLine(reference: ShownReference): string {
  const description = reference.description === null ? '' : `: ${oneLine(reference.description)}`;
  return `- ${named(reference.name)} (${named(addressOf(reference))})${description}`;
}
