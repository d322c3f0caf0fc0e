import * as z from 'zod';
import { fieldsOf, readInput } from '../../operations/input/read-input.ts';
import { pathsFromRoot } from '../../operations/input/standing-paths.ts';
import type { Answer, Call, Operation } from '../../operations/operation.ts';
import { cleanLine, cleanLines } from './clean-lines.ts';
import { refuseOutside } from './refuse-outside.ts';

/** An operation as it is offered to somebody on another machine: without what only works on this one. */
export function servedOperation<Op extends Pick<Operation, 'input'>>(operation: Op): Op {
  const kept = fieldsOf(operation).filter(({ face }) => !face.isLocal);
  const shape = Object.fromEntries(kept.map(({ key }) => [key, operation.input.shape[key]!]));
  return { ...operation, input: z.strictObject(shape) };
}

/** Checks what a caller sent and answers it. What is said beside the page is cleaned; the page is by who prints it. */
export async function answerQuestion<Value>(
  operation: Operation<z.ZodObject, Value>,
  given: unknown,
  call: () => Promise<Call>,
): Promise<Answer<Value>> {
  const input = readInput(servedOperation(operation), given, 'fields');
  const asked = await call();
  refuseOutside(operation, input, asked);
  const answer = await operation.run(asked, pathsFromRoot(operation, input, asked));
  return {
    ...answer,
    nothingFound: answer.nothingFound === null ? null : await cleanLine(answer.nothingFound),
    notes: await cleanLines(answer.notes),
    warnings: await cleanLines(answer.warnings),
  };
}
