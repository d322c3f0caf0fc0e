// Checks questions to operations and cleans their answers in the same way for HTTP, agents and the page.
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { readPlace } from '../../model/line-ranges.ts';
import { isWithin, pathsFromRoot } from '../../operations/input/caller-paths.ts';
import { fieldsOf, readInput } from '../../operations/input/read-input.ts';
import type { Answer, Call, Operation } from '../../operations/operation.ts';
import { wayTo } from '../../reading/confine.ts';
import { cleanLine, cleanLines } from './clean-lines.ts';

/** An operation without its local fields, as servers offer it. */
export function servedOperation<Op extends Pick<Operation, 'input'>>(operation: Op): Op {
  const remote = fieldsOf(operation).filter(({ face }) => !face.isLocal);
  const shape = Object.fromEntries(remote.map(({ key }) => [key, operation.input.shape[key]!]));
  return { ...operation, input: z.strictObject(shape) };
}

/** The formatter has cleaned the page; this cleans the notes, the warnings and the reason for an empty answer. */
export async function answerQuestion<Value>(
  operation: Operation<z.ZodObject, Value>,
  given: unknown,
  call: () => Promise<Call>,
): Promise<Answer<Value>> {
  const fields = readInput(servedOperation(operation), given, 'fields');
  const opened = await call();
  const { input, warnings } = withoutOutside(operation, fields, opened);
  const answer = await operation.run(opened, pathsFromRoot(operation, input, opened));
  return {
    ...answer,
    nothingFound: answer.nothingFound === null ? null : await cleanLine(answer.nothingFound),
    notes: await cleanLines(answer.notes),
    warnings: await cleanLines([...warnings, ...answer.warnings]),
  };
}

// A caller's path is relative to the root. One with `..` counts as outside, save the way to a further folder; so do a
// path below `~` and an absolute path that leads into no served folder.
const OUTSIDE = /^(?:[\\/]|~[\\/]|[a-z]:[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/i;
const UP = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/** Removes paths outside of the served workspaces before anything reads them; throws if a field has no others. */
function withoutOutside(
  operation: Pick<Operation, 'input'>,
  fields: Readonly<Record<string, unknown>>,
  { root, beside = [] }: Pick<Call, 'root' | 'beside'>,
): { readonly input: Readonly<Record<string, unknown>>; readonly warnings: readonly string[] } {
  const prefixes = beside.map((folder) => `${wayTo(root, folder)}/`);
  const isOutside = (value: unknown) => {
    if (typeof value !== 'string') return false;
    const path = readPlace(value).name;
    const from = prefixes.find((folder) => `${path}/`.startsWith(folder)) ?? '';
    if (!OUTSIDE.test(path.slice(from.length))) return false;
    return UP.test(path) || !isAbsolute(path) || !isWithin(path, [root, ...beside]);
  };
  const input = { ...fields };
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

const MILLION = 1_000_000;

/** Refuses a question that is too long or too deeply nested. */
export function refuseLarge(given: unknown): void {
  const { questionCharactersMax: most, questionDepthMax: deepest } = DEFAULTS.serving;
  // Stops at the limit, because the sender decides how large the value is.
  const open = [{ value: given, depth: 0 }];
  let characters = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    characters += typeof value === 'string' ? value.length : 1;
    if (characters > most)
      throw new ContextError('TOO_LARGE', `A question may have ${most / MILLION} million characters in all.`);
    if (depth > deepest) throw new ContextError('BAD_INPUT', `A question may be ${deepest} lists or objects deep.`);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      characters += key.length;
      open.push({ value: inner, depth: depth + 1 });
    }
  }
}
