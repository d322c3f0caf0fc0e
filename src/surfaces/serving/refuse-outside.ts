import { isAbsolute } from 'node:path';
import { ContextError } from '../../model/errors.ts';
import { readPlace } from '../../model/line-ranges.ts';
import { fieldsOf } from '../../operations/input/read-input.ts';
import { isWithin } from '../../operations/input/standing-paths.ts';
import type { Call, Operation } from '../../operations/operation.ts';
import { wayTo } from '../../reading/confine.ts';

// A caller stands at the root: for it every way up leads out, and so does every path from somewhere else that does not lie in it.
const OUTSIDE = /^(?:[\\/]|~[\\/]|[a-z]:[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/i;
const UP = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/** Refuses paths that lead out of the workspaces that are served, before anything looks at them. */
export function refuseOutside(
  operation: Pick<Operation, 'input'>,
  input: Readonly<Record<string, unknown>>,
  { root, beside = [] }: Pick<Call, 'root' | 'beside'>,
): void {
  const seen = beside.map((folder) => `${wayTo(root, folder)}/`);
  const isOutside = (value: string) => {
    const path = readPlace(value).name;
    const from = seen.find((folder) => `${path}/`.startsWith(folder)) ?? '';
    if (!OUTSIDE.test(path.slice(from.length))) return false;
    return UP.test(path) || !isAbsolute(path) || !isWithin([root, ...beside], path);
  };
  for (const { key, face } of fieldsOf(operation)) {
    const values = face.isPath ? [input[key]].flat() : [];
    const outside = values.find((value) => typeof value === 'string' && isOutside(value));
    if (outside !== undefined)
      throw new ContextError('OUTSIDE_ROOT', `${key}: ${String(outside).slice(0, 200)} is not inside the workspace.`);
  }
}
