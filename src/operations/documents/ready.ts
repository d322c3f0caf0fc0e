// The operation `ready`: the issues that somebody can start now.
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import type { Engine } from '../../ports/engine.ts';
import { toRootPath } from '../input/caller-paths.ts';
import { rowLimit } from '../input/fields.ts';
import { answer, defineOperation, optional } from '../operation.ts';
import { readyOutput } from '../output/document-output.ts';
import { costOf, limitsOf, pageFields } from '../show.ts';
import { documentRows, listFields } from './list.ts';

async function whyNoneReady(engine: Engine): Promise<string> {
  const { documents } = await engine.list({});
  return documents.every(({ issue }) => issue === null)
    ? 'There is no issue here. A markdown file whose frontmatter has `issue-type` and `status` is one.'
    : 'No issue is ready.';
}

export const ready = defineOperation({
  input: z.strictObject({
    issue: optional.text('Show this issue with its blockers instead of the list', { placeholder: 'ISSUE' }),
    show: optional.yesNo('Show the first ready issue with its blockers'),
    ...listFields,
    limit: rowLimit('Most issues listed', DEFAULTS.list.ready, 1_000_000),
    ...pageFields,
  }),
  output: readyOutput,
  positional: 'issue',
  details:
    'An issue is ready if it is open or pinned, no unfinished issue blocks it, and it is not in the backlog (P4). A shown issue comes with its blockers.',
  examples: ['knap ready', 'knap ready --label auth --limit 3', 'knap ready --show', 'knap ready LAAAB'],
  async run(
    call,
    { issue, show, limit, context, withContext, references, budget, format, tokenizer, fenced, ...filter },
  ) {
    const engine = await call.engine();
    const wanted = issue === undefined ? { ...filter, limit } : {};
    const { documents, total, notes } = await engine.list({ ...wanted, ready: true });
    const first = show ? documents[0]?.path : undefined;
    const target = issue === undefined ? first : toRootPath(call)(issue);
    if (target === undefined) {
      if (!show && format !== undefined && format !== 'json' && format !== 'plain')
        throw new ContextError('BAD_INPUT', `A list is printed as plain or json, not as ${format}.`);
      const nothingFound = documents.length === 0 ? await whyNoneReady(engine) : null;
      return answer(
        { documents, total },
        { text: documentRows(documents, total).join('\n'), format, nothingFound, notes },
      );
    }
    const limits = limitsOf({ context, withContext, references, budget, tokenizer });
    const value = await engine.show({
      ...limits,
      targets: [target],
      withBlockers: true,
      format,
      fenced: fenced || call.isServed,
    });
    const isListed = documents.some(({ path }) => path === value.pages[0]?.target.path);
    const warnings = isListed
      ? []
      : [`${issue} is not ready: it is not an open issue, it is blocked, or it is in the backlog.`];
    return { value, text: value.text, nothingFound: null, notes: [...value.notes, costOf(value)], warnings };
  },
});
