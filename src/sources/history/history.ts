import { StringDecoder } from 'node:string_decoder';
import type { CommitNews, HistoryReader, HistoryReading } from '../../ports/source.ts';
import type { NewCommit } from '../../ports/store.ts';
import { git } from '../../reading/git.ts';
import { nameHoldsSecret, redactText } from '../../reading/redaction/redact.ts';
import { commitsLeft, gitStamp, lookAtRepository, plainHead, type Repository } from './repository.ts';

export interface HistoryOptions {
  readonly root: string;
  /** The commit whose past is read: HEAD unless told. */
  readonly rev?: string;
  readonly commitsMax: number;
  readonly messageCharactersMax: number;
  readonly filesPerCommitMax: number;
}

/** Reads history through a streamed `git log`; a folder without git has none and says so. */
export function createHistory(options: HistoryOptions): HistoryReader {
  return {
    stamp: () => gitStamp(options.root),
    async news(last, call = {}) {
      if (last !== null && options.rev === undefined && plainHead(options.root) === last) return null;
      const repository = await lookAtRepository(options.root, options.rev ?? 'HEAD');
      if (repository.kind === 'none') return nothing(false, repository.note, last);
      if (repository.kind === 'empty') return nothing(true, 'no history: the repository has no commits yet', last);
      if (repository.head === last) return null;
      const left = last === null ? null : await commitsLeft(options.root, last, repository.head);
      const isContinued = left !== null && (left.length === 0 || (call.canDrop === true && left.length <= DROPPED_MAX));
      const news = await readLog(options, repository, { ...call, since: isContinued ? last : null, skip: 0 });
      return isContinued && left.length > 0 && news.head !== last ? { ...news, dropped: left } : news;
    },
    async older({ head, commits }, call = {}) {
      if (commits >= options.commitsMax) return null;
      const repository = await lookAtRepository(options.root, head);
      if (repository.kind !== 'commits') return null;
      const news = await readLog(options, repository, { ...call, since: null, skip: commits });
      return news.commits.length === 0 ? null : { ...news, isReset: false };
    },
  };
}

type WithCommits = Extract<Repository, { kind: 'commits' }>;

function nothing(available: boolean, note: string, last: string | null): CommitNews {
  return { available, head: null, note, isReset: last !== null, commits: [] };
}

async function readLog(
  options: HistoryOptions,
  repository: WithCommits,
  {
    since,
    skip,
    signal,
    onProgress,
    most = options.commitsMax,
  }: HistoryReading & { since: string | null; skip: number },
): Promise<CommitNews> {
  const commits: NewCommit[] = [];
  const parser = createLogParser({
    ...options,
    onCommit: (commit) => {
      if (commits.push(commit) % PROGRESS_COMMITS === 0) onProgress?.(commits.length);
    },
  });
  // In a subfolder only commits that touched it count, with paths relative to it.
  const range = since === null ? repository.head : `${since}..${repository.head}`;
  const folder = repository.isSubfolder ? ['--relative', range, '--', '.'] : [range, '--'];
  const wanted = since === null ? Math.min(most, options.commitsMax - skip) : options.commitsMax;
  const args = ['log', ...LOG_FORMAT, `--skip=${skip}`, `--max-count=${wanted}`, ...folder];
  const answer = await git(options.root, args, { signal, onOutput: (piece) => parser.push(piece) });
  signal?.throwIfAborted();
  parser.end();
  const note = noteOf(options, repository, {
    isWhole: answer.ok,
    isFirst: since === null && skip === 0,
    complaint: answer.complaint,
    count: skip + commits.length,
  });
  // When git could read nothing, it is asked again next time, but not in a partial clone, which never can.
  const isUnread = !answer.ok && commits.length === 0 && !repository.isPartial;
  const head = isUnread ? since : repository.head;
  return { available: true, head, note, isReset: since === null && !isUnread, commits };
}

const PROGRESS_COMMITS = 1000;
// With more dropped commits the history is read anew.
const DROPPED_MAX = 10_000;

function noteOf(
  options: HistoryOptions,
  repository: WithCommits,
  log: { isWhole: boolean; isFirst: boolean; complaint: string; count: number },
): string | null {
  const notes: string[] = [];
  if (repository.isShallow) notes.push('a shallow clone: only its latest commits are known');
  if (repository.isPartial) notes.push('a partial clone: what it lacks was not fetched');
  if (!log.isWhole)
    notes.push(`git stopped early (${log.complaint.slice(0, 200)}): only ${log.count} commits were read`);
  if (log.isWhole && log.count === 0 && log.isFirst) notes.push('no commit touches this folder');
  if (log.count >= options.commitsMax) notes.push(`only the newest ${options.commitsMax} commits were read`);
  return notes.length === 0 ? null : notes.join('; ');
}

