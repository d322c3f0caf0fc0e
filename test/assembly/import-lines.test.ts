import { describe, expect, test } from 'vitest';
import { importLinesOf } from '../../src/pipeline/results/score-results.ts';

const cases: [name: string, text: string, expected: [number, number][]][] = [
  ['import', "import a from 'a';\nimport b from 'b';\n\ncode();", [[1, 2]]],
  ['from', 'from x import y\nz = 1', [[1, 1]]],
  ['require', "const a = require('a');\nrequire('b');\nrun();", [[1, 2]]],
  ['after a comment', "// Licence\nimport a from 'a';\nrun();", [[2, 2]]],
  ['over several lines', "import {\n  a,\n  b,\n} from 'x';\nimport c from 'c';\n\nrun();", [[1, 5]]],
  ['stops at the first other line', "import a from 'a';\nrun();\nimport b from 'b';", [[1, 1]]],
  ['include', '#include <stdio.h>\n#include "a.h"\nint x;', [[1, 2]]],
  ['none', 'const important = 1;', []],
];

describe('S35 imports by their looks, where no parser is at hand', () => {
  for (const [name, text, expected] of cases) {
    test(name, () => expect(importLinesOf(text.split('\n'))).toEqual(expected));
  }
});
