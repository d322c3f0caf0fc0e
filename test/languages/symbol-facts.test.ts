import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SymbolFacts } from '../../src/model/facts.ts';
import type { Parser } from '../../src/ports/source.ts';
import { openParser, parseOne, symbolTable } from './parse-sample.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await openParser();
});
afterAll(() => parser.close());

async function symbol(language: string, text: string, name: string): Promise<SymbolFacts> {
  const { facts } = await parseOne(parser, language, text);
  const found = facts.symbols.find((candidate) => candidate.qualifiedName === name);
  if (found === undefined) throw new Error(`no ${name} among ${facts.symbols.map((one) => one.qualifiedName)}`);
  return found;
}

describe('signatures are complete and end before the body', () => {
  const cases: [language: string, text: string, name: string, signature: string, lines: [number, number]][] = [
    [
      'typescript',
      'export function f(\n  { a }: { a: string },\n): { b: string } {\n  return a;\n}\n',
      'f',
      'export function f(\n  { a }: { a: string },\n): { b: string }',
      [1, 3],
    ],
    [
      'typescript',
      'class A {\n  m<T extends { x: 1 }>(\n    a: T,\n  ): T {\n    return a;\n  }\n}\n',
      'A.m',
      'm<T extends { x: 1 }>(\n  a: T,\n): T',
      [2, 4],
    ],
    [
      'typescript',
      '/** Doc. */\n@Dec({ a: 1 })\nexport class A extends B<{ c: 1 }> {\n}\n',
      'A',
      'export class A extends B<{ c: 1 }>',
      [3, 3],
    ],
    [
      'typescript',
      'export function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: any) {\n}\n',
      'f',
      'export function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: any)',
      [1, 3],
    ],
    [
      'typescript',
      'export const f = (\n  a: number,\n): number =>\n  a;\n',
      'f',
      'export const f = (\n  a: number,\n): number =>',
      [1, 3],
    ],
    ['typescript', 'const T = {\n  a: 1,\n  b: 2,\n  c: 3,\n};\n', 'T', 'const T = {', [1, 1]],
    [
      'python',
      'def f(\n    a: dict[str, int] = {"x": 1},  # why\n) -> int:\n    # first\n    return a\n',
      'f',
      'def f(\n    a: dict[str, int] = {"x": 1},  # why\n) -> int:',
      [1, 3],
    ],
    ['python', '@a(b)\n@c\ndef f(): pass\n', 'f', 'def f():', [3, 3]],
    [
      'go',
      'package a\n\nfunc (s *S) F(a struct{ x int }) (b int) {\n}\n',
      'S.F',
      'func (s *S) F(a struct{ x int }) (b int)',
      [3, 3],
    ],
    [
      'rust',
      '#[a]\nfn f<T>(x: T) -> T\nwhere\n    T: Copy,\n{\n    x\n}\n',
      'f',
      'fn f<T>(x: T) -> T\nwhere\n    T: Copy,',
      [2, 4],
    ],
    [
      'java',
      'class A {\n  @B(c = {1})\n  public int[] f(\n      int a) {\n    return x;\n  }\n}\n',
      'A.f',
      'public int[] f(\n    int a)',
      [3, 4],
    ],
    ['ruby', 'class A\n  # About f.\n  def f(a:, b: {})\n    a\n  end\nend\n', 'A.f', 'def f(a:, b: {})', [3, 3]],
    ['cpp', 'A::A(int x)\n    : x_{x} {\n}\n', 'A.A', 'A::A(int x)\n    : x_{x}', [1, 2]],
  ];
  for (const [language, text, name, signature, lines] of cases) {
    test(`the signature of ${name} in ${language} is ${JSON.stringify(signature)}`, async () => {
      const found = await symbol(language, text, name);
      expect(found.signature).toBe(signature);
      expect(found.signatureLines).toEqual(lines);
    });
  }
});

describe('doc comments belong to the following symbol', () => {
  const cases: [language: string, text: string, name: string, doc: string | null, startLine: number][] = [
    ['typescript', '/**\n * Pays.\n *\n * Twice.\n */\nexport async function pay() {}\n', 'pay', 'Pays.\n\nTwice.', 1],
    ['typescript', '// About pay.\n// eslint-disable-next-line\nfunction pay() {}\n', 'pay', 'About pay.', 1],
    ['typescript', '// A licence.\n\nfunction pay() {}\n', 'pay', null, 3],
    ['typescript', 'const a = 1; // about a\nfunction pay() {}\n', 'pay', null, 2],
    ['javascript', '/** Pays. */\n\nexports.pay = function () {};\n', 'pay', 'Pays.', 1],
    ['python', 'def pay():\n    """Pays."""\n', 'pay', 'Pays.', 1],
    ['python', '# Pays.\n@cached\ndef pay():\n    pass\n', 'pay', 'Pays.', 1],
    ['rust', '/// Pays.\n#[inline]\nfn pay() {}\n', 'pay', 'Pays.', 1],
    ['csharp', 'class A {\n  /// <summary>Pays.</summary>\n  [B]\n  void Pay() {}\n}\n', 'A.Pay', 'Pays.', 2],
    ['c', '/* ------\n * Pays.\n * ------ */\nint pay(void) {\n}\n', 'pay', 'Pays.', 1],
  ];
  for (const [language, text, name, doc, startLine] of cases) {
    test(`the doc comment in ${language} belongs to the right symbol: ${JSON.stringify(text)}`, async () => {
      expect(await symbol(language, text, name)).toMatchObject({ doc, startLine });
    });
  }
});

