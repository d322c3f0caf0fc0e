import { describe, expect, test } from 'vitest';
import { DOMAINS } from '../../src/domains/index.ts';
import { CHANGE_TYPES, type ChangeType, type TaskInput } from '../../src/model/task.ts';
import { ask, mentioned } from './world.ts';

describe('C30 a task is matched with domains', () => {
  const first: [text: string, expected: string][] = [
    ['the stripe webhook does not confirm the payment', 'payments'],
    ['login with oauth loses the session token', 'auth'],
    ['migration drops a column of the users table', 'database'],
    ['evict stale entries from the lru cache', 'cache'],
    ['celery worker retries the job for ever', 'queue'],
    ['twilio text message to a phone number', 'sms'],
    ['race condition between two threads on a mutex', 'concurrency'],
  ];
  for (const [text, expected] of first)
    test(`C30 the task "${text}" belongs to ${expected}`, async () =>
      expect((await ask(text)).domains[0]?.name).toBe(expected));

  test('C30 a domain lists its matched keywords; more of them make it stronger, never 1', async () => {
    const one = (await ask('stripe')).domains[0];
    const three = (await ask('stripe webhook payment')).domains[0];
    expect(one).toMatchObject({ name: 'payments', keywords: ['stripe'] });
    expect(three?.keywords.toSorted()).toEqual(['payment', 'stripe', 'webhook']);
    expect(three?.strength).toBeGreaterThan(one?.strength ?? 1);
    expect(three?.strength).toBeLessThan(1);
  });
  test('C30 words that only share a stem with a keyword do not match', async () => {
    expect((await ask('the author of a local book')).domains.map((domain) => domain.name)).not.toContain('auth');
  });
  const not: [text: string, wrong: string, right: string | null][] = [
    ['users cannot log in after a reset', 'logging', 'auth'],
    ['logged out when the page is reloaded', 'logging', 'auth'],
    ['the form says invalid for a valid address', 'cache', 'ui'],
    ['invalid rows are kept', 'cache', 'validation'],
  ];
  for (const [text, wrong, right] of not)
    test(`C30 the task "${text}" does not belong to ${wrong}`, async () => {
      const names = (await ask(text)).domains.map((domain) => domain.name);
      expect(names).not.toContain(wrong);
      if (right !== null) expect(names).toContain(right);
    });
  test('C30 the word "log" is still recognised', async () =>
    expect((await ask('the log level of the audit log')).domains[0]?.name).toBe('logging'));
  test('C30 other forms of a keyword match too', async () =>
    expect((await ask('cached queries are invalidated')).domains.map((domain) => domain.name)).toEqual(
      expect.arrayContaining(['cache', 'database']),
    ));
  test('C30 a domain of the user or a framework counts like a built-in domain', async () => {
    const domains = [
      ...DOMAINS,
      { name: 'loyalty', description: 'Points', keywords: ['point', 'reward', 'loyalty card'] },
    ];
    expect((await ask('points on the loyalty card', { domains })).domains[0]).toMatchObject({
      name: 'loyalty',
      keywords: ['point', 'loyalty card'],
    });
  });
  test('C30 focus puts a domain with all its keywords before the others', async () => {
    const { domains } = await ask({ text: 'stripe webhook payment', focus: ['Cache'] });
    expect(domains.map((domain) => domain.name).slice(0, 2)).toEqual(['cache', 'payments']);
    expect(domains[0]).toMatchObject({
      strength: 1,
      keywords: DOMAINS.find((domain) => domain.name === 'cache')?.keywords,
    });
  });
  test('C30 an unknown focus is refused with the nearest names', async () => {
    await expect(ask({ text: 'x', focus: ['paymnts'] })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('payments'),
    });
  });
  test('C30 every built-in domain has its own name, a description and keywords', () => {
    expect(new Set(DOMAINS.map((domain) => domain.name)).size).toBe(DOMAINS.length);
    for (const { description, keywords } of DOMAINS) {
      expect(description).not.toBe('');
      expect(keywords.length).toBeGreaterThan(5);
      expect(keywords.every((keyword) => keyword.trim() === keyword && keyword !== '')).toBe(true);
    }
    for (const name of 'auth payments api database cache queue email storage testing security performance ui chat moderation sms search'.split(
      ' ',
    ))
      expect(DOMAINS.map((domain) => domain.name)).toContain(name);
  });
});

