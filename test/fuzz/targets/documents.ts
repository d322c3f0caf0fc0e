import { DEFAULTS } from '../../../src/config/defaults.ts';
import { DOCUMENTS } from '../../../src/languages/markdown.ts';
import type { DocumentContent } from '../../../src/model/document.ts';
import { isDecisionRecord } from '../../../src/sources/conversations/decisions.ts';
import { readMarkup } from '../../../src/sources/markdown/body/read-markup.ts';
import { slugOf } from '../../../src/sources/markdown/body/sections-of.ts';
import { checkDocuments } from '../../../src/sources/markdown/check/check-documents.ts';
import { fixDocument } from '../../../src/sources/markdown/check/fix-document.ts';
import { cutOutBody, cutOutSection } from '../../../src/sources/markdown/document-text.ts';
import { readFrontmatter } from '../../../src/sources/markdown/frontmatter/read-frontmatter.ts';
import { createDirectory } from '../../../src/sources/markdown/links/directory.ts';
import { resolveLink, resolveReference } from '../../../src/sources/markdown/links/resolve-link.ts';
import { readContent, readDocument } from '../../../src/sources/markdown/read-document.ts';
import { lineCountOf, promise, type Target, within } from '../target.ts';
import { DECISION, DOCUMENT, PAGES, PROGRAMS } from './samples.ts';

const MARKDOWN =
  '---\n|# |## [LK2AB] |===\n|* |+ |1. |- [ ] |> |`|```\n|~~~|[a](b.md)|[[c#d|e]]|![[|[r]: x\n|<!--|-->|<a id="x">|{#y}| ^z|\\||-|\\|\n|\\|\n|    |\t|\n|\n\n|word |https://a.b |<b>|**|_|&amp;|lattice-id: LAAAA\n|name: A b\n|## Decision\n|## Context\n|[x](<a b>)|[[|]]|]('
    .split(/(?<!\\)\|/)
    .map((piece) => piece.replaceAll('\\|', '|'));
const YAML =
  '---\n|a: |- |  |&x |*x |[|]|{|}|: |, |"|\'|\n|#c|!!str |!<!x> |? |>-\n|\\|2\n|<<: *x|key: value\n|2026-01-01|1e3|0o7|~|null|%YAML 1.2\n|...\n|lattice-id: LK2AB\n|blocked-by: [a]\n|aliases: x\n|\t'
    .split(/(?<!\\)\|/)
    .map((piece) => piece.replaceAll('\\|', '|'));
const OTHER_MARKUP =
  '== |=== |* |** TODO [#A] |#+begin_src\n|#+end_src\n|----\n|....\n|.. _a:\n|.. code::\n|   |====\n|----|~~~~\n|:ref:`a`|:doc:`b <c>`|`x <y>`_|``c``|<<a,b>>|xref:a[b]|link:x[y]|include::z[]|[[a][b]]|[[file:x]]|:CUSTOM_ID: q\n|[#id]\n|=c=|~d~|\n|\n\n|text |:PROPERTIES:\n|:END:\n'.split(
    '|',
  );

function linesHold(read: DocumentContent, text: string): void {
  const count = lineCountOf(text);
  promise(read.lineCount <= count, `${read.lineCount} lines of ${count}`);
  within(
    read.sections.flatMap(({ startLine, endLine }) => [startLine, endLine]),
    count,
    'sections',
  );
  within(
    [...read.links, ...read.mentions, ...read.anchors, ...read.images, ...read.externalLinks].map(({ line }) => line),
    count,
    'links',
  );
  within(
    read.frontmatter.fields.map(({ line }) => line),
    count,
    'fields',
  );
  for (const [at, { startLine, endLine, parent, index }] of read.sections.entries()) {
    promise(index === at && (parent === null || parent < at), `section ${at} stands after its parent`);
    promise(startLine <= endLine, `section ${at} ends before it starts`);
  }
}

