import type { Colors } from '../colors.ts';

/** What a drawn answer must fit on. */
export interface Sheet {
  readonly colors: Colors;
  readonly root: string;
  /** Where one stands. */
  readonly cwd: string;
  readonly columns: number;
  readonly isQuiet: boolean;
}

/** How far everything below the first word of a summary is set in. */
export const INDENT = '      ';

export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
export const grouped = (value: number): string => value.toLocaleString('en-US');

/** Cuts the end of a text that is too wide. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
}

/** Cuts the beginning: the end of a path says more. */
export function cutLeft(text: string, width: number): string {
  return text.length <= width ? text : `…${text.slice(text.length - width + 1)}`;
}
