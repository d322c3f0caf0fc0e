// table
// These rows name texts and programs that are only searched by words; below them stand shell and PowerShell, with
// symbols.
import {
  angle,
  type CommentForm,
  dashes,
  define,
  hash,
  type Language,
  language,
  lineRules,
  percent,
  semicolons,
  slashes,
} from './language.ts';

/** A question mark after an extension says that it is also a common word. */
type Row = readonly [name: string, comment: CommentForm, extensions: string, filenames?: string];

// Programs without a grammar: only their words are indexed.
const PROGRAMS: readonly Row[] = [
  ['batch', (remark) => `REM ${remark}`, 'bat cmd'],
  ['eex', angle, 'eex heex leex'],
  ['erlang', percent, 'erl hrl'],
  ['cabal', dashes, 'cabal'],
  ['fsharp', slashes, 'fs fsi fsx'],
  ['clojure', semicolons, 'clj cljs cljc edn'],
  ['lisp', semicolons, 'lisp lsp el? scm rkt'],
  ['matlab', percent, 'mat?'],
  ['nix', hash, 'nix'],
  ['glsl', slashes, 'glsl vert? frag? wgsl hlsl'],
  ['assembly', semicolons, 's? asm'],
  ['tcl', hash, 'tcl'],
  ['vim', (remark) => `" ${remark}`, 'vim', '.vimrc'],
  ['pascal', slashes, 'pas pp?'],
  ['fortran', (remark) => `! ${remark}`, 'f? f90 f95 f03'],
  ['nim', hash, 'nim nims'],
  ['crystal', hash, 'cr'],
  ['starlark', hash, 'bzl star? bazel', 'BUILD WORKSPACE'],
  ['cython', hash, 'pyx pxd'],
  ['visualbasic', (remark) => `' ${remark}`, 'vb'],
  ['verilog', slashes, 'v? sv'],
];

const TEXTS: readonly Row[] = [
  ['ini', hash, 'ini cfg conf sln properties editorconfig', '.editorconfig .gitconfig .gitmodules .npmrc .flake8'],
  ['dotenv', hash, 'env', '.env .env.example .env.local .env.test'],
  ['xml', angle, 'xml xsd xsl xslt svg plist csproj fsproj vbproj props? targets? resx xaml storyboard xib'],
  ['stylus', slashes, 'styl stylus'],
  ['thrift', slashes, 'thrift'],
  ['prisma', slashes, 'prisma'],
  ['pug', slashes, 'pug jade? haml slim'],
  ['jinja', (remark) => `{# ${remark} #}`, 'jinja jinja2 j2'],
  ['latex', percent, 'tex bib sty'],
  ['diff', hash, 'diff patch'],
  ['csv', hash, 'csv tsv'],
  ['gomod', slashes, 'mod?', 'go.mod go.work'],
  [
    'text',
    hash,
    'txt text? log snap strings',
    'LICENSE COPYING NOTICE AUTHORS CHANGELOG CODEOWNERS README .gitignore .dockerignore .gitattributes',
  ],
  ['gettext', hash, 'po pot'],
];

/** Languages without symbols. */
export const PLAIN: readonly Language[] = [...rowsOf(PROGRAMS, true), ...rowsOf(TEXTS, false)];

function rowsOf(rows: readonly Row[], isCode: boolean): readonly Language[] {
  return rows.map(([name, comment, extensions, filenames = '']) => {
    const endings = list(extensions);
    const bare = (ending: string) => ending.replace('?', '');
    const wordExtensions = endings.filter((ending) => ending.endsWith('?')).map(bare);
    return language({
      name,
      comment,
      isCode,
      wordExtensions,
      extensions: endings.map(bare),
      filenames: list(filenames),
    });
  });
}

function list(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

// Shell uses line rules, because V8 needs half a gigabyte to optimise the grammar of bash.
export const shell = language({
  name: 'shell',
  extensions: ['sh', 'bash', 'zsh', 'ksh'],
  filenames: ['.bashrc', '.bash_profile', '.profile', '.zshrc', '.envrc', 'gradlew', 'configure'],
  comment: hash,
  lines: lineRules({
    definitions: [
      define('function', 'block', /^(?:function\s+)?(?<name>[\w:.-]+)\s*\(\s*\)/d),
      define('function', 'block', /^function\s+(?<name>[\w:.-]+)/d),
      define('constant', 'line', /^(?:(?:export|readonly|declare|typeset)\s+(?:-\w+\s+)*)?(?<name>[A-Z_][A-Z0-9_]*)=/d),
    ],
    imports: [/^(?:source|\.)\s+["']?(?<from>[^\s"';]+)/d],
  }),
});

export const powershell = language({
  name: 'powershell',
  extensions: ['ps1', 'psm1', 'psd1'],
  grammar: 'tree-sitter-powershell',
  hasLargeGrammar: true,
  comment: hash,
  symbols: `
(function_statement (function_name) @name (script_block)? @body) @function
(class_statement . (simple_name) @name) @class
(class_method_definition (simple_name) @name (script_block)? @body) @method
(enum_statement (simple_name) @name) @enum
(comment) @comment
`,
  imports: `
((command command_name: (command_name) @_c command_elements: (command_elements . (command_argument_sep) . (generic_token) @from)) @import
  (#any-of? @_c "Import-Module" "import-module" "ipmo"))
((command command_name: (command_name) @_c command_elements: (command_elements (generic_token) @_m . (command_argument_sep) . (generic_token) @from)) @import
  (#eq? @_c "using") (#any-of? @_m "module" "Module"))
((command (command_invokation_operator) @_o command_name: (_) @from) @import (#eq? @_o "."))
`,
  calls: `
(command_name) @call
(invokation_expression (member_name) @call)
`,
});
