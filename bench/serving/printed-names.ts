import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CLI, connect } from './mcp-client.ts';
import { seeded, subjects } from './worlds.ts';

/** A call of a tool as text, and whether it failed. */
export type Ask = (tool: string, args: object) => Promise<{ readonly text: string; readonly isError: boolean }>;

/** A name or place that an answer printed, and the call that asks for it. */
interface HandedBack {
  readonly printed: string;
  readonly from: string;
  readonly tool: string;
  readonly args: object;
}

export interface NamesTaken {
  readonly handed: number;
  readonly lost: readonly string[];
}

const AIMS = ['focused', 'full', 'map'] as const;
const FORMATS = ['markdown', 'xml', 'plain'] as const;
const LINES = /^(?:=+ |<code lines=")?((?:imports in \d+-\d+, )?\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*)(?=$| [·=]|")/;
const ID = /([^\s`*"<>]+?)(?::(\d+(?:-\d+)?))?@([0-9a-f]{6})(?![0-9a-z])/;

/** Asks random questions, and passes printed names and places to the other tools unchanged. */
export async function handBack(
  ask: Ask,
  {
    tasks,
    words,
    count,
    below,
  }: { tasks: readonly string[]; words: readonly string[]; count: number; below: (most: number) => number },
): Promise<NamesTaken> {
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  const lost: string[] = [];
  let [handed, idle] = [0, 0];
  while (handed < count && idle < count) {
    const questions: readonly (readonly [tool: string, args: object])[] = [
      ['context_pack', { task: pick(tasks), format: pick(FORMATS), aim: pick(AIMS) }],
      ['context_query', { query: pick(tasks), format: pick(FORMATS) }],
      ['context_grep', { pattern: pick(words), limit: 20 }],
      ['context_uses', { symbol: pick(words), limit: 20 }],
    ];
    const [tool, args] = pick(questions);
    const answer = await ask(tool, args);
    const all = answer.isError ? [] : namesIn(answer.text, tool);
    const shown = all.find(({ tool: next }) => next === 'context_show');
    // The answers to these calls print further names.
    const again = shown ? namesIn((await ask(shown.tool, shown.args)).text, 'context_show') : [];
    const names = [...all, ...again];
    idle = names.length === 0 ? idle + 1 : 0;
    for (const one of names.length <= 8 ? names : Array.from({ length: 8 }, () => pick(names))) {
      if (handed === count) break;
      handed++;
      const taken = await ask(one.tool, one.args);
      if (taken.isError || /names? no place|No document, section|may be any of|Nothing here uses/.test(taken.text))
        lost.push(`${one.from} printed ${JSON.stringify(one.printed)}: ${one.tool} says ${taken.text.slice(0, 160)}`);
    }
  }
  return { handed, lost };
}

// Finds ids of files with the lines below them, names of symbols, and places that were left out or are nearby.
function namesIn(text: string, from: string): readonly HandedBack[] {
  const found: HandedBack[] = [];
  const add = (printed: string, tool: string, args: object) => found.push({ printed, from, tool, args });
  let file = '';
  let isQuoted = false;
  let isNamed = false;
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (/^`{3,}/.test(line)) isQuoted = !isQuoted;
    if (isQuoted) continue;
    const [id, path] = ID.exec(line.replaceAll('&amp;', '&')) ?? [];
    const [, lines] = LINES.exec(line) ?? [];
    const [, symbol, at] = /^in (.+) \((\d+-\d+)\)$/.exec(line) ?? [];
    if (
      id !== undefined &&
      path !== undefined &&
      /^(?:#|\*|FILE |File: |<file |<location|\S+@[0-9a-f]{6}$)/.test(line)
    ) {
      file = id;
      add(id, 'context_show', { targets: [id], budget: 3000 });
      add(line, 'context_pack', { task: 'anything', seen: line, budget: 400 });
    } else if (file !== '' && lines !== undefined && !/:\d/.test(file)) {
      add(`${file}\n${line}`, 'context_pack', { task: 'anything', seen: `${file}\n${line}`, budget: 400 });
      const ranges = lines.replace(/^imports in [^,]+, /, '');
      add(`${file}:${ranges}`, 'context_show', { targets: [`${file}:${ranges}`] });
    } else if (symbol !== undefined && at !== undefined && file !== '') {
      const bare = file.replace(/@[0-9a-f]{6}$/, '');
      if (/^[\w$.:]+$/.test(symbol)) add(symbol, 'context_uses', { symbol });
      add(`${file}:${at}`, 'context_show', { targets: [`${file}:${at}`] });
      if (/^[\w$.:~]+$/.test(symbol)) add(`${bare}#${symbol}`, 'context_uses', { symbol: `${bare}#${symbol}` });
    } else if (isNamed && /^(?:- )?\S.*: .*\d$/.test(line))
      for (const place of placesIn(line)) add(place, 'context_show', { targets: [place], budget: 3000 });
    if (/^(?:Not quoted:|NOT QUOTED|<not-quoted>|<likely-places>|Likely places)/.test(line)) isNamed = true;
  }
  return found;
}

// `- src/a.ts (38 %): parse, print 12-40, 60-72`: each range, and the first of its names.
function placesIn(line: string): readonly string[] {
  const plain = line.replaceAll('`', '').replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  const [, path = '', places = ''] = /^(?:- )?(\S+)(?: \(.*?\))?: (.+)$/.exec(plain) ?? [];
  return [...places.matchAll(/(?:([^\d,][^,]*?)(?:, [^\d,][^,]*?)*? )?(\d+(?:-\d+)?)(?=,|$)/g)].flatMap(
    ([, name, lines]) => [
      `${path}:${lines}`,
      ...(name === undefined || name.endsWith('…') ? [] : [`${path}#${name.trim()}`]),
    ],
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [count = '100', ...roots] = process.argv.slice(2);
  for (const root of roots) {
    execFileSync(process.execPath, [CLI, 'index', '--root', root, '--quiet']);
    const client = await connect(root);
    const ask: Ask = async (tool, args) => {
      const { content = [], isError = false } = await client.call(tool, args);
      return { text: content.map(({ text = '' }) => text).join('\n'), isError };
    };
    const tasks = subjects(root, 200);
    const words = tasks.flatMap((task) => task.match(/[A-Za-z_]{5,}/g) ?? []);
    const { handed, lost } = await handBack(ask, { tasks, words, count: Number(count), below: seeded(32) });
    console.log(`${root}: ${handed - lost.length} of ${handed} taken`);
    for (const one of lost) console.log(`  ${one}`);
    await client.end();
  }
}
