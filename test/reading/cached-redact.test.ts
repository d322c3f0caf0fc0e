import { expect, test } from 'vitest';
import { cacheRedact, createRedact } from '../../src/reading/redaction/redact.ts';

const SECRET = "const apiKey = 'q8Zt3LmX0vB7nR4kWs9J';\n";

test('a text is searched only once until it changes', async () => {
  let searches = 0;
  const real = createRedact();
  const redact = cacheRedact((text, path) => {
    searches += 1;
    return real(text, path);
  }, 1000);
  const plain = await redact('nothing here\n', 'a.ts');
  expect(await redact('nothing here\n', 'a.ts')).toBe(plain);
  expect(searches).toBe(1);
  const { text, findings } = await redact(SECRET, 'a.ts');
  expect([text.includes('q8Zt3'), findings.length, searches]).toEqual([false, 1, 2]);
  expect((await redact(SECRET, 'b.ts')).text).toBe(text);
  expect(searches).toBe(3);
});

test('the cache of redacted texts is limited, and a text too large for it is searched each time', async () => {
  let searches = 0;
  const redact = cacheRedact(async (text) => {
    searches += 1;
    return { text, findings: [] };
  }, 10);
  for (let time = 0; time < 2; time++) await redact('eleven and more', 'a.ts');
  expect(searches).toBe(2);
});
