import type { CommitNews, HistoryReader, HistoryReading } from '../../ports/source.ts';
import type { NewCommit } from '../../ports/store.ts';
import { git } from '../../reading/git.ts';
import { gitStamp, plainHead } from './git-stamp.ts';
import { createLogParser, LOG_FORMAT } from './log-parser.ts';
import { commitsLeft, lookAtRepository, type Repository } from './repository.ts';

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
  // In a folder of a repository only the commits that touched it count, with paths as seen from there.
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
  // Git that cannot even begin is asked again next time; a clone without trees never can.
  const isUnread = !answer.ok && commits.length === 0 && !repository.isPartial;
  const head = isUnread ? since : repository.head;
  return { available: true, head, note, isReset: since === null && !isUnread, commits };
}

const PROGRESS_COMMITS = 1000;
// With more of them the two have little in common.
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
