import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSession } from '../../../bench/agents/read-session.ts';
import { shellCommand } from '../../../bench/agents/shell-command.ts';
import type { GraphRow } from '../../../src/model/graph.ts';
import type { GraphSource } from '../../../src/ports/graph.ts';
import { MESSAGE_ROLES } from '../../../src/sources/conversations/conversation.ts';
import { symbolsOfConversation } from '../../../src/sources/conversations/conversation-place.ts';
import { parseKnownFiles } from '../../../src/sources/conversations/conversation-source.ts';
import { decisionsOf } from '../../../src/sources/conversations/decisions.ts';
import { mentionsIn } from '../../../src/sources/conversations/transcript/draft.ts';
import { logseqGraphs, tanaExports } from '../../../src/sources/graph-sources.ts';
import { toPlainCode, toPlainText } from '../../../src/sources/tana/export/doc-names.ts';
import { parseNodeMarkdown } from '../../../src/sources/tana/local-api/node-markdown.ts';
import { CHATGPT, CLAUDE_CODE, CLAUDE_EXPORT, CODEX, OPTIONS, PLAIN, read } from '../../conversations/samples.ts';
import { APOLLO } from '../../graph/logseq/logseq-world.ts';
import { promise, type Target } from '../target.ts';

const JSON_PIECES = '{¦}¦[¦]¦"¦:¦,¦"a"¦"b":¦null¦7¦true¦\\¦\\u¦\n¦ ¦{"a":¦[['.split('¦');

const doc = (id: string, props: object, ...children: string[]) => ({ id, props: { name: id, ...props }, children });
const EXPORT = JSON.stringify({
  docs: [
    doc('a', { _ownerId: 'root', created: 1_700_000_000_000 }, 'b', 'c', 't1'),
    doc('b', {
      _ownerId: 'a',
      name: 'see <span data-inlineref-node="c">it</span> &amp; <b>more</b>',
      description: 'x',
    }),
    doc('c', { _ownerId: 'a', _docType: 'codeblock', name: 'if (a &lt; b) {}' }),
    doc('t1', { _docType: 'tuple', _ownerId: 'a' }, 'f1', 'v1'),
    doc('f1', { _docType: 'attrDef', _ownerId: 'ws_SCHEMA', name: 'Owner' }),
    doc('v1', { _ownerId: 't1', name: 'Ada' }),
    doc('tag', { _docType: 'tagDef', _ownerId: 'ws_SCHEMA' }),
    doc('a-meta', { _docType: 'metanode', _ownerId: 'a' }, 'a-tags'),
    doc('a-tags', { _docType: 'tuple', _ownerId: 'a-meta' }, 'SYS_A13', 'tag'),
    doc('gone', { _ownerId: 'ws_TRASH' }),
  ],
  lastTxid: 1,
});

async function rowsOf(source: GraphSource, path: string): Promise<readonly GraphRow[]> {
  const rows = [...(await source.read(path, { notes: [] }))];
  promise(new Set(rows.map(({ id }) => id)).size === rows.length, 'every row has an id of its own');
  for (const { id, children, parent } of rows) {
    promise(parent !== id, `${id} is not below itself`);
    promise(
      children.every((child) => child.id !== ''),
      `children of ${id} have ids`,
    );
  }
  return rows;
}

