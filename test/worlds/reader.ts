import type { Files } from './world.ts';

/** A reader of news feeds: files that resemble one another, so that putting the right one first is work. */
export const READER: Files = {
  'src/feeds/fetch-feed.ts': `import { request } from '../net/request.ts';
import { parseAtom } from './parse-atom.ts';
import { parseRss } from './parse-rss.ts';

/** Downloads a feed and parses it by its content type. */
export async function fetchFeed(url: string): Promise<Feed> {
  const response = await request(url, { timeoutMs: 10_000 });
  return response.type.includes('atom') ? parseAtom(response.body) : parseRss(response.body);
}

export interface Feed {
  title: string;
  entries: Entry[];
}

export interface Entry {
  id: string;
  published: Date;
}
`,
  'src/feeds/parse-rss.ts': `import { readXml } from '../xml/read-xml.ts';
import type { Feed } from './fetch-feed.ts';

/** Reads RSS 2.0; an item without a guid is known by its link. */
export function parseRss(text: string): Feed {
  const channel = readXml(text).child('channel');
  const entries = channel.children('item').map((item) => ({ id: item.text('guid') || item.text('link'), published: pubDate(item.text('pubDate')) }));
  return { title: channel.text('title'), entries };
}

function pubDate(text: string): Date {
  return new Date(text.replace(/ [A-Z]{3,4}$/, ' +0000'));
}
`,
  'src/feeds/parse-atom.ts': `import { readXml } from '../xml/read-xml.ts';
import type { Feed } from './fetch-feed.ts';

/** Reads Atom 1.0. */
export function parseAtom(text: string): Feed {
  const feed = readXml(text);
  const entries = feed.children('entry').map((entry) => ({ id: entry.text('id'), published: new Date(entry.text('updated')) }));
  return { title: feed.text('title'), entries };
}
`,
  'src/feeds/schedule.ts': `import { fetchFeed } from './fetch-feed.ts';

const HOUR_MS = 3_600_000;

/** Polls each feed again after an interval that grows while nothing new appears. */
export class Schedule {
  private readonly intervals = new Map<string, number>();

  nextPoll(url: string, now: number): number {
    return now + (this.intervals.get(url) ?? HOUR_MS);
  }

  async poll(url: string): Promise<void> {
    const feed = await fetchFeed(url);
    const before = this.intervals.get(url) ?? HOUR_MS;
    this.intervals.set(url, feed.entries.length > 0 ? HOUR_MS : Math.min(before * 2, 24 * HOUR_MS));
  }
}
`,
  'src/xml/read-xml.ts': `/** A small XML reader: elements, text, entities; no namespaces. */
export function readXml(text: string): XmlNode {
  const tokens = text.match(/<[^>]+>|[^<]+/g) ?? [];
  return build(tokens.map(decodeEntities));
}

/** Turns &amp; and its kind back into characters. */
export function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '');
}

function build(tokens: string[]): XmlNode {
  return { child: () => build(tokens), children: () => [], text: () => tokens.join('') };
}

export interface XmlNode {
  child(name: string): XmlNode;
  children(name: string): XmlNode[];
  text(name: string): string;
}
`,
  'src/net/request.ts': `import { retryAfter } from './retry-after.ts';

/** One HTTP request with a timeout; follows redirects. */
export async function request(url: string, { timeoutMs }: { timeoutMs: number }) {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'follow' });
  if (response.status === 429) throw new TooManyRequests(retryAfter(response.headers));
  return { type: response.headers.get('content-type') ?? '', body: await response.text() };
}

export class TooManyRequests extends Error {
  constructor(readonly waitMs: number) {
    super('too many requests');
  }
}
`,
  'src/net/retry-after.ts': `/** How long a server asks to wait: seconds, or a date. */
export function retryAfter(headers: Headers): number {
  const value = headers.get('retry-after') ?? '0';
  return /^[0-9]+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
}
`,
  'src/store/entry-store.ts': `import type { Entry } from '../feeds/fetch-feed.ts';

/** Keeps entries, each once by its id; read marks survive. */
export class EntryStore {
  private readonly entries = new Map<string, Entry & { isRead: boolean }>();

  add(entry: Entry): boolean {
    if (this.entries.has(entry.id)) return false;
    this.entries.set(entry.id, { ...entry, isRead: false });
    return true;
  }

  markRead(id: string): void {
    const entry = this.entries.get(id);
    if (entry) entry.isRead = true;
  }

  unreadCount(): number {
    return [...this.entries.values()].filter((entry) => !entry.isRead).length;
  }
}
`,
  'src/store/subscription-store.ts': `/** The feeds a person follows, in folders. */
export class SubscriptionStore {
  private readonly folders = new Map<string, Set<string>>();

  subscribe(url: string, folder = 'inbox'): void {
    const urls = this.folders.get(folder) ?? new Set();
    this.folders.set(folder, urls.add(url));
  }

  unsubscribe(url: string): void {
    for (const urls of this.folders.values()) urls.delete(url);
  }
}
`,
  'src/opml/import-opml.ts': `import { SubscriptionStore } from '../store/subscription-store.ts';
import { readXml } from '../xml/read-xml.ts';

/** Subscribes to every outline of an OPML file. */
export function importOpml(text: string, store: SubscriptionStore): number {
  const outlines = readXml(text).child('body').children('outline');
  for (const outline of outlines) store.subscribe(outline.text('xmlUrl'), outline.text('category'));
  return outlines.length;
}
`,
  'src/opml/export-opml.ts': `/** Writes subscriptions as OPML. */
export function exportOpml(urls: readonly string[]): string {
  return '<opml><body>' + urls.map((url) => '<outline xmlUrl="' + url + '"/>').join('') + '</body></opml>';
}
`,
  'src/view/render-entry.ts': `import { sanitizeHtml } from './sanitize-html.ts';

/** One entry as a page. */
export function renderEntry(title: string, html: string): string {
  return '<article><h1>' + title + '</h1>' + sanitizeHtml(html) + '</article>';
}
`,
  'src/view/sanitize-html.ts': `const ALLOWED = new Set(['p', 'a', 'em', 'strong', 'ul', 'li', 'img']);

/** Drops scripts, styles and handlers; images lose their tracking pixels. */
export function sanitizeHtml(html: string): string {
  return html.replace(/<script[\\s\\S]*?<\\/script>/g, '').replace(/<(\\w+)[^>]*>/g, (tag, name: string) => (ALLOWED.has(name) ? tag : ''));
}
`,
  'src/view/format-date.ts': `/** "3 hours ago" for what is fresh, a date for the rest. */
export function formatDate(date: Date, now: Date): string {
  const hours = (now.getTime() - date.getTime()) / 3_600_000;
  return hours < 24 ? Math.round(hours) + ' hours ago' : date.toISOString().slice(0, 10);
}
`,
  'src/cli/main.ts': `import { fetchFeed } from '../feeds/fetch-feed.ts';
import { importOpml } from '../opml/import-opml.ts';

/** The commands: fetch, import, export. */
export async function main(args: string[]): Promise<number> {
  const [command, target] = args;
  if (command === 'fetch' && target) console.log((await fetchFeed(target)).title);
  if (command === 'import' && target) importOpml(target, { subscribe() {}, unsubscribe() {} } as never);
  return 0;
}
`,
  'src/index.ts': `export { fetchFeed } from './feeds/fetch-feed.ts';
export { Schedule } from './feeds/schedule.ts';
export { EntryStore } from './store/entry-store.ts';
`,
  'test/parse-rss.test.ts': `import { parseRss } from '../src/feeds/parse-rss.ts';

test('an item without a guid is known by its link', () => {
  expect(parseRss('<rss><channel><item><link>x</link></item></channel></rss>').entries[0]?.id).toBe('x');
});
`,
  'test/sanitize-html.test.ts': `import { sanitizeHtml } from '../src/view/sanitize-html.ts';

test('scripts are dropped', () => expect(sanitizeHtml('<script>1</script>')).toBe(''));
`,
  'docs/feeds.md': `# Feeds

RSS and Atom are read. A feed is polled every hour, less often while nothing new appears. Dates of RSS may name a time zone.
`,
  'config/limits.json': `{ "timeoutMs": 10000, "pollHours": 1 }
`,
};

/** Its past, told in a few commits. */
export const READER_PAST = [
  {
    message: 'Wait as long as the server asks when there were too many requests',
    files: { 'src/net/retry-after.ts': `${READER['src/net/retry-after.ts']}// dates too\n` },
  },
  {
    message: 'Time zones of publication dates',
    files: { 'src/feeds/parse-rss.ts': `${READER['src/feeds/parse-rss.ts']}// zones\n` },
  },
] as const;
