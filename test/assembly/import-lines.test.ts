import { describe, expect, test } from 'vitest';
import { importLinesOf } from '../../src/pipeline/results/score-results.ts';

const cases: [name: string, text: string, expected: [number, number][]][] = [
  ['lines that begin with import', "import a from 'a';\nimport b from 'b';\n\ncode();", [[1, 2]]],
  ['a line that begins with from', 'from x import y\nz = 1', [[1, 1]]],
  ['lines with a call of require', "const a = require('a');\nrequire('b');\nrun();", [[1, 2]]],
  ['an import after a comment', "// Licence\nimport a from 'a';\nrun();", [[2, 2]]],
  ['an import over several lines', "import {\n  a,\n  b,\n} from 'x';\nimport c from 'c';\n\nrun();", [[1, 5]]],
  ['an import below other code does not count', "import a from 'a';\nrun();\nimport b from 'b';", [[1, 1]]],
  ['lines that begin with #include', '#include <stdio.h>\n#include "a.h"\nint x;', [[1, 2]]],
  ['a name that begins with import does not count', 'const important = 1;', []],
];

describe('S35 imports by their looks, where no parser is at hand', () => {
  for (const [name, text, expected] of cases) {
    test(`import lines are found without a parser: ${name}`, () =>
      expect(importLinesOf(text.split('\n'))).toEqual(expected));
  }
});
