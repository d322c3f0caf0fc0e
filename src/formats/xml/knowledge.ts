import { oneLine } from '../../model/visible-text.ts';
import type { ContextMeta } from '../../ports/context.ts';
import type { Pages } from '../../ports/formatter.ts';
import type { ShownDocument, ShownTarget } from '../../ports/knowledge.ts';
import * as words from '../context-words.ts';
import { score, shortHash } from '../describe.ts';
import { list, NO_SOURCES } from '../page.ts';
import { addressOf, bodyOf, issueFields, isTarget, moreOf } from '../show-text.ts';
import { attributes, cdata, text } from './escape.ts';

/** One element for each node, all in one root. */
export const context: Pages['context'] = ({ meta: metaOf, node: nodeOf, line }) => ({
  opening: (head) => {
    const [meta, detail] = [metaOf(head), words.detailOf(head)];
    const notes = detail === 'full' ? meta.notes.map((note) => `\n<note>${text(note)}</note>`) : [];
    return `<context${attributes(aboutPage(meta, detail))}>${notes.join('')}`;
  },
  blocks: list('\n', '\n', (block) => {
    const node = nodeOf(block);
    const { because, source } = words.aboutNode(node);
    const head = attributes({
      name: oneLine(node.name, words.NAME_MAX),
      tags: node.tags.join(', '),
      score: score(node.score),
      distance: node.distance,
      because,
      source,
      sha: node.hash === undefined ? null : shortHash(node.hash),
      note: node.note ?? null,
      stale: node.isStale ? 'true' : null,
    });
    const content = node.content === '' ? [] : [`<content>${cdata(node.content)}</content>`];
    const inner = [...words.fieldLines(node).map(field), ...content];
    return inner.length === 0 ? `<node${head}/>` : `<node${head}>\n${inner.join('\n')}\n</node>`;
  }),
  references: list(
    '\n<overflow>\n',
    '\n',
    (reference) => {
      const { id, name, tags, score: value } = line(reference);
      const about = { id, name: oneLine(name, words.NAME_MAX), tags: tags.join(', '), score: score(value) };
      return `<node${attributes(about)}/>`;
    },
    { closing: '\n</overflow>' },
  ),
  overflow: (rest) => (words.unnamed(rest) === 0 ? '' : `<more count="${words.unnamed(rest)}"/>`),
  closing: () => '\n</context>\n',
});

/** One element for each target. */
export const show: Pages['show'] = ({ document, line }) => ({
  opening: () => '<show>',
  blocks: list('\n', '\n', (quote) => {
    const one = document(quote);
    if (isTarget(one)) return targetText(one);
    return `<context${aboutDocument(one)}${attributes({ because: one.because })}>${cdata(one.body)}</context>`;
  }),
  references: list(
    '\n<references>\n',
    '\n',
    (reference) => {
      const one = line(reference);
      return `<reference${attributes({ id: addressOf(one), name: one.name })}>${text(one.description ?? '')}</reference>`;
    },
    { closing: '\n</references>' },
  ),
  overflow: () => '',
  sources: NO_SOURCES,
  closing: (tail) => `${moreOf(tail) === 0 ? '' : `\n<more${attributes({ count: moreOf(tail) })}/>`}\n</show>`,
});

function aboutPage(meta: ContextMeta, detail: words.HeadDetail): Record<string, string | number | null> {
  if (detail === 'least') return {};
  const { tokens } = meta;
  if (detail === 'brief')
    return { query: words.questionOf(meta, words.BRIEF_QUERY_MAX), tokens: tokens.used, budget: tokens.budget };
  return {
    query: words.questionOf(meta),
    workspace: meta.workspace,
    lens: meta.lens,
    depth: meta.depth.used,
    backend: meta.backend,
    because: meta.backendReason,
    from: meta.dataFrom ?? 'live',
    assembled: meta.assembledAt,
    tokens: tokens.used,
    budget: tokens.budget,
    nodes: tokens.nodesIncluded,
    named: tokens.nodesSummarized,
  };
}

function targetText(target: ShownTarget): string {
  const fields = issueFields(target).map(field);
  const { frontmatter, language } = target;
  const written = frontmatter === null ? [] : [`<frontmatter>${cdata(frontmatter)}</frontmatter>`];
  const body = bodyOf(target);
  const tag = language === null ? 'body' : 'code';
  const content = body === '' ? [] : [`<${tag}${attributes({ language })}>${cdata(body)}</${tag}>`];
  const top = fields.length > 0 ? fields : written;
  return [`<document${aboutDocument(target)}>`, ...top, ...content, '</document>'].join('\n');
}

function field([name, value]: readonly [string, string]): string {
  return `<field${attributes({ name })}>${text(value)}</field>`;
}

function aboutDocument({ id, name, path, startLine, endLine, section, isStale }: ShownDocument): string {
  return attributes({ id, name, section, path, start: startLine, end: endLine, stale: isStale ? 'true' : null });
}
