import { type ConfigLayer, configSchema } from '../../../config/schema.ts';
import { ContextError } from '../../../model/errors.ts';
import type { Globals } from '../program.ts';

/** What options of all commands say about the configuration, with the name of the workspace that is meant: the last word. */
export function configFlags({ includeIgnored, gitFolders, store }: Globals, workspace?: string): ConfigLayer {
  return {
    ...(includeIgnored === undefined ? {} : { includeIgnored: [...includeIgnored] }),
    ...(gitFolders === undefined ? {} : { gitFolders: checked('gitFolders', [...gitFolders]) }),
    ...(store === undefined ? {} : { store: checked('store', store) }),
    ...(workspace === undefined ? {} : { workspace: checked('workspace', workspace) }),
  };
}

// The value is not said again: a store's may hold a password.
function checked<Value>(key: 'store' | 'workspace' | 'gitFolders', value: Value): Value {
  const parsed = configSchema.shape[key].safeParse(value);
  if (parsed.success) return value;
  throw new ContextError('BAD_INPUT', `--${key.replace('F', '-f')}: ${parsed.error.issues[0]!.message}`);
}
