import { describe, expect, test } from 'vitest';
import { read } from './reading.ts';

/** Links as `line text -> target`, wikilinks in double brackets. */
const links = (text: string) =>
  read(text).links.map(
    ({ line, text: shown, target, isWiki }) => `${line} ${shown} -> ${isWiki ? `[[${target}]]` : target}`,
  );

describe('links are listed in document order', () => {
  const cases: [name: string, text: string, expected: string[]][] = [
    ['a bare id', '[t](LJCQ2)', ['1 t -> LJCQ2']],
    [
      'paths, anchors and ids',
      '[a](b.md) [c](d.md#e) [f](g.md#LJCQ2) [h](#i)',
      ['1 a -> b.md', '1 c -> d.md#e', '1 f -> g.md#LJCQ2', '1 h -> #i'],
    ],
    [
      'wikilinks',
      '[[A]] [[B#s]] [[C|shown]] [[D#s|x]]',
      ['1 A -> [[A]]', '1 B#s -> [[B#s]]', '1 shown -> [[C]]', '1 x -> [[D#s]]'],
    ],
    [
      'notes shown in others',
      '![[A]] ![[B.md#s]] ![[v1.2 notes]]',
      ['1 A -> [[A]]', '1 B.md#s -> [[B.md#s]]', '1 v1.2 notes -> [[v1.2 notes]]'],
    ],
    ['by reference', '[a][r] [r][] [r]\n\n[r]: x.md "title"', ['1 a -> x.md', '1 r -> x.md', '1 r -> x.md']],
    ['a reference to nothing is text', '[a][r] [b]', []],
    ['lines of a paragraph', 'x\n[a](b)\ny `c\nd` [e](f)\n[g\nh](i)', ['2 a -> b', '4 e -> f', '5 g h -> i']],
    ['lines after frontmatter', '---\nname: x\n---\n\nx\n[a](b)', ['6 a -> b']],
    ['lines of a table', '| a | b |\n|---|---|\n| [x](y) | z |\n| w | [[v\\|u]] |', ['3 x -> y', '4 u -> [[v]]']],
    ['in lists and quotations', '- a\n  - [b](c)\n\n> d\n> [e](f)', ['2 b -> c', '5 e -> f']],
    ['in headings', '# [a](b)\n\nx [c](d)', ['1 a -> b', '3 c -> d']],
    ['with emphasis around', '**[a](b)** *[[c]]*', ['1 a -> b', '1 c -> [[c]]']],
    [
      'spaces in angle brackets, percent signs kept',
      '[a](<b c.md>) [d](e%20f.md)',
      ['1 a -> b c.md', '1 d -> e%20f.md'],
    ],
    ['a footnote in brackets is a link, no wikilink', '[[1]](x.md)', ['1 [1] -> x.md']],
    ['a shell test is not read as a wikilink', 'if [[ -f x ]]; then', []],
    ['links in code are not listed', '`[a](b)` `[[c]]`\n\n```\n[a](b)\n```\n\n    [a](b)', []],
    ['links in comments are not listed', '<!-- [a](b) -->\n\nx <!-- [[c]]\n[d](e) --> [f](g)', ['4 f -> g']],
    ['escaped links are not listed', '\\[a](b) \\[\\[c]]', []],
    ['Windows line ends are read', 'x\r\n[a](b)\r\n\r\n[[c]]\r\n', ['2 a -> b', '4 c -> [[c]]']],
  ];
  for (const [name, text, expected] of cases)
    test(`the links of a text are listed: ${name}`, () => expect(links(text)).toEqual(expected));

  test('each link has the index of its section', () => {
    expect(read('[a](b)\n# X\n[c](d)\n## Y\n[e](f)').links.map(({ section }) => section)).toEqual([null, 0, 1]);
  });
});

test('addresses and images are listed apart from links', () => {
  const { links, externalLinks, images } = read(
    '<https://a.b> [c](http://d.e)\n[m](mailto:a@b.c) ![i](j.png) ![[k.png|100]] [l](//cdn/x)',
  );
  expect(links).toEqual([]);
  expect(externalLinks.map(({ target, line }) => `${line} ${target}`)).toEqual([
    '1 https://a.b',
    '1 http://d.e',
    '2 mailto:a@b.c',
    '2 //cdn/x',
  ]);
  expect(images.map(({ target }) => target)).toEqual(['j.png', 'k.png']);
});

describe('code in back-ticks is listed as a mention', () => {
  const cases: [text: string, expected: string[]][] = [
    ['`src/a/b.ts` `./x/y`', ['path src/a/b.ts', 'path x/y']],
    [
      '`b.ts` `Cargo.toml` `src/a.rs:12` `a/b.go#L3-L9`',
      ['path b.ts', 'path Cargo.toml', 'path src/a.rs', 'path a/b.go'],
    ],
    [
      '`applyCoupon()` `Shop.pay(order)` `App\\Models\\User`',
      ['symbol applyCoupon', 'symbol Shop.pay', 'symbol App\\Models\\User'],
    ],
    [
      '`std::io` `Foo#bar` `$this->x` `@Injectable`',
      ['symbol std::io', 'symbol Foo#bar', 'symbol this->x', 'symbol Injectable'],
    ],
    ['`Vec<String>` `save!`', ['symbol Vec', 'symbol save']],
    ['`--flag` `a b` `x` `42` `true` `https://a.b/c` `{}`', []],
    ['`.gitignore` `.then()` `10.0.0.0/8`', ['path .gitignore', 'symbol then']],
    ['`foo` and `foo()`\n\n`foo`', ['symbol foo']],
  ];
  for (const [text, expected] of cases) {
    test(text, () => expect(read(text).mentions.map(({ kind, name }) => `${kind} ${name}`)).toEqual(expected));
  }
  test('a mention has its first line, and blocks of code hold none', () => {
    expect(read('```\n`one`\n```\nx\n`two`\n\n`two`').mentions).toEqual([
      { kind: 'symbol', name: 'two', line: 5, isCall: false },
    ]);
  });
});

test('anchors are found in headings, explicit anchors, HTML and blocks of a vault', () => {
  const text =
    '<a name="top-one"></a>\n\n# A {#given}\n\nText ^block-1\n\n<h2 id=\'raw\'>x</h2>\n\n> ## Quoted\n\n![[a.png]]^shown\n';
  expect(read(text).anchors.map(({ name, line, section }) => `${name} ${line} ${section}`)).toEqual([
    'given 3 0',
    'a 3 0',
    'quoted 9 0',
    'top-one 1 null',
    '^block-1 5 0',
    'raw 7 0',
    '^shown 11 0',
  ]);
});
