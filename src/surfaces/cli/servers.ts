import type { ServerCommand } from '../serving/server-command.ts';

/** A server before it is loaded. */
export interface ListedServer {
  readonly name: readonly [string, ...string[]];
  readonly summary: string;
  load(): Promise<ServerCommand>;
}

/** The commands that serve. */
export const SERVERS: readonly ListedServer[] = [
  {
    name: ['serve'],
    summary: 'Answer programs over HTTP',
    load: async () => (await import('../http/serve.ts')).serve,
  },
  {
    name: ['mcp'],
    summary: 'Answer an agent over the Model Context Protocol',
    load: async () => (await import('../mcp/command.ts')).mcpCommand,
  },
];
