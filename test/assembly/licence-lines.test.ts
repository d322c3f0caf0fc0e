import { expect, test } from 'vitest';
import { countLicenceLines } from '../../src/pipeline/budget/source-lines.ts';

const cases: [name: string, text: string, lines: number][] = [
  ['a block comment', '/*\n * Copyright 2026 A\n */\npackage a;', 3],
  ['line comments', '// Copyright 2026 A\n// MIT licence\n\nimport x', 2],
  ['after a shebang', '#!/bin/sh\n# SPDX-License-Identifier: MIT\n\nrun', 2],
  ['after the opening of PHP', '<?php\n/* Licensed under MIT */\nclass A {}', 2],
  ['a doc comment of the module stays', '/** Sends mail. */\nexport {}', 0],
  ['code stays', 'const licence = 1;', 0],
  ['an unclosed comment is left alone', '/* Copyright', 0],
  ['an empty file', '', 0],
  ['html', '<!-- Copyright -->\n<p>', 1],
];
for (const [name, text, lines] of cases)
  test(`licence: ${name}`, () => expect(countLicenceLines(text.split('\n'))).toBe(lines));
