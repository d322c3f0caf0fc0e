import { DEFAULTS } from '../../../src/config/defaults.ts';
import { readSeen } from '../../../src/operations/input/read-seen.ts';
import { parsePatch, touchedLines } from '../../../src/pipeline/hunks/parse-patch.ts';
import { recentLines } from '../../../src/pipeline/resolve/read-log.ts';
import { readText } from '../../../src/pipeline/resolve/read-text.ts';
import { parseTraces } from '../../../src/pipeline/resolve/traces/parse-traces.ts';
import { parseRepository } from '../../../src/reading/fetched/repository-address.ts';
import { createLiteralPattern, createRegexPattern } from '../../../src/search/line-pattern.ts';
import { findPrintedMessages } from '../../../src/search/printed-messages.ts';
import { pickQuestionWords } from '../../../src/search/question-text.ts';
import { findRouteLines } from '../../../src/search/route-matching.ts';
import { findTaskNames } from '../../../src/search/task-names.ts';
import { placeOf, uriOf } from '../../../src/surfaces/mcp/resources.ts';
import { ask, PATHS } from '../../resolve/world.ts';
import { TRACE_TEXTS } from '../../worlds/trace-texts.ts';
import { promise, type Target, within } from '../target.ts';
import { DOCUMENT, PAGES } from './samples.ts';

const PLACES = [
  { path: 'src/payments/webhook.ts', line: 12, symbol: 'handleWebhook', source: '  await pay(order);' },
  { path: 'src/index.ts', line: 3, symbol: 'main', source: 'main();' },
];
const TRACES = TRACE_TEXTS.map(({ print }) => print(PLACES));
const PATCH = `diff --git a/src/index.ts b/src/index.ts
index 83db48f..bf269f4 100644
--- a/src/index.ts
+++ b/src/index.ts
@@ -1,4 +1,5 @@ function main
 a
-b
+B
+c
 d
\\ No newline at end of file
diff --git "a/sp\\303\\266 ce.ts" b/new.ts
similarity index 90%
rename from "sp\\303\\266 ce.ts"
rename to new.ts
@@@ -1,2 -1,2 +1,3 @@@
  x
 +y
+ z
diff --git a/gone b/gone
deleted file mode 100644
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-last
`;
const LOG = `2026-01-31T10:00:00.123Z INFO started
Jan 31 10:00:01 host shop[12]: ERROR cannot pay order 7
{"level":"error","time":1769853600,"msg":"Error: gone"}
127.0.0.1 - - [31/Jan/2026:10:00:00 +0100] "GET /checkout HTTP/1.1" 500 12
[ERROR] a.b.C failed
`;
const TASK = [
  'Fix the checkout: `PaymentService.pay()` in src/payments/webhook.ts:12 is called twice\n\nSteps\n1. open /checkout\n2. pay\n\n```\nError: gone\n```\nsee https://example.org/o/r/blob/main/src/index.ts#L3',
  '修复支付页面的错误 src/index.ts',
];
const WORDS =
  'fix |src/index.ts|:12|#L3|`|```\n|at |(|)|/|\\|.|::|->|https://github.com/o/r/blob/main/|Error: |File "|", line 3, in f\n|Traceback (most recent call last):\n|Caused by: |    at a.b(C.java:5)\n|goroutine 1 [running]:\n|#0 |thread \'a\' panicked at |@@ -1 +1 @@\n|\n|\n\n| |> |# |PaymentService|handleWebhook()|E1234|HTTP 500|2026-01-31 10:00:00 |<!-- |-->|<details>|don\'t |"quoted text here"|a.c:1\n'.split(
    '|',
  );

const taskHolds = async (input: Parameters<typeof ask>[0]) => {
  const task = await ask(input);
  promise(task.confidence >= 0 && task.confidence <= 1, `confidence ${task.confidence}`);
  promise(task.mentions.length <= DEFAULTS.task.mentionsMax, 'as many mentions as wanted');
  promise(task.title !== '' && !/[\n\0]/.test(task.title), `a title: ${JSON.stringify(task.title)}`);
  for (const { frames } of task.traces)
    for (const { line } of frames) promise(line === null || Number.isInteger(line), `line ${line} of a frame`);
  for (const { line } of task.mentions) promise(line === null || Number.isInteger(line), `line ${line} of a mention`);
  return [task.title, task.keywords.length, task.mentions.length];
};

