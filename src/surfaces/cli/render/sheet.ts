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
