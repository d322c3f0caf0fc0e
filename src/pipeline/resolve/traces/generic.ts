import { rawFrame, type TraceDialect } from './trace-dialect.ts';

const EXTENSIONS =
  'tsx?|jsx?|[cm][jt]s|vue|svelte|py|pyx|go|rs|java|kts?|scala|cs|fs|vb|php|rb|swift|c|h|cc|cpp|cxx|hpp|hh|mm?|dart|exs?|erl|hs|lua|pl|pm|sh|sql|css|scss|less|html?|json|ya?ml|toml|xml|proto|zig|nim|jl|r|ml|clj|groovy|gradle|tf|md|rst';
// Looked for behind a boundary only, so that a long run of letters is entered once.
const COLON = new RegExp(
  `(?<![\\w./\\\\@%+-])((?:[A-Za-z]:)?[\\w./\\\\@%+-]{1,300}\\.(?:${EXTENSIONS})):(\\d{1,6})(?![\\w.])`,
  'i',
);
const PARENTHESES = new RegExp(
  `(?<![\\w./\\\\@%+-])((?:[A-Za-z]:)?[\\w./\\\\@%+-]{1,300}\\.(?:${EXTENSIONS}))\\((\\d{1,6})(?:,\\d{1,6})?\\)`,
  'i',
);
const IN_WORDS = new RegExp(
  `(?<![\\w./\\\\@%+-])((?:[A-Za-z]:)?[\\w./\\\\@%+-]{1,300}\\.(?:${EXTENSIONS}))["'\`]?,? (?:on |at )?line (\\d{1,6})`,
  'i',
);

/** Whatever names a file with a line: compilers, linters, test runners, people. */
export const generic: TraceDialect = {
  language: 'generic',
  frame(line) {
    const found = COLON.exec(line) ?? PARENTHESES.exec(line) ?? IN_WORDS.exec(line);
    return found ? rawFrame(found[1], found[2]) : null;
  },
  message: () => null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: true,
  gapLinesMax: 2,
};
