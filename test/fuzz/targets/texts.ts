import { join } from 'node:path';
import { slashes } from '../../../src/languages/language.ts';
import { cutIntoPieces } from '../../../src/model/code-lines.ts';
import { termsOf } from '../../../src/model/terms.ts';
import { oneLine, visible } from '../../../src/model/visible-text.ts';
import { findRepository, readHead } from '../../../src/reading/git/find-repository.ts';
import { settingsOf } from '../../../src/reading/git/stand-in.ts';
import { splitNames } from '../../../src/reading/git.ts';
import { decode } from '../../../src/reading/read-file.ts';
import { redactText } from '../../../src/reading/redaction/redact.ts';
import { createLogParser } from '../../../src/sources/history/history.ts';
import { packText, unpackText } from '../../../src/stores/bytes/packed-values.ts';
import { lineCountOf, promise, type Target, within } from '../target.ts';
import { PROGRAMS } from './samples.ts';
import { written } from './written.ts';

const SECRETS =
  'AKIA¦IOSFODNN7EXAMPLE¦ghp_¦aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5¦password¦ = ¦: ¦"¦\'¦sk_live_¦4eC39HqLyJWDarjtT1zdp7dc¦-----BEGIN RSA PRIVATE KEY-----\n¦-----END RSA PRIVATE KEY-----\n¦MIIEowIBAAKCAQEA7¦postgres://u:¦hunter2longer¦@host/db¦Bearer ¦eyJhbGciOiJIUzI1NiJ9.¦api_key¦<¦>¦\\¦\n¦{¦}¦,¦|¦\t¦kind: Secret\ndata:\n  a: ¦YWJjZGVmZ2hpamtsbW5vcA=='.split(
    '¦',
  );
const SECRET_TEXT = `aws_access_key_id = AKIAIOSFODNN7EXAMPLE
password: "correct-horse-7battery"
DATABASE_URL=postgres://shop:s3cr3tPassw0rd@db/x
-----BEGIN RSA PRIVATE KEY-----
MIIEowIBAAKCAQEA7bq8
-----END RSA PRIVATE KEY-----
apiVersion: v1
kind: Secret
data:
  token: YWJjZGVmZ2hpamtsbW5vcA==
`;

function redactHolds(text: string): unknown {
  const once = redactText(text);
  promise(lineCountOf(once.text) === lineCountOf(text), 'lines do not move');
  within(
    once.findings.map(({ line }) => line),
    lineCountOf(text),
    'findings',
  );
  const twice = redactText(once.text);
  promise(lineCountOf(twice.text) === lineCountOf(text), 'lines do not move the second time');
  return once;
}

const ACTING = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb\ufffe\uffff]|\p{Cs}/u;
function visibleHolds(text: string): unknown {
  for (const show of [visible, oneLine]) {
    const shown = show(text);
    promise(!ACTING.test(shown), `nothing acts: ${JSON.stringify(shown.slice(0, 100))}`);
    promise(show(shown) === shown, 'what is visible stays');
  }
  promise(!oneLine(text).includes('\n') && oneLine(text, 10).length <= 10, 'one line');
  return visible(text);
}

function piecesHold(text: string): unknown {
  const lines = text.split('\n');
  const pieces = cutIntoPieces(lines, slashes);
  const ends = pieces.flatMap((piece) => piece.lines);
  within(ends, lines.length, 'pieces');
  promise(
    ends.every((line, at) => line >= (ends[at - 1] ?? 1)),
    'one after the other',
  );
  return pieces;
}

