import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/ports/engine.ts';
import { READER, READER_PAST } from '../worlds/reader.ts';
import { makeWorld, type World } from '../worlds/world.ts';

// A task and the entity that ought to win. What the ranker makes of them stands in test/golden/ranking.txt: a change of
// weights or features shows there as a diff.
const CASES: [task: string, winner: string][] = [
  ['items without a guid appear twice', 'src/feeds/parse-rss.ts#parseRss'],
  ['fix(atom): entries have no publication date', 'src/feeds/parse-atom.ts#parseAtom'],
  ['poll less often when a feed has nothing new', 'src/feeds/schedule.ts#Schedule'],
  ['`retryAfter` returns NaN for a broken header', 'src/net/retry-after.ts#retryAfter'],
  ['requests never time out', 'src/net/request.ts#request'],
  ['HTTP 429: wait before the next request', 'src/net/request.ts#TooManyRequests'],
  ['numeric entities such as &#39; are not decoded', 'src/xml/read-xml.ts#decodeEntities'],
  ['unread count is wrong after marking an entry as read', 'src/store/entry-store.ts#EntryStore'],
  ['unsubscribe leaves an empty folder behind', 'src/store/subscription-store.ts#SubscriptionStore'],
  ['import opml: nested outlines are lost', 'src/opml/import-opml.ts#importOpml'],
  ['export: escape urls in the opml file', 'src/opml/export-opml.ts#exportOpml'],
  ['security: inline event handlers survive in entries', 'src/view/sanitize-html.ts#sanitizeHtml'],
  ['show minutes for entries younger than an hour', 'src/view/format-date.ts#formatDate'],
  ['titles of entries are not escaped when rendered', 'src/view/render-entry.ts#renderEntry'],
  ['add a command that lists subscriptions', 'src/cli/main.ts#main'],
  ['TypeError in SubscriptionStore.subscribe', 'src/store/subscription-store.ts#SubscriptionStore'],
  ['time zone names in dates of items', 'src/feeds/parse-rss.ts#pubDate'],
  ['clean up src/view/format-date.ts', 'src/view/format-date.ts#formatDate'],
];

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(READER, READER_PAST);
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

interface Placed {
  readonly task: string;
  readonly winner: string;
  readonly fileRank: number;
  readonly unitRank: number;
  readonly first: string;
}

async function place(task: string, winner: string): Promise<Placed> {
  const { pack } = await engine.pack({ task, budget: 6000 });
  const path = winner.slice(0, winner.indexOf('#'));
  const units = pack.blocks.toSorted((a, b) => b.score - a.score).map((block) => block.covers);
  const fileRank = pack.files.findIndex((file) => file.path === path) + 1;
  const unitRank = units.findIndex((covers) => covers.some((id) => id === winner)) + 1;
  return { task, winner, fileRank, unitRank, first: pack.files[0]?.path ?? 'nothing' };
}

test('18 tasks rank the expected files and units as in test/golden/ranking.txt, with a mean above 0.8', async () => {
  const placed: Placed[] = [];
  for (const [task, winner] of CASES) placed.push(await place(task, winner));
  const share = (isGood: (one: Placed) => boolean) => (placed.filter(isGood).length / placed.length).toFixed(2);
  const mean = placed.reduce((sum, { fileRank }) => sum + (fileRank > 0 ? 1 / fileRank : 0), 0) / placed.length;
  const lines = placed.map(
    ({ task, winner, fileRank, unitRank, first }) =>
      `${fileRank} ${unitRank} ${winner} < ${task}${fileRank === 1 ? '' : ` (first: ${first})`}`,
  );
  const totals = `files first ${share(({ fileRank }) => fileRank === 1)}, quoted ${share(({ unitRank }) => unitRank > 0)}, reciprocal rank ${mean.toFixed(3)}`;
  await expect(
    `${totals}\n\nrank of the file, place of the block, entity < task\n${lines.join('\n')}\n`,
  ).toMatchFileSnapshot('../golden/ranking.txt');
  // Whatever a diff of the figures shows: below this the weights are no good.
  expect(mean).toBeGreaterThan(0.8);
  expect(Number(share(({ unitRank }) => unitRank > 0))).toBeGreaterThan(0.9);
});
