import fc from 'fast-check';

// The same inputs at every run, so that what passes here passes everywhere; the long run looks for others.
if (process.env.PROPERTY_RUNS === undefined) fc.configureGlobal({ seed: 20_261_116 });
