import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { ContextError } from '../../model/errors.ts';
import { readPlace } from '../../model/line-ranges.ts';
import { fieldsOf, readInput } from '../../operations/input/read-input.ts';
import { isWithin, pathsFromRoot } from '../../operations/input/standing-paths.ts';
import type { Answer, Call, Operation } from '../../operations/operation.ts';
import { wayTo } from '../../reading/confine.ts';
import { cleanLine, cleanLines } from './clean-lines.ts';

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
  const said = readInput(servedOperation(operation), given, 'fields');
  const asked = await call();
  const { input, warnings } = withoutOutside(operation, said, asked);
  const answer = await operation.run(asked, pathsFromRoot(operation, input, asked));
  return {
    ...answer,
    nothingFound: answer.nothingFound === null ? null : await cleanLine(answer.nothingFound),
    notes: await cleanLines(answer.notes),
    warnings: await cleanLines([...warnings, ...answer.warnings]),
  };
}

// A caller stands at the root: for it every way up leads out, and so does every path from somewhere else that does not lie in it.
const OUTSIDE = /^(?:[\\/]|~[\\/]|[a-z]:[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/i;
const UP = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/** Refuses paths that lead out of the workspaces that are served, before anything looks at them; of several the others are kept. */
function withoutOutside(
  operation: Pick<Operation, 'input'>,
  said: Readonly<Record<string, unknown>>,
  { root, beside = [] }: Pick<Call, 'root' | 'beside'>,
): { readonly input: Readonly<Record<string, unknown>>; readonly warnings: readonly string[] } {
  const seen = beside.map((folder) => `${wayTo(root, folder)}/`);
  const isOutside = (value: unknown) => {
    if (typeof value !== 'string') return false;
    const path = readPlace(value).name;
    const from = seen.find((folder) => `${path}/`.startsWith(folder)) ?? '';
    if (!OUTSIDE.test(path.slice(from.length))) return false;
    return UP.test(path) || !isAbsolute(path) || !isWithin([root, ...beside], path);
  };
  const input = { ...said };
  const warnings: string[] = [];
  for (const { key, face } of fieldsOf(operation)) {
    const values = face.isPath ? [input[key]].flat() : [];
    const outside = values.filter(isOutside);
    if (outside.length === 0) continue;
    const message = `${key}: ${String(outside[0]).slice(0, 200)} is not inside the workspace.`;
    if (outside.length === values.length) throw new ContextError('OUTSIDE_ROOT', message);
    input[key] = values.filter((value) => !isOutside(value));
    warnings.push(message);
  }
  return { input, warnings };
}
