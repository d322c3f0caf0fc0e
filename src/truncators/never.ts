import type { Truncator } from '../ports/truncator.ts';
import { wholeIfFits } from './kept-lines.ts';

/** Whole or not at all. */
export const never = { name: 'never', truncate: wholeIfFits } as const satisfies Truncator;