export const TEXT_TARGETS: readonly Target[] = [
  {
    name: 'secrets',
    samples: [SECRET_TEXT, ...['yaml', 'python', 'terraform', 'json'].map((name) => PROGRAMS.get(name) ?? '')],
    pieces: SECRETS,
    read: redactHolds,
  },
  {
    name: 'text on its way to a reader',
    samples: [SECRET_TEXT],
    pieces: ['a', '\r\n', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}', '\u{e0067}', '\ufe0f', '\u200d', ' '],
    growth: 50,
    read: visibleHolds,
  },
  {
    name: 'code cut into statements',
    samples: ['typescript', 'rust', 'java'].map((name) => PROGRAMS.get(name) ?? ''),
    pieces: ['"', "'", '`', '\\', ' // ', ' # ', '/*', '*/', '(', ')', '{', '}', '[', ']', ',', '\n', '\r', 'a', ' '],
    read: piecesHold,
  },
  {
    name: 'words of a text',
    samples: [...PROGRAMS.values()].slice(0, 8),
    pieces: "getHTTPResponse¦a_b¦XMLHttp2¦_¦$¦-¦ ¦ß¦İ¦日本¦123¦0x1F¦don't".split('¦'),
    read: termsOf,
  },
  {
    name: 'bytes of a file',
    samples: [SECRET_TEXT, '\ufeffa\nb', 'caf\u00e9'],
    pieces: ['\u00ff', '\u00fe', '\0', 'a', '\u00e9', '\n', '\u00c3'],
    read: (text) => [
      decode(Buffer.from(text, 'latin1')),
      decode(Buffer.from(text, 'utf16le')),
      decode(Buffer.from(text)),
    ],
  },
  {
    name: 'a text in the store',
    samples: [SECRET_TEXT],
    pieces: ['a', '\n', 'the '],
    read: (text) => promise(unpackText(packText(text)) === text.toWellFormed(), 'what is kept comes back'),
  },
  {
    name: 'the history as git prints it',
    samples: [
      `${'a'.repeat(40)}\0${1_700_000_000}\0fix it\n\nbody\n\0\n:100644 100644 ${'b'.repeat(40)} ${'c'.repeat(40)} M\0src/a.ts\0:120000 100644 ${'b'.repeat(40)} ${'c'.repeat(40)} T\0x\0${'d'.repeat(40)}\x001\0m\0`,
    ],
    pieces: ['\0', ':', '\n:', '100644', '160000', 'a'.repeat(40), '1700000000', 'src/a.ts', '\n', ' ', 'fix'],
    read: (text) => {
      const read = (pieceBytes: number) => {
        const commits: unknown[] = [];
        const parser = createLogParser({
          messageCharactersMax: 500,
          filesPerCommitMax: 5,
          onCommit: (commit) => commits.push(commit),
        });
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length; at += pieceBytes) parser.push(bytes.subarray(at, at + pieceBytes));
        parser.end();
        return commits;
      };
      const whole = read(text.length * 4 + 1);
      promise(
        JSON.stringify(read(Math.max(3, text.length >> 7))) === JSON.stringify(whole),
        'the same commits from any pieces',
      );
      return whole;
    },
  },
  {
    name: 'names as git prints them',
    samples: ['a.ts\0src/b.ts\0'],
    pieces: ['\0', 'a', '/', '\ufffd', '\n', '"'],
    read: (text) => [splitNames(Buffer.from(text)), splitNames(Buffer.from(text, 'latin1')).undecodable],
  },
  {
    name: 'settings of a repository',
    samples: [
      'core.ignorecase\ntrue\0core.excludesfile\n/x\0remote.o.fetch\n+refs/heads/*:refs/remotes/o/*\0branch.a"b.merge\nx\0',
    ],
    pieces:
      'core.¦remote.¦branch.¦extensions.¦objectformat¦fetch¦autocrlf¦\n¦\0¦"¦\\¦]¦sha1¦refs/x¦true¦.¦core.fsmonitor\nsh -c x'.split(
        '¦',
      ),
    charactersMax: 20_000,
    growth: 200,
    read: async (text) => {
      const folder = join(written('config', ''), '..');
      const place = { own: folder, common: folder, top: folder };
      const { text: kept } = await settingsOf(place, async () => text);
      for (const line of kept.split('\n').filter((one) => one.startsWith('\t')))
        promise(!/^\t(?:fsmonitor|sshcommand|pager|editor|hookspath|worktree)\b/i.test(line), `git is told ${line}`);
      return kept;
    },
  },
  {
    name: 'what HEAD and a link to a repository say',
    samples: ['ref: refs/heads/main\n', `${'a'.repeat(40)}\n`, 'gitdir: ../.git/worktrees/x\n'],
    pieces: ['ref: ', 'refs/', 'heads/', 'a'.repeat(40), '\n', ' ', '\0', 'gitdir: ', '../', '..', '/'],
    charactersMax: 70_000,
    read: (text) => {
      const place = findRepository(join(written('.git', text), '..'));
      return [readHead(join(written('HEAD', text), '..'))?.length, place === null];
    },
  },
];
