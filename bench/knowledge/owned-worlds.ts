import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A question of an owner of notes, the place of its answer, and the sentence that answers. */
export interface OwnerTask {
  readonly asks: string;
  /** A path, or the name of a node; several separated by `|`. */
  readonly place: string;
  /** The sentence written there; only in a generated world. */
  readonly says?: string;
}

export const WORLDS = ['notes', 'vault', 'logseq', 'tana', 'kubernetes'] as const;
export type WorldName = (typeof WORLDS)[number];

export function tasksOf(world: WorldName): readonly OwnerTask[] {
  const lines = readFileSync(join(import.meta.dirname, 'tasks', `${world}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

const DAYS = 120;
const NOTES = 300;
const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.UTC(2026, 0, 1);

/** Writes a world with each answer once, among notes that use the same words for something else. */
export function writeWorld(folder: string, name: Exclude<WorldName, 'kubernetes'>): void {
  const tasks = tasksOf(name);
  if (name === 'tana') {
    writeFileSync(join(folder, 'export.json'), tanaExport(tasks));
    return;
  }
  const inWorld: Readonly<Record<typeof name, (at: number) => string>> = {
    notes: (at) => (at < DAYS ? `diary/${dayOf(at)}.md` : `misc/${mixed(at)}.md`),
    vault: (at) => (at < DAYS ? `daily/${dayOf(at)}.md` : `inbox/${mixed(at)}.md`),
    logseq: (at) => (at < DAYS ? `journals/${dayOf(at).replaceAll('-', '_')}.md` : `pages/${mixed(at)}.md`),
  };
  for (let at = 0; at < NOTES - tasks.length; at++) write(folder, inWorld[name](at), noteAbout(name, at, tasks));
  for (const [at, { place, says }] of tasks.entries()) write(folder, place, answerIn(name, at, place, says!, tasks));
  if (name === 'vault') write(folder, '.obsidian/app.json', '{}');
  if (name === 'logseq') write(folder, 'logseq/config.edn', '{}');
}

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const dayOf = (at: number) => new Date(FIRST_DAY_MS + at * DAY_MS).toISOString().slice(0, 10);
const IDLE = [
  'Nothing is settled yet.',
  'To be looked at again.',
  'It rained all day.',
  'Slept badly.',
  'Called home.',
];
const ABOUT = ['Talked about', 'Read something on', 'Postponed', 'Wondered about', 'Saw a picture of', 'Forgot about'];
const THINGS = ['list', 'ideas', 'loose ends', 'questions', 'links', 'sketch', 'leftovers'];
const mixed = (at: number) => `${THINGS[at % THINGS.length]} ${at}`;
const pick = <T>(list: readonly T[], at: number): T => list[(at * 7 + Math.floor(at / list.length) + 3) % list.length]!;

/** A sentence with words of two questions that answers neither. */
function chatter(at: number, tasks: readonly OwnerTask[]): string {
  const words = (task: OwnerTask) => task.asks.split(' ').filter((word) => word.length > 3);
  const [one, other] = [words(pick(tasks, at)), words(pick(tasks, at * 3 + 1))];
  return `${pick(ABOUT, at)} ${pick(one, at)} and ${pick(other, at + 1)}. ${pick(IDLE, at)}`;
}

function noteAbout(world: WorldName, at: number, tasks: readonly OwnerTask[]): string {
  const lines = [chatter(at, tasks), chatter(at + 11, tasks), chatter(at + 23, tasks)];
  return page(world, at < DAYS ? dayOf(at) : mixed(at), lines, at);
}

function answerIn(world: WorldName, at: number, place: string, says: string, tasks: readonly OwnerTask[]): string {
  const name = place.slice(place.lastIndexOf('/') + 1, -'.md'.length);
  return page(world, name, [chatter(at + 5, tasks), says, chatter(at + 17, tasks)], at);
}

function page(world: WorldName, title: string, lines: readonly string[], at: number): string {
  if (world === 'logseq') return `type:: [[${pick(THINGS, at)}]]\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`;
  const front = world === 'vault' ? `---\ntags: [${pick(THINGS, at).replace(' ', '-')}]\n---\n` : '';
  const link = world === 'vault' ? `\nSee [[${mixed(DAYS + (at % 100))}]].\n` : '';
  return `${front}# ${title}\n\n${lines.join('\n\n')}\n${link}`;
}

/** Nodes with a tag and a line below each, and meetings that mention the same things. */
function tanaExport(tasks: readonly OwnerTask[]): string {
  const created = (at: number) => FIRST_DAY_MS + at * DAY_MS;
  const node = (id: string, name: string, owner: string, children: readonly string[], at: number) => ({
    id,
    props: { name, _ownerId: owner, created: created(at) },
    children,
  });
  const topics = tasks.map(({ place, says }) => ({ name: place, lines: [says!] }));
  const meetings = Array.from({ length: NOTES }, (_, at) => ({
    name: `Meeting ${at + 1}`,
    lines: [chatter(at, tasks), chatter(at + 11, tasks)],
  }));
  const all = [...topics, ...meetings];
  const docs = all.flatMap(({ name, lines }, at) => {
    const id = `node${String(at).padStart(8, '0')}`;
    const lineIds = lines.map((_, line) => `${id}L${line}`);
    return [
      node(id, name, 'ws', lineIds, at % DAYS),
      ...lines.map((line, index) => node(lineIds[index]!, line, id, [], at % DAYS)),
      { id: `${id}M`, props: { _docType: 'metanode', _ownerId: id }, children: [`${id}T`] },
      { id: `${id}T`, props: { _docType: 'tuple', _ownerId: `${id}M` }, children: ['SYS_A13', 'tagNote0'] },
    ];
  });
  const tag = { id: 'tagNote0', props: { _docType: 'tagDef', _ownerId: 'ws_SCHEMA', name: 'note' }, children: [] };
  const home = {
    id: 'ws',
    props: { name: 'Workspace' },
    children: all.map((_, at) => `node${String(at).padStart(8, '0')}`),
  };
  return JSON.stringify({ formatVersion: 1, docs: [home, tag, ...docs] });
}
