// How a command is defined that only the command line offers, such as `doctor` or `setup`.
import type * as z from 'zod';
import type { LoadedConfig } from '../../config/load.ts';
import type { ListedOperation } from '../../operations/index.ts';
import type { Call, Operation } from '../../operations/operation.ts';
import type { Terminal } from './terminal.ts';

/** Context of a command that works only on this machine. */
export interface LocalCall extends Call {
  readonly terminal: Terminal;
  /** The configuration files, the origin of each setting, and the error if they cannot be used. */
  readonly settings: Pick<LoadedConfig, 'files' | 'origins' | 'notes'> & { readonly fault: Error | null };
  /** Every command, for the manual and completion. */
  readonly commands: readonly ListedTyped[];
}

/** The input of an operation or server, as help shows it. */
export type Typed = Pick<Operation, 'input' | 'positional' | 'details' | 'examples'>;

export interface ListedTyped extends Omit<ListedOperation, 'load'> {
  load(): Promise<Typed>;
}

/** An operation that only the command line offers. */
export interface LocalOperation<Input extends z.ZodObject = z.ZodObject, Value = unknown>
  extends Omit<Operation<Input, Value>, 'run'> {
  /** Runs even if the configuration is invalid: with defaults, and the error in `settings.fault`. */
  readonly outlivesBadSettings?: true;
  run(call: LocalCall, input: z.output<Input>): ReturnType<Operation<Input, Value>['run']>;
}

export interface ListedCommand extends Omit<ListedOperation, 'load'> {
  load(): Promise<LocalOperation>;
}

/** Infers the types of a definition. */
export function defineCommand<Input extends z.ZodObject, Value>(
  command: LocalOperation<Input, Value>,
): LocalOperation<Input, Value> {
  return command;
}
