// A team can index a commit of a repository without checking it out. This source lists and reads the files of a commit
// from the objects of git.
import type { Source } from '../../../ports/source.ts';
import type { Fingerprint } from '../../../ports/store.ts';
import { git, readBlobs, splitNames } from '../../../reading/git.ts';
import { outcomeOf, type ReadOutcome } from '../../../reading/read-file.ts';
import type { FileReader } from '../../../reading/reader.ts';
import { roleOf } from '../role.ts';
import type { CodeSourceOptions } from './code-source.ts';
import { ROOT_IGNORE_FILE } from './ignore-rules.ts';
import { closeSearch, keepFile, noteUndecodable } from './scan.ts';
import { openSearch } from './unwanted-paths.ts';

export interface CommitSourceOptions extends Omit<CodeSourceOptions, 'includeIgnored'> {
  /** The full id of the commit. */
  readonly commit: string;
}

/** A file of a commit. Its time is made from its blob's id, so a file with the same content counts as unchanged. */
interface CommittedFile extends Fingerprint {
  readonly blob: string;
}

// Ten hexadecimal digits fit into the numbers of every store, and make a time before 2005.
const TIME_DIGITS = 10;
// An entry of `git ls-tree`: mode, kind, id, size and path. Only blobs have a size.
const ENTRY = /^(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t(.+)$/s;

export function createCommitSource(options: CommitSourceOptions): {
  readonly source: Source;
  readonly reader: FileReader;
} {
  const { root, languageOf } = options;
  let files: ReadonlyMap<string, CommittedFile> = new Map();
  const source: Source = {
    name: 'code',
    owns: () => true,
    scan: async () => {
      const scan = await scanCommit(options);
      files = new Map(scan.files.map((file) => [file.path, file]));
      return scan;
    },
    languageOf,
    roleOf: (path, facts) => roleOf(path, facts?.isGenerated ?? false),
  };
  return { source, reader: createCommitReader((path) => files.get(path), { root, languageOf }) };
}

async function scanCommit({ root, commit, ...options }: CommitSourceOptions) {
  const { stdout, ok, complaint } = await git(root, ['ls-tree', '-r', '-z', '--long', commit]);
  if (!ok) throw new Error(`git could not list ${commit}: ${complaint}`);
  const { names, undecodable } = splitNames(stdout);
  const entries = names.flatMap((entry) => {
    const [, mode = '', type, blob = '', size, path = ''] = ENTRY.exec(entry) ?? [];
    const mtimeMs = Number.parseInt(blob.slice(0, TIME_DIGITS), 16);
    return type === 'blob' ? [{ path, mode, blob, size: Number(size), mtimeMs }] : [];
  });
  const rulesBlob = entries.find(({ path }) => path === ROOT_IGNORE_FILE)?.blob;
  const rules = rulesBlob === undefined ? undefined : (await readBlobs(root, [rulesBlob])).get(rulesBlob);
  const search = openSearch(root, options, rules ?? Buffer.alloc(0));
  const wanted: CommittedFile[] = [];
  for (const { mode, ...file } of entries) {
    const verdict = search.verdict(file.path);
    if (verdict === 'secret') search.tally.add('secret', file.path);
    // Links are left out, because what they lead to in the commit is listed under its own path.
    if (verdict === 'keep' && !mode.startsWith('12')) keepFile(search, file, wanted);
  }
  noteUndecodable(search, undecodable);
  return closeSearch(search, wanted);
}

function createCommitReader(
  fileAt: (path: string) => CommittedFile | undefined,
  { root, languageOf }: Pick<CommitSourceOptions, 'root' | 'languageOf'>,
): FileReader {
  let readAhead: ReadonlyMap<string, Buffer> = new Map();
  const ahead = async (paths: readonly string[]) => {
    const blobs = paths.flatMap((path) => fileAt(path)?.blob ?? []);
    readAhead = await readBlobs(root, blobs);
  };
  const outcome = async (path: string): Promise<ReadOutcome> => {
    const file = fileAt(path);
    if (file === undefined) return { refusal: 'gone', stamp: null };
    const { size, mtimeMs, blob } = file;
    const stamp = { size, mtimeMs, version: blob };
    const bytes = readAhead.get(blob) ?? (await readBlobs(root, [blob])).get(blob);
    return bytes === undefined ? { refusal: 'unreadable', stamp } : outcomeOf({ path, bytes, stamp }, { languageOf });
  };
  const read = async (path: string) => {
    const answered = await outcome(path);
    return 'file' in answered ? answered.file : null;
  };
  return { outcome, ahead, read, forget: () => undefined };
}