export const TASK_TARGETS: readonly Target[] = [
  {
    name: 'a task',
    isCostly: true,
    samples: [...TASK, ...TRACES, DOCUMENT],
    pieces: WORDS,
    charactersMax: 200_000,
    read: (text) => taskHolds(`x ${text}`),
  },
  {
    name: 'title, names and words of a task',
    samples: TASK,
    pieces: [...WORDS, '<!--', '-->', '[', ']', '#', 'https://', '```\n', '\n'],
    charactersMax: 200_000,
    read: (text) => {
      const { title } = readText(text, () => undefined);
      promise(!title.includes('\n'), `a title: ${JSON.stringify(title)}`);
      return [title, findTaskNames({ text, title }).length, pickQuestionWords(text).length];
    },
  },
  {
    name: 'a log',
    isCostly: true,
    samples: [LOG, ...TRACES],
    pieces: WORDS,
    charactersMax: 1_000_000,
    read: (errorLog) => taskHolds({ text: 'x', errorLog }),
  },
  {
    name: 'a trace',
    samples: TRACES,
    pieces: WORDS,
    charactersMax: 1_000_000,
    read: (text) => {
      const { traces, lines } = parseTraces(text, (name) => PATHS.some((path) => path.endsWith(name)));
      within(
        [...lines.keys()].map((line) => line + 1),
        text.split('\n').length + 1,
        'lines of a trace',
      );
      for (const { frames } of traces) promise(frames.length <= 200, 'frames of a trace');
      return traces;
    },
  },
  {
    name: 'a patch',
    samples: [PATCH],
    pieces:
      'diff --git a/x b/x\n|--- a/x\n|+++ b/x\n|--- /dev/null\n|+++ /dev/null\n|@@ -1,3 +1,4 @@\n|@@@ -1 -1 +1 @@@\n|@@ -0,0 +1 @@\n|@@ -999999999,9 +999999999,9 @@\n| a\n|+b\n|-c\n|\\ No newline\n|rename from a\n|rename to "b\\303"\n|new file mode 100644\n|old mode 1\n|Binary files a and b differ\n|\n|"|\\377'.split(
        '|',
      ),
    charactersMax: 1_000_000,
    read: (text) => {
      const changes = parsePatch(text);
      for (const { path, lines, patch } of changes) {
        promise(path !== '', 'a change has a path');
        promise(
          lines.every(([first, last]) => first >= 1 && last >= first),
          `lines ${JSON.stringify(lines)}`,
        );
        promise(
          touchedLines(patch?.hunks ?? [], 'old').every(([first]) => first >= 1),
          'old lines',
        );
      }
      return changes;
    },
  },
  {
    name: 'the latest lines of a log',
    samples: [LOG],
    pieces: [...LOG.split(/(?<=\n)|(?<= )/), '99/Foo/9999:99:99:99', '\n', '1769853600', '9999999999999'],
    charactersMax: 1_000_000,
    read: (text) => {
      const kept = recentLines(text, 3_600_000, 1_769_853_700_000);
      const all = new Set(text.split('\n'));
      promise(kept === '' || kept.split('\n').every((line) => all.has(line)), 'its own lines alone');
      return kept;
    },
  },
  {
    name: 'a pattern to look for',
    isCostly: true,
    samples: ['(?i)pay\\w+\\(', '^a|b$', '[^a-z\\d]{2,3}', '\\bfoo\\b.*?bar', '(a+)+$'],
    pieces: '(¦)¦[¦]¦{2}¦{,5}¦{1,9999}¦*¦+¦?¦|¦^¦$¦\\¦\\w¦\\b¦\\x¦\\p{L}¦.¦-¦a¦b¦(?:¦(?=¦(?<!¦(?<n>¦\\1¦(?i)'.split(
      '¦',
    ),
    charactersMax: 3000,
    read: async (asked) => {
      const lines = ['', 'a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', 'pay(order)', asked, 'İ'.repeat(50)];
      const literal = createLiteralPattern(asked, { ignoresCase: false });
      const word = createLiteralPattern(asked, { ignoresCase: true, isWord: true });
      for (const line of lines) {
        promise(literal.matches(line) === line.includes(asked), 'a text stands for itself');
        promise(word.mayHold(line) || !word.matches(line), 'what holds a word holds its text');
      }
      const { matches, mayHold } = await createRegexPattern(asked, false);
      for (const line of lines) promise(mayHold(line) || !matches(line), 'what matches holds what is needed');
    },
  },
  {
    name: 'texts a program prints',
    samples: [...TASK, LOG],
    pieces: WORDS,
    read: (text) => findPrintedMessages({ text, title: text.slice(0, 120) }, [text]),
  },
  {
    name: 'routes in a text',
    samples: [...TASK, "app.get('/orders/:id', show)"],
    pieces: "'/¦/¦:id¦{id}¦'¦\"¦get(¦orders¦\n¦*".split('¦'),
    read: (text) => findRouteLines(text, ['orders', null]),
  },
  {
    name: 'what was seen',
    samples: [
      'src/a.ts@abcdef0123:1-4, 9\nsrc/b.ts#f abcdef0123',
      '### `src/a.ts` @ abcdef\n1-4 · why\n',
      '[{"id":"a","hash":"b"}]',
      '{"blocks":[{"id":"a","hash":"b"}]}',
      ...PAGES,
    ],
    pieces: 'src/a.ts¦@¦abcdef0123¦:1-4¦, ¦\n¦# ¦FILE ¦`¦"¦=== ¦ ·¦[¦{¦ '.split('¦'),
    read: readSeen,
  },
  {
    name: 'the address of a repository',
    samples: [
      'https://u:p@example.org/o/r.git@v1',
      'git@host:o/r',
      'ssh://h/x@main',
      'file:///tmp/x',
      '../x@y',
      'ext::sh -c x',
    ],
    pieces: 'https://¦ssh://¦file://¦http://¦ext::¦@¦:¦/¦..¦-¦.git¦host¦C:\\¦--upload-pack=x¦ ¦%¦#'.split('¦'),
    charactersMax: 20_000,
    read: (text) => {
      const read = parseRepository(text, {
        resolve: (path) => `/r/${path}`,
        isFolder: (path) => path.length % 2 === 0,
        isBare: (path) => path.length % 3 === 0,
        isRepository: (path) => path.length % 5 !== 0,
      });
      if ('folder' in read) return read;
      promise(!read.url.startsWith('-') && !/[\0-\x20]/.test(read.url), `git is given ${JSON.stringify(read.url)}`);
      promise(
        /^[\w.-]+$/.test(read.name) && !/^\.+$/.test(read.name),
        `a folder is called ${JSON.stringify(read.name)}`,
      );
      promise(!/^[a-z]+:\/\/[^/]*@/i.test(read.shown), `a password is shown: ${read.shown}`);
      return read;
    },
  },
  {
    name: 'the URI of a resource',
    samples: ['knap://shop/src/a%20b.ts?lines=1-4&hash=abcdef01', 'knap://shop/x'],
    pieces: 'knap://shop/¦a¦/¦%2f¦%2e%2e¦..¦?lines=¦1-4¦&hash=¦abcdef¦%¦#¦\\¦%00¦C:'.split('¦'),
    charactersMax: 20_000,
    read: (uri) => {
      const place = placeOf(uri, 'shop');
      promise(!place.path.split('/').includes('..') && !place.path.startsWith('/'), `a way out: ${place.path}`);
      const again = placeOf(uriOf('shop', place), 'shop');
      promise(again.path === place.path && String(again.lines) === String(place.lines), 'what is named is found again');
      return place;
    },
  },
];
