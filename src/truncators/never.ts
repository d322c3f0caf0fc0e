import type { Truncator } from '../ports/truncator.ts';
import { wholeIfFits } from './kept-lines.ts';

/** Whole or not at all. */
export const never: Truncator = { name: 'never', truncate: wholeIfFits };
