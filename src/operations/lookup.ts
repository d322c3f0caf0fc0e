// The operations `grep` and `uses`, and how their answers are printed.
import * as z from 'zod';
import { DEFAULTS } from '../config/defaults.ts';
import { requirePage } from '../model/budget.ts';
import { ContextError } from '../model/errors.ts';
import { oneLine } from '../model/visible-text.ts';
import { fitRows } from '../pipeline/fit.ts';
import {
  type GrepAnswer,
  type GrepHit,
  type GrepInput,
  type NameUse,
  USE_KINDS,
  type UseKind,
  type UsesInput,
} from '../ports/lookup.ts';
import { budgetField, dataFormat, roomFor } from './input/fields.ts';
import { answer, defineOperation, type FieldsOf, nothingYet, optional } from './operation.ts';
import { grepOutput, usesOutput } from './output/code-output.ts';

const sharedFields = {
  under: optional.text('Only in this folder, file or pattern (*.go)', {
    placeholder: 'PATH',
    isPath: true,
    aliases: ['path'],
  }),
  limit: optional.number('Most lines', [1, 10_000], { usual: DEFAULTS.grep.limit }),
  budget: budgetField(DEFAULTS.grep.budgetTokens),
  format: dataFormat,
};

export const grep = defineOperation({
  input: z.strictObject({
    pattern: optional.text('Text to find; if no line holds it, or with regex, a regular expression', {
      placeholder: 'PATTERN',
    }),
    regex: optional.yesNo('Read the pattern as a regular expression'),
    ignoreCase: optional.yesNo('Ignore upper and lower case', { short: 'i' }),
    word: optional.yesNo('Match whole words only', { short: 'w' }),
    ...sharedFields,
  } satisfies FieldsOf<GrepInput, 'budget' | 'format'>),
  output: grepOutput,
  positional: 'pattern',
  asksAll: true,
  question: 'Which text do you look for?',
  details:
    'Searches the index, in which secrets are replaced. Regular expressions follow RE2, which takes linear time: no look-around, no references to groups. Exit status 3: nothing was found.',
  examples: ['knap grep "webhook without id"', 'knap grep "handle\\w+\\(" --regex --under src'],
  async run(call, { pattern = '', budget: tokens, format, ...same }) {
    const engine = await call.engine();
    const { notes, ...hitsAndTotal } = await engine.grep({ ...same, pattern });
    const print = (hits: GrepAnswer['hits']) =>
      format === 'json'
        ? JSON.stringify({ ...hitsAndTotal, hits }, null, 2)
        : [...hitLines(hits), ...moreLine(hits.length, hitsAndTotal.total, 'lines')].join('\n');
    const room = await roomFor(tokens ?? DEFAULTS.grep.budgetTokens, call.config);
    const { text, shown } = requirePage(fitRows(hitsAndTotal.hits, room, print));
    const none = `No line holds ${JSON.stringify(pattern.slice(0, 100))}, neither as a text nor as a regular expression.`;
    const nothingFound = hitsAndTotal.total === 0 ? (nothingYet(notes) ?? none) : null;
    return answer({ ...hitsAndTotal, hits: shown }, { text, format, nothingFound, notes });
  },
});

const TITLES: Readonly<Record<UseKind, string>> = {
  definition: 'Defined in',
  call: 'Called in',
  test: 'In tests',
  reference: 'Named in',
};

export const uses = defineOperation({
  input: z.strictObject({
    symbol: optional.text('A name: handleWebhook, or Shop.pay', { placeholder: 'NAME' }),
    only: optional.choices(USE_KINDS, `Only these: ${USE_KINDS.join(', ')}`, { placeholder: 'KINDS', hasCommas: true }),
    ...sharedFields,
  } satisfies FieldsOf<UsesInput, 'only' | 'budget' | 'format'>),
  output: usesOutput,
  positional: 'symbol',
  asksAll: true,
  details:
    'Matches the name only: two symbols with the same name are listed together. Exit status 3: nothing was found.',
  examples: ['knap uses handleWebhook', 'knap uses Shop.pay --only call,test'],
  async run(call, { symbol, only, under, limit, budget: tokens, format }) {
    if (symbol === undefined) throw new ContextError('NO_SUCH_SYMBOL', 'There is no name to look for.');
    const engine = await call.engine();
    // Uses of other kinds are dropped below, so the limit of the caller counts only after that.
    const usesMax = only === undefined ? limit : DEFAULTS.grep.usesMax;
    const answered = await engine.uses({ symbol, under, limit: usesMax });
    const ofKinds = answered.uses.filter(({ kind }) => only === undefined || only.includes(kind));
    const wanted = ofKinds.slice(0, limit ?? DEFAULTS.grep.limit);
    const total = only === undefined ? answered.total : ofKinds.length;
    const print = (shown: readonly NameUse[]) =>
      format === 'json' ? JSON.stringify({ uses: shown, total }, null, 2) : usesText(shown, total);
    const room = await roomFor(tokens ?? DEFAULTS.grep.budgetTokens, call.config);
    const { text, shown } = requirePage(fitRows(wanted, room, print));
    const none = `Nothing here uses the name "${symbol.slice(0, 100)}"${only ? ` as ${only.join(' or ')}` : ''}.`;
    const nothingFound = wanted.length === 0 ? (nothingYet(answered.notes) ?? none) : null;
    return answer({ uses: shown, total }, { text, format, nothingFound, notes: answered.notes });
  },
});

function usesText(shown: readonly NameUse[], total: number): string {
  const groups = Map.groupBy(shown, ({ kind }) => kind);
  return [
    ...[...groups].flatMap(([kind, some]) => [
      `${TITLES[kind]} (by name)`,
      ...hitLines(some).map((line) => `  ${line}`),
    ]),
    ...moreLine(shown.length, total, 'uses'),
  ].join('\n');
}

const HASH_SHOWN = 6;

// Indents the text of files, so that it cannot imitate the line of a file or symbol.
function hitLines(hits: readonly GrepHit[]): readonly string[] {
  const lines: string[] = [];
  let [path, symbol]: [string, string | null] = ['', ''];
  for (const hit of hits) {
    if (hit.path !== path) {
      lines.push(`${oneLine(hit.path)}@${hit.hash.slice(0, HASH_SHOWN)}`);
      [path, symbol] = [hit.path, null];
    }
    if (hit.symbol !== symbol) {
      if (hit.symbol !== null) lines.push(`  in ${oneLine(hit.symbol)} (${hit.startLine}-${hit.endLine})`);
      symbol = hit.symbol;
    }
    lines.push(`${hit.symbol === null ? '  ' : '    '}${hit.line}: ${oneLine(hit.text)}`);
  }
  return lines;
}

const moreLine = (shown: number, total: number, what: string): readonly string[] =>
  total > shown ? [`… ${total - shown} more ${what}; narrow it with under, or give a larger budget or limit`] : [];
