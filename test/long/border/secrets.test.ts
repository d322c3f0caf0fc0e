import { expect, test } from 'vitest';
import { redactText } from '../../../src/reading/redaction/redact.ts';
import { NEAR_MISSES } from '../../border/near-misses.ts';
import { leaksOf } from '../../border/planted.ts';
import { type Half, type SecretCase, secretCases, tells } from '../../border/secret-cases.ts';

const isFound = ({ text, secrets }: SecretCase) => {
  const redacted = redactText(text).text;
  return !secrets.some((secret) => tells(redacted, secret));
};

for (const half of ['open', 'kept'] satisfies Half[]) {
  test(`K25 at least 99 of 100 planted secrets are found: the ${half} half`, () => {
    const cases = secretCases(half);
    const leaks = cases.filter((one) => !isFound(one));
    expect(leaks.length / cases.length, leaks.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(0.01);
  });
}

test('K25 no table, answer or pack holds a secret that is found in its text: the second half of the cases', async () => {
  const cases = secretCases('open', 2).filter(isFound);
  const { index, answers, packs } = await leaksOf(cases);
  expect([index, answers, packs].map((leaks) => leaks.map(({ text }) => text))).toEqual([[], [], []]);
});

test('K25 a megabyte of near misses of any kind is searched for secrets within ten seconds', () => {
  for (const piece of NEAR_MISSES) {
    const before = process.cpuUsage();
    redactText(piece.repeat(Math.ceil(1_000_000 / piece.length)));
    const { user } = process.cpuUsage(before);
    expect(user / 1e6, JSON.stringify(piece.slice(0, 60))).toBeLessThan(10);
  }
});
