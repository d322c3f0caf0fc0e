import { expect, test } from 'vitest';
import { countLicenceLines } from '../../src/pipeline/budget/source-lines.ts';

const cases: [name: string, text: string, lines: number][] = [
  ['a licence in a block comment', '/*\n * Copyright 2026 A\n */\npackage a;', 3],
  ['a licence in line comments', '// Copyright 2026 A\n// MIT licence\n\nimport x', 2],
  ['a licence after a shebang', '#!/bin/sh\n# SPDX-License-Identifier: MIT\n\nrun', 2],
  ['a licence after the opening tag of PHP', '<?php\n/* Licensed under MIT */\nclass A {}', 2],
  ['a doc comment of the module does not count', '/** Sends mail. */\nexport {}', 0],
  ['code that names a licence does not count', 'const licence = 1;', 0],
  ['an unclosed comment does not count', '/* Copyright', 0],
  ['an empty file has none', '', 0],
  ['a licence in an HTML comment', '<!-- Copyright -->\n<p>', 1],
];
for (const [name, text, lines] of cases)
  test(`the lines of a licence at the top of a file are counted: ${name}`, () =>
    expect(countLicenceLines(text.split('\n'))).toBe(lines));
