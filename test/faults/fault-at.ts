// Loaded into a process before the command (`node --import`). FAULT says what happens at which call to the disk or to SQLite:
// `kill 12` ends the process without a word at the twelfth, `EIO 12` lets the twelfth call to the disk fail, `EIO openSync a.ts` the first
// such call to such a file, and `count FILE` only counts.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';

const SYNC = [
  ...[
    'openSync',
    'readSync',
    'writeSync',
    'fsyncSync',
    'fstatSync',
    'lstatSync',
    'statSync',
    'readFileSync',
    'writeFileSync',
  ],
  ...['renameSync', 'rmSync', 'mkdirSync', 'readdirSync', 'chmodSync', 'truncateSync', 'closeSync', 'copyFileSync'],
];
const ASYNC = [
  'open',
  'readFile',
  'writeFile',
  'rename',
  'rm',
  'mkdir',
  'readdir',
  'stat',
  'lstat',
  'chmod',
  'copyFile',
];
const SQLITE: [prototype: object, names: readonly string[]][] = [
  [DatabaseSync.prototype, ['exec', 'prepare', 'close']],
  [StatementSync.prototype, ['run', 'get', 'all', 'iterate']],
];

const [kind = 'none', value = '', part = ''] = (process.env.FAULT ?? '').split(' ');
const at = Number(value);
let calls = 0;
let isDone = false;

type Call = (this: unknown, ...args: unknown[]) => unknown;
type Holder = Record<string, Call>;

// What Node calls to read programs, and what a call makes of other calls, is not counted.
const PROGRAM = /\.(?:m?js|ts|wasm|node)$/;
let depth = 0;

function wrap(holder: Holder, name: string, meet: (name: string, path: string) => unknown): void {
  const original = holder[name];
  if (typeof original !== 'function') return;
  holder[name] = function (...args) {
    const isOwn = depth > 0 || (PROGRAM.test(String(args[0])) && String(args[0]).includes('/dist/'));
    const failure = isOwn ? undefined : meet(name, String(args[0]));
    if (failure !== undefined && holder === (fs.promises as unknown as Holder)) return Promise.reject(failure);
    if (failure !== undefined) throw failure;
    depth += 1;
    try {
      return Reflect.apply(original, this, args);
    } finally {
      depth -= 1;
    }
  };
}

function killHere(): undefined {
  calls += 1;
  if (kind === 'kill' && calls === at) process.kill(process.pid, 'SIGKILL');
}

function failHere(name: string, path: string): unknown {
  killHere();
  if (kind === 'kill' || kind === 'count' || isDone) return undefined;
  if (calls !== at && !(name === value && path.includes(part))) return undefined;
  isDone = true;
  return Object.assign(new Error(`${kind}: injected, ${name} ${path}`), { code: kind, errno: -5, syscall: name });
}

for (const name of SYNC) wrap(fs as unknown as Holder, name, failHere);
for (const name of ASYNC) wrap(fs.promises as unknown as Holder, name, failHere);
// SQLite does its own reading and writing; what fails there is not seen from here.
const counted = kind === 'kill' || kind === 'count' ? killHere : () => undefined;
for (const [prototype, names] of SQLITE) for (const name of names) wrap(prototype as Holder, name, counted);
syncBuiltinESMExports();

if (kind === 'count') process.on('exit', () => fs.appendFileSync(value, `${calls}\n`));
