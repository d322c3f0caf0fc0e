import MarkdownIt from 'markdown-it';
import { SaxesParser } from 'saxes';
import { FORMATTERS, LAYOUT_NAMES } from '../../../src/formats/index.ts';
import { visible } from '../../../src/model/visible-text.ts';
import { type AssembledPack, assemblePack } from '../../../src/pipeline/assemble.ts';
import { candidates, O200K, options, TASK } from '../../assembly/world.ts';
import { promise, type Target } from '../target.ts';
import { DOCUMENT, PAGES, PROGRAMS } from './samples.ts';

// What the formats themselves are made of: whoever forges a page uses it.
const MARKS =
  '```¦````ts\n¦~~~~¦]]>¦<![CDATA[¦</code></block></pack>¦</entity></context>¦<!-- ¦-->¦# Context Pack\n¦## Files\n¦### `src/a.ts`\n¦======\n¦---\n¦> ¦- ¦    ¦&amp;¦&#0;¦"}],"blocks":[{"¦\\"¦\\u0000¦=== function: x ===\n¦===\n¦LEFT OUT, BEST FIRST\n¦TASK\n¦CODE\n¦<|endoftext|>¦\n¦x = 1;\n'.split(
    '¦',
  );
const BUDGETS = [150, 400, 1200, 6000];

type Check = (text: string, made: AssembledPack) => void;

const WELL_FORMED: Readonly<Record<string, Check>> = {
  json: (text) => void JSON.parse(text),
  xml: (text) => {
    const parser = new SaxesParser();
    parser.on('error', (error) => promise(false, `XML: ${error.message}`));
    parser.write(text).close();
  },
  markdown: (text, { pack, isSummary }) => {
    const tokens = new MarkdownIt({ html: true }).parse(text, {});
    const fences = tokens.filter(({ type, level }) => type === 'fence' && level === 0);
    for (const { content } of isSummary ? [] : fences) {
      const isQuoted = pack.blocks.some(({ text: own }) => content.trimEnd().endsWith(visible(own).trimEnd()));
      promise(isQuoted, `a fence holds what no block does: ${JSON.stringify(content.slice(0, 80))}`);
    }
    promise(!tokens.some(({ type, level }) => type === 'html_block' && level === 0), 'no tag of anybody’s is markup');
  },
  plain: () => {},
};

function pageHolds(format: string, text: string): string {
  const page = LAYOUT_NAMES[text.length % LAYOUT_NAMES.length]!;
  const budgetTokens = BUDGETS[(text.length >> 2) % BUDGETS.length]!;
  const lines = text.split('\n').length;
  const half = Math.max(1, lines >> 1);
  const scored = candidates({
    ...{ path: `src/${text.slice(0, 8).replace(/[\0/]/g, '_')}.ts`, text, score: 0.9 },
    units: [
      { name: text.slice(0, 30), lines: [1, half], score: 0.8, matches: [[half, half]] },
      { name: 'rest', lines: [Math.min(half + 1, lines), lines], score: 0.5 },
    ],
  });
  const task = { ...TASK, text: text.slice(0, 300), title: text.slice(0, 60) };
  const made = assemblePack(scored, options({ format, page, budgetTokens, task }));
  promise(O200K.count(made.text) <= budgetTokens, `${O200K.count(made.text)} tokens of ${budgetTokens}`);
  promise(made.pack.usage.used <= budgetTokens, 'what is said to be used');
  // Where not even one place can be named the page is empty.
  if (made.text !== '') WELL_FORMED[format]?.(made.text, made);
  return made.text;
}

/** Every format, of a page about such a text: it keeps its budget, is what it claims to be, and nothing in it acts. */
export const PAGE_TARGETS: readonly Target[] = FORMATTERS.map(({ name }) => ({
  name: `a page in ${name}`,
  samples: [DOCUMENT, ...PAGES, ...PROGRAMS.values()],
  pieces: MARKS,
  charactersMax: 20_000,
  isCostly: true,
  read: (text) => pageHolds(name, text),
}));
