// Commits tell which files change together and why. This file reads them through a streamed `git log`, with
// messages redacted and cut: the newest at first, then older ones, and later what is new.
import { StringDecoder } from 'node:string_decoder';
import { copyText } from '../../model/memoize.ts';
import type { CommitBatch, HistoryReader, HistoryReading } from '../../ports/source.ts';
import type { NewCommit } from '../../ports/store.ts';
import { type GitAnswer, git } from '../../reading/git.ts';
import { nameHoldsSecret, redactText } from '../../reading/redaction/redact.ts';
import {
  findDroppedCommits,
  inspectRepository,
  type Repository,
  readHeadFromFiles,
  takeGitStamp,
} from './repository.ts';

export interface HistoryOptions extends Omit<LogParserOptions, 'onCommit'> {
  readonly root: string;
  /** The commit whose history is read; HEAD by default. */
  readonly rev?: string;
  readonly commitsMax: number;
}

export function createHistory(options: HistoryOptions): HistoryReader {
  return {
    stamp: () => takeGitStamp(options.root),
    async news(last, call = {}) {
      if (last !== null && options.rev === undefined && readHeadFromFiles(options.root) === last) return null;
      const repository = await inspectRepository(options.root, options.rev ?? 'HEAD');
      if (repository.kind === 'none') return withoutCommits(false, repository.note, last);
      if (repository.kind === 'empty')
        return withoutCommits(true, 'no history: the repository has no commits yet', last);
      if (repository.head === last) return null;
      const left = last === null ? null : await findDroppedCommits(options.root, last, repository.head);
      const isContinued = left !== null && (left.length === 0 || (call.canDrop === true && left.length <= DROPPED_MAX));
      const news = await readLog(options, repository, { ...call, since: isContinued ? last : null, skip: 0 });
      return isContinued && left.length > 0 && news.head !== last ? { ...news, dropped: left } : news;
    },
    async older({ head, commits }, call = {}) {
      if (commits >= options.commitsMax) return null;
      const repository = await inspectRepository(options.root, head);
      if (repository.kind !== 'commits') return null;
      const news = await readLog(options, repository, { ...call, since: null, skip: commits });
      return news.commits.length === 0 ? null : { ...news, isReset: false };
    },
  };
}

type WithCommits = Extract<Repository, { kind: 'commits' }>;

function withoutCommits(available: boolean, note: string, last: string | null): CommitBatch {
  return { available, head: null, note, isReset: last !== null, commits: [] };
}

async function readLog(
  options: HistoryOptions,
  repository: WithCommits,
  call: HistoryReading & { readonly since: string | null; readonly skip: number },
): Promise<CommitBatch> {
  const { since, skip, signal, onProgress, most = options.commitsMax } = call;
  const commits: NewCommit[] = [];
  const parser = createLogParser({
    ...options,
    onCommit: (commit) => {
      if (commits.push(commit) % PROGRESS_COMMITS === 0) onProgress?.(commits.length);
    },
  });
  // In a subfolder only commits that changed it count, with paths relative to it.
  const range = since === null ? repository.head : `${since}..${repository.head}`;
  const folder = repository.isSubfolder ? ['--relative', range, '--', '.'] : [range, '--'];
  const wanted = since === null ? Math.min(most, options.commitsMax - skip) : options.commitsMax;
  const args = ['log', ...LOG_FORMAT, `--skip=${skip}`, `--max-count=${wanted}`, ...folder];
  const answer = await git(options.root, args, { signal, onOutput: (piece) => parser.push(piece) });
  signal?.throwIfAborted();
  parser.end();
  const progress = { count: skip + commits.length, isFirst: since === null && skip === 0 };
  const note = noteOf(options.commitsMax, repository, answer, progress);
  // When git could not read any commit, the next run asks again; in a partial clone that would never help.
  const isUnread = !answer.ok && commits.length === 0 && !repository.isPartial;
  const head = isUnread ? since : repository.head;
  return { available: true, head, note, isReset: since === null && !isUnread, commits };
}

const PROGRESS_COMMITS = 1000;
// When more commits were dropped than this, the whole history is read again.
const DROPPED_MAX = 10_000;

