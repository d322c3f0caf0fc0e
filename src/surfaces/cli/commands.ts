// The list of all commands: operations, commands of this machine only, and servers.
import { byPurpose, OPERATIONS, type Purpose } from '../../operations/index.ts';
import type { ServerCommand } from '../serving/serve-workspace.ts';
import type { ListedCommand } from './local-call.ts';

/** A command before its module is loaded. */
export type ListedAny = ListedCommand | ListedServer;

/** Every command: the operations of all surfaces, local commands, and servers. */
export const COMMANDS: readonly ListedAny[] = byPurpose<ListedAny>([
  ...OPERATIONS,
  {
    name: ['setup'],
    summary: 'Make knap known to a coding agent',
    purpose: 'agents',
    load: async () => (await import('../setup/setup.ts')).setup,
  },
  {
    name: ['doctor'],
    summary: 'Check this installation and workspace, and suggest repairs',
    purpose: 'care',
    load: async () => (await import('../doctor/doctor.ts')).doctor,
  },
  {
    name: ['config'],
    summary: 'Show settings and where they come from',
    purpose: 'care',
    load: async () => (await import('../doctor/config.ts')).config,
  },
  {
    name: ['cache', 'list'],
    summary: 'List the repositories fetched with --repo',
    purpose: 'care',
    isDefault: true,
    load: async () => (await import('../doctor/cache.ts')).cacheList,
  },
  {
    name: ['cache', 'clear'],
    summary: 'Remove fetched repositories',
    purpose: 'care',
    load: async () => (await import('../doctor/cache.ts')).cacheClear,
  },
  {
    name: ['completion'],
    summary: 'Print a completion script for a shell',
    purpose: 'care',
    load: async () => (await import('../manual/completion.ts')).completion,
  },
  {
    name: ['manual'],
    summary: 'Print the manual',
    purpose: 'care',
    load: async () => (await import('../manual/manual.ts')).manual,
  },
  {
    name: ['serve'],
    summary: 'Answer programs over HTTP',
    purpose: 'agents',
    load: async () => (await import('../http/serve.ts')).serve,
  },
  {
    name: ['ui'],
    summary: 'Open a page that shows what a model will see, and why',
    purpose: 'find',
    load: async () => (await import('../ui/ui.ts')).ui,
  },
  {
    name: ['mcp'],
    summary: 'Answer an agent over the Model Context Protocol',
    purpose: 'agents',
    load: async () => (await import('../mcp/command.ts')).mcpCommand,
  },
  {
    name: ['hook'],
    summary: 'Add context to a prompt before an agent reads it',
    purpose: 'agents',
    load: async () => (await import('../hook/hook.ts')).hookCommand,
  },
]);

/** A server command before its module is loaded. */
interface ListedServer {
  readonly name: readonly [string, ...string[]];
  readonly summary: string;
  readonly purpose: Purpose;
  load(): Promise<ServerCommand>;
}
