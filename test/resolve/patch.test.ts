import { expect, test } from 'vitest';
import { parsePatch } from '../../src/pipeline/hunks/parse-patch.ts';

const cases: [name: string, patch: string, expected: string[]][] = [
  [
    'a changed line',
    'diff --git a/x.ts b/x.ts\nindex 1..2 100644\n--- a/x.ts\n+++ b/x.ts\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n',
    ['modified x.ts 1-2'],
  ],
  [
    'two hunks',
    '--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,3 @@\n a\n+b\n c\n@@ -10,2 +11,3 @@\n j\n+k\n l\n',
    ['modified x.ts 2-2 12-12'],
  ],
  ['a pure insertion without context', '--- a/x.ts\n+++ b/x.ts\n@@ -5,0 +6,2 @@\n+a\n+b\n', ['modified x.ts 6-7']],
  ['a pure deletion marks the line above', '--- a/x.ts\n+++ b/x.ts\n@@ -5,2 +4,0 @@\n-a\n-b\n', ['modified x.ts 4-4']],
  [
    'a deletion at the top marks the first line',
    '--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +0,0 @@\n-a\n-b\n',
    ['modified x.ts 1-1'],
  ],
  [
    'a new file',
    'diff --git a/n.ts b/n.ts\nnew file mode 100644\n--- /dev/null\n+++ b/n.ts\n@@ -0,0 +1,2 @@\n+a\n+b\n',
    ['added n.ts 1-2'],
  ],
  [
    'a deleted file',
    'diff --git a/d.ts b/d.ts\ndeleted file mode 100644\n--- a/d.ts\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n',
    ['deleted d.ts'],
  ],
  [
    'a rename without changes',
    'diff --git a/o.ts b/m.ts\nsimilarity index 100%\nrename from o.ts\nrename to m.ts\n',
    ['renamed m.ts'],
  ],
  [
    'a rename with changes',
    'diff --git a/o.ts b/m.ts\nrename from o.ts\nrename to m.ts\n--- a/o.ts\n+++ b/m.ts\n@@ -3 +3 @@\n-a\n+b\n',
    ['renamed m.ts 2-3'],
  ],
  [
    'a quoted path',
    'diff --git "a/caf\\303\\251 \\"x\\".ts" "b/caf\\303\\251 \\"x\\".ts"\n--- "a/caf\\303\\251 \\"x\\".ts"\n+++ "b/caf\\303\\251 \\"x\\".ts"\n@@ -1 +1 @@\n-a\n+b\n',
    ['modified café "x".ts 1-1'],
  ],
  [
    'a path with spaces',
    'diff --git a/my file.ts b/my file.ts\n--- a/my file.ts\t\n+++ b/my file.ts\t\n@@ -1 +1 @@\n-a\n+b\n',
    ['modified my file.ts 1-1'],
  ],
  [
    'a plain diff with times',
    '--- old/x.c\t2024-01-01 00:00:00\n+++ new/x.c\t2024-01-02 00:00:00\n@@ -1 +1 @@\n-a\n+b\n',
    ['modified new/x.c 1-1'],
  ],
  [
    'several plain files',
    '--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n--- a/y.c\n+++ b/y.c\n@@ -2 +2 @@\n-a\n+b\n',
    ['modified x.c 1-1', 'modified y.c 1-2'],
  ],
  [
    'content that looks like a header',
    '--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1,2 @@\n--- old remark\n+++ new remark\n same\n',
    ['modified x.sql 1-1'],
  ],
  [
    'a missing last newline',
    '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n',
    ['modified x.ts 1-1'],
  ],
  [
    'Windows line ends',
    'diff --git a/x.ts b/x.ts\r\n--- a/x.ts\r\n+++ b/x.ts\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n',
    ['modified x.ts 1-1'],
  ],
  [
    'mnemonic prefixes',
    'diff --git i/x.ts w/x.ts\n--- i/x.ts\n+++ w/x.ts\n@@ -1 +1 @@\n-a\n+b\n',
    ['modified x.ts 1-1'],
  ],
  [
    'a mail around it',
    'From: me\nSubject: [PATCH] x\n\n---\n x.ts | 2 +-\n\ndiff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n-- \n2.40\n',
    ['modified x.ts 1-1'],
  ],
  [
    'a binary file',
    'diff --git a/i.png b/i.png\nindex 1..2 100644\nBinary files a/i.png and b/i.png differ\n',
    ['modified i.png'],
  ],
  [
    'a series that names a file again and again',
    '--- /dev/null\n+++ b/x.ts\n@@ -0,0 +1,2 @@\n+a\n+b\n--- a/y.ts\n+++ b/y.ts\n@@ -1 +1 @@\n-a\n+b\n--- a/x.ts\n+++ b/x.ts\n@@ -9 +9 @@\n-a\n+b\n--- a/y.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n',
    ['added x.ts 1-2 8-9', 'deleted y.ts'],
  ],
  ['no patch at all', 'just words\n', []],
  ['an empty text', '', []],
];
for (const [name, patch, expected] of cases)
  test(`a patch gives the right files and lines: ${name}`, () => {
    const found = parsePatch(patch).map(({ status, path, lines }) =>
      [status, path, ...lines.map((range) => range.join('-'))].join(' '),
    );
    expect(found).toEqual(expected);
  });
