import type { Operation } from '../../operations/operation.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { ServedAt } from './serve-workspace.ts';

/** A command that answers many questions, until whoever asks is gone. */
export interface ServerCommand extends Pick<Operation, 'input' | 'positional' | 'details' | 'examples'> {
  /** Serves to the end and returns the exit status. `values` have passed the schema; `at` says which workspace. */
  serve(values: Readonly<Record<string, unknown>>, at: ServedAt, terminal: Terminal): Promise<number>;
}
