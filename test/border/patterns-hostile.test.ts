import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostilePattern, hostileText, seeded } from '../../bench/border/hostile.ts';
import { PATTERN_READERS, TEXT_READERS } from '../../bench/border/readers.ts';
import { createIgnoreRules } from '../../src/sources/code/scan/ignore-rules.ts';
import { folder } from '../indexing/folder.ts';
import { knap } from '../surfaces/knap.ts';

// What these take is milliseconds; with a fault it is hours, so that no machine is slow enough to confuse the two.
const ALL_MS = 20_000;

test(
  'a slow pattern in the configuration and ignore files of a repository does not hang knap',
  async () => {
    const root = folder({ [`${'a'.repeat(200)}.md`]: '# zebra\n', 'src/zebra.ts': 'export const zebra = 1;\n' });
    const stars = `${'*a'.repeat(60)}*b.md`;
    writeFileSync(
      join(root, 'knap.config.yaml'),
      JSON.stringify({ rootPatterns: [stars], exclude: [stars, `**/${stars}`] }),
    );
    writeFileSync(join(root, '.ctxignore'), `${stars}\n!${stars}\n`);
    writeFileSync(join(root, '.gitignore'), `${stars}\n**/${stars}\n`);
    expect((await knap(root, ['query', 'zebra', '--exclude', stars])).code).toBeLessThan(4);
    expect((await knap(root, ['pack', 'zebra', '--format', 'plain', '--exclude', stars])).stdout).toContain('zebra.ts');
  },
  ALL_MS,
);

test(
  '300 random slow patterns are matched within seconds by every reader of patterns',
  () => {
    const random = seeded(13);
    for (let count = 0; count < 300; count++) {
      const { pattern, path } = hostilePattern(random);
      for (const read of Object.values(PATTERN_READERS)) read(pattern, path.slice(0, 1000));
    }
  },
  ALL_MS,
);

test(
  '40 random slow texts are read within seconds by every reader of texts',
  async () => {
    const random = seeded(14);
    await TEXT_READERS['a task']!(`what is a${'A'.repeat(60)}- and a${'AB'.repeat(40)}$ for?`);
    for (let count = 0; count < 40; count++) {
      const text = hostileText(random, 8000);
      for (const read of Object.values(TEXT_READERS)) await read(text);
    }
  },
  ALL_MS,
);

test(
  'a path on which all ignore patterns together cost too much is left out and counted',
  () => {
    const lines = Array.from({ length: 600 }, (_, index) => `!**/${'?*/'.repeat(30)}b${index}/**/x`);
    const rules = createIgnoreRules(lines);
    const deep = 'a/'.repeat(1500);
    expect(rules.verdict(deep)).toBe('out');
    expect(rules.givenUp).toBeGreaterThan(0);
  },
  ALL_MS,
);
