import { describe, expect, test } from 'vitest';
import { termsOf } from '../../src/model/terms.ts';
import { ask } from './world.ts';

const words = async (text: string) => (await ask(text)).keywords.map((keyword) => keyword.word);
const stems = async (text: string) => (await ask(text)).keywords.map((keyword) => keyword.stem);

describe('C21 keywords are cut at whitespace and punctuation', () => {
  const cases: [text: string, expected: string[]][] = [
    ['stripe,webhook;refund', ['stripe', 'webhook', 'refund']],
    ['stripe/webhook (refund)', ['stripe', 'webhook', 'refund']],
    ['“stripe”—webhook…', ['stripe', 'webhook']],
  ];
  for (const [text, expected] of cases)
    test(`C21 keywords are cut at whitespace and punctuation: ${text}`, async () =>
      expect(await words(text)).toEqual(expect.arrayContaining(expected)));

  test('C21 the parts of a name and the name itself are keywords', async () => {
    expect(await words('refundOrder')).toEqual(expect.arrayContaining(['refundOrder', 'refund', 'order']));
  });
  test('C21 an acronym is one word, in the plural and before a version', async () => {
    expect(await stems('URLs, APIs, IDs, UUIDs, DTOs')).toEqual(['api', 'dto', 'id', 'url', 'uuid']);
    expect(await stems('IPv6')).toEqual(['ipv6', 'ip']);
  });
  test('C21 an ordinary number or a commit hash is no keyword', async () => {
    expect(await words('webhook 12345 82ed24ef6d040541577b0a4c203a054e22cf7098')).toEqual(['webhook']);
  });
  test('C21 Chinese text is cut into pairs, beside the Latin words in it', async () => {
    expect(await stems('修复login页面')).toEqual(expect.arrayContaining(['修复', 'login', '页面']));
  });
});

describe('C22 keywords are stemmed as the index is', () => {
  const cases: [written: string, indexed: string][] = [
    ['payments', 'the payment was made'],
    ['cached', 'a cache'],
    ['handleWebhooks', 'webhook'],
    ['支付', '支付页面'],
    ['URLs', 'the url'],
    ['url', 'parseURLs(text)'],
    ['IDs', 'an id'],
    ['IPv6', 'ipv6'],
    ['ip', 'isIPv6Address'],
  ];
  for (const [written, indexed] of cases)
    test(`C22 the keyword ${written} matches the indexed text "${indexed}"`, async () => {
      const found = await stems(written);
      expect(termsOf(indexed).some((term) => found.includes(term))).toBe(true);
    });
});

describe('C23 stop words are removed', () => {
  const cases: [language: string, text: string, expected: string[]][] = [
    ['English', 'the webhook of a payment should not be there', ['payment', 'webhook']],
    [
      'German',
      'Die Zahlung wird nicht bestätigt, wenn der Warenkorb leer ist',
      ['bestätigt', 'leer', 'warenkorb', 'zahlung'],
    ],
    [
      'Italian',
      'Il carrello non viene svuotato quando il pagamento è confermato',
      ['carrello', 'confermato', 'pagamento', 'svuotato'],
    ],
    [
      'French',
      'Le panier est vide quand on revient sur la page de paiement',
      ['page', 'paiement', 'panier', 'revient', 'vide'],
    ],
    [
      'Spanish',
      'El carrito está vacío cuando se vuelve a la página de pago',
      ['carrito', 'pago', 'página', 'vacío', 'vuelve'],
    ],
  ];
  for (const [language, text, expected] of cases)
    test(`C23 stop words are left out of keywords in ${language}`, async () =>
      expect([...(await words(text))].sort()).toEqual(expected));

  test('C23 an English text keeps words that are stop words elsewhere', async () => {
    expect(await words('workers die while the son process sits on a lock')).toEqual(
      expect.arrayContaining(['die', 'son']),
    );
  });
  test('C23 words that only ask for a change are left out', async () => {
    expect(await words('Fix the bug: add retries to the webhook')).toEqual(['retries', 'webhook']);
  });
  test('C23 words that ask for a change stay if there are no others', async () => {
    expect(await words('fix the bug')).toEqual(['bug', 'fix']);
  });
  test('C23 a text with only stop words gives no keyword and does not fail', async () => {
    expect((await ask('it is what it is')).keywords).toEqual([]);
  });
});

