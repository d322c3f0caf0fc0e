import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

// Sums the results of `vitest run --coverage` in coverage/ by folder, writes them to bench/coverage/RESULTS.md, and fails if a folder is below
// its minimum.

const ROOT = join(import.meta.dirname, '..');
const LEAST = { src: 90, 'src/pipeline': 98 } as const;

interface Lines {
  readonly total: number;
  readonly covered: number;
}

const summary: Record<string, { readonly lines: Lines }> = JSON.parse(
  readFileSync(join(ROOT, 'coverage/coverage-summary.json'), 'utf8'),
);
const files = Object.entries(summary).flatMap(([path, { lines }]) =>
  path === 'total' ? [] : [{ path: relative(ROOT, path).replaceAll('\\', '/'), lines }],
);
const folders = ['src', ...new Set(files.map(({ path }) => path.split('/').slice(0, 2).join('/')))].sort();
const rows = folders.map((folder) => {
  const held = files.filter(({ path }) => path === folder || path.startsWith(`${folder}/`));
  const sum = (key: keyof Lines) => held.reduce((total, { lines }) => total + lines[key], 0);
  return { folder, files: held.length, lines: sum('total'), share: (100 * sum('covered')) / Math.max(1, sum('total')) };
});
const page = `# Lines that tests run

\`npm run coverage\`: the whole of \`npm test\`, in the processes that run the tests. What runs only in threads and programs that tests start is not
counted, nor is the page, which runs in a browser; the real share of \`src\` is therefore higher.

| folder | files | lines | run by tests |
|---|---|---|---|
${rows.map(({ folder, files: count, lines, share }) => `| \`${folder}\` | ${count} | ${lines} | ${share.toFixed(1)} % |`).join('\n')}

Wanted: ${Object.entries(LEAST)
  .map(([folder, least]) => `\`${folder}\` ${least} %`)
  .join(', ')}; less is an error.
`;
mkdirSync(join(ROOT, 'bench/coverage'), { recursive: true });
writeFileSync(join(ROOT, 'bench/coverage/RESULTS.md'), page);
const low = rows.filter(({ folder, share }) => share < (LEAST[folder as keyof typeof LEAST] ?? 0));
for (const { folder, share } of low)
  console.error(
    `${folder}: ${share.toFixed(1)} % of its lines are run by tests, not ${LEAST[folder as keyof typeof LEAST]} %`,
  );
process.exitCode = low.length > 0 ? 1 : 0;
