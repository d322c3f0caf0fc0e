// The list of commands: operations, commands that only the command line offers, and servers.
import { type ListedOperation, listed, OPERATIONS, PURPOSES, type Purpose } from '../../operations/index.ts';
import type { ServerCommand } from '../serving/serve-workspace.ts';
import type { LocalOperation } from './local-call.ts';

export type ListedCommand = ListedOperation<LocalOperation | ServerCommand>;

const UNSORTED: readonly ListedCommand[] = [
  ...OPERATIONS,
  ...listed('agents', () => import('../setup/setup.ts'), { setup: ['setup', 'Make knap known to a coding agent'] }),
  ...listed('care', () => import('../doctor/doctor.ts'), {
    doctor: ['doctor', 'Check this installation and workspace, and suggest repairs'],
  }),
  ...listed('care', () => import('../doctor/config.ts'), {
    config: ['config', 'Show settings and where they come from'],
  }),
  ...listed('care', () => import('../doctor/cache.ts'), {
    cacheList: ['cache list', 'List the repositories fetched with --repo', 'default'],
    cacheClear: ['cache clear', 'Remove fetched repositories'],
  }),
  ...listed('care', () => import('../manual/completion.ts'), {
    completion: ['completion', 'Print a completion script for a shell'],
  }),
  ...listed('care', () => import('../manual/manual.ts'), { manual: ['manual', 'Print the manual'] }),
  ...listed('agents', () => import('../http/serve.ts'), { serve: ['serve', 'Answer programs over HTTP'] }),
  ...listed('find', () => import('../ui/ui.ts'), {
    ui: ['ui', 'Open a page that shows what a model will see, and why'],
  }),
  ...listed('agents', () => import('../mcp/command.ts'), {
    mcpCommand: ['mcp', 'Answer an agent over the Model Context Protocol'],
  }),
  ...listed('agents', () => import('../hook/hook.ts'), {
    hookCommand: ['hook', 'Add context to a prompt before an agent reads it'],
  }),
];

/** The commands, sorted by purpose. */
export const COMMANDS = (Object.keys(PURPOSES) as readonly Purpose[]).flatMap((purpose) =>
  UNSORTED.filter((command) => command.purpose === purpose),
);