function readWhole(text: string): unknown {
  const facts = readDocument(text, 'notes/a.md', DEFAULTS.markdown);
  linesHold(facts, text);
  promise(facts.displayLength === [...`# ${facts.name}${cutOutBody(text)}`].length, 'the length of a document');
  // Each look at a section goes through the whole text: a few tell enough.
  for (const section of facts.sections.slice(0, 10))
    promise(section.displayLength === [...cutOutSection(text, section)].length, 'the length of a section');
  return facts;
}

function checkAndFix(text: string): unknown {
  const findings = (content: string) =>
    checkDocuments([{ facts: readDocument(content, 'notes/a.md', DEFAULTS.markdown), text: content }], {
      limits: DEFAULTS.markdown,
    });
  const found = findings(text);
  within(
    found.map(({ line }) => line),
    lineCountOf(text),
    'findings',
  );
  const mended = fixDocument(text, found);
  const told = (content: string) => {
    const { sections, links } = readContent(content);
    return JSON.stringify([sections.map(({ title, level }) => [title, level]), links.map(({ target }) => target)]);
  };
  promise(told(mended) === told(text), `mended it says ${told(mended)} and said ${told(text)}`);
  const again = fixDocument(mended, findings(mended));
  promise(again === fixDocument(again, findings(again)), 'what was mended twice is not mended a third time');
  return found;
}

const directory = createDirectory(
  ['a.md', 'docs/b c.md', 'docs/index.md', 'x/A.md'].map((path) =>
    readDocument(DOCUMENT.replace('LK2AB', path.length > 5 ? 'LZZZZ' : 'LK2AB'), path, DEFAULTS.markdown),
  ),
  (path) => (path.endsWith('.png') ? 'file' : path.endsWith('img') ? 'folder' : null),
);
const LINKS = 'a.md¦#part¦../¦./¦/¦docs/¦b%20c.md¦%¦%ff¦?q¦LK2AB¦\\¦A¦img¦..¦x.png¦ '.split('¦');

const own = [DOCUMENT, DECISION, ...PAGES, PROGRAMS.get('markdown') ?? ''];

export const DOCUMENT_TARGETS: readonly Target[] = [
  {
    name: 'frontmatter',
    samples: own,
    pieces: YAML,
    growth: 200,
    read: (text) => {
      const read = readFrontmatter(`---\n${text}\n---\n`);
      within(
        [...read.frontmatter.fields, ...read.notes].map(({ line }) => line),
        lineCountOf(text) + 3,
        'fields',
      );
      return read;
    },
  },
  { name: 'a document', samples: own, pieces: MARKDOWN, isCostly: true, read: readWhole },
  {
    name: 'a document that is checked and mended',
    samples: own,
    pieces: MARKDOWN,
    charactersMax: 60_000,
    isCostly: true,
    read: checkAndFix,
  },
  ...DOCUMENTS.flatMap(({ name, markup }): readonly Target[] =>
    markup === null
      ? []
      : [
          {
            name: `a document in ${name}`,
            samples: [PROGRAMS.get(name) ?? '', DOCUMENT],
            pieces: OTHER_MARKUP,
            read: (text) => {
              const read = readContent(text, (body, firstLine) => readMarkup(body, firstLine, markup));
              linesHold(read, text);
              return read;
            },
          },
        ],
  ),
  {
    name: 'a link',
    samples: ['../docs/b%20c.md#part', 'A#anchor', 'LK2AC', '/docs/', 'b c'],
    pieces: LINKS,
    charactersMax: 20_000,
    read: (target) =>
      [
        resolveLink({ target, isWiki: false }, 'docs/index.md', directory),
        resolveLink({ target, isWiki: true }, 'docs/index.md', directory),
        resolveReference(target, null, directory),
      ].map((found) => (found.outcome === 'unresolved' ? found.why : found.path)),
  },
  {
    name: 'a decision record',
    samples: [DECISION, DECISION.replace('## Decision', '## ✅ Decision Outcome:')],
    pieces: MARKDOWN,
    read: (text) => isDecisionRecord(text, readContent(text).sections),
  },
  { name: 'the anchor of a heading', samples: ['Größe & Co.', '`a()` b'], pieces: MARKDOWN, read: slugOf },
];
