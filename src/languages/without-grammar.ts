// table
// These languages have no grammar in knap. Texts of `LINE_READ` and `shell` are read line by line with the patterns in
// their rows; those of `PLAIN` are only searched by their words.
import type { CommentForm } from '../model/code-lines.ts';
import {
  angle,
  dashes,
  define,
  hash,
  type Language,
  type LineDefinition,
  language,
  lineRules,
  percent,
  semicolons,
  slashes,
  slashStar,
} from './language.ts';

const SLASH_REMARK = /^(?:\/\/|\/\*|\*)/;

const SQL_NAME = String.raw`(?:IF\s+NOT\s+EXISTS\s+)?(?<name>[\w$."\x60[\]@{}:-]+)`;
const sqlCreates = (what: string, kind: LineDefinition['kind']): LineDefinition => {
  const start = String.raw`^CREATE\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:DEFINER\s*=\s*\S+\s+)?(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|EXTERNAL|FOREIGN|VIRTUAL|MATERIALIZED|RECURSIVE|UNIQUE|CLUSTERED|NONCLUSTERED|CONSTRAINT|AGGREGATE|EDITIONABLE|NONEDITIONABLE)\s+)*`;
  return define(kind, 'statement', new RegExp(String.raw`${start}(?:${what})\s+(?:CONCURRENTLY\s+)?${SQL_NAME}`, 'di'));
};

const NOT_A_TYPE = String.raw`(?!(?:return|else|new|throw|assert|case|if|for|while|switch|catch|try|do|in|import|package|not)\b)`;
// Allows spaces only after a comma or around a bound; otherwise matching two types in a row would backtrack too much.
const GENERIC = String.raw`<(?:[^(){}>,\s]|>(?!\s)|,\s?|\s(?:extends|super)\s){0,80}>`;
// Modifiers look like names of types.
const GROOVY_METHOD = new RegExp(
  String.raw`^${NOT_A_TYPE}(?:(?:@\w+|[A-Za-z_][\w.]*(?:${GENERIC})?(?:\[\])?)\s+)+(?<name>\w+|"[^"]*"|'[^']*')\s*\([^{}]*(?:\{\s*$|\{.*\}\s*$|,$|\($|\)$)`,
  'd',
);

