import { type ConfigLayer, configSchema } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import type { Globals } from './program.ts';

/** What options of all commands say about the configuration: the last word. */
export function configFlags({ includeIgnored, store, workspace }: Globals): ConfigLayer {
  return {
    ...(includeIgnored === undefined ? {} : { includeIgnored: [...includeIgnored] }),
    ...(store === undefined ? {} : { store: checked('store', store) }),
    ...(workspace === undefined ? {} : { workspace: checked('workspace', workspace) }),
  };
}

// The value is not said again: a store's may hold a password.
function checked(key: 'store' | 'workspace', value: string): string {
  const parsed = configSchema.shape[key].safeParse(value);
  if (parsed.success) return value;
  throw new ContextError('BAD_INPUT', `--${key}: ${parsed.error.issues[0]!.message}`);
}
