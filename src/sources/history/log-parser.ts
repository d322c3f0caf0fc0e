import { StringDecoder } from 'node:string_decoder';
import type { NewCommit } from '../../ports/store.ts';
import { isTellingName, redactText } from '../../reading/redaction/redact.ts';

/** Arguments that make `git log` print what the parser reads. Blobs are never looked at, so a partial clone is enough. */
export const LOG_FORMAT = [
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

// Secrets go before it is cut, so that no half of one stays; far more than is kept is enough to find them in.
function messageOf(message: string, charactersMax: number): string {
  return cutMessage(redactText(message.slice(0, charactersMax * 4)).text, charactersMax);
}

// Most paths occur in many commits. One that holds a secret is none of the workspace's.
function intern(path: string, known: Map<string, readonly string[]>): readonly string[] {
  const before = known.get(path);
  if (before !== undefined) return before;
  const copy = copyOf(path);
  const said = isTellingName(copy) ? [] : [copy];
  known.set(copy, said);
  return said;
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
  // Far more than is kept, so that a message of megabytes costs nothing; the rest is cut below.
  const lines = message.slice(0, charactersMax * 4).split(/\r?\n/);
  const kept = lines.filter((line, index) => index === 0 || !TRAILER.test(line));
  const text = kept
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
