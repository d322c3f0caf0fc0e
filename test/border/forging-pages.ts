import MarkdownIt from 'markdown-it';
import { SaxesParser } from 'saxes';
import { expect } from 'vitest';
import { printContext } from '../../src/engine/context/print-context.ts';
import { nodeCandidate } from '../../src/engine/run-context.ts';
import { printShow } from '../../src/engine/show/show-page.ts';
import { FORMATTERS, findFormatter, LAYOUT_NAMES } from '../../src/formats/index.ts';
import { visible } from '../../src/model/visible-text.ts';
import { assemblePack } from '../../src/pipeline/assemble.ts';
import type { ContextNode } from '../../src/ports/context.ts';
import type { ShownDocument, ShowPage } from '../../src/ports/knowledge.ts';
import { candidates, type FileSketch, O200K, options, TASK } from '../assembly/world.ts';
import { PARSE_PAGE, seen } from '../properties/parse-page.ts';
import { parseBounded } from '../properties/parse-plain.ts';
import type { Attack } from './forging-attacks.ts';

/** A page on which an attack stands somewhere; it throws where the attack gets through. */
export interface Trial {
  readonly surface: string;
  readonly format: string;
  readonly hold: (text: string) => void;
}

const FORMATS = FORMATTERS.map(({ name }) => name);

const SAFE: FileSketch = { path: 'src/safe.ts', text: 'export const safe = 1;', score: 0.8 };
const plain = (text: string) => text.replaceAll('\n', ' ');

// Where on a page of a pack or a query somebody else's words stand.
const PLACES: Readonly<Record<string, (text: string) => { files: readonly FileSketch[]; given?: object }>> = {
  content: (text) => ({ files: [{ path: 'src/a.ts', text, score: 0.9 }, SAFE] }),
  imports: (text) => ({
    files: [
      { path: 'src/a.ts', text: `${plain(text)}\nx\ny`, score: 0.9, importLines: [[1, 1]], units: [unit('x', 3)] },
      SAFE,
    ],
  }),
  symbol: (text) => ({
    files: [{ path: 'src/a.ts', text: 'x\ny\nz', score: 0.9, units: [unit(text, 2), unit(`${text}2`, 3)] }, SAFE],
  }),
  path: (text) => ({ files: [{ path: text, text: 'x', score: 0.9 }, SAFE] }),
  'left out': (text) => ({
    files: [SAFE, { path: text, text: 'x '.repeat(2500), score: 0.5, units: [unit(text, 1)] }],
    given: { truncatorName: 'never', budgetTokens: 1500 },
  }),
  task: (text) => ({ files: [SAFE], given: { task: { ...TASK, text, title: text } } }),
  analysis: (text) => ({
    files: [SAFE],
    given: {
      notes: [text],
      task: {
        ...TASK,
        domains: [{ name: text, keywords: [text], strength: 1 }],
        suggestions: [text],
        keywords: [{ word: text, stem: text, weight: 1 }],
        mentions: [{ kind: 'path', text, isExplicit: true, isKnown: false }],
      },
    },
  }),
};

function unit(name: string, line: number) {
  return { name, lines: [line, line] as const, score: 0.9 };
}

function assembledTrials(): readonly Trial[] {
  return FORMATS.flatMap((format) =>
    LAYOUT_NAMES.flatMap((page) =>
      Object.entries(PLACES).map(([place, make]) => ({
        surface: `${page}: ${place}`,
        format,
        hold: (text: string) => {
          const { files, given } = make(text);
          const all = options({ format, page, budgetTokens: 8000, ...given });
          const made = assemblePack(
            files.flatMap((file) => candidates(file)),
            all,
          );
          PARSE_PAGE[format]?.(made.text, page, made.pack);
          expect(O200K.count(made.text)).toBeLessThanOrEqual(all.budgetTokens);
        },
      })),
    ),
  );
}

/** A page of `show` whose every text is the attack. */
function showPage(text: string): ShowPage {
  const document: ShownDocument = {
    ...{ id: 'LSAFE', name: text, path: text, startLine: 1, endLine: 9, hash: 'abcdef', section: null },
    ...{ body: `start\n${text}`, position: -1, because: text, isStale: true },
  };
  const target = { ...document, frontmatter: `key: 1\n${text}`, fields: [{ key: text, value: text, line: 1 }] };
  return {
    target: { ...target, issue: null, labels: [text], language: null, outline: null },
    before: [document, { ...document, startLine: 10, endLine: 19, section: text }],
    after: [{ ...document, startLine: 20, endLine: 29, position: 0 }],
    more: 0,
    references: [{ id: null, name: text, path: text, anchor: text, description: text }],
  };
}

