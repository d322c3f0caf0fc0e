import { ContextError } from '../../model/errors.ts';
import { fieldsOf } from '../../operations/input/read-input.ts';
import type { Call, Operation } from '../../operations/operation.ts';
import { wayTo } from '../../reading/confine.ts';

// A caller stands at the root: for it every way up, and every path from somewhere else, leads out.
const OUTSIDE = /^(?:[\\/]|~[\\/]|[a-z]:[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/i;

/** Refuses paths that lead out of the workspaces that are served, before anything looks at them. */
export function refuseOutside(
  operation: Pick<Operation, 'input'>,
  input: Readonly<Record<string, unknown>>,
  { root, beside = [] }: Pick<Call, 'root' | 'beside'>,
): void {
  const seen = beside.map((folder) => `${wayTo(root, folder)}/`);
  const isOutside = (path: string) => {
    const from = seen.find((folder) => `${path}/`.startsWith(folder)) ?? '';
    return OUTSIDE.test(path.slice(from.length));
  };
  for (const { key, face } of fieldsOf(operation)) {
    const values = face.isPath ? [input[key]].flat() : [];
    const outside = values.find((value) => typeof value === 'string' && isOutside(value));
    if (outside !== undefined)
      throw new ContextError('OUTSIDE_ROOT', `${key}: ${String(outside).slice(0, 200)} is not inside the workspace.`);
  }
}
