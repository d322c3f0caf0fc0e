import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server';
import type { CallOptions } from '../../ports/engine.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { takesPath } from './prompts.ts';
import { RESOURCE_TEMPLATE, workspaceName } from './resources/resource-uri.ts';
import { completePath } from './resources/resources.ts';

const NOTHING = { values: [], total: 0, hasMore: false };

/** What could stand where somebody is typing: paths of the workspace, and its name. */
export async function complete(
  { ref, argument }: CompleteRequestParams,
  workspace: ServedWorkspace,
  options: CallOptions,
): Promise<CompleteResult['completion']> {
  if (ref.type === 'ref/prompt')
    return takesPath(ref.name, argument.name) ? completePath(argument.value, workspace, options) : NOTHING;
  if (ref.uri !== RESOURCE_TEMPLATE) return NOTHING;
  if (argument.name === 'path') return completePath(argument.value, workspace, options);
  if (argument.name !== 'workspace') return NOTHING;
  const names = [workspaceName((await workspace.call(options)).root)].filter((name) => name.startsWith(argument.value));
  return { values: names, total: names.length, hasMore: false };
}