/** What lies in a folder for one case alone. */
async function inFolder<T>(files: Readonly<Record<string, string>>, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'knap-fuzz-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const LOGSEQ_PIECES =
  '- |\t|  |[[a]]|((64f8a1c9-8e3e-4a57-a0f7-cb3619102244))|{{embed |}}|#tag|#[[a b]]|key:: value\n|id:: 64f8a1c9-8e3e-4a57-a0f7-cb3619102244\n|TODO |DONE |[#A] |SCHEDULED: <2026-06-02 Tue>\n|:LOGBOOK:\n|:END:\n|```\n|#+BEGIN_SRC\n|#+END_SRC\n|---\n|title: P\n|\n|[x](y)|![](z)|**|`'.split(
    '|',
  );

const HTML =
  '<span data-inlineref-node="c">¦</span>¦<span data-inlineref-date=\'{"dateTimeString":"2026-01-01"}\'>¦<b>¦</b>¦<script>¦</script>¦<¦>¦&amp;¦&#x1f600;¦&#9999999;¦&¦"¦text ¦<style¦<br/>¦List<T>'.split(
    '¦',
  );
const SHELL =
  'cat ¦sed -n 1,20p ¦grep -n ¦a.ts¦ | ¦ && ¦; ¦> ¦>> ¦"¦\'¦\\¦$(¦)¦`¦cd x¦\n¦head -n 5 ¦*** Begin Patch\n¦*** Update File: a\n¦@@\n¦-x\n¦+y\n¦<<EOF\n'.split(
    '¦',
  );
const TRANSCRIPTS: readonly (readonly [path: string, sample: string])[] = [
  ['s.jsonl', CLAUDE_CODE],
  ['rollout-a.jsonl', CODEX],
  ['p.jsonl', PLAIN],
  ['c.json', CHATGPT],
  ['e.json', CLAUDE_EXPORT],
];
const SAYINGS =
  'We decided to ¦retry. ¦Decision: ¦`createLogger()` ¦src/pay/hooks.ts:12¦\n¦- ¦> ¦```\n¦. ¦? ¦"¦/¦\\¦**¦because ¦let\'s '.split(
    '¦',
  );

function transcriptHolds(path: string, text: string): unknown {
  const { conversations, notes } = read(path, text, { keepToolResults: true, keepThinking: true });
  promise(new Set(conversations.map(({ id }) => id)).size === conversations.length, 'ids of conversations');
  for (const one of conversations) {
    promise(one.title.trim() !== '' && !one.title.includes('\n'), `a title: ${JSON.stringify(one.title)}`);
    promise(one.messages.length > 0, 'a conversation says something');
    for (const { text: said, role } of one.messages) {
      promise(MESSAGE_ROLES.includes(role), `a role: ${String(role)}`);
      promise(said !== '' && !/[\0-\x08\x0b-\x1f]/.test(said), `a message: ${JSON.stringify(said.slice(0, 80))}`);
      promise(said.length <= OPTIONS.messageCharactersMax + 200, 'as long as a message may be');
    }
    symbolsOfConversation(one);
  }
  readSession(path, [Buffer.from(text)][Symbol.iterator](), { recordBytesMax: 100_000 });
  return [conversations, notes];
}

export const GRAPH_TARGETS: readonly Target[] = [
  {
    name: 'an export of Tana',
    isCostly: true,
    samples: [EXPORT, JSON.stringify(JSON.parse(EXPORT), null, 2)],
    pieces: [...JSON_PIECES, '{"docs":[', '{"id":"a","props":{', '"_ownerId":"a"', '"children":["a"]', ']}'],
    read: (text) => inFolder({ 'export.json': text }, (folder) => rowsOf(tanaExports, join(folder, 'export.json'))),
  },
  {
    name: 'a name in Tana',
    samples: JSON.parse(EXPORT).docs.map((one: { props: { name: string } }) => one.props.name),
    pieces: HTML,
    read: (text) => [toPlainText(text, (id) => (id === 'c' ? text : null)).text.length, toPlainCode(text)],
  },
  {
    name: 'a node of Tana’s Local API',
    samples: [
      '- [ ] Paint the shed #task <!-- node-id: abc -->\n  - **Owner**: [Ada #person](tana:def)\n  - Buy paint <!-- node-id: ghi -->\n',
    ],
    pieces:
      '- ¦  ¦\t¦[ ] ¦[x] ¦**Owner**: ¦<!-- node-id: abc -->¦[Ada](tana:def)¦#tag ¦#[[a b]]¦```¦~~~¦\n¦<!--¦(tana:¦**¦]('.split(
        '¦',
      ),
    read: (text) => {
      const node = parseNodeMarkdown(text);
      for (const { values } of [node, ...node.children].flatMap(({ fields }) => fields))
        for (const { name } of values) promise(typeof name === 'string', `a value: ${String(name)}`);
      return node;
    },
  },
  {
    name: 'a graph of Logseq',
    isCostly: true,
    samples: Object.values(APOLLO).map(String),
    pieces: LOGSEQ_PIECES,
    charactersMax: 60_000,
    growth: 200,
    read: (text) =>
      inFolder(
        { 'pages/P.md': text, 'journals/2026_06_01.md': '- [[P]] ((64f8a1c9-8e3e-4a57-a0f7-cb3619102244))' },
        (folder) => rowsOf(logseqGraphs, folder),
      ),
  },
  ...TRANSCRIPTS.map(
    ([path, sample]): Target => ({
      name: `a transcript ${path}`,
      samples: [sample],
      pieces: [...JSON_PIECES, ...sample.split(/(?<=[,{}])/).slice(0, 60)],
      growth: 200,
      read: (text) => transcriptHolds(path, text),
    }),
  ),
  {
    name: 'a message',
    samples: ['It has no retry; see src/pay/hooks.ts:12 and `PaymentController`.'],
    pieces: SAYINGS,
    read: (text) => mentionsIn(text),
  },
  {
    name: 'decisions in a message',
    samples: ['We decided to retry three times. **Decision:** one queue.\n- let us go with SQS'],
    pieces: SAYINGS,
    read: (text) =>
      decisionsOf({
        messages: [
          {
            role: 'assistant',
            timeMs: null,
            text,
            mentions: { paths: [], identifiers: [], toolPaths: [] },
          },
        ],
      }),
  },
  {
    name: 'a line for the shell',
    samples: [
      'cd src && sed -n 10,20p a.ts | grep -n "x"',
      '*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+new\n*** End Patch',
    ],
    pieces: SHELL,
    read: shellCommand,
  },
  {
    name: 'what is remembered of transcripts',
    samples: ['{"version":1,"root":"/r","files":[["a",{"size":1,"mtimeMs":1,"readMs":1,"paths":[],"faults":[]}]]}'],
    pieces: JSON_PIECES,
    read: (text) => [...parseKnownFiles(text, '/r')].length,
  },
];
