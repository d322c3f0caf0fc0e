import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inflateRawSync } from 'node:zlib';
import { writePackFolder } from '../../src/bundle/write-folder.ts';
import { configSchema } from '../../src/config/schema.ts';
import { createEngine } from '../../src/engine.ts';
import { folder } from '../indexing/folder.ts';
import type { SecretCase } from './secret-cases.ts';

/** Where something of a planted secret was found again. */
export type Found = Readonly<Record<'index' | 'answers' | 'packs', readonly SecretCase[]>>;

/**
 * Plants every case in a file of its kind, a document, a commit message and a conversation, indexes, asks for packs, and
 * looks for the secrets in everything that was answered or written.
 */
export async function leaksOf(cases: readonly SecretCase[]): Promise<Found> {
  const root = folder(Object.fromEntries(cases.flatMap(filesOf)));
  const past = folder({ 'past.jsonl': cases.map((one, at) => said(one, at, root)).join('') });
  commitAll(root, cases);
  const config = configSchema.parse({ conversations: [{ folder: past }] });
  const engine = await createEngine({ root }, config);
  const answers: string[] = [JSON.stringify(await engine.index())];
  for (const { text } of cases.filter((_, at) => at % ASKED_EACH === 0)) {
    const answer = await engine.pack({ task: `What uses this: ${text}`, budget: 4000 });
    answers.push(answer.text, JSON.stringify(answer.pack));
    await writePackFolder(join(root, '.knap/packs'), answer, Date.UTC(2026, 0, 1));
    answers.push(JSON.stringify(await engine.query({ query: text.slice(0, 500) })));
  }
  await engine.close();
  const telling = (written: string) => cases.filter(({ secrets }) => secrets.some((secret) => isIn(written, secret)));
  return {
    index: telling(writtenIn(join(root, '.knap/index.db'))),
    answers: telling(answers.join('\n').toLowerCase()),
    packs: telling(filesBelow(join(root, '.knap/packs'))),
  };
}

// A pack for every case would take minutes and say no more.
const ASKED_EACH = 60;

function filesOf({ path, text }: SecretCase, at: number): [path: string, text: string][] {
  const name = `${(at % 50).toString(36)}/case${at}${extname(path) || '.txt'}`;
  return [
    [name, `${text}\n`],
    [`docs/doc${at}.md`, `# ${text.split('\n')[0]}\n\nAbout it.\n\n${text}\n`],
  ];
}

function said({ text }: SecretCase, at: number, root: string): string {
  return `${JSON.stringify({ session: `s${at}`, role: 'user', folder: root, text })}\n`;
}

function commitAll(root: string, cases: readonly SecretCase[]): void {
  const commits = cases.map(({ text }, at) => {
    const message = Buffer.from(`Change ${at}\n\n${text}\n`);
    const about = `commit refs/heads/main\ncommitter T <t@example.invalid> ${1_760_000_000 + at} +0000\n`;
    return `${about}data ${message.length}\n${message}\nM 100644 inline ${(at % 50).toString(36)}/note.txt\ndata 2\n${at % 10}\n\n`;
  });
  execFileSync('git', ['-C', root, 'init', '-q', '-b', 'main']);
  execFileSync('git', ['-C', root, 'fast-import', '--quiet'], { input: commits.join('') });
}

/** Every value of every table, unpacked where it is packed, and the raw bytes of the files, in small letters. */
export function writtenIn(database: string): string {
  const parts: string[] = ['', '-wal']
    .map((ending) => `${database}${ending}`)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'latin1'));
  const db = new DatabaseSync(database, { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  for (const { name } of tables)
    for (const row of db.prepare(`SELECT * FROM "${String(name)}"`).all())
      parts.push(...Object.values(row).map(textOf));
  db.close();
  return parts.join('\n').toLowerCase();
}

function textOf(value: unknown): string {
  if (!(value instanceof Uint8Array)) return String(value);
  const plain = Buffer.from(value).toString('latin1');
  try {
    return plain + inflateRawSync(value.subarray(1)).toString('utf8');
  } catch {
    // Not packed: its bytes stand as they are.
    return plain;
  }
}

function filesBelow(path: string): string {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
    .toLowerCase();
}

// The whole, and each half: a half is as good as told. Fewer characters than eight may stand anywhere by chance.
function isIn(written: string, secret: string): boolean {
  const small = secret.toLowerCase();
  const half = Math.max(8, Math.ceil(small.length / 2));
  return [small, small.slice(0, half), small.slice(-half)].some((piece) => written.includes(piece));
}
