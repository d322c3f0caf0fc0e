import { expect, test } from 'vitest';
import { redactText } from '../../src/reading/redaction/redact.ts';
import { secretCases, tells } from './secret-cases.ts';

const CASES = secretCases('open');

test('K25 planted secrets of every kind and place are found, at least 99 of 100', () => {
  const leaks = CASES.filter(({ text, secrets }) => secrets.some((secret) => tells(redactText(text).text, secret)));
  expect(CASES.length).toBeGreaterThan(200);
  expect(new Set(CASES.map(({ kind }) => kind)).size).toBeGreaterThan(200);
  expect(leaks.length / CASES.length, leaks.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(0.01);
});

test('K25 what was replaced is not replaced again, and no line is lost', () => {
  for (const { text } of CASES) {
    const { text: once } = redactText(text);
    expect(redactText(once)).toEqual({ text: once, findings: [] });
    expect(once.split('\n')).toHaveLength(text.split('\n').length);
  }
});

test('K25 neighbours do not hide a secret: all of them in one text', () => {
  const { text } = redactText(CASES.map((one) => one.text).join('\n\n'));
  const leaks = CASES.filter(({ secrets }) => secrets.some((secret) => text.includes(secret)));
  expect(leaks.length / CASES.length, leaks.map((one) => one.text).join('\n')).toBeLessThanOrEqual(0.01);
});