const STYLES = lineRules({
  remark: SLASH_REMARK,
  isOnce: true,
  depthMax: 6,
  definitions: [
    define(
      'function',
      'block',
      /^@(?:mixin|function|(?:-\w+-)?keyframes|layer|container|include\s+foundation)\s+(?<name>[\w.-]+)/d,
    ),
    define('constant', 'line', /^(?<name>[$@][\w-]+|--[\w-]+)\s*:/d),
    {
      ...define('class', 'block', /^(?<name>[^;{}@$"'][^;{}]{0,300}?|\.[A-Za-z_-][^;{}:]{0,300}?)\s*(?:\{|,$)/d),
      names: /[.#%](?=[A-Za-z_-])[\w-]+/g,
    },
    { ...define('class', 'block', /^(?<name>@[^;{}]{0,300}?)\s*\{/d), names: /(?!)/g },
  ],
  imports: [/^@(?:import|use|forward)\s+(?:url\()?["'](?<from>[^"']+)["']/d],
});

const STYLE_SHEETS: readonly (readonly [name: string, comment: CommentForm, ...extensions: string[]])[] = [
  ['css', slashStar, 'css', 'pcss', 'postcss'],
  ['scss', slashes, 'scss', 'sass'],
  ['less', slashes, 'less'],
];

// Keys with nested lines, deep enough for the jobs of a workflow and the operations of an OpenAPI document.
const KEYS = { depthMax: 3, definitionsMax: 300, linesMin: 2, isOfKeys: true };

/** Languages that are read line by line, but for shell. */
export const LINE_READ: readonly Language[] = [
  language({
    name: 'sql',
    extensions: ['sql', 'psql', 'ddl', 'dml', 'pgsql', 'plsql', 'pks', 'pkb'],
    comment: dashes,
    lines: lineRules({
      remark: /^(?:--|\/\*|\*)/,
      definitions: [
        sqlCreates('TABLE|VIEW|SCHEMA|EXTENSION|PACKAGE(?:\\s+BODY)?|DATABASE|SERVER', 'class'),
        sqlCreates('FUNCTION|PROCEDURE|PROC|TRIGGER|RULE|POLICY', 'function'),
        sqlCreates('TYPE|DOMAIN|SEQUENCE|ROLE|SYNONYM', 'constant'),
        sqlCreates('INDEX', 'constant'),
      ],
      imports: [/^\\ir?\s+(?<from>[^\s;]+)/d, /^(?:SOURCE|\.read)\s+(?<from>[^\s;]+)/di],
    }),
  }),
  language({
    name: 'perl',
    extensions: ['pl', 'pm', 't', 'pod', 'psgi'],
    wordExtensions: ['t', 'pod'],
    filenames: ['cpanfile', 'Makefile.PL', 'Build.PL'],
    comment: hash,
    hasUnmarkedTests: true,
    lines: lineRules({
      skipped: [
        [/^=(?!cut)[a-z]/, /^=cut\b/],
        [/^__(?:END|DATA)__/, /(?!)/],
      ],
      definitions: [
        define('function', 'block', /^(?:(?:my|our|state|async)\s+)*(?:sub|method|fun)\s+(?<name>[\w:']+)/d),
        define('module', 'line', /^(?:package|class|role)\s+(?<name>[A-Za-z_][\w:]*)\s*(?:v?[\d._]+\s*)?[;{]/d),
        define('constant', 'line', /^use\s+constant\s+\{?\s*(?<name>[A-Z_]\w*)/d),
      ],
      imports: [
        /^use\s+(?:parent|base|Mojo::Base)\s+(?:-norequire,\s*)?(?:qw\W)?['"]?(?<from>[A-Z][\w:]+)/d,
        /^(?:use|require|extends|with)\s+['"]?(?<from>[A-Z][\w:]+)/d,
      ],
      package: /^package\s+(?<package>[\w:]+)/d,
    }),
  }),
  language({
    name: 'groovy',
    hasWholeNames: true,
    extensions: ['groovy', 'gradle', 'gvy'],
    filenames: ['Jenkinsfile'],
    pathSeparator: '.',
    lines: lineRules({
      remark: /^(?:\/\/|\/\*|\*|@\w+(?:\(.*\))?$)/,
      definitions: [
        define(
          'class',
          'block',
          /^(?:(?:@\w+(?:\([^()]*\))?|public|protected|private|static|final|abstract)\s+)*(?:class|trait|record)\s+(?<name>\w+)/d,
        ),
        define('interface', 'block', /^(?:(?:public|protected|private|static|sealed)\s+)*@?interface\s+(?<name>\w+)/d),
        define('enum', 'block', /^(?:(?:public|protected|private|static)\s+)*enum\s+(?<name>\w+)/d),
        define('function', 'block', /^task\s+(?<name>\w+)\b/d),
        define('function', 'block', /^(?:project\.)?tasks\.(?:register|create|named)\s*\(?\s*['"](?<name>[\w-]+)['"]/d),
        define(
          'method',
          'block',
          /^(?:(?:public|protected|private)\s+)?(?<name>[A-Z]\w*)\s*\([^(){};]*\)\s*(?:throws\s+[\w., ]+)?\{/d,
        ),
        define('function', 'block', GROOVY_METHOD),
        define(
          'constant',
          'line',
          /^(?:(?:public|protected|private|static|final)\s+)+(?:\w+\s+)?(?<name>[A-Z][A-Z\d_]+)\s*=/d,
        ),
      ],
      imports: [/^import\s+(?:static\s+)?(?<from>(?:\w+\.)*(?:\w+|\*))/d],
      package: /^package\s+(?<package>[\w.]+)/d,
    }),
  }),
  language({
    name: 'proto',
    extensions: ['proto'],
    isCode: false,
    lines: lineRules({
      remark: SLASH_REMARK,
      definitions: [
        define('class', 'block', /^(?:message|extend|group)\s+(?<name>[\w.]+)/d),
        define('enum', 'block', /^enum\s+(?<name>\w+)/d),
        define('interface', 'block', /^service\s+(?<name>\w+)/d),
        define('method', 'block', /^rpc\s+(?<name>\w+)/d),
      ],
      imports: [/^import\s+(?:public\s+|weak\s+)?["'](?<from>[^"']+)["']/d],
      package: /^package\s+(?<package>[\w.]+)/d,
    }),
  }),
  language({
    name: 'graphql',
    extensions: ['graphql', 'gql', 'graphqls'],
    comment: hash,
    isCode: false,
    lines: lineRules({
      remark: /^#(?!\s*import\b)/,
      skipped: [[/^"""/, /"""$/]],
      definitions: [
        define('class', 'block', /^(?:extend\s+)?(?:type|input)\s+(?<name>\w+)/d),
        define('interface', 'block', /^(?:extend\s+)?interface\s+(?<name>\w+)/d),
        define('enum', 'block', /^(?:extend\s+)?enum\s+(?<name>\w+)/d),
        define('constant', 'indent', /^(?:scalar|directive\s+@)\s*(?<name>\w+)/d),
        define('constant', 'indent', /^(?:extend\s+)?union\s+(?<name>\w+)/d),
        define('function', 'block', /^(?:query|mutation|subscription|fragment)\s+(?<name>\w+)/d),
      ],
      imports: [/^#\s*import\s+(?:[\w.,][\w., ]{0,300}?\sfrom\s+)?["'](?<from>[^"']+)["']/d],
    }),
  }),
  ...STYLE_SHEETS.map(([name, comment, ...extensions]) =>
    language({ name, hasWholeNames: true, extensions, comment, isCode: false, lines: STYLES }),
  ),
  language({
    name: 'html',
    hasWholeNames: true,
    extensions: 'html htm xhtml ejs hbs handlebars mustache njk twig astro erb liquid tmpl tpl'.split(' '),
    comment: angle,
    isCode: false,
    lines: lineRules({
      remark: /^<!--/,
      closes: /^<\/|^\{[%{]-?\s*end/,
      whole: /<\/\w|\/>$|<(?:input|img|br|hr|meta|link)\b/,
      isOnce: true,
      definitions: [
        define('class', 'block', /^<[a-z][\w-]*\b[^<>]{0,300}?\bid\s*=\s*["'](?<name>[\w:-]+)["']/d),
        define('class', 'block', /^\{[%{]-?\s*(?:block|define|macro)\s+"?(?<name>[\w./-]+)/d),
      ],
      imports: [
        /^<script\b[^<>]{0,300}?\bsrc\s*=\s*["'](?<from>[^"'{}]+)["']/d,
        /^<link\b[^<>]{0,300}?\bhref\s*=\s*["'](?<from>[^"'{}]+\.css)["']/d,
        /^\{%-?\s*(?:extends|include|import)\s+["'](?<from>[^"']+)["']/d,
      ],
    }),
  }),
  language({
    name: 'yaml',
    hasWholeNames: true,
    extensions: ['yml', 'yaml'],
    filenames: ['.clang-format', '.clang-tidy'],
    comment: hash,
    isCode: false,
    signatureTail: /[\s:|>]+$/,
    lines: lineRules({
      ...KEYS,
      closes: /^(?:---|\.\.\.)/,
      opaque: /:\s*[|>][+-]?\d?\s*(?:#.*)?$/,
      definitions: [
        define(
          'constant',
          'indent',
          /^(?<name>"[^"]{1,120}"|'[^']{1,120}'|[\w/.$*@<~][^#:'"]{0,119}):(?:\s+[&!]\S+)*(?:\s+[|>][+-]?\d?)?\s*(?:#.*)?$/d,
        ),
      ],
    }),
  }),
  language({
    name: 'json',
    hasWholeNames: true,
    extensions: 'json jsonc json5 jsonl ndjson geojson webmanifest map'.split(' '),
    wordExtensions: ['map'],
    filenames: ['.babelrc', '.eslintrc', '.prettierrc', 'composer.lock'],
    isCode: false,
    signatureTail: /[\s:{[]+$/,
    lines: lineRules({
      ...KEYS,
      remark: SLASH_REMARK,
      definitions: [define('constant', 'block', /^(?<name>"[^"\\]{1,120}")\s*:\s*[{[]$/d)],
    }),
  }),
  language({
    name: 'toml',
    hasWholeNames: true,
    extensions: ['toml'],
    filenames: ['Cargo.lock', 'Pipfile', 'poetry.lock', 'uv.lock'],
    comment: hash,
    isCode: false,
    lines: lineRules({
      ...KEYS,
      definitions: [define('constant', 'next', /^\[\[?(?<name>[^[\]]{1,120})\]\]?$/d)],
    }),
  }),
  language({
    name: 'dockerfile',
    hasWholeNames: true,
    extensions: ['dockerfile', 'containerfile'],
    filenames: ['Dockerfile', 'Containerfile'],
    comment: hash,
    isCode: false,
    lines: lineRules({
      definitions: [define('class', 'next', /^FROM\s+(?:--\S+\s+)?(?<name>[^\s:@]+)\S*(?:\s+AS\s+(?<other>\S+))?/di)],
    }),
  }),
  language({
    name: 'makefile',
    hasWholeNames: true,
    extensions: ['mk', 'mak', 'make'],
    wordExtensions: ['make'],
    filenames: ['Makefile', 'makefile', 'GNUmakefile', 'Makefile.am', 'Makefile.in'],
    comment: hash,
    lines: lineRules({
      closes: /^(?!)/,
      definitions: [
        define('function', 'indent', /^define\s+(?<name>[\w.-]+)/d),
        define('constant', 'line', /^(?:(?:export|override|private)\s+)*(?<name>[\w.-]+)\s*(?:[:?+!]|::|:::)?=/d),
        {
          ...define('function', 'indent', /^(?!\.[A-Z])(?<name>[^\s:#=$(@-][^:#=]{0,300}?)\s*::?(?![=:])/d),
          names: /[^\s$(){}]+(?=\s|$)/g,
        },
      ],
      imports: [/^-?s?include\s+(?<from>[^\s$]+)/d],
    }),
  }),
  language({
    name: 'cmake',
    hasWholeNames: true,
    extensions: ['cmake'],
    filenames: ['CMakeLists.txt'],
    comment: hash,
    lines: lineRules({
      closes: /^(?:\)|end(?:function|macro)\b)/i,
      whole: /(?!)/,
      definitions: [
        define('function', 'block', /^(?:function|macro)\s*\(\s*(?<name>[\w-]+)/di),
        define('class', 'indent', /^(?:add_(?:library|executable|custom_target)|project)\s*\(\s*(?<name>[\w.:+-]+)/di),
        define('constant', 'indent', /^(?:set|option)\s*\(\s*(?<name>\w+)/di),
      ],
      imports: [/^(?:include|add_subdirectory)\s*\(\s*"?(?<from>[^\s")$]+)/di],
    }),
  }),
  language({
    name: 'fish',
    extensions: ['fish'],
    comment: hash,
    lines: lineRules({
      closes: /^end\b/,
      definitions: [define('function', 'block', /^function\s+(?<name>[\w.-]+)/d)],
      imports: [/^source\s+(?<from>\S+)/d],
    }),
  }),
  language({
    name: 'bats',
    hasWholeNames: true,
    extensions: ['bats'],
    comment: hash,
    hasUnmarkedTests: true,
    lines: lineRules({
      definitions: [
        define('function', 'block', /^@test\s+(?<name>"[^"]{1,150}"|'[^']{1,150}')/d),
        define('function', 'block', /^(?:function\s+)?(?<name>[\w-]+)\s*\(\)\s*[{(]?/d),
      ],
      imports: [/^(?:load|source|\.)\s+["']?(?<from>[^\s"']+)/d],
    }),
  }),
];

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

/** A question mark after an extension says that it is also a common word or member. */
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
  return rows.map(([name, comment, extensions, filenames]) => {
    const endings = extensions.split(' ');
    const bare = (ending: string) => ending.replace('?', '');
    const wordExtensions = endings.filter((ending) => ending.endsWith('?')).map(bare);
    const given = { name, comment, isCode, wordExtensions, extensions: endings.map(bare) };
    return language({ ...given, filenames: filenames?.split(' ') ?? [] });
  });
}
