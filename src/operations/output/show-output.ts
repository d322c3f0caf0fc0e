import * as z from 'zod';
import type { ShowAnswer, ShowPage } from '../../engine.ts';
import { SHOW_VIEWS } from '../../ports/knowledge.ts';
import type { Output } from './output.ts';
import { lines, texts } from './output-fields.ts';

const text = z.string().nullable();
const named = { id: text, name: z.string(), path: z.string() };
const document = z.object({ ...named, ...lines, section: text, because: z.string(), isStale: z.boolean() });
const issue = z.object({
  type: z.string(),
  status: text,
  priority: z.number().nullable(),
  ...{ blocking: texts, blockedBy: texts, discoveredFrom: texts },
  ...{ createdAt: text, updatedAt: text, closedAt: text },
});
const heading = z.object({ id: text, title: z.string(), level: z.int(), ...lines, length: z.int() });

const schema = z.object({
  view: z.enum(SHOW_VIEWS),
  pages: z.array(
    z.object({
      target: document.extend({
        issue: issue.nullable(),
        labels: texts,
        language: text,
        outline: z.array(heading).nullable(),
      }),
      context: z.array(document),
      references: z.array(z.object({ ...named, anchor: text, description: text })),
    }),
  ),
  usage: z.object({ target: z.int(), context: z.int(), tokens: z.int().nullable() }),
  notes: texts,
});

type Shown = ShowPage['before'][number];

/** Which documents are shown and why, without their texts. */
export const showOutput: Output<ShowAnswer> = {
  schema,
  data: ({ view, pages, usage, notes }) => ({ view, pages: pages.map(pageData), usage, notes }),
  quotes: ({ pages }) =>
    pages.flatMap(({ target, before, after }) =>
      [...before, target, ...after].map(({ path, startLine, endLine, name, section, because }) => ({
        ...{ path, startLine, endLine, because },
        hash: null,
        name: section === null ? name : `${name} > ${section}`,
      })),
    ),
};

function pageData({ target, before, after, references }: ShowPage) {
  const { issue: stated, labels, language, outline } = target;
  return {
    target: { ...documentData(target), issue: stated, labels, language, outline },
    context: [...before, ...after].map(documentData),
    references,
  };
}

function documentData({ id, name, path, startLine, endLine, section, because, isStale }: Shown) {
  return { id, name, path, startLine, endLine, section, because, isStale };
}
