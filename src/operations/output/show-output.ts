import * as z from 'zod';
import type { ShowAnswer, ShowPage } from '../../engine.ts';
import { SHOW_VIEWS } from '../../ports/knowledge.ts';
import type { Output } from './output.ts';
import { lines, texts, withoutNulls } from './output-fields.ts';

const text = z.string().optional();
const named = { id: text, name: z.string(), path: z.string() };

const schema = z.object({
  view: z.enum(SHOW_VIEWS),
  pages: z.array(
    z.object({
      documents: z.array(
        z.object({
          ...named,
          ...lines,
          section: text,
          hash: z.string(),
          isTarget: z.boolean(),
          because: z.string(),
          isStale: z.boolean(),
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

type Shown = ShowPage['before'][number];

/** Which documents are shown and why, without their texts: frontmatter, headings and bodies stand in the answer's own. */
export const showOutput: Output<ShowAnswer> = {
  schema,
  data: ({ view, pages, usage, notes }) => withoutNulls({ view, pages: pages.map(pageData), usage, notes }),
};

function pageData(page: ShowPage) {
  const { issue, labels } = page.target;
  return {
    documents: shownOn(page).map((shown) => documentData(shown, shown === page.target)),
    labels,
    issue: issue && { type: issue.type, status: issue.status, priority: issue.priority, blockedBy: issue.blockedBy },
    references: page.references.map(({ id, name, path, anchor }) => ({ id, name, path, anchor })),
    more: page.more,
  };
}

// In the order they are printed.
const shownOn = ({ target, before, after }: ShowPage): readonly Shown[] => [...before, target, ...after];

function documentData(shown: Shown, isTarget: boolean) {
  const { id, name, path, startLine, endLine, section, hash, because, isStale } = shown;
  return { id, name, path, startLine, endLine, section, hash, isTarget, because, isStale };
}
