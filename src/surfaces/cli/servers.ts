import type { Aim } from '../../operations/index.ts';
import type { ServerCommand } from '../serving/server-command.ts';

/** A server before it is loaded. */
export interface ListedServer {
  readonly name: readonly [string, ...string[]];
  readonly summary: string;
  readonly aim: Aim;
  load(): Promise<ServerCommand>;
}

/** The commands that answer other programs. */
export const SERVERS: readonly ListedServer[] = [
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
];
