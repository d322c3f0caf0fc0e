import * as z from 'zod';
import type { Answer, Call, Operation } from '../../operations/operation.ts';
import { fieldsOf, readInput } from '../../operations/read-input.ts';
import { refuseOutside } from './refuse-outside.ts';

/** An operation as it is offered to somebody on another machine: without what only works on this one. */
export function servedOperation<Op extends Pick<Operation, 'input'>>(operation: Op): Op {
  const kept = fieldsOf(operation).filter(({ face }) => !face.isLocal);
  const shape = Object.fromEntries(kept.map(({ key }) => [key, operation.input.shape[key]!]));
  return { ...operation, input: z.strictObject(shape) };
}

/** Checks what a caller sent and answers it. */
export async function answerQuestion(operation: Operation, given: unknown, call: () => Promise<Call>): Promise<Answer> {
  const input = readInput(servedOperation(operation), given, 'fields');
  refuseOutside(operation, input);
  return operation.run(await call(), input);
}
