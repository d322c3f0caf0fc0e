import { checkRepositoryLayer, checkUserLayer } from '../../../src/config/check-layer.ts';
import { readConfigFile } from '../../../src/config/config-file.ts';
import { readEnvironment } from '../../../src/config/environment.ts';
import { languageOfPath } from '../../../src/languages/index.ts';
import type { ContentFacts } from '../../../src/model/facts.ts';
import { compileGlob, escapeGlob, partsOf } from '../../../src/model/glob.ts';
import type { FileRecord } from '../../../src/ports/store.ts';
import { createLinker } from '../../../src/sources/code/link/create-linker.ts';
import { createIgnoreRules } from '../../../src/sources/code/scan/ignore-rules.ts';
import { removeIn, setIn, valueIn } from '../../../src/surfaces/setup/edit-jsonc.ts';
import { removeTable, scanToml, setTable } from '../../../src/surfaces/setup/edit-toml.ts';
import { SettingsFault } from '../../../src/surfaces/setup/jsonc.ts';
import { lineCountOf, promise, refused, type Target, within } from '../target.ts';
import { written } from './written.ts';

const CONFIG = `budget: 8000
format: xml
exclude: ["dist/**", '*.min.js']
lenses:
  mine: { description: x, boosts: { code: 1.2 } }
domains:
  pay: [stripe, "web hook"]
rootPatterns: [README.md]
`;
const YAML =
  'budget: ¦lenses:\n¦  mine:\n¦exclude: ¦[¦]¦{¦}¦"¦\'¦&a ¦*a¦<<: ¦- ¦: ¦\n¦  ¦~¦1e999¦0x¦!!binary x¦|\n¦>\n¦---\n¦...\n¦? ¦%TAG ! x\n¦a: &a [*a]\n¦../¦/etc¦root: ¦\t'.split(
    '¦',
  );

const MANIFESTS: readonly (readonly [config: string, code: string, specifier: string, sample: string])[] = [
  [
    'package.json',
    'src/a.ts',
    '#lib/x',
    '{"name":"@o/p","exports":{".":{"import":"./src/b.ts"},"./*":"./src/*.ts"},"imports":{"#lib/*":"./src/*.ts"},"workspaces":["src/*"]}',
  ],
  [
    'tsconfig.json',
    'src/a.ts',
    '@/b',
    '{ // c\n "extends": "./tsconfig.json", "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"], "*": ["x"] }, }, "references": [{"path":"src"}] }',
  ],
  ['go.mod', 'src/a.go', 'example.org/m/src', 'module example.org/m // x\n\ngo 1.22\nreplace a => ./b\n'],
  [
    'Cargo.toml',
    'src/a.rs',
    'crate::b',
    '[package]\nname = "shop"\n[lib]\npath = "src/b.rs"\n[workspace]\nmembers = ["src/*"]\n[dependencies]\nx = { path = "src" }\n',
  ],
  ['composer.json', 'src/a.php', 'App\\B', '{"autoload":{"psr-4":{"App\\\\":"src/","":["x"]},"files":["src/b.php"]}}'],
];
const MANIFEST_PIECES =
  '{¦}¦[¦]¦"¦:¦,¦"*"¦./¦../¦*¦src¦"paths"¦"exports"¦module ¦example.org/m¦[package]\n¦name = ¦path = ¦\n¦//¦/*¦*/¦replace ¦=> '.split(
    '¦',
  );

function linkThrough([config, code, specifier]: (typeof MANIFESTS)[number]): (text: string) => Promise<unknown> {
  const ending = code.slice(code.lastIndexOf('.'));
  const paths = [config, code, `src/b${ending}`, `src/x/index${ending}`];
  const view = new Map(paths.map((path, content) => [path, recordOf(path, content)]));
  return async (text) => {
    const facts = (names: readonly string[]) =>
      new Map(names.map((path) => [path, factsOf(path === code ? specifier : './b')] as const));
    const { edges } = await createLinker({ rootPatterns: [] }).link(paths, {
      files: view,
      facts: async (names) => facts(names),
      read: async (path) => (path === config ? text : null),
      definitions: async () => [],
      documents: async () => [],
    });
    for (const { from, to } of edges) promise(view.has(from) && view.has(to), `an edge from ${from} to ${to}`);
    return edges.length;
  };
}

function recordOf(path: string, content: number): FileRecord {
  const numbers = { size: 1, mtimeMs: 1, lineCount: 1, termCount: 1 };
  return {
    path,
    content,
    hash: `${content}`,
    source: 'code',
    language: languageOfPath(path)?.name ?? null,
    role: 'source',
    isParsed: true,
    ...numbers,
  };
}

function factsOf(specifier: string): ContentFacts {
  const imports = [{ specifier, names: ['x'], line: 1 }];
  return {
    lineCount: 1,
    symbols: [],
    imports,
    importLines: [],
    packageName: null,
    isGenerated: false,
    document: null,
    notes: [],
  };
}

const LAUNCH = { command: 'knap', args: ['mcp'] };
const JSONC = '{¦}¦[¦]¦"¦:¦,¦"mcpServers":¦"knap":¦//x\n¦/*¦*/¦\n¦  ¦true¦1e5¦\\u12¦null¦{"a":'.split('¦');
const TOML =
  '[a]\n¦[[a]]\n¦[mcp_servers.knap]\n¦a = ¦a.¦"b"¦\'c\'¦"""¦\'\'\'¦\\¦[¦]¦{¦}¦,¦1979-05-27T07:32:00Z¦0xff¦#c\n¦\n¦= ¦\t'.split(
    '¦',
  );

