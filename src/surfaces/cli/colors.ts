import picocolors from 'picocolors';
import type { Terminal } from './terminal.ts';

export type Colors = ReturnType<typeof picocolors.createColors>;

/** Colours for each stream: only on terminals, unless FORCE_COLOR or NO_COLOR says otherwise. */
export function chooseColors(
  { stdout, stderr, env }: Terminal,
  isRefused: boolean,
): { stdout: Colors; stderr: Colors } {
  const on = (stream: NodeJS.WriteStream): boolean => {
    if (isRefused || env.NO_COLOR) return false;
    if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0';
    return stream.isTTY === true && env.TERM !== 'dumb';
  };
  return { stdout: picocolors.createColors(on(stdout)), stderr: picocolors.createColors(on(stderr)) };
}
