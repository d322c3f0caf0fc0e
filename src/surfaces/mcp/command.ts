import * as z from 'zod';
import { field } from '../../operations/operation.ts';
import type { ServerCommand } from '../serving/server-command.ts';

const input = z.strictObject({
  root: field(z.string().min(1).optional().describe('The workspace to answer for'), { placeholder: 'ROOT' }),
});

/** `knap mcp`: an agent starts it and talks to it over standard input and output. */
export const mcpCommand: ServerCommand = {
  input,
  positional: 'root',
  examples: ['knap mcp', 'knap mcp ~/src/shop'],
  serve: async () => 0,
};
