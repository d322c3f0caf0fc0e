import { oneLine, visible, visibleData } from '../../model/visible-text.ts';
import type { Pages } from '../../ports/formatter.ts';
import type { ShownDocument, ShownReference, ShownTarget, ShowPaint } from '../../ports/knowledge.ts';
import { aboutNode, detailOf, fieldLines, headWords, titleOf, unnamed } from '../context-words.ts';
import { place, score, shortHash } from '../describe.ts';
import { ALL, list } from '../page.ts';
import { thousands } from '../page-end.ts';
import * as told from '../show-text.ts';
import { codeSpan, fenced, label, paragraph, phrase } from './escape.ts';

const PROSE = 'markdown';

/** A heading for each node with its tags, how it hangs together, its fields and its content. */
export const context: Pages['context'] = ({ meta, node: nodeOf, line, isFenced }) => ({
  opening: (head) => {
    const [title, ...lines] = headWords(meta(head), detailOf(head));
    return [
      `# ${phrase(title)}`,
      ...(lines.length === 0 ? [] : ['']),
      ...lines.map((each) => `> ${paragraph(each)}`),
    ].join('\n');
  },
  blocks: list('\n\n', '\n\n', (block) => {
    const node = nodeOf(block);
    const { because, score: points, source, marks } = aboutNode(node);
    const fields = fieldLines(node).map(([name, value]) => `**${phrase(name)}:** ${phrase(value)}`);
    const parts = [
      `## ${titleOf(node, phrase)}\n*${phrase(because)} · ${points}* · ${[codeSpan(source), ...marks.map(phrase)].join(' · ')}`,
      fields.join('\n'),
      node.content === '' ? '' : isFenced ? fenced(node.content, null) : visible(node.content),
    ];
    return parts.filter((part) => part !== '').join('\n\n');
  }),
  references: list('\n\n## Only named\n\n', '\n', (reference) => {
    const named = line(reference);
    return `- ${titleOf(named, phrase)} (${score(named.score)})`;
  }),
  overflow: (rest) => (unnamed(rest) === 0 ? '' : `- ${thousands(unnamed(rest))} more`),
  closing: () => '\n',
});

/** Context before, the target with its frontmatter, context after, references; fenced for who must not be misled. */
export const show: Pages['show'] = ({ document, line, isFenced = false, paint }) => ({
  opening: () => '',
  blocks: list('', '\n\n', (quote) => {
    const one = visibleData(document(quote));
    if (isFenced) return fencedText(one);
    return told.isTarget(one) ? targetText(one, paint) : told.documentText(one, (name) => `# ${name}`);
  }),
  references: list('\n\n# References\n', '\n', (reference) => referenceLine(visibleData(line(reference)), isFenced)),
  overflow: () => '',
  sources: { ...list('', '', (quote) => note(told.staleNote(visibleData(document(quote))))), ...ALL },
  closing: (tail) => note(told.moreNote(tail)),
});

function targetText(target: ShownTarget, paint: ShowPaint | undefined): string {
  if (target.language !== null) {
    const text = target.outline === null ? fenced(target.body, target.language) : told.bodyOf(target);
    return `# ${oneLine(place(target))}\n${text}`;
  }
  const top = told.topOf(target, paint);
  const body = told.bodyOf({ ...target, body: told.bodyBelowName(target) });
  return [
    ...(target.section === null || top !== null ? [`# ${oneLine(target.name)}`] : []),
    ...(top === null ? [] : [told.betweenRulers(top)]),
    ...(body === '' ? [] : [body]),
  ].join('\n');
}

// A heading of ours over each text, the text in a fence.
function fencedText(one: ShownDocument): string {
  const section = one.section === null ? '' : ` > ${label(one.section)}`;
  // Code is called by its path: its place alone is its name.
  const name = one.name === one.path ? '' : `${label(one.name) || '(no name)'}${section} · `;
  const heading = `# ${name}${codeSpan(one.hash === '' ? place(one) : `${place(one)}@${shortHash(one.hash)}`)}`;
  if (!told.isTarget(one)) return `${heading}\n${fenced(one.body, PROSE)}`;
  const [top, body] = [told.topOf(one)?.trimEnd() ?? '', told.bodyOf(one)];
  return [
    heading,
    ...(top === '' ? [] : [fenced(top, 'yaml')]),
    ...(body === '' ? [] : [fenced(body, (one.outline === null ? one.language : null) ?? PROSE)]),
  ].join('\n');
}

/** `- **name** (ID): description` */
function referenceLine(reference: ShownReference, isFenced: boolean): string {
  const address = (isFenced ? codeSpan : oneLine)(told.addressOf(reference));
  const description = reference.description === null ? '' : `: ${phrase(reference.description)}`;
  return `- **${phrase(reference.name)}** (${address})${description}`;
}

function note(text: string): string {
  return text === '' ? '' : `\n\n*${phrase(text)}*`;
}
