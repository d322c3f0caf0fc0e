import type { ConfigLayer } from '../../config/schema.ts';
import type { Globals } from './program.ts';

/** What options of all commands say about the configuration: the last word. */
export function configFlags({ includeIgnored }: Globals): ConfigLayer {
  return includeIgnored === undefined ? {} : { includeIgnored: [...includeIgnored] };
}