describe('C21 keywords have weights', () => {
  const weight = async (text: string, word: string) =>
    (await ask(text)).keywords.find((keyword) => keyword.word === word)?.weight ?? 0;
  test('C21 a word of the title has more weight than a word of the body', async () => {
    expect(await weight('Refund rounding\n\nThe ledger differs.', 'refund')).toBeGreaterThan(
      await weight('Refund rounding\n\nThe ledger differs.', 'ledger'),
    );
  });
  test('C21 a name has more weight than a plain word', async () => {
    const text = 'Refund goes to refundLedger';
    expect(await weight(text, 'refundLedger')).toBeGreaterThan(await weight(text, 'goes'));
  });
  test('C21 each repetition of a word adds less weight', async () => {
    const text = `Title\n\n${'ledger '.repeat(30)} rounding`;
    const ratio = (await weight(text, 'ledger')) / (await weight(text, 'rounding'));
    expect(ratio).toBeGreaterThan(2);
    expect(ratio).toBeLessThan(10);
  });
  test('C21 the best word has weight 1, and the list is sorted and limited', async () => {
    const { keywords } = await ask(
      Array.from(
        { length: 100 },
        (_, index) =>
          `word${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + Math.floor(index / 26))}`,
      ).join(' '),
      { keywordsMax: 7 },
    );
    expect(keywords).toHaveLength(7);
    expect(keywords[0]?.weight).toBe(1);
    expect(keywords.map((keyword) => keyword.weight)).toEqual(
      keywords.map((keyword) => keyword.weight).toSorted((a, b) => b - a),
    );
  });
});

describe('C24 phrases are found', () => {
  const cases: [name: string, text: string, expected: string[]][] = [
    ['neighbouring words', 'The payment webhook is late', ['payment webhook']],
    ['a stop word parts them', 'the webhook of the payment', []],
    ['punctuation parts them', 'webhook, payment', []],
    ['asking words belong to none', 'fix payment webhook', ['payment webhook']],
    ['three words at most', 'credit card payment form', ['card payment form', 'credit card payment']],
  ];
  for (const [name, text, expected] of cases)
    test(`C24 phrases are found: ${name}`, async () => expect((await ask(text)).phrases).toEqual(expected));

  test('C24 at most ten phrases are kept, those of the title first', async () => {
    const body =
      'blue car, red bus, green van, old ship, big plane, slow train, cold boat, tall bike, wet sled, hot cart, new kite';
    const { phrases } = await ask(`Payment webhook is late\n\n${body}`);
    expect(phrases).toHaveLength(10);
    expect(phrases[0]).toBe('payment webhook');
  });
});

describe('C21 words of a report template are left out', () => {
  const report = `Refund rounding is off
<!-- please search before posting: zebra -->
### Describe the bug
The ledger shows a cent too much. See https://example.org/giraffe and ![shot](https://user-images.githubusercontent.com/1/hippo.png).
- [x] I have searched for ostrich
### Environment
- OS: Penguin 3
### Additional context
> On Monday someone wrote about llamas
\`\`\`js
const camelCount = sheep(ledger);
\`\`\`
Co-authored-by: Walrus <walrus@example.org>`;
  for (const noise of ['zebra', 'giraffe', 'hippo', 'ostrich', 'penguin', 'walrus', 'describe'])
    test(`C21 the word ${noise} of a report template is no keyword`, async () =>
      expect(await words(report)).not.toContain(noise));
  test('C21 quoted code and replies have little weight', async () => {
    const { keywords } = await ask(report);
    const weight = (word: string) => keywords.find((keyword) => keyword.word === word)?.weight ?? 0;
    for (const quoted of ['camelCount', 'sheep', 'llamas']) {
      expect(weight(quoted)).toBeGreaterThan(0);
      expect(weight(quoted)).toBeLessThan(weight('ledger') / 2);
    }
  });
});
