import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Only `npm run test:long` says how often random input is tried; only there is time for the rest.
    exclude: process.env.PROPERTY_RUNS ? [] : ['test/long/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