describe('a task has a change type', () => {
  const indicators: [row: string, type: ChangeType, words: string][] = [
    ['C31', 'bugfix', 'fix bug error issue broken fails'],
    ['C32', 'feature', 'add implement create new support'],
    ['C33', 'refactor', 'refactor clean improve optimize'],
    ['C34', 'perf', 'performance slow fast cache'],
    ['C35', 'security', 'security vulnerability auth permission'],
  ];
  for (const [row, type, words] of indicators)
    for (const word of words.split(' '))
      test(`${row} the word "${word}" means ${type}`, async () =>
        expect((await ask(`${word} the cart`)).changeType).toBe(type));
  const forms: [row: string, text: string, expected: ChangeType][] = [
    ['C31 other forms', 'fixed failing carts', 'bugfix'],
    ['C32 other forms', 'adding carts', 'feature'],
    ['C32 a change prefix', 'feat(cart): show an error on broken input', 'feature'],
    ['C33 optimize is both: the order of the table settles it', 'optimize the cart', 'refactor'],
    ['C34 most hits win', 'optimize the slow query, its performance is bad', 'perf'],
    ['C35 most hits win', 'fix the permission vulnerability in auth', 'security'],
    ['C31 a tie', 'add a fix', 'bugfix'],
    ['C31 none', 'the colour of the cart', 'unknown'],
  ];
  for (const [row, text, expected] of forms)
    test(`${row}: the type of change of "${text}" is ${expected}`, async () =>
      expect((await ask(text)).changeType).toBe(expected));
  test('C31 the types are in the order that decides between equal scores', () => {
    expect(CHANGE_TYPES).toEqual(['bugfix', 'feature', 'refactor', 'perf', 'security']);
  });
});

describe('confidence grows with evidence', () => {
  const rises: [row: string, less: string | TaskInput, more: string | TaskInput][] = [
    ['C36 a file name', 'zebra giraffe', 'zebra giraffe User.php'],
    ['C36 a known file in place of an unknown file', 'zebra missing.ts', 'zebra checkout.ts'],
    ['C36 a trace', 'zebra giraffe', { text: 'zebra giraffe', errorLog: 'Error: x\n    at a (/srv/src/index.ts:1:2)' }],
    [
      'C36 a diff',
      'zebra giraffe',
      { text: 'zebra giraffe', changes: [{ path: 'a.ts', status: 'modified', lines: [] }] },
    ],
    ['C37 a class', 'zebra giraffe', 'zebra PaymentService'],
    ['C37 a method', 'zebra giraffe', 'zebra handleWebhook'],
    ['C37 a known class in place of an unknown class', 'zebra RefundService', 'zebra PaymentService'],
    ['C38 more keywords', 'zebra', 'zebra giraffe ostrich'],
    ['C39 a domain', 'zebra giraffe', 'zebra stripe'],
    ['C39 a stronger domain', 'zebra ostrich stripe', 'zebra paypal stripe'],
  ];
  for (const [row, less, more] of rises)
    test(`${row} raises the confidence`, async () =>
      expect((await ask(more)).confidence).toBeGreaterThan((await ask(less)).confidence));
  const ranges: [row: string, text: string, low: number, high: number][] = [
    ['C38 one word', 'zebra', 0, 0.1],
    [
      'C36 C37 C38 C39 all four',
      'Fix the stripe webhook payment in PaymentService.charge, webhook.ts and /checkout',
      0.8,
      1,
    ],
    ['C38 nothing meant', 'it is what it is', 0, 0],
  ];
  for (const [row, text, low, high] of ranges)
    test(`${row}: the confidence is between ${low} and ${high}`, async () => {
      const { confidence } = await ask(text);
      expect(confidence).toBeGreaterThanOrEqual(low);
      expect(confidence).toBeLessThanOrEqual(high);
    });
});

describe('C40 a vague task gets suggestions', () => {
  test('C40 a vague task gets at most three suggestions, with names of this workspace', async () => {
    const { suggestions, confidence } = await ask('fix the checkout bug');
    expect(confidence).toBeLessThan(0.3);
    expect(suggestions).toEqual([
      'Paste the error message or the stack trace.',
      'Name a file, for example src/routes/checkout.ts.',
      'Name a class or a function, for example checkout (src/routes/checkout.ts).',
    ]);
  });
  test('C40 a clear task gets no suggestion', async () => {
    expect((await ask('Fix the stripe webhook payment in PaymentService, webhook.ts')).suggestions).toEqual([]);
  });
  test('C40 the caller can set the threshold for suggestions', async () => {
    const text = 'Why is the stripe webhook payment of /checkout late';
    expect((await ask(text)).suggestions).toEqual([]);
    expect((await ask(text, { vagueBelow: 1 })).suggestions).not.toEqual([]);
  });
});

test('C26 the strongest mentions come first', async () => {
  const task = await ask('RefundService\n\nuses `PaymentService`');
  expect(mentioned(task)).toEqual(['class PaymentService!+', 'class RefundService']);
});
