import { closeSync, openSync, writeSync } from 'node:fs';

export interface ExportShape {
  readonly docs: number;
  readonly seed: number;
  /** Share of the content nodes whose names differ from those of the export without this option. */
  readonly changedShare?: number;
}

interface Doc {
  readonly id: string;
  readonly props: Record<string, unknown>;
  readonly children?: readonly string[];
  readonly [more: string]: unknown;
}

const WORDS =
  `apollo launch budget review meeting design hull engine fuel supplier contract invoice customer feedback roadmap milestone risk
schedule interview onboarding retro planning sprint backlog metric dashboard latency outage postmortem migration database index query
cache release notes research paper hypothesis experiment result draft chapter outline argument source quote reading idea question decision
trade option owner deadline blocked waiting follow call email agenda travel flight hotel dinner family garden recipe running training`
    .split(/\s+/)
    .filter(Boolean);
const TAGS = ['work', 'note', 'task', 'bug', 'feature', 'project', 'meeting', 'person', 'article', 'decision'] as const;
// Which tag extends which, by name.
const EXTENDS: Readonly<Record<string, string>> = {
  bug: 'task',
  feature: 'task',
  task: 'work',
  project: 'work',
  article: 'note',
};
const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2022, 0, 1);
const HUB_CHILDREN = 5000;
const EDITORS = 6;

/** Creates random numbers that are the same for a seed on every machine. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Writes an export like those of people who have used Tana for years; returns how many bytes it has. */
export function writeExport(path: string, shape: ExportShape): number {
  const file = openSync(path, 'w');
  let bytes = 0;
  let waiting: string[] = [];
  const flush = (): void => {
    bytes += writeSync(file, waiting.join(''));
    waiting = [];
  };
  try {
    waiting.push('{"formatVersion":1,"editors":[["ada",1],["ben",2]],"workspaces":{},"docs":[');
    let count = 0;
    for (const doc of docsOf(shape)) {
      waiting.push(count++ === 0 ? '' : ',', '\n', JSON.stringify(doc));
      if (waiting.length > 5000) flush();
    }
    waiting.push('\n],"lastTxid":1}\n');
    flush();
    return bytes;
  } finally {
    closeSync(file);
  }
}

interface Making extends ExportShape {
  readonly random: () => number;
  readonly recent: string[];
  count: number;
}

function* docsOf(shape: ExportShape): Generator<Doc> {
  const making: Making = { ...shape, random: randomOf(shape.seed), recent: [], count: 0 };
  yield* schema(making);
  yield place(making, 'ws_STASH');
  const trash: string[] = [];
  for (let day = 0; making.count < shape.docs; day++) {
    const id = idOf(making);
    const things: string[] = [];
    const below: Doc[] = [];
    const wanted = 4 + Math.floor(making.random() * 12);
    for (let i = 0; i < wanted; i++) {
      const isTrashed = making.random() < 0.03;
      const docs = [...thing(making, { owner: isTrashed ? 'ws_TRASH' : id, day, depth: 0 })];
      (isTrashed ? trash : things).push(docs[0]!.id);
      below.push(...docs);
    }
    const name = `${new Date(START_MS + day * DAY_MS).toISOString().slice(0, 10)} - day`;
    yield doc(making, id, { name, _docType: 'journalPart', _ownerId: 'ws_STASH', day }, things);
    yield* below;
    if (day % 400 === 200) yield* hub(making, day);
  }
  yield doc(making, 'ws_TRASH', { name: 'Trash' }, trash);
}

function* schema(making: Making): Generator<Doc> {
  yield place(making, 'ws_SCHEMA');
  for (const name of TAGS) {
    const [tag, meta, tuple] = [`tag-${name}`, `tag-${name}-meta`, `tag-${name}-tuple`];
    const parent = EXTENDS[name];
    yield doc(making, tag, { name, _docType: 'tagDef', _ownerId: 'ws_SCHEMA', _metaNodeId: meta }, []);
    yield doc(making, meta, { _docType: 'metanode', _ownerId: tag }, [tuple]);
    const extended = parent === undefined ? [] : [`tag-${parent}`];
    yield doc(making, tuple, { _docType: 'tuple', _ownerId: meta }, ['SYS_A13', 'SYS_T01', ...extended]);
  }
  for (const name of ['Status', 'Owner', 'Due date', 'Related'])
    yield doc(making, fieldId(name), { name, _docType: 'attrDef', _ownerId: 'ws_SCHEMA' }, []);
}

const fieldId = (name: string): string => `field-${name.toLowerCase().replaceAll(' ', '-')}`;
const place = (making: Making, id: string): Doc => doc(making, id, { name: id }, []);

interface Place {
  readonly owner: string;
  readonly day: number;
  readonly depth: number;
}