export const SETTING_TARGETS: readonly Target[] = [
  {
    name: 'a configuration',
    samples: [
      CONFIG,
      JSON.stringify({ budget: 5, graphs: { a: { path: '/x' } } }),
      'a: &a [x]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]\n',
    ],
    pieces: YAML,
    charactersMax: 60_000,
    read: async (text) => {
      const file = await readConfigFile(written('knap.config.yaml', text), 'repository');
      if (file === null) return null;
      const count = lineCountOf(text);
      within(
        Object.keys(file.values).flatMap((key) => file.lineOf(key) ?? []),
        count,
        'keys',
      );
      return [refused(() => checkUserLayer(file)), refused(() => checkRepositoryLayer(file))];
    },
  },
  {
    name: 'the environment',
    samples: ['8000', 'xml', 'a,b', 'true', 'postgres://u@h/d'],
    pieces: '1¦0¦-¦.¦,¦true¦xml¦postgres://¦ ¦=¦:¦/¦{¦"'.split('¦'),
    charactersMax: 20_000,
    read: (text) =>
      ['BUDGET', 'FORMAT', 'EXCLUDE', 'MAX_FILES', 'STORE', 'LENS', 'TANA_URL', 'EMBEDDER', 'EMBEDDER_URL', text].map(
        (name) => refused(() => readEnvironment({ [`KNAP_${name}`]: text })),
      ),
  },
  {
    name: 'an ignore file',
    samples: ['# c\nnode_modules/\n!keep\n*.py\n/a/**/b\n\\#x\n[a-z]?.md \n', 'a\\ \n**/foo/**\n!/x/\n'],
    pieces: '*¦**¦?¦/¦!¦#¦\\¦[¦]¦[!a-z]¦[[:alpha:]]¦a¦b.md¦\n¦ ¦{a,b}¦..¦.'.split('¦'),
    charactersMax: 60_000,
    read: (text) => {
      const lines = text.split('\n');
      const rules = createIgnoreRules(lines);
      within(
        rules.broken.map(({ line }) => line),
        lines.length,
        'broken rules',
      );
      const paths = [
        'a',
        'a/',
        'a/b.md',
        'x/a/b/c.md',
        'a/'.repeat(30),
        'İ/ß.md',
        '\\#x',
        text.slice(0, 50).replace(/\/+$/, '') || 'a',
      ];
      return paths.map((path) => [rules.verdict(path), rules.reaches(path.endsWith('/') ? path : `${path}/`)]);
    },
  },
  {
    name: 'a pattern of paths',
    samples: ['src/**/*.ts', '[!a-c]?x', '**/a/**', 'a\\*b'],
    pieces: '*¦**¦?¦/¦[¦]¦!¦^¦-¦\\¦a¦b¦[[:digit:]]¦😀'.split('¦'),
    charactersMax: 2000,
    read: (pattern) => {
      const glob = compileGlob(pattern);
      const path = pattern.slice(0, 300);
      const own = compileGlob(escapeGlob(path));
      promise(path === '' || own?.matches(partsOf(path)) === true, 'a text that is escaped means itself');
      return ['a', 'a/b', 'src/a/b.ts', 'a'.repeat(200), pattern].map((one) => glob?.matches(partsOf(one)) ?? null);
    },
  },
  ...MANIFESTS.map(
    (manifest): Target => ({
      name: `a manifest ${manifest[0]}`,
      samples: [manifest[3]],
      pieces: MANIFEST_PIECES,
      read: linkThrough(manifest),
    }),
  ),
  {
    name: 'settings of an agent in JSON',
    samples: ['{\n  // mine\n  "mcpServers": { "other": { "command": "x" }, },\n}\n', '{"a":1}', ''],
    pieces: JSONC,
    refuses: [SettingsFault],
    read: (text) => {
      const path = ['mcpServers', 'knap'] as const;
      const before = valueIn(text, path);
      const set = setIn(text, path, LAUNCH);
      promise(JSON.stringify(valueIn(set, path)) === JSON.stringify(LAUNCH), `it is set: ${set}`);
      promise(setIn(set, path, LAUNCH) === set, 'once is enough');
      const removed = removeIn(set, path);
      if (before === undefined) promise(valueIn(removed, path) === undefined, `it is gone: ${removed}`);
      return removed;
    },
  },
  {
    name: 'settings of an agent in TOML',
    samples: [
      '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "a"\nargs = ["b", \'c\']\n',
      'a = """x\\""""\n',
      '[x]\ny.z = { a = 1, b = [2] }\n',
    ],
    pieces: TOML,
    refuses: [SettingsFault],
    read: (text) => {
      const path = ['mcp_servers', 'knap'];
      const set = setTable(text, path, LAUNCH);
      scanToml(set);
      promise(setTable(set, path, LAUNCH) === set, `once is enough: ${JSON.stringify(set)}`);
      const removed = removeTable(set, path);
      promise(removeTable(removed, path) === removed, 'it is gone');
      return removed;
    },
  },
];
