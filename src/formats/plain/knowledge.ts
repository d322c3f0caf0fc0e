import { oneLine, visible, visibleData } from '../../model/visible-text.ts';
import type { Pages } from '../../ports/formatter.ts';
import type { ShownDocument, ShownReference, ShownTarget } from '../../ports/knowledge.ts';
import { aboutNode, detailOf, fieldLines, headWords, titleOf, unnamed } from '../context-words.ts';
import { place, score } from '../describe.ts';
import { ALL, list } from '../page.ts';
import { thousands } from '../page-end.ts';
import * as told from '../show-text.ts';
import { bounded, named } from './boundary.ts';

/** Nodes without markup of our own: names are underlined. */
export const context: Pages['context'] = ({ meta, node: nodeOf, line, isFenced }) => ({
  opening: (head) => {
    const detail = detailOf(head);
    const [title, ...lines] = headWords(meta(head), detail);
    return [detail === 'full' ? underlined(title) : title, ...lines].join('\n');
  },
  blocks: list('\n\n', '\n\n', (block) => {
    const node = nodeOf(block);
    const about = aboutNode(node);
    const facts = [
      [about.because, about.score, about.source, ...about.marks].join(' · '),
      ...fieldLines(node).map(([name, value]) => `${name}: ${value}`),
    ];
    if (isFenced) return bounded(titleOf(node), node.content, [...facts, '']);
    const head = [underlined(titleOf(node), '-'), ...facts].join('\n');
    return node.content === '' ? head : `${head}\n\n${visible(node.content)}`;
  }),
  references: list('\n\nOnly named:\n', '\n', (reference) => {
    const node = line(reference);
    return `  ${titleOf(node)} (${score(node.score)})`;
  }),
  overflow: (rest) => (unnamed(rest) === 0 ? '' : `  ${thousands(unnamed(rest))} more`),
  closing: () => '\n',
});

/** Documents without markup of our own; each inside its boundary for a reader who must not be misled. */
export const show: Pages['show'] = ({ document, line, isFenced = false }) => {
  const note = (text: string) => (text === '' ? '' : `\n\n${isFenced ? 'Note: ' : ''}${text}`);
  return {
    opening: () => '',
    blocks: list('', '\n\n', (quote) => {
      const one = visibleData(document(quote));
      if (isFenced) return boundedText(one);
      return told.isTarget(one) ? targetText(one) : told.documentText(one, underlined);
    }),
    references: list(`\n\n${isFenced ? 'References:' : underlined('References')}\n`, '\n', (reference) =>
      referenceLine(visibleData(line(reference)), isFenced),
    ),
    overflow: () => '',
    sources: { ...list('', '', (quote) => note(told.staleNote(visibleData(document(quote))))), ...ALL },
    closing: (tail) => note(told.moreNote(tail)),
  };
};

function targetText(target: ShownTarget): string {
  if (target.language !== null) return `${underlined(oneLine(place(target)))}\n${told.bodyOf(target)}`;
  const top = told.topOf(target)?.trimEnd() ?? null;
  const body = told.bodyOf({ ...target, body: told.bodyBelowName(target) });
  const name = target.section === null || top !== null ? `${underlined(oneLine(target.name))}\n` : '';
  return [name + (top ?? ''), body].filter((part) => part !== '').join(top === null ? '' : '\n\n');
}

function boundedText(one: ShownDocument): string {
  const section = one.section === null ? '' : ` > ${named(one.section)}`;
  const heading = `${named(one.name)}${section} · ${named(place(one))}`;
  if (!told.isTarget(one)) return bounded(heading, one.body);
  const parts = [told.topOf(one)?.trimEnd() ?? '', told.bodyOf(one)];
  return bounded(heading, parts.filter((part) => part !== '').join('\n\n'));
}

/** `name (ID): description` */
function referenceLine({ name, description, ...at }: ShownReference, isFenced: boolean): string {
  const shown = isFenced ? named : oneLine;
  const about = description === null ? '' : `: ${oneLine(description)}`;
  return `${isFenced ? '- ' : ''}${shown(name)} (${shown(told.addressOf({ ...at, name, description }))})${about}`;
}

function underlined(name: string, mark = '='): string {
  return `${name}\n${mark.repeat([...name].length)}`;
}
