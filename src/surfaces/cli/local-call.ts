import type * as z from 'zod';
import type { LoadedConfig } from '../../config/load.ts';
import type { ListedOperation } from '../../operations/index.ts';
import type { Call, Operation } from '../../operations/operation.ts';
import type { Terminal } from './terminal.ts';

/** What a command gets that is about this machine, and so is offered by no other surface. */
export interface LocalCall extends Call {
  readonly terminal: Terminal;
  /** What was read of the configuration: its files, where each setting was said, and what is wrong with it. */
  readonly settings: Pick<LoadedConfig, 'files' | 'origins' | 'notes'> & { readonly fault: Error | null };
  /** Every command there is, for those that tell about them. */
  readonly commands: readonly ListedTyped[];
}

/** What is typed to run an operation or a server. */
export type Typed = Pick<Operation, 'input' | 'positional' | 'details' | 'examples'>;

export interface ListedTyped extends Omit<ListedOperation, 'load'> {
  load(): Promise<Typed>;
}

/** An operation of the command line alone. */
export interface LocalOperation<Input extends z.ZodObject = z.ZodObject, Value = unknown>
  extends Omit<Operation<Input, Value>, 'run'> {
  /** Runs also with a configuration that cannot be used: with what comes by default, and the fault in `settings`. */
  readonly outlivesBadSettings?: true;
  run(call: LocalCall, input: z.output<Input>): ReturnType<Operation<Input, Value>['run']>;
}

export interface ListedCommand extends Omit<ListedOperation, 'load'> {
  load(): Promise<LocalOperation>;
}

/** Keeps the types of a definition together; adds nothing. */
export function defineCommand<Input extends z.ZodObject, Value>(
  command: LocalOperation<Input, Value>,
): LocalOperation<Input, Value> {
  return command;
}