function noteOf(
  commitsMax: number,
  { isShallow, isPartial }: WithCommits,
  { ok, complaint }: GitAnswer,
  { count, isFirst }: { readonly count: number; readonly isFirst: boolean },
): string | null {
  const notes: string[] = [];
  if (isShallow) notes.push('a shallow clone: only its latest commits are known');
  if (isPartial) notes.push('a partial clone: what it lacks was not fetched');
  if (!ok) notes.push(`git stopped early (${complaint.slice(0, 200)}): only ${count} commits were read`);
  if (ok && count === 0 && isFirst) notes.push('no commit touches this folder');
  if (count >= commitsMax) notes.push(`only the newest ${commitsMax} commits were read`);
  return notes.length === 0 ? null : notes.join('; ');
}

/** The arguments that make `git log` print what the parser reads. They need no blobs, which partial clones may lack. */
const LOG_FORMAT = [
  ...'--raw -z --no-renames --no-abbrev --no-merges --no-color --no-ext-diff --encoding=UTF-8'.split(' '),
  '--format=tformat:%H%x00%ct%x00%B',
];

interface LogParserOptions {
  readonly messageCharactersMax: number;
  /** A commit that changes more files says little about each of them, so its paths are dropped. */
  readonly filesPerCommitMax: number;
  readonly onCommit: (commit: NewCommit) => void;
}

/** Creates a parser of NUL-separated fields, in any pieces: id, time, message, then modes and path of every file. */
export function createLogParser(options: LogParserOptions) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let head: string[] = [];
  let paths: string[] = [];
  let isPathNext: boolean | null = null;
  const interned = new Map<string, readonly string[]>();

  function finish(): void {
    if (head.length === 3) options.onCommit(commitOf(head, paths, options));
    head = [];
    paths = [];
  }

  function takeField(field: string): void {
    if (head.length < 3) head.push(field);
    else if (isPathNext !== null) {
      if (isPathNext && !field.includes('\uFFFD')) paths.push(...intern(field, interned));
      isPathNext = null;
    } else if (field.startsWith(':') || field.startsWith('\n:')) isPathNext = isFile(field);
    else {
      finish();
      head.push(field);
    }
  }

  function push(text: string): void {
    const fields = (rest + text).split('\0');
    rest = fields.pop() ?? '';
    for (const field of fields) takeField(field);
  }

  return {
    push: (piece: Buffer) => push(decoder.write(piece)),
    end(): void {
      push(decoder.end());
      finish();
    },
  };
}

// Returns whether the mode before or after is that of a file; links (12…) and submodules (16…) do not count.
function isFile(modes: string): boolean {
  const start = modes.indexOf(':') + 1;
  return modes.startsWith('100', start) || modes.startsWith('100', start + 7);
}

function commitOf(head: readonly string[], paths: readonly string[], options: LogParserOptions): NewCommit {
  const [sha = '', seconds = '', message = ''] = head;
  return {
    sha: copyText(sha.trim()),
    timeMs: Number(seconds) * 1000,
    message: messageOf(message, options.messageCharactersMax),
    paths: paths.length > options.filesPerCommitMax ? [] : paths,
  };
}

// Returns one copy of a path for all commits, because most paths occur in many; drops a path that holds a secret.
function intern(path: string, kept: Map<string, readonly string[]>): readonly string[] {
  const previous = kept.get(path);
  if (previous !== undefined) return previous;
  const copy = copyText(path);
  const paths = nameHoldsSecret(copy) ? [] : [copy];
  kept.set(copy, paths);
  return paths;
}

// These lines are written for tools or give credit.
const TRAILER =
  /^(?:[A-Z][A-Za-z]*(?:-[A-Za-z]+)*-(?:by|By|to|id|Id|on|for|off|url|Url|RevId|Session|Reviewed): |Change-Id: |Cc: |CC: |Closes-Bug: |PR-URL: |Reviewed-on: |git-svn-id: |Refs: https?:|Link: https?:|GitOrigin-RevId: |Signed-off-by:|\(cherry picked from commit )/;

// Returns subject and body without trailers and without repeated blank lines, cut to `charactersMax`. Redacts before it
// cuts, because half a secret would not be recognised; only the end of a very long message is dropped first.
function messageOf(message: string, charactersMax: number): string {
  const lines = redactText(message.slice(0, charactersMax * 4)).text.split(/\r?\n/);
  const prose = lines.filter((line, index) => index === 0 || !TRAILER.test(line)).join('\n');
  const text = prose.replaceAll(/\n{3,}/g, '\n\n').trim();
  // Half of a surrogate pair at the end is no character.
  const cut = text.slice(0, charactersMax).replace(/[\ud800-\udbff]$/, '');
  return text.length <= charactersMax ? text : cut.trimEnd();
}
