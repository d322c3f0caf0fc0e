import { type Aim, byAim, OPERATIONS } from '../../operations/index.ts';
import type { ServerCommand } from '../serving/server-command.ts';
import type { ListedCommand } from './local-call.ts';

export type Listed = ListedCommand | ListedServer;

/** Every command: what knap can do anywhere, what only makes sense at this machine, and what serves. */
export const COMMANDS: readonly Listed[] = byAim<Listed>([
  ...OPERATIONS,
  {
    name: ['setup'],
    summary: 'Make knap known to a coding agent',
    aim: 'agents',
    load: async () => (await import('../setup/setup.ts')).setup,
  },
  {
    name: ['doctor'],
    summary: 'Check whether all is well here, and say how to mend what is not',
    aim: 'care',
    load: async () => (await import('../doctor/doctor.ts')).doctor,
  },
  {
    name: ['config'],
    summary: 'Show what is set, and where',
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
    summary: 'Print what completes commands in a shell',
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
    summary: 'Answer a prompt of an agent before it reads it',
    aim: 'agents',
    load: async () => (await import('../hook/hook.ts')).hookCommand,
  },
]);

/** A server before it is loaded. */
interface ListedServer {
  readonly name: readonly [string, ...string[]];
  readonly summary: string;
  readonly aim: Aim;
  load(): Promise<ServerCommand>;
}
