// The operation `links`, and how its answer is printed.
import * as z from 'zod';
import { ContextError } from '../../model/errors.ts';
import { oneLine } from '../../model/visible-text.ts';
import type { LinkEnd, LinksAnswer } from '../../ports/knowledge.ts';
import { toRootPath } from '../input/caller-paths.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, defineOperation, optional } from '../operation.ts';
import { linksOutput } from '../output/document-output.ts';

export const links = defineOperation({
  input: z.strictObject({
    target: optional.text('A document: its id, path or name', { placeholder: 'TARGET' }),
    to: optional.text('Show the shortest path of links from the target to this document', { placeholder: 'TARGET' }),
    orphans: optional.yesNo('List documents that nothing links to instead'),
    format: dataFormat,
  }),
  output: linksOutput,
  positional: 'target',
  examples: ['knap links LAAAB', 'knap links docs/design.md --to docs/api.md', 'knap links --orphans'],
  async run(call, { target, to, orphans, format }) {
    if (orphans && (target !== undefined || to !== undefined))
      throw new ContextError('BAD_INPUT', '--orphans looks at all documents; name none.');
    const fromRoot = toRootPath(call);
    const query = { target: target && fromRoot(target), to: to && fromRoot(to), orphans };
    const engine = await call.engine();
    const { notes, ...value } = await engine.links(query);
    const nothingFound = emptyReason(value, query);
    return answer(value, { text: linksText(value, query), format, nothingFound, notes });
  },
});

type LinksQuery = { readonly to?: string | undefined; readonly orphans?: boolean | undefined };
type LinksFound = Omit<LinksAnswer, 'notes'>;

function linksText({ target, linksTo, linkedFrom, broken, way, orphans }: LinksFound, query: LinksQuery): string {
  if (query.orphans)
    return orphans
      .map(({ id, name, path }) => `${id === null ? '' : `${id} `}${oneLine(path)}  ${oneLine(name)}`)
      .join('\n');
  if (query.to !== undefined) return (way ?? []).map(lineOf).join('\n');
  const asking = oneLine(target?.id ?? target?.path ?? '');
  return [
    `${asking} links to`,
    ...orNothing(linksTo.map(lineOf)),
    `links to ${asking}`,
    ...orNothing(linkedFrom.map(lineOf)),
    ...(broken.length === 0
      ? []
      : ['leads nowhere', ...orNothing(broken.map((one) => `line ${one.line}: ${oneLine(one.target)}`))]),
  ].join('\n');
}

function emptyReason({ orphans, way }: LinksFound, query: LinksQuery): string | null {
  if (query.orphans) return orphans.length === 0 ? 'Every document is linked from another.' : null;
  return query.to !== undefined && way === null ? 'No path of links leads from one to the other.' : null;
}

function lineOf({ id, name, path, because }: LinkEnd): string {
  return `${id === null ? '' : `${id} `}${oneLine(path)}  ${oneLine(name)} (${oneLine(because)})`;
}

function orNothing(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? ['  nothing'] : lines.map((line) => `  ${line}`);
}
