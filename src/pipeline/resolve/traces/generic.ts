import { rawFrame, type TraceDialect } from './trace-dialect.ts';

// Looked for behind a boundary only, so that a long run of letters is entered once.
const FILE = String.raw`(?<![\w./\\@%+-])((?:[A-Za-z]:)?[\w./\\@%+-]{1,300}\.[A-Za-z][\w+]{0,15})`;
const FORMS = [
  String.raw`:(\d{1,6})(?![\w.])`,
  String.raw`\((\d{1,6})(?:,\d{1,6})?\)`,
  String.raw`:\[(\d{1,6})(?:,\d{1,6})?\]`,
  String.raw`["'\x60]?,? (?:on |at )?line (\d{1,6})`,
].map((line) => new RegExp(FILE + line, 'gi'));

// What a compiler says behind the place: `src/a.ts(12,5): error TS2345: …`, `./a.go:5:2: undefined: total`.
const SAID = /^.{0,400}?(?:[:(]\[?\d{1,6}[:,\d]{0,12}[\])]?):? {0,3}(\S.{2,1000})$/;
const COMPLAINT =
  /\b(?:error|fatal|undefined|undeclared|unresolved|cannot|expected|mismatch(?:ed)?|not found|no such|fail(?:ed|ure)?|panic)\b/i;
// A log that says where each of its lines was written does not say that all of them broke.
const CALM = /\b(?:INFO|DEBUG|TRACE|NOTICE)\b|^[ID]\d{4} /;

/** Whatever names a file with a line: compilers, linters, test runners, people. */
export const generic: TraceDialect = {
  language: 'generic',
  frame(line, _previous, isFileName) {
    if (CALM.test(line)) return null;
    for (const form of FORMS)
      for (const [, path = '', number] of line.matchAll(form))
        if (isFileName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)))
          return rawFrame(path, number);
    return null;
  },
  message: (line) => {
    const said = SAID.exec(line)?.[1];
    return said !== undefined && COMPLAINT.test(said) ? said : null;
  },
  messageStands: 'above',
  innermost: 'first',
  isSpoken: true,
  gapLinesMax: 2,
};
