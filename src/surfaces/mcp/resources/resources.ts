import type { ListResourcesResult, ReadResourceResult, ResourceTemplateType } from '@modelcontextprotocol/server';
import { languageOfPath } from '../../../languages/index.ts';
import { ContextError } from '../../../model/errors.ts';
import { visible } from '../../../model/visible-text.ts';
import type { CallOptions } from '../../../ports/engine.ts';
import { cleanLine, cleanLines, nameable } from '../../serving/clean-lines.ts';
import type { ServedWorkspace } from '../../serving/serve-workspace.ts';
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
  // What is not named to anyone is not read by its name either.
  if (!(await nameable([place.path]))[0])
    throw new ContextError('NO_SUCH_FILE', `There is no file ${place.path} that could be quoted.`);
  const read = await (await call.engine()).read(place);
  const { path, startLine, endLine, hash, text } = read;
  const changed = read.changed === null ? null : await cleanLine(read.changed);
  const fresh = uriOf(name, { path, lines: place.lines && [startLine, endLine], hash });
  return {
    contents: [
      {
        uri: fresh,
        mimeType: mimeTypeOf(path),
        text: visible(text),
        _meta: {
          'knap/lines': { path, startLine, endLine, hash, isCurrent: changed === null, changed },
        },
      },
      ...(changed === null ? [] : [{ uri, mimeType: 'text/plain', text: changed }]),
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
  const [isNameable, titles, descriptions] = await Promise.all([
    nameable(page.map(({ path }) => path)),
    cleanLines(page.map((document) => document.name)),
    cleanLines(page.map(({ description }) => description ?? '')),
  ]);
  const resources = page.flatMap(({ path }, at) => {
    // What cannot be named without what must not be said is not named.
    if (!isNameable[at]) return [];
    const description = descriptions[at] ? { description: descriptions[at] } : {};
    return [{ uri: uriOf(name, { path }), name: path, title: titles[at]!, mimeType: mimeTypeOf(path), ...description }];
  });
  return { resources, ...(rest.length > PAGE && { nextCursor: cursorAfter(page.at(-1)!.path) }) };
}

/** What an argument of the template, or of a prompt that takes a path, could be. */
export async function completePath(prefix: string, workspace: ServedWorkspace, options: CallOptions) {
  const engine = await (await workspace.call(options)).engine();
  const { paths, total } = await engine.paths({ prefix, limit: COMPLETIONS_MAX });
  const isNameable = await nameable(paths);
  return { values: paths.filter((_, at) => isNameable[at]), total, hasMore: total > paths.length };
}

// The last path that was listed: the next page is right also when files came or went meanwhile.
const cursorAfter = (path: string): string => Buffer.from(path).toString('base64url');

function pathIn(cursor: string): string {
  const path = Buffer.from(cursor, 'base64url').toString();
  if (path === '' || cursorAfter(path) !== cursor)
    throw new ContextError('BAD_INPUT', 'This cursor is none that a list has given: start without one.');
  return path;
}

// What has a registered type; every other language gets the customary one.
const REGISTERED: Readonly<Record<string, string>> = {
  markdown: 'text/markdown',
  javascript: 'text/javascript',
  json: 'application/json',
  html: 'text/html',
  css: 'text/css',
  xml: 'application/xml',
  yaml: 'application/yaml',
};

/** The type of a file's text, by its name. */
function mimeTypeOf(path: string): string {
  const language = languageOfPath(path)?.name;
  return language === undefined ? 'text/plain' : (REGISTERED[language] ?? `text/x-${language}`);
}
