// The operation `list` for documents and issues. `ready` shares its filters and its rows.
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { oneLine } from '../../model/visible-text.ts';
import { LIST_SORTS, type ListedDocument, type ListInput } from '../../ports/knowledge.ts';
import { dataFormat, joinWithOr, rowLimit } from '../input/fields.ts';
import { answer, defineOperation, type FieldsOf, field, optional } from '../operation.ts';
import { listOutput } from '../output/document-output.ts';

const priority = z.int().min(0).max(4).optional();

/** Filters of `list` and `ready`. */
export const listFields = {
  status: optional.texts('Only issues with one of these statuses: open, in_progress, blocked …', {
    placeholder: 'NAMES',
    hasCommas: true,
  }),
  priorityMin: field(priority.describe('Only issues of this priority or a less urgent one (0 to 4)'), {
    placeholder: 'N',
  }),
  priorityMax: field(priority.describe('Only issues of this priority or a more urgent one (0 to 4)'), {
    placeholder: 'N',
  }),
  type: optional.texts(
    'Only issues of these types: bug, feature, task, epic, chore; doc for documents that are not issues',
    { placeholder: 'NAMES', hasCommas: true },
  ),
  label: optional.texts('Only documents with all of these labels', { placeholder: 'NAMES', hasCommas: true }),
  labelAny: optional.texts('Only documents with one of these labels', { placeholder: 'NAMES', hasCommas: true }),
  nameContains: optional.text('Only documents with this in their name', { placeholder: 'TEXT' }),
  under: optional.text('Only documents in this folder', { placeholder: 'DIR', isPath: true, aliases: ['path'] }),
  sort: optional.choice(LIST_SORTS, `Order: ${joinWithOr(LIST_SORTS)}`, { placeholder: 'NAME' }),
  reverse: optional.yesNo('Reverse the order'),
} satisfies FieldsOf<ListInput>;

export const list = defineOperation({
  input: z.strictObject({
    ...listFields,
    limit: rowLimit('Most documents listed', DEFAULTS.list.listed, 1_000_000),
    format: dataFormat,
  }),
  output: listOutput,
  examples: ['knap list', 'knap list --type bug --status open --sort priority', 'knap list --label auth --json'],
  async run(call, { limit, format, ...filter }) {
    const engine = await call.engine();
    const { notes, ...value } = await engine.list({ ...filter, limit });
    const { documents, total } = value;
    const text = documentRows(documents, total).join('\n');
    const nothingFound =
      documents.length > 0
        ? null
        : Object.values(filter).some((one) => one !== undefined)
          ? 'No document is like that.'
          : 'There is no document here: no markdown file.';
    return answer(value, { text, format, nothingFound, notes });
  },
});

/** One row per document, `LAAAB [bug/P1/open] fix-login  docs/fix.md`, and the number of further ones. */
export function documentRows(documents: readonly ListedDocument[], total: number): readonly string[] {
  return [...documents.map(documentRow), ...moreLine(total - documents.length)];
}

/** The line `12 more`; empty if nothing is left. */
export function moreLine(rest: number): readonly string[] {
  return rest > 0 ? [`${rest} more`] : [];
}

function documentRow({ id, name, path, issue }: ListedDocument): string {
  const about =
    issue === null
      ? 'doc'
      : [issue.type || 'issue', issue.priority === null ? 'P?' : `P${issue.priority}`, issue.status ?? '?'].join('/');
  return [...(id === null ? [] : [id]), `[${oneLine(about)}]`, oneLine(name), ` ${oneLine(path)}`].join(' ');
}
