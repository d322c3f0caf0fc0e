// What an operation gets on the command line, and how a command is defined that only the command line offers.
import type * as z from 'zod';
import type { LoadedConfig } from '../../config/load.ts';
import type { ListedOperation } from '../../operations/index.ts';
import type { Call, Operation } from '../../operations/operation.ts';
import type { Terminal } from './terminal.ts';

/** The context of an operation on the command line. */
export interface LocalCall extends Call {
  readonly terminal: Terminal;
  /** The configuration files, the origin of each setting, notes, and the error if the files cannot be used. */
  readonly settings: Pick<LoadedConfig, 'files' | 'origins' | 'notes'> & { readonly fault: Error | null };
  readonly commands: readonly ListedHelp[];
}

/** What help of an operation or server is made from. */
export type HelpSource = Pick<Operation, 'input' | 'positional' | 'details' | 'examples'>;

export type ListedHelp = ListedOperation<HelpSource>;

/** An operation as the command line runs it. */
export interface LocalOperation<Input extends z.ZodObject = z.ZodObject, Value = unknown>
  extends Operation<Input, Value, LocalCall> {
  /** Runs even if the configuration is invalid: with defaults, and the error in `settings.fault`. */
  readonly runsWithInvalidConfig?: true;
}

/** Infers the types of a definition. */
export function defineCommand<Input extends z.ZodObject, Value>(
  command: LocalOperation<Input, Value>,
): LocalOperation<Input, Value> {
  return command;
}
