import { DEFAULTS } from '../../src/config/defaults.ts';

/** Small limits, so that a few steps meet what thousands of files would: several batches, merged pieces, forgotten contents. */
export const LIMITS = {
  churnHalfLifeDays: DEFAULTS.history.churnHalfLifeDays,
  keeping: { otherStates: 1, contentsMin: 5 },
  segmentsMax: 3,
};
