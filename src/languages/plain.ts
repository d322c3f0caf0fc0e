// table
import type { CommentForm, Language } from './language.ts';
import { angle, dashes, hash, language, percent, semicolons, slashes, slashStar } from './language.ts';

type Row = readonly [name: string, comment: CommentForm, extensions: string, filenames?: string];

// Languages that are known by name only: their files are found by text.
const ROWS: readonly Row[] = [
  [
    'json',
    slashes,
    'json jsonc json5 jsonl ndjson geojson webmanifest map',
    '.babelrc .eslintrc .prettierrc composer.lock',
  ],
  ['yaml', hash, 'yml yaml', '.clang-format .clang-tidy'],
  ['toml', hash, 'toml', 'Cargo.lock Pipfile poetry.lock uv.lock'],
  ['ini', hash, 'ini cfg conf properties editorconfig', '.editorconfig .gitconfig .gitmodules .npmrc .flake8'],
  ['dotenv', hash, 'env', '.env .env.example .env.local .env.test'],
  ['xml', angle, 'xml xsd xsl xslt svg plist csproj fsproj vbproj props targets resx xaml storyboard xib'],
  ['html', angle, 'html htm xhtml ejs hbs handlebars mustache njk twig astro erb'],
  ['css', slashStar, 'css pcss postcss'],
  ['scss', slashes, 'scss sass'],
  ['less', slashes, 'less'],
  ['stylus', slashes, 'styl stylus'],
  ['sql', dashes, 'sql psql ddl dml'],
  ['shell', hash, 'sh bash zsh fish ksh bats', '.bashrc .bash_profile .profile .zshrc .envrc gradlew configure'],
  ['powershell', hash, 'ps1 psm1 psd1'],
  ['batch', (remark) => `REM ${remark}`, 'bat cmd'],
  ['dockerfile', hash, 'dockerfile containerfile', 'Dockerfile Containerfile'],
  ['makefile', hash, 'mk mak make', 'Makefile makefile GNUmakefile Makefile.am Makefile.in'],
  ['cmake', hash, 'cmake', 'CMakeLists.txt'],
  ['lua', dashes, 'lua'],
  ['perl', hash, 'pl pm t pod'],
  ['elixir', hash, 'ex exs eex heex leex'],
  ['erlang', percent, 'erl hrl'],
  ['dart', slashes, 'dart'],
  ['zig', slashes, 'zig zon'],
  ['haskell', dashes, 'hs lhs cabal'],
  ['ocaml', (remark) => `(* ${remark} *)`, 'ml mli'],
  ['fsharp', slashes, 'fs fsi fsx'],
  ['clojure', semicolons, 'clj cljs cljc edn'],
  ['lisp', semicolons, 'lisp lsp el scm rkt'],
  ['r', hash, 'r rmd'],
  ['julia', hash, 'jl'],
  ['matlab', percent, 'mat'],
  ['groovy', slashes, 'groovy gradle', 'Jenkinsfile'],
  ['objectivec', slashes, 'm mm'],
  ['proto', slashes, 'proto'],
  ['thrift', slashes, 'thrift'],
  ['graphql', hash, 'graphql gql graphqls'],
  ['prisma', slashes, 'prisma'],
  ['terraform', hash, 'tf tfvars hcl'],
  ['nix', hash, 'nix'],
  ['solidity', slashes, 'sol'],
  ['glsl', slashes, 'glsl vert frag wgsl hlsl'],
  ['assembly', semicolons, 's asm'],
  ['tcl', hash, 'tcl'],
  ['vim', (remark) => `" ${remark}`, 'vim', '.vimrc'],
  ['pascal', slashes, 'pas pp'],
  ['fortran', (remark) => `! ${remark}`, 'f f90 f95 f03'],
  ['nim', hash, 'nim nims'],
  ['crystal', hash, 'cr'],
  ['starlark', hash, 'bzl star bazel', 'BUILD WORKSPACE'],
  ['pug', slashes, 'pug jade haml slim'],
  ['jinja', (remark) => `{# ${remark} #}`, 'jinja jinja2 j2'],
  ['latex', percent, 'tex bib sty'],
  ['rst', (remark) => `.. ${remark}`, 'rst'],
  ['asciidoc', slashes, 'adoc asciidoc'],
  ['diff', hash, 'diff patch'],
  ['csv', hash, 'csv tsv'],
  ['gomod', slashes, 'mod', 'go.mod go.work'],
  [
    'text',
    hash,
    'txt text log',
    'LICENSE COPYING NOTICE AUTHORS CHANGELOG CODEOWNERS README .gitignore .dockerignore .gitattributes',
  ],
];

const list = (text: string | undefined): readonly string[] => (text === undefined ? [] : text.split(' '));

/** Languages without a grammar. */
export const PLAIN: readonly Language[] = ROWS.map(([name, comment, extensions, filenames]) =>
  language({ name, comment, extensions: list(extensions), filenames: list(filenames) }),
);
