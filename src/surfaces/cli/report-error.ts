import { ERRORS, toldError } from '../../model/errors.ts';
import { visible } from '../../model/visible-text.ts';
import { cleanLine } from '../serving/clean-lines.ts';
import type { Colors } from './colors.ts';
import { print, type Terminal } from './terminal.ts';

/** One line that says what is wrong and, where it helps, one that says what to do; returns the exit status. */
export async function reportError(
  error: unknown,
  { terminal, colors }: { terminal: Terminal; colors: Colors },
): Promise<number> {
  const known = toldError(error);
  const { exit } = ERRORS[known.code];
  const lines = [
    `${colors.red('knap:')} ${await cleanLine(known.message)}`,
    ...(known.hint === null ? [] : [colors.dim(`      ${known.hint}`)]),
  ];
  if (terminal.env.KNAP_DEBUG === '1') lines.push(visible(stackOf(error)));
  await print(terminal.stderr, `${lines.join('\n')}\n`);
  return exit;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? (error.stack ?? '') : `${error.stack}\ncaused by ${stackOf(error.cause)}`;
}
