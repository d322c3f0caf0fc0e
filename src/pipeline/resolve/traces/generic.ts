import { rawFrame, type TraceDialect } from './trace-dialect.ts';

// Looked for behind a boundary only, so that a long run of letters is entered once.
const FILE = String.raw`(?<![\w./\\@%+-])((?:[A-Za-z]:)?[\w./\\@%+-]{1,300}\.[A-Za-z][\w+]{0,15})`;
const FORMS = [
  String.raw`:(\d{1,6})(?![\w.])`,
  String.raw`\((\d{1,6})(?:,\d{1,6})?\)`,
  String.raw`["'\x60]?,? (?:on |at )?line (\d{1,6})`,
].map((line) => new RegExp(FILE + line, 'gi'));

/** Whatever names a file with a line: compilers, linters, test runners, people. */
export const generic: TraceDialect = {
  language: 'generic',
  frame(line, _previous, isFileName) {
    for (const form of FORMS)
      for (const [, path = '', number] of line.matchAll(form))
        if (isFileName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)))
          return rawFrame(path, number);
    return null;
  },
  message: () => null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: true,
  gapLinesMax: 2,
};
