import type { ListResourcesResult, ReadResourceResult, ResourceTemplateType } from '@modelcontextprotocol/server';
import { ContextError } from '../../model/errors.ts';
import { oneLine, visible, visibleData } from '../../model/visible-text.ts';
import type { CallOptions } from '../../ports/engine.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { mimeTypeOf } from './mime-type.ts';
import { placeOf, RESOURCE_TEMPLATE, uriOf, workspaceName } from './resource-uri.ts';

const PAGE = 100;
const COMPLETIONS_MAX = 100;

/** The one way every file of the workspace can be read. */
export const TEMPLATES: ResourceTemplateType[] = [
  {
    uriTemplate: RESOURCE_TEMPLATE,
    name: 'lines',
    title: 'Lines of a file, as they are now',
    description:
      'With the hash of a block it also says whether the file has changed since, and where the lines are now.',
  },
];

/** Reads lines fresh from the disk; what has become of changed ones stands beside them. */
export async function readResource(
  uri: string,
  workspace: ServedWorkspace,
  options: CallOptions,
): Promise<ReadResourceResult> {
  const call = await workspace.call(options);
  const name = workspaceName(call.root);
  const place = placeOf(uri, name);
  const read = await (await call.engine()).read(place);
  const { path, startLine, endLine, hash, text, changed } = read;
  const fresh = uriOf(name, { path, lines: place.lines && [startLine, endLine], hash });
  return {
    contents: [
      {
        uri: fresh,
        mimeType: mimeTypeOf(path),
        text: visible(text),
        _meta: { 'knap/lines': visibleData({ path, startLine, endLine, hash, isCurrent: changed === null, changed }) },
      },
      ...(changed === null ? [] : [{ uri, mimeType: 'text/plain', text: oneLine(changed) }]),
    ],
  };
}

/** The documents of the workspace, by path, a page at a time. */
export async function listResources(
  cursor: string | undefined,
  workspace: ServedWorkspace,
  options: CallOptions,
): Promise<ListResourcesResult> {
  const call = await workspace.call(options);
  const name = workspaceName(call.root);
  const { documents } = await (await call.engine()).list({ sort: 'path', limit: Number.MAX_SAFE_INTEGER });
  const after = cursor === undefined ? '' : pathIn(cursor);
  const rest = documents.filter(({ path }) => path > after).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const page = rest.slice(0, PAGE);
  const resources = page.map(({ path, name: title, description }) => ({
    uri: uriOf(name, { path }),
    name: oneLine(path),
    title: oneLine(title),
    mimeType: mimeTypeOf(path),
    ...(description === null ? {} : { description: oneLine(description) }),
  }));
  return { resources, ...(rest.length > PAGE && { nextCursor: cursorAfter(page.at(-1)!.path) }) };
}

/** What an argument of the template, or of a prompt that takes a path, could be. */
export async function completePath(prefix: string, workspace: ServedWorkspace, options: CallOptions) {
  const engine = await (await workspace.call(options)).engine();
  const { paths, total } = await engine.paths({ prefix, limit: COMPLETIONS_MAX });
  return { values: paths.map((path) => visible(path)), total, hasMore: total > paths.length };
}

// The last path that was listed: the next page is right also when files came or went meanwhile.
const cursorAfter = (path: string): string => Buffer.from(path).toString('base64url');

function pathIn(cursor: string): string {
  const path = Buffer.from(cursor, 'base64url').toString();
  if (path === '' || cursorAfter(path) !== cursor)
    throw new ContextError('BAD_INPUT', 'This cursor is none that a list has given: start without one.');
  return path;
}
