import { describe, expect, test } from 'vitest';
import { knap } from './knap.ts';
import { makeWorld, SHOP } from './world.ts';

const QUERY = 'webhook confirmation';

interface Found {
  readonly results: readonly {
    readonly score: number;
    readonly entity: { readonly id: string; readonly type: string };
  }[];
  readonly tokenCount: number;
}

async function found(root: string, args: readonly string[], input = ''): Promise<Found> {
  const { stdout } = await knap(root, ['query', QUERY, '--json', ...args], { input });
  return JSON.parse(stdout);
}

describe('each option of query has its effect', () => {
  test('query --limit and --min-score limit the results', async () => {
    const root = makeWorld(SHOP);
    const all = (await found(root, ['--min-score', '0'])).results;
    expect(all.length).toBeGreaterThan(2);
    expect((await found(root, ['--limit', '2', '--min-score', '0'])).results).toHaveLength(2);
    expect((await found(root, ['--min-score', '0.8'])).results.every(({ score }) => score >= 0.8)).toBe(true);
  });

  test('query --budget says that a result was found and where, even if its code does not fit', async () => {
    const { code, stderr } = await knap(makeWorld(SHOP), ['query', QUERY, '--limit', '1', '--budget', '60']);
    expect(stderr).toMatch(/1 was found, too big for 60 tokens; the best is \S+:\d+-\d+\./);
    expect(code).toBe(0);
  });

  test('query --types limits the kinds of results', async () => {
    const types = (await found(makeWorld(SHOP), ['--types', 'function', '--min-score', '0'])).results.map(
      ({ entity }) => entity.type,
    );
    expect(new Set(types)).toEqual(new Set(['function']));
  });

  test('query --strategies keyword and --strategies graph give different results', async () => {
    const root = makeWorld(SHOP);
    const ids = async (strategy: string) =>
      (await found(root, ['--strategies', strategy, '--min-score', '0'])).results.map(({ entity }) => entity.id);
    expect(await ids('keyword')).not.toEqual(await ids('graph'));
  });

  test('S40 with --strategies the definition of an exact name still comes first', async () => {
    const members = Array.from({ length: 80 }, (_, at) => `  step${at}() {\n    return this.agent.run(${at});\n  }\n`);
    const uses = Array.from(
      { length: 9 },
      (_, at) => `export const client${at} = (client: Client) => client.client(Client);`,
    );
    const root = makeWorld({
      ...SHOP,
      'src/client.ts': `export class Client {\n${members.join('\n')}}\n`,
      'src/uses.ts': uses.join('\n\n'),
    });
    for (const strategies of ['keyword,semantic', 'keyword,semantic,graph', 'keyword']) {
      const { stdout } = await knap(root, ['query', 'Client', '--json', '--strategies', strategies]);
      expect([strategies, JSON.parse(stdout).results[0]?.entity.name]).toEqual([strategies, 'Client']);
    }
  });

  test('A25 A28 --group-by-type and --types take a document without a heading as documentation', async () => {
    const root = makeWorld({
      ...SHOP,
      'issues/twice.md': 'The webhook confirmation is sent twice when Stripe retries.\n',
    });
    const { stdout } = await knap(root, ['query', 'webhook confirmation retries twice', '--group-by-type']);
    expect(stdout).toMatch(/^## Related Documentation\n\n### section: twice\.md$/m);
    const types = await found(root, ['--types', 'section', '--min-score', '0']);
    expect(types.results.map(({ entity }) => entity.id)).toContain('issues/twice.md:1-1');
  });

  test('S10 S27 the lines of a result are those of the whole entity, without blank lines around it', async () => {
    const lines = Array.from(
      { length: 200 },
      (_, at) => `  step${at}(order: Order) {\n    return this.ship(order, ${at});\n  }\n`,
    );
    const shipping = `import { Order } from './order';\n\n\nexport class Shipping {\n${lines.join('\n')}}\n`;
    const root = makeWorld({ ...SHOP, 'src/shipping.ts': shipping });
    for (const more of [[], ['--strategies', 'keyword,semantic']]) {
      const { stdout } = await knap(root, ['query', 'ship an order in steps', '--json', '--min-score', '0', ...more]);
      const results: {
        entity: { name: string; type: string };
        location: { path: string; startLine: number; endLine: number };
      }[] = JSON.parse(stdout).results;
      const own = results.filter(({ location }) => location.path === 'src/shipping.ts');
      expect(own.length).toBeGreaterThan(0);
      for (const { entity, location } of own) {
        const text = shipping.split('\n').slice(location.startLine - 1, location.endLine);
        expect(text[0]).toContain(entity.name);
        expect(text.at(-1)?.trim()).toBe('}');
        expect(text.length).toBe(entity.type === 'class' ? 801 : 3);
      }
    }
  });

  test('query --budget and --max-tokens both keep the page within the budget', async () => {
    const root = makeWorld(SHOP);
    for (const flag of ['--budget', '--max-tokens']) {
      const { stdout } = await knap(root, [
        'query',
        QUERY,
        flag,
        '300',
        '--tokenizer',
        'estimate',
        '--format',
        'plain',
      ]);
      expect(Math.ceil(stdout.trimEnd().length / 4)).toBeLessThanOrEqual(300);
    }
  });

  test('query --seen - with blocks on standard input prints another page', async () => {
    const root = makeWorld(SHOP);
    const blocks = JSON.parse((await knap(root, ['pack', 'handleWebhook', '--json'])).stdout).blocks;
    const text = async (...more: string[]) =>
      (await knap(root, ['query', 'handleWebhook', ...more], { input: JSON.stringify(blocks) })).stdout;
    expect(await text()).not.toBe(await text('--seen', '-'));
  });

  test('query --no-imports leaves out the imports', async () => {
    const others = Array.from(
      { length: 12 },
      (_, index) => `export function other${index}() {\n  return ${index};\n}\n`,
    );
    const root = makeWorld({
      'src/far.ts': `import { stripes } from './stripes.ts';\n\n${others.join('\n')}\nexport function paintZebra() {\n  return stripes;\n}\n`,
    });
    const text = async (...more: string[]) =>
      (await knap(root, ['query', 'paintZebra', '--limit', '1', ...more])).stdout;
    expect(await text()).toContain('import { stripes }');
    expect(await text('--no-imports')).not.toContain('import { stripes }');
  });

  const printed: [flag: string[], has: RegExp | null, lacks: RegExp | null][] = [
    [['--no-code'], null, /throw new Error/],
    [['--no-sources'], null, /^#* ?sources/im],
    [['--sources', 'markdown'], /docs\/payments/, /throw new Error/],
    [['--group-by-type'], /Relevant Code/, null],
    [['--format', 'xml'], /^</, null],
    [['--context-lines', '0', '--types', 'function'], null, /import \{ handleWebhook \}/],
  ];
  for (const [flags, has, lacks] of printed)
    test(`query ${flags.join(' ')} changes the printed page`, async () => {
      const root = makeWorld(SHOP);
      const [plain, changed] = [await knap(root, ['query', QUERY]), await knap(root, ['query', QUERY, ...flags])];
      expect(changed.stdout).not.toBe(plain.stdout);
      if (has) expect(changed.stdout).toMatch(has);
      if (lacks) expect(changed.stdout).not.toMatch(lacks);
    });
});

describe('options of every command choose root and configuration', () => {
  test('--root DIR chooses the workspace instead of the current folder', async () => {
    const root = makeWorld({
      'a/src/zebra.ts': 'export function paintZebra() {}\n',
      'b/src/horse.ts': 'export function rideHorse() {}\n',
    });
    const { stdout } = await knap(root, ['pack', 'rideHorse', '--root', 'b', '--format', 'plain']);
    expect(stdout).toContain('src/horse.ts');
    expect(stdout).not.toContain('b/src');
    expect((await knap(root, ['status', '--json'], { at: 'a' })).stdout).toContain(`${root}/a`);
  });

  test('--config FILE and KNAP_CONFIG replace the configuration of the user', async () => {
    const root = makeWorld({
      ...SHOP,
      'mine.yaml': 'budget: 1111\n',
      '.home/.config/knap/config.yaml': 'budget: 2222\n',
    });
    const budget = async (args: string[], env: Record<string, string> = {}) =>
      JSON.parse((await knap(root, ['pack', QUERY, '--json', ...args], { env })).stdout).usage.budget;
    expect(await budget([])).toBe(2222);
    expect(await budget(['--config', 'mine.yaml'])).toBe(1111);
    expect(await budget([], { KNAP_CONFIG: 'mine.yaml' })).toBe(1111);
  });
});
