import { expect, test } from 'vitest';
import { manifestOf } from '../../src/bundle/manifest.ts';
import { assemble } from '../../src/index.ts';
import { READER, READER_PAST } from '../worlds/reader.ts';
import { makeWorld } from '../worlds/world.ts';

type Fields = ReadonlyMap<string, unknown>;

/** Two names of one value, kept for callers who know one of them. */
const TWO_NAMES = ['assembled: tokenCount, totalTokens', 'assembled: summary.truncated, truncated'];
/** Equal unless something rare is the case: more than one line of a task, a unit beside its file. */
const ALIKE = /: (?:task\.text, task\.title|text, title|id, path|entity\.name, entity\.qualifiedName)$/;
const DOCUMENTS = {
  'docs/a.md': '---\nlattice-id: LAAAB\n---\n# First\n\nSee [feeds](feeds.md).\n',
  'docs/b.md': '# Second\n\nSee [the first](a.md).\n',
  'docs/c.md': '# Third\n\nSee [the second](b.md), and [nothing](d.md).\n',
};
const NOWHERE = { entity: { name: 'nowhere', type: 'function' }, score: 1 };
const TASKS = [
  'HTTP 429: wait before the next request in `SubscriptionStore.subscribe`',
  'parse Atom feeds',
  'how are feeds stored\n\nand how is an outline imported',
  'fetch feeds again when they change',
];

test('no two fields of an answer of pack, query, explain, assemble or show always hold the same value', async () => {
  using world = makeWorld({ ...READER, ...DOCUMENTS }, READER_PAST);
  const engine = await world.open();
  const records = new Map<string, Fields[]>();
  for (const [index, task] of TASKS.entries()) {
    const errorLog = index === 0 ? 'Error: 429\n    at request (src/net/request.ts:3:1)' : undefined;
    const { pack } = await engine.pack({ task, error: errorLog, budget: 3000 });
    const printed = await engine.pack({ task, error: errorLog, budget: 3000, format: 'json' });
    const answer = await engine.query({ query: task, minScore: 0, format: 'json' });
    collect({ pack, manifest: manifestOf(pack), printed: JSON.parse(printed.text) }, '', records);
    collect({ query: answer, queryPage: JSON.parse(answer.context) }, '', records);
    collect({ explained: await engine.explain({ task, error: errorLog }) }, '', records);
    const results = answer.results.map(({ entity, score, location }) => ({
      entity: { ...entity, filePath: location.path, startLine: location.startLine, endLine: location.endLine },
      score: score * 3,
    }));
    for (const budget of [300, 900, 9000])
      collect({ assembled: await assemble([...results, NOWHERE], { projectRoot: world.root, budget }) }, '', records);
  }
  for (const path of Object.keys(DOCUMENTS)) {
    const shown = await engine.show({ targets: [path], format: 'json' });
    collect({ shown, shownPage: JSON.parse(shown.text), links: await engine.links({ target: path }) }, '', records);
  }
  await engine.close();
  const equal = [...records].flatMap(([kind, list]) => equalPairs(list).map((pair) => `${kind}: ${pair}`));
  expect(equal.filter((pair) => !TWO_NAMES.includes(pair) && !ALIKE.test(pair))).toEqual([]);
});

/** Every object of an answer, by where it stands, with all plain values in it by the way to them. */
function collect(value: unknown, kind: string, into: Map<string, Fields[]>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, `${kind}[]`, into);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if (kind !== '') into.set(kind, [...(into.get(kind) ?? []), new Map(valuesIn(value, []))]);
  for (const [key, inner] of Object.entries(value)) collect(inner, kind === '' ? key : `${kind}.${key}`, into);
}

function valuesIn(value: object, way: readonly string[]): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([key, inner]): readonly (readonly [string, unknown])[] => {
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) return valuesIn(inner, [...way, key]);
    return typeof inner === 'object' ? [] : [[[...way, key].join('.'), inner] as const];
  });
}

// Several objects with several values: what is equal in all of them is no chance.
function equalPairs(list: readonly Fields[]): readonly string[] {
  const names = [...new Set(list.flatMap((fields) => [...fields.keys()]))].sort();
  return names.flatMap((one, at) =>
    names.slice(at + 1).flatMap((other) => {
      const both = list.filter((fields) => fields.has(one) || fields.has(other));
      const isEqual = both.every((fields) => fields.get(one) === fields.get(other));
      const values = new Set(both.map((fields) => fields.get(one)));
      return isEqual && values.size > 2 ? [`${one}, ${other}`] : [];
    }),
  );
}
