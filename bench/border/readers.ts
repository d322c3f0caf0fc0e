import { DEFAULTS } from '../../src/config/defaults.ts';
import { fileKindOf } from '../../src/languages/index.ts';
import { oneLine } from '../../src/model/visible-text.ts';
import { parsePatch } from '../../src/pipeline/hunks/parse-patch.ts';
import { readTask, resolve } from '../../src/pipeline/resolve/resolve.ts';
import { createIgnoreRules } from '../../src/sources/code/scan/ignore-rules.ts';
import { isDecisionRecord } from '../../src/sources/conversations/decisions.ts';
import { mentionsIn } from '../../src/sources/conversations/transcript/draft.ts';
import { readPage } from '../../src/sources/logseq/read-page.ts';
import { checkStyle } from '../../src/sources/markdown/check/style-faults.ts';
import { isRootPath } from '../../src/sources/markdown/place-document.ts';
import { readContent } from '../../src/sources/markdown/read-document.ts';
import { parseNodeMarkdown } from '../../src/sources/tana/local-api/node-markdown.ts';

const NOBODY = { paths: [], fileKind: fileKindOf };
const OPTIONS = { ...DEFAULTS.task, domains: [] };

/** Readers that match patterns from outside with a path. */
export const PATTERN_READERS: Readonly<Record<string, (pattern: string, path: string) => unknown>> = {
  'ignore files, exclude, --include-ignored': (pattern, path) =>
    createIgnoreRules([pattern, `!${pattern}`]).verdict(path),
  rootPatterns: (pattern, path) => isRootPath(path, [pattern.slice(0, 200)]),
};

/** Readers of texts from outside that use regular expressions. */
export const TEXT_READERS: Readonly<Record<string, (text: string) => unknown>> = {
  markdown: readContent,
  'style of markdown': (text) => checkStyle('a.md', text),
  'a task': (text) => resolve(readTask({ text: `fix ${text}` }, NOBODY, OPTIONS), [], OPTIONS),
  'a log': (errorLog) => resolve(readTask({ text: 'fix', errorLog }, NOBODY, OPTIONS), [], OPTIONS),
  'a patch': parsePatch,
  'a message': (text) => mentionsIn(text),
  'a decision': (text) => isDecisionRecord(text, readContent(text).sections),
  'a page of Logseq': readPage,
  'a node of Tana': parseNodeMarkdown,
  'a note': oneLine,
};
