// The data of answers about documents, issues and graph nodes.
import * as z from 'zod';
import type { ContextAnswer } from '../../ports/context.ts';
import {
  type CheckAnswer,
  type LinksAnswer,
  type ListAnswer,
  type SearchAnswer,
  SHOW_VIEWS,
  type ShowAnswer,
  type ShowPage,
} from '../../ports/knowledge.ts';
import { lines, type Output, outputOf, roundScore, score, texts, withoutNulls } from './output.ts';

const text = z.string().optional();
const named = { id: text, name: z.string(), path: z.string() };

const shown = z.object({
  view: z.enum(SHOW_VIEWS),
  pages: z.array(
    z.object({
      documents: z.array(
        z.object({
          ...{ ...named, ...lines, section: text, hash: z.string() },
          ...{ isTarget: z.boolean(), because: z.string(), isStale: z.boolean() },
        }),
      ),
      labels: texts,
      issue: z.object({ type: z.string(), status: text, priority: z.number().optional(), blockedBy: texts }).optional(),
      references: z.array(z.object({ ...named, anchor: text })),
      more: z.int(),
    }),
  ),
  usage: z.object({ target: z.int(), context: z.int(), tokens: z.int().optional() }),
  notes: texts,
});

/** The documents on the page and the reason for each; their texts stand only in the text of the answer. */
export const showOutput = outputOf(shown, ({ view, pages, usage, notes }: ShowAnswer) =>
  withoutNulls({ view, pages: pages.map(pageData), usage, notes }),
);

function pageData({ target, before, after, references, more }: ShowPage) {
  const { issue, labels } = target;
  return {
    // In the order of the page.
    documents: [...before, target, ...after].map((document) => {
      const { id, name, path, startLine, endLine, section, hash, because, isStale } = document;
      return { id, name, path, startLine, endLine, section, hash, isTarget: document === target, because, isStale };
    }),
    labels,
    issue: issue && { type: issue.type, status: issue.status, priority: issue.priority, blockedBy: issue.blockedBy },
    references: references.map(({ id, name, path, anchor }) => ({ id, name, path, anchor })),
    more,
  };
}

const node = { id: z.string(), name: z.string(), score };

const context = z.object({
  meta: z.object({
    ...{ workspace: z.string(), lens: z.string() },
    tokens: z.object({
      ...{ budget: z.int(), used: z.int(), utilization: z.number() },
      ...{ nodesIncluded: z.int(), nodesSummarized: z.int() },
    }),
    ...{ backend: z.string(), backendReason: z.string(), dataFrom: text },
    seeds: z.array(z.object({ text: z.string(), as: z.string(), node: text })),
    depth: z.object({ asked: z.int(), used: z.int() }),
    embeddingsAvailable: z.boolean(),
    excluded: z.record(z.string(), z.int()),
    notes: texts,
  }),
  nodes: z.array(
    z.object({
      ...{ ...node, tags: texts, distance: z.int(), because: z.string(), source: z.string() },
      ...{ hash: text, isStale: z.boolean().optional() },
    }),
  ),
  overflow: z.array(z.object(node)),
});

/** The nodes of a graph document without their texts, which stand in the text of the answer. */
export const contextOutput = outputOf(context, ({ document }: ContextAnswer) => {
  const { query: _query, assembledAt: _at, ...meta } = document.meta;
  return withoutNulls({
    meta: { ...meta, excluded: { ...meta.excluded } },
    nodes: document.nodes.map(({ id, name, tags, distance, because, source, hash = null, isStale = null, ...one }) => ({
      ...{ id, name, tags, distance, because, source, hash, isStale },
      score: roundScore(one.score),
    })),
    overflow: document.overflow.map(({ id, name, ...one }) => ({ id, name, score: roundScore(one.score) })),
  });
});

const end = z.object({ ...named, because: z.string() });
const ends = z.array(end);

const issue = z.object({
  ...{ type: z.string(), status: text, priority: z.number().optional() },
  ...{ blocking: texts, blockedBy: texts, discoveredFrom: texts },
  ...{ createdAt: text, updatedAt: text, closedAt: text },
});
const listed = z.object({
  documents: z.array(z.object({ ...named, description: text, labels: texts, issue: issue.optional() })),
  total: z.int(),
});
const searchSchema = z.object({
  results: z.array(
    z.object({
      ...{ id: text, name: z.string(), section: text, score, excerpt: z.string() },
      location: z.object({ path: z.string(), ...lines }),
    }),
  ),
  total: z.int(),
});
const linked = z.object({
  ...{ target: end.optional(), linksTo: ends, linkedFrom: ends, orphans: ends, way: ends.optional() },
  broken: z.array(z.object({ target: z.string(), line: z.int() })),
});
const finding = { code: z.string(), path: z.string(), line: z.int(), message: z.string(), isFixable: z.boolean() };
const checked = z.object({
  findings: z.array(z.object(finding)),
  ...{ errors: z.int(), fixed: texts, documents: z.int() },
});

type WithoutNotes<Value> = Omit<Value, 'notes'>;

export const listOutput = outputOf(listed, (value: WithoutNotes<ListAnswer>) => withoutNulls(value));
export const searchOutput = outputOf(searchSchema, (value: WithoutNotes<SearchAnswer>) => withoutNulls(value));
export const linksOutput = outputOf(linked, (value: WithoutNotes<LinksAnswer>) => withoutNulls(value));
export const checkOutput = outputOf(checked, (value: WithoutNotes<CheckAnswer>) => withoutNulls(value));

export const readyOutput: Output<WithoutNotes<ListAnswer> | ShowAnswer> = {
  schema: z.object({ ...listed.shape, ...showOutput.schema.shape }).partial(),
  data: (value) => ('pages' in value ? showOutput.data(value) : listOutput.data(value)),
};