const SHOWS: Readonly<Record<string, (text: string, page: ShowPage) => void>> = {
  markdown: (text, page) => {
    const tokens = checkedTokens(text);
    const fences = tokens.filter(({ type }) => type === 'fence').map(({ content }) => content);
    expect(fences).toEqual(quotes(page).map((quote) => `${quote}\n`));
    const count = (type: string) => tokens.filter((token) => token.type === type).length;
    expect([count('heading_open'), count('list_item_open'), count('hr')]).toEqual([5, 1, 0]);
  },
  plain: (text, page) => {
    const { bodies, outside } = parseBounded(text);
    const [first = '', second = '', top = '', body = '', last = ''] = quotes(page);
    expect(bodies).toEqual([first, second, `${top}\n\n${body}`, last]);
    expect(outside.filter((line) => line !== '')).toEqual([
      'References:',
      expect.stringMatching(/^- /),
      ...Array.from({ length: 4 }, () => expect.stringMatching(/^Note: .* is from the index, not from disk$/u)),
    ]);
  },
  xml: (text) => {
    const names = xmlNames(text);
    expect(names).toEqual('show context context document frontmatter body context references reference'.split(' '));
  },
  json: (text, page) => {
    const { document, context, references } = JSON.parse(text, allSeen);
    expect([document, ...context].map(({ body }) => body)).toEqual(
      [page.target, ...page.before, ...page.after].map(({ body }) => visible(body)),
    );
    expect(references).toHaveLength(1);
  },
};

function quotes({ before, target, after }: ShowPage): readonly string[] {
  const top = visible(target.frontmatter ?? '').trimEnd();
  return [...before.map(({ body }) => body), top, target.body, ...after.map(({ body }) => body)].map(visible);
}

const showTrials: readonly Trial[] = FORMATS.map((format) => ({
  surface: 'show: all of a page',
  format,
  hold: (text) => {
    const page = showPage(text);
    SHOWS[format]?.(seen(printShow([page], findFormatter(format), { isFenced: true })), page);
    seen(printShow([page], findFormatter(format)));
  },
}));

const node = (text: string, id: string): ContextNode => ({
  ...{ id, name: text, content: `start\n${text}`, tags: [text], fields: { [text]: text, other: [text, text] } },
  ...{ score: 0.9, components: { graphDistance: 0.1, recency: 0.1, boost: 0, seed: 0 }, distance: 1, path: [] },
  ...{ because: text, source: text },
});

const CONTEXTS: Readonly<Record<string, (text: string, content: string) => void>> = {
  markdown: (text, content) => {
    const tokens = checkedTokens(text);
    expect(tokens.filter(({ type }) => type === 'fence').map((token) => token.content)).toEqual([
      `${content}\n`,
      `${content}\n`,
    ]);
    expect(tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => tag)).toEqual(['h1', 'h2', 'h2']);
  },
  plain: (text, content) => {
    const { bodies } = parseBounded(text);
    expect(bodies.map((body) => body.slice(body.indexOf('\n\n') + 2))).toEqual([content, content]);
  },
  xml: (text) =>
    expect(xmlNames(text).filter((name) => name === 'node' || name === 'context')).toEqual(['context', 'node', 'node']),
  json: (text, content) =>
    expect(JSON.parse(text, allSeen).nodes.map((one: ContextNode) => one.content)).toEqual([content, content]),
};

// Blank lines at the end say nothing and are not printed.
function withoutBlankEnd(text: string): string {
  const lines = text.split('\n');
  while (lines.length > 1 && lines.at(-1)!.trim() === '') lines.pop();
  return lines.join('\n');
}

const contextTrials: readonly Trial[] = FORMATS.map((format) => ({
  surface: 'context: all of a node',
  format,
  hold: (text) => {
    const nodes = [node(text, 'a'), node(text, 'b')];
    const printed = (isFenced: boolean) =>
      printContext(
        nodes.map(({ content, ...told }) => ({
          node: told,
          scored: nodeCandidate(
            { path: told.id, title: told.name, text: content },
            { score: 1, isPinned: told.id === 'a' },
          ),
        })),
        {
          ...{ query: text, notes: [text], workspace: text, lens: 'general', assembledAt: '', backend: 'index' },
          ...{ backendReason: text, dataFrom: null, depth: { asked: 2, used: 2 }, embeddingsAvailable: false },
          excluded: { within: 0, tag: 0, age: 0, sampled: 0, unlisted: 0 },
          seeds: [{ text, as: 'topic', node: null }],
        },
        {
          ...{ formatter: findFormatter(format), tokenizer: O200K, budgetTokens: 60_000, isFenced },
        },
      ).text;
    CONTEXTS[format]?.(seen(printed(true)), visible(withoutBlankEnd(nodes[0]!.content)));
    seen(printed(false));
  },
}));

/** Every place of every page in every format. */
export const TRIALS: readonly Trial[] = [...assembledTrials(), ...showTrials, ...contextTrials];

/** What gets through, and how one saw it. */
export function brokenBy({ hold }: Trial, attacks: readonly Attack[]): readonly string[] {
  return attacks.flatMap(({ name, text }) => {
    try {
      hold(text);
      return [];
    } catch (error) {
      return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

function checkedTokens(text: string) {
  const tokens = new MarkdownIt({ html: true }).parse(text, {});
  for (const token of tokens) {
    expect(token.type).not.toBe('html_block');
    for (const child of token.children ?? []) expect(child.type).not.toBe('html_inline');
  }
  return tokens;
}

function xmlNames(text: string): readonly string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => names.push(name));
  parser.write(text).close();
  return names.filter((name) => name !== 'note' && name !== 'field' && name !== 'content');
}

function allSeen(key: string, value: unknown): unknown {
  seen(key);
  return typeof value === 'string' ? seen(value) : value;
}