describe('calls and types belong to the innermost symbol, once, in order', () => {
  const cases: [language: string, text: string, name: string, calls: string[]][] = [
    [
      'typescript',
      'class A {\n  f(o: Order): Bill {\n    go(o); go(o); new Shop().pay();\n  }\n}\n',
      'A.f',
      ['Order', 'Bill', 'go', 'Shop', 'pay'],
    ],
    ['typescript', 'class A extends Base {\n  f() {\n    go();\n  }\n}\n', 'A', ['Base']],
    ['python', 'def f(o: Order):\n    go(o)\n    o.pay()\n', 'f', ['Order', 'go', 'pay']],
    [
      'php',
      '<?php\nfunction f(Order $o) { return Shop::make()->pay(new Bill()); }\n',
      'f',
      ['Order', 'Shop', 'make', 'pay', 'Bill'],
    ],
  ];
  for (const [language, text, name, calls] of cases) {
    test(`${name} in ${language} uses ${calls.join(', ')}`, async () =>
      expect((await symbol(language, text, name)).calls).toEqual(calls));
  }
});

describe('odd texts are parsed', () => {
  const cases: [name: string, language: string, text: string, symbols: string[], note: RegExp | null][] = [
    [
      'what stands before and after a fault is kept',
      'typescript',
      'function a() {}\nlet = = 1;\nfunction b() {}\n',
      ['1-1 function a', '3-3 function b'],
      /could not be parsed, first at line 2/,
    ],
    ['an empty text', 'typescript', '', [], null],
    ['no last newline', 'go', 'package a\nfunc F() {}', ['2-2 function F'], null],
    [
      'windows line ends',
      'python',
      'class A:\r\n    def f(self):\r\n        pass\r\n',
      ['1-3 class A', '2-3 method A.f'],
      null,
    ],
    ['two names of one declaration', 'typescript', 'const a = 1, b = 2;\n', ['1-1 constant a', '1-1 constant b'], null],
    [
      'overloads are told apart',
      'java',
      'class A {\n  void f() {}\n  void f(int a) {}\n}\n',
      ['1-4 class A', '2-2 method A.f', '3-3 method A.f~2'],
      null,
    ],
    [
      'a decorated method that ends with its decorated class',
      'python',
      '@a\nclass A:\n    @b\n    def f(self):\n        pass\n',
      ['1-5 class A', '3-5 method A.f'],
      null,
    ],
    ['elements make TypeScript TSX', 'typescript', 'const A = () => <b>x</b>;\n', ['1-1 function A'], null],
    [
      'casts keep it TypeScript',
      'typescript',
      'const a = <T>(x: T) => x;\nconst b = <string>a; // </b>\n',
      ['1-1 function a', '2-2 constant b'],
      null,
    ],
    [
      'a header for both C and C++',
      'c',
      '#ifdef __cplusplus\nextern "C" {\n#endif\nint pay(void) {\n}\n#ifdef __cplusplus\n}\n#endif\n',
      ['4-5 function pay'],
      null,
    ],
    [
      'a header of C++',
      'c',
      'namespace n {\nclass A {\n public:\n  void f() {}\n};\n}\n',
      ['2-5 class n.A', '4-4 method n.A.f'],
      null,
    ],
    ['a component without script', 'vue', '<template><b/></template>\n', [], null],
    ['one long line', 'javascript', `function a() {}${';x()'.repeat(3000)}\n`, [], /minified/],
  ];
  for (const [name, language, text, symbols, note] of cases) {
    test(`an odd text is parsed into the right symbols: ${name}`, async () => {
      const result = await parseOne(parser, language, text);
      expect(symbolTable(result)).toEqual(symbols);
      expect(result.facts.notes.join()).toMatch(note ?? /^$/);
    });
  }
});

describe('generated texts are recognised', () => {
  const cases: [text: string, isGenerated: boolean][] = [
    ['// Code generated by protoc-gen-go. DO NOT EDIT.\npackage a\n', true],
    ['/* @generated */\n', true],
    ['# This file is automatically generated by make.\n', true],
    ['// <auto-generated />\n', true],
    [`var a=1;${'b();'.repeat(2000)}`, true],
    ['.a { color: red; }\n\n/*# sourceMappingURL=../../shop.css.map */', true],
    ['a();\n//# sourceMappingURL=shop.js.map\n', true],
    [`/*! Strap v5.3 | MIT */\n${'.b { display: none; }\n'.repeat(6000)}`, true],
    [`/*! Strap v5.3 | MIT */\n${'.b { display: none; }\n'.repeat(60)}`, false],
    ["const end = '//# sourceMappingURL=' + name;\n", false],
    ['// Returns the generated id.\n', false],
    ['', false],
  ];
  for (const [text, isGenerated] of cases) {
    test(`isGenerated is ${isGenerated} for ${text.slice(0, 50)}`, async () => {
      expect((await parseOne(parser, 'javascript', text)).facts.isGenerated).toBe(isGenerated);
    });
  }
});
