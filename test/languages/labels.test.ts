import { describe, expect, test } from 'vitest';
import { LANGUAGES, languageByName, languageOfPath } from '../../src/languages/index.ts';

describe('C5 A41 S38 a path gives its language', () => {
  const cases: [paths: string, name: string | null][] = [
    ['a.ts a.tsx a.mts src/b/c.d.ts A.TS', 'typescript'],
    ['a.js a.jsx a.mjs a.cjs', 'javascript'],
    ['a.py a.pyi', 'python'],
    ['a.go', 'go'],
    ['a.rs', 'rust'],
    ['a.java', 'java'],
    ['a.rb Rakefile lib/x.gemspec Gemfile', 'ruby'],
    ['a.php', 'php'],
    ['a.c a.h', 'c'],
    ['a.cpp a.cc a.hpp', 'cpp'],
    ['a.cs', 'csharp'],
    ['a.kt build.gradle.kts', 'kotlin'],
    ['a.swift', 'swift'],
    ['a.scala', 'scala'],
    ['a.vue', 'vue'],
    ['a.svelte', 'svelte'],
    ['a.md README.markdown', 'markdown'],
    ['Dockerfile Dockerfile.prod x/prod.dockerfile', 'dockerfile'],
    ['Makefile x.mk', 'makefile'],
    ['a.json', 'json'],
    ['.github/workflows/ci.yml', 'yaml'],
    ['a.sh a.zsh .bashrc', 'shell'],
    ['a.ex a.exs', 'elixir'],
    ['a.ml a.mli', 'ocaml'],
    ['a.m a.mm', 'objectivec'],
    ['a.tf a.hcl', 'terraform'],
    ['a.R a.r', 'r'],
    ['LICENSE notes.txt', 'text'],
    ['a.unknown unknown a.ts/unknown .ts. Gemfile.lock', null],
  ];
  for (const [paths, name] of cases) {
    test(`${paths} has the language ${name}`, () => {
      for (const path of paths.split(' ')) expect(languageOfPath(path)?.name ?? null, path).toBe(name);
    });
  }
});

test('no two languages claim the same extension, file name or label', () => {
  for (const claim of ['extensions', 'filenames'] as const) {
    const all = LANGUAGES.flatMap((row) => row[claim]);
    expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([]);
  }
  expect(new Set(LANGUAGES.map((row) => row.name)).size).toBe(LANGUAGES.length);
});

describe('a remark becomes a comment of the language', () => {
  const cases: [language: string, comment: string][] = [
    ['typescript', '// cut'],
    ['python', '# cut'],
    ['html', '<!-- cut -->'],
    ['css', '/* cut */'],
    ['sql', '-- cut'],
    ['markdown', '<!-- cut -->'],
  ];
  for (const [language, comment] of cases) {
    test(`a remark becomes a comment in ${language}`, () =>
      expect(languageByName(language)?.comment('cut')).toBe(comment));
  }
});