/** Arguments that make `git log` print what the parser reads. Blobs are never looked at, so a partial clone is enough. */
const LOG_FORMAT = [
  '--raw',
  '-z',
  '--no-renames',
  '--no-abbrev',
  '--no-merges',
  '--no-color',
  '--no-ext-diff',
  '--encoding=UTF-8',
  '--format=tformat:%H%x00%ct%x00%B',
] as const;

export interface LogParserOptions {
  readonly messageCharactersMax: number;
  /** A commit that touches more files says nothing about any of them: its paths are dropped. */
  readonly filesPerCommitMax: number;
  readonly onCommit: (commit: NewCommit) => void;
}

/** Takes the output of `git log` in any pieces. */
export interface LogParser {
  push(piece: Buffer): void;
  end(): void;
}

/** Reads a stream of NUL-separated fields: id, time, message, then for every file its modes and its path. */
export function createLogParser(options: LogParserOptions): LogParser {
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

  function take(field: string): void {
    if (head.length < 3) {
      head.push(field);
    } else if (isPathNext !== null) {
      if (isPathNext && !field.includes('\uFFFD')) paths.push(...intern(field, interned));
      isPathNext = null;
    } else if (field.startsWith(':') || field.startsWith('\n:')) {
      isPathNext = isFile(field);
    } else {
      finish();
      head.push(field);
    }
  }

  function push(text: string): void {
    const fields = (rest + text).split('\0');
    rest = fields.pop() ?? '';
    for (const field of fields) take(field);
  }

  return {
    push: (piece) => push(decoder.write(piece)),
    end() {
      push(decoder.end());
      finish();
    },
  };
}

// Modes stand before and after: links (12…) and submodules (16…) are not files of the workspace.
function isFile(modes: string): boolean {
  const start = modes.indexOf(':') + 1;
  return modes.startsWith('100', start) || modes.startsWith('100', start + 7);
}

function commitOf(head: readonly string[], paths: readonly string[], options: LogParserOptions): NewCommit {
  const [sha = '', seconds = '', message = ''] = head;
  return {
    sha: copyOf(sha.trim()),
    timeMs: Number(seconds) * 1000,
    message: messageOf(message, options.messageCharactersMax),
    paths: paths.length > options.filesPerCommitMax ? [] : paths,
  };
}

// Redacts before it cuts, so that no half of a secret stays. The rest of a very long message is not searched.
function messageOf(message: string, charactersMax: number): string {
  return cutMessage(redactText(message.slice(0, charactersMax * 4)).text, charactersMax);
}

// Returns one copy of a path for all commits, because most paths occur in many; none for a path that holds a secret.
function intern(path: string, known: Map<string, readonly string[]>): readonly string[] {
  const before = known.get(path);
  if (before !== undefined) return before;
  const copy = copyOf(path);
  const paths = nameHoldsSecret(copy) ? [] : [copy];
  known.set(copy, paths);
  return paths;
}

// A piece cut out of a text keeps the whole text in memory; a copy does not.
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

// Lines written for tools and credit, not for readers.
const TRAILER =
  /^(?:[A-Z][A-Za-z]*(?:-[A-Za-z]+)*-(?:by|By|to|id|Id|on|for|off|url|Url|RevId|Session|Reviewed): |Change-Id: |Cc: |CC: |Closes-Bug: |PR-URL: |Reviewed-on: |git-svn-id: |Refs: https?:|Link: https?:|GitOrigin-RevId: |Signed-off-by:|\(cherry picked from commit )/;

// Subject and body without trailers, blank lines at most one in a row, at most so many characters.
function cutMessage(message: string, charactersMax: number): string {
  // Cuts a message of megabytes first, because the lines below cost time.
  const lines = message.slice(0, charactersMax * 4).split(/\r?\n/);
  const prose = lines.filter((line, index) => index === 0 || !TRAILER.test(line));
  const text = prose
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return text.length <= charactersMax ? text : cutWhole(text, charactersMax);
}

// Never between the halves of a surrogate pair.
function cutWhole(text: string, charactersMax: number): string {
  const last = text.charCodeAt(charactersMax - 1);
  const isHigh = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHigh ? charactersMax - 1 : charactersMax).trimEnd();
}
