import * as z from 'zod';
import { field, type Operation } from '../../operations/operation.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { ServedAt } from './serve-workspace.ts';

export interface ServingAt extends ServedAt {
  /** Whoever started it wants to know what it does, on standard error. */
  readonly isVerbose?: boolean;
  readonly isQuiet?: boolean;
}

/** A command that answers other programs, until whoever asks is gone. */
export interface ServerCommand extends Pick<Operation, 'input' | 'positional' | 'details' | 'examples'> {
  /** Serves to the end and returns the exit status. `values` have passed the schema; `at` says which workspace. */
  serve(values: Readonly<Record<string, unknown>>, at: ServingAt, terminal: Terminal): Promise<number>;
}

/** The folder a server is for, which may be said without a flag. */
export const servedRoot = field(z.string().min(1).optional().describe('The workspace to answer for'), {
  placeholder: 'ROOT',
});