/** A node with its tag, fields and what hangs below it; the node itself comes first. */
function* thing(making: Making, { owner, day, depth }: Place): Generator<Doc> {
  const { random, recent } = making;
  const id = idOf(making);
  const isTagged = random() < (depth === 0 ? 0.5 : 0.08);
  const lists: string[] = [];
  const below: Doc[] = [];
  if (isTagged) below.push(...tagged(making, id, lists, day));
  const wanted = depth < 3 ? Math.floor(random() * (4 - depth)) : 0;
  for (let i = 0; i < wanted; i++) {
    const docs = [...thing(making, { owner: id, day, depth: depth + 1 })];
    lists.push(docs[0]!.id);
    below.push(...docs);
  }
  if (random() < 0.05) lists.push(pick(making, recent) ?? id);
  const meta = isTagged ? { _metaNodeId: `${id}-m` } : {};
  const done = random() < 0.05 ? { _done: START_MS + day * DAY_MS } : {};
  yield doc(making, id, { name: nameOf(making), _ownerId: owner, ...meta, ...done, day }, lists);
  yield* below;
  if (isTagged) recent.push(id);
  if (recent.length > 4000) recent.splice(0, 2000);
}

function* tagged(making: Making, id: string, lists: string[], day: number): Generator<Doc> {
  const { random, recent } = making;
  const tag = TAGS[Math.floor(random() * TAGS.length)]!;
  yield doc(making, `${id}-m`, { _docType: 'metanode', _ownerId: id }, [`${id}-t`]);
  yield doc(making, `${id}-t`, { _docType: 'tuple', _ownerId: `${id}-m` }, ['SYS_A13', `tag-${tag}`]);
  const fields: [name: string, values: string[], docs: Doc[]][] = [];
  if (random() < 0.6) {
    const value = `${id}-v`;
    const due = new Date(START_MS + (day + 30) * DAY_MS).toISOString().slice(0, 10);
    const html = `<span data-inlineref-date="{&quot;dateTimeString&quot;:&quot;${due}&quot;}"></span>`;
    fields.push(['Due date', [value], [doc(making, value, { name: html, _ownerId: `${id}-d` }, [])]]);
  }
  const others = [pick(making, recent), pick(making, recent)].flatMap((other) => other ?? []);
  if (random() < 0.7 && others.length > 0) fields.push(['Related', [...new Set(others)], []]);
  for (const [name, values, docs] of fields) {
    const tuple = name === 'Related' ? `${id}-r` : `${id}-d`;
    lists.push(tuple);
    yield doc(making, tuple, { _docType: 'tuple', _ownerId: id }, [fieldId(name), ...values]);
    yield* docs;
  }
}

function* hub(making: Making, day: number): Generator<Doc> {
  const id = idOf(making);
  const children = Array.from({ length: HUB_CHILDREN }, () => idOf(making));
  yield doc(making, id, { name: `Reading list ${day}`, _ownerId: 'ws_STASH', day }, children);
  for (const child of children) yield doc(making, child, { name: nameOf(making), _ownerId: id, day }, []);
}

function nameOf(making: Making): string {
  const { random, recent } = making;
  const length = 3 + Math.floor(random() ** 3 * 30);
  const words = Array.from({ length }, () => WORDS[Math.floor(random() * WORDS.length)]!);
  // Rare words: every workspace is full of names that occur a few times.
  words.push(`item${Math.floor(random() * 60_000)}`);
  if (random() < 0.1) words.push('<b>bold</b> &amp; plain');
  const other = random() < 0.08 ? pick(making, recent) : null;
  if (other !== null) words.push(`see <span data-inlineref-node="${other}"></span>`);
  return words.join(' ');
}

function pick({ random }: Making, ids: readonly string[]): string | null {
  return ids[Math.floor(random() * ids.length)] ?? null;
}

function idOf({ random }: Making): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
  return Array.from({ length: 12 }, () => letters[Math.floor(random() * letters.length)]!).join('');
}

function doc(making: Making, id: string, given: Record<string, unknown>, children: readonly string[]): Doc {
  making.count++;
  const { day = 0, ...props } = given as { day?: number } & Record<string, unknown>;
  const created = START_MS + day * DAY_MS;
  // A hash of the position, not a drawn number: otherwise nothing after it would be the same.
  const isChanged = (Math.imul(making.count, 2_654_435_761) >>> 0) / 4_294_967_296 < (making.changedShare ?? 0);
  const name = isChanged && typeof props.name === 'string' ? { name: `${props.name} changed` } : {};
  const times = Array.from({ length: EDITORS }, (_, editor) => (editor < 2 ? created + editor : 0));
  return {
    id,
    props: {
      created,
      ...props,
      ...name,
      view: 'list',
      _flags: 0,
      _editedBy: 'ada lovelace and others',
      _touched: created,
      _unknown: 'x'.repeat(440),
    },
    ...(children.length > 0 ? { children } : {}),
    modifiedTs: making.count % 3 === 0 ? JSON.stringify(times) : times,
    touchCounts: [making.count % 7, 0, 0, 0, 0, 0],
    // As much again as Tana writes of things knap has no use for.
    associationMap: making.count % 5 === 0 ? { [id]: 'x'.repeat(300) } : {},
    underConstruction: false,
  };
}
