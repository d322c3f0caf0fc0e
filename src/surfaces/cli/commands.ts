// The list of all commands: operations, commands of this machine only, and servers.
import { type Aim, byAim, OPERATIONS } from '../../operations/index.ts';
import type { ServerCommand } from '../serving/serve-workspace.ts';
import type { ListedCommand } from './local-call.ts';

/** A command before its module is loaded. */
export type ListedAny = ListedCommand | ListedServer;

/** Every command: the operations of all surfaces, local commands, and servers. */
export const COMMANDS: readonly ListedAny[] = byAim<ListedAny>([
  ...OPERATIONS,
  {
    name: ['setup'],
    summary: 'Make knap known to a coding agent',
    aim: 'agents',
    load: async () => (await import('../setup/setup.ts')).setup,
  },
  {
    name: ['doctor'],
    summary: 'Check this installation and workspace, and suggest repairs',
    aim: 'care',
    load: async () => (await import('../doctor/doctor.ts')).doctor,
  },
  {
    name: ['config'],
    summary: 'Show settings and where they come from',
    aim: 'care',
    load: async () => (await import('../doctor/config.ts')).config,
  },
  {
    name: ['cache', 'list'],
    summary: 'List the repositories fetched with --repo',
    aim: 'care',
    isDefault: true,
    load: async () => (await import('../doctor/cache.ts')).cacheList,
  },
  {
    name: ['cache', 'clear'],
    summary: 'Remove fetched repositories',
    aim: 'care',
    load: async () => (await import('../doctor/cache.ts')).cacheClear,
  },
  {
    name: ['completion'],
    summary: 'Print a completion script for a shell',
    aim: 'care',
    load: async () => (await import('../manual/completion.ts')).completion,
  },
  {
    name: ['manual'],
    summary: 'Print the manual',
    aim: 'care',
    load: async () => (await import('../manual/manual.ts')).manual,
  },
  {
    name: ['serve'],
    summary: 'Answer programs over HTTP',
    aim: 'agents',
    load: async () => (await import('../http/serve.ts')).serve,
  },
  {
    name: ['ui'],
    summary: 'Open a page that shows what a model will see, and why',
    aim: 'find',
    load: async () => (await import('../ui/ui.ts')).ui,
  },
  {
    name: ['mcp'],
    summary: 'Answer an agent over the Model Context Protocol',
    aim: 'agents',
    load: async () => (await import('../mcp/command.ts')).mcpCommand,
  },
  {
    name: ['hook'],
    summary: 'Add context to a prompt before an agent reads it',
    aim: 'agents',
    load: async () => (await import('../hook/hook.ts')).hookCommand,
  },
]);

/** A server command before its module is loaded. */
interface ListedServer {
  readonly name: readonly [string, ...string[]];
  readonly summary: string;
  readonly aim: Aim;
  load(): Promise<ServerCommand>;
}
