// table
// These languages have no grammar in knap. Their rows hold patterns by which texts are read line by line.
import {
  angle,
  dashes,
  define,
  hash,
  type Language,
  type LineDefinition,
  language,
  lineRules,
  slashes,
  slashStar,
} from './language.ts';

/** Languages without a grammar whose definitions stand at the start of lines. */
const SLASH_REMARK = /^(?:\/\/|\/\*|\*)/;

const SQL_NAME = String.raw`(?:IF\s+NOT\s+EXISTS\s+)?(?<name>[\w$."\x60[\]@{}:-]+)`;
const sqlCreates = (what: string, kind: LineDefinition['kind']): LineDefinition => ({
  kind,
  first: new RegExp(
    String.raw`^CREATE\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:DEFINER\s*=\s*\S+\s+)?(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|EXTERNAL|FOREIGN|VIRTUAL|MATERIALIZED|RECURSIVE|UNIQUE|CLUSTERED|NONCLUSTERED|CONSTRAINT|AGGREGATE|EDITIONABLE|NONEDITIONABLE)\s+)*(?:${what})\s+(?:CONCURRENTLY\s+)?${SQL_NAME}`,
    'di',
  ),
  ends: 'statement',
});

const sql = language({
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
});

const perl = language({
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
});

const NOT_A_TYPE = String.raw`(?!(?:return|else|new|throw|assert|case|if|for|while|switch|catch|try|do|in|import|package|not)\b)`;
// Allows spaces only after a comma or around a bound; otherwise matching two types in a row would backtrack too much.
const GENERIC = String.raw`<(?:[^(){}>,\s]|>(?!\s)|,\s?|\s(?:extends|super)\s){0,80}>`;
// Modifiers look like names of types.
const GROOVY_METHOD = new RegExp(
  String.raw`^${NOT_A_TYPE}(?:(?:@\w+|[A-Za-z_][\w.]*(?:${GENERIC})?(?:\[\])?)\s+)+(?<name>\w+|"[^"]*"|'[^']*')\s*\([^{}]*(?:\{\s*$|\{.*\}\s*$|,$|\($|\)$)`,
  'd',
);

const groovy = language({
  name: 'groovy',
  hasWholeNames: true,
  extensions: ['groovy', 'gradle', 'gvy'],
  filenames: ['Jenkinsfile'],
  comment: slashes,
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
});

const proto = language({
  name: 'proto',
  extensions: ['proto'],
  comment: slashes,
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
});

const graphql = language({
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
});

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

const css = language({
  name: 'css',
  hasWholeNames: true,
  extensions: ['css', 'pcss', 'postcss'],
  comment: slashStar,
  isCode: false,
  lines: STYLES,
});
const scss = language({
  name: 'scss',
  hasWholeNames: true,
  extensions: ['scss', 'sass'],
  comment: slashes,
  isCode: false,
  lines: STYLES,
});
const less = language({
  name: 'less',
  hasWholeNames: true,
  extensions: ['less'],
  comment: slashes,
  isCode: false,
  lines: STYLES,
});

const html = language({
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
});

// Keys with nested lines, deep enough for the jobs of a workflow and the operations of an OpenAPI document.
const KEYS = { depthMax: 3, definitionsMax: 300, linesMin: 2, isOfKeys: true };

const yaml = language({
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
});

const json = language({
  name: 'json',
  hasWholeNames: true,
  extensions: 'json jsonc json5 jsonl ndjson geojson webmanifest map'.split(' '),
  wordExtensions: ['map'],
  filenames: ['.babelrc', '.eslintrc', '.prettierrc', 'composer.lock'],
  comment: slashes,
  isCode: false,
  signatureTail: /[\s:{[]+$/,
  lines: lineRules({
    ...KEYS,
    remark: SLASH_REMARK,
    definitions: [define('constant', 'block', /^(?<name>"[^"\\]{1,120}")\s*:\s*[{[]$/d)],
  }),
});

const toml = language({
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
});

const dockerfile = language({
  name: 'dockerfile',
  hasWholeNames: true,
  extensions: ['dockerfile', 'containerfile'],
  filenames: ['Dockerfile', 'Containerfile'],
  comment: hash,
  isCode: false,
  lines: lineRules({
    definitions: [define('class', 'next', /^FROM\s+(?:--\S+\s+)?(?<name>[^\s:@]+)\S*(?:\s+AS\s+(?<other>\S+))?/di)],
  }),
});

const makefile = language({
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
});

const cmake = language({
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
});

const fish = language({
  name: 'fish',
  extensions: ['fish'],
  comment: hash,
  lines: lineRules({
    closes: /^end\b/,
    definitions: [define('function', 'block', /^function\s+(?<name>[\w.-]+)/d)],
    imports: [/^source\s+(?<from>\S+)/d],
  }),
});

const bats = language({
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
});

export const LINE_READ: readonly Language[] = [
  ...[sql, perl, groovy, proto, graphql, css, scss, less, html],
  ...[yaml, json, toml, dockerfile, makefile, cmake, fish, bats],
];
