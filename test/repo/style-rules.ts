import { folderOf } from './layer-rules.ts';
import { at, isNode, lineAt, memberName, type Node, nodesOf, type SourceFile } from './source-tree.ts';

const FILE_LINES_MAX = 300;
const FUNCTION_LINES_MAX = 60;
const FOLDER_FILES_MAX = 20;
/** A table with a row a file: its length is the number of rows. */
const ROW_FOLDERS = ['src/languages'];
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const HIDDEN_INPUTS = ['Date.now', 'Math.random', 'process.env', 'process.cwd'];
/** Where the world may be asked: everyone below gets clock, environment and folder as values. */
const ASKING = ['surfaces', 'config', 'engine', 'entry', 'page'];
const HEAPS = /(^|\/)(utils?|helpers?|common|types|misc|shared)(\.ts$|\/)/;
const VAGUE = /(Manager|Service|Helper|Handler|Utils?|Base)$/;

const isShipped = (file: SourceFile): boolean => /^(src|scripts|bench)\//.test(file.path);

export function longFiles(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => {
    const lines = file.text.split('\n').length - 1;
    return lines > FILE_LINES_MAX && !file.text.startsWith('// table\n') ? [`${file.path}: ${lines} lines`] : [];
  });
}

export function longFunctions(files: readonly SourceFile[]): readonly string[] {
  return files.filter(isShipped).flatMap((file) =>
    nodesOf(file, ...FUNCTIONS).flatMap((node) => {
      const lines = lineAt(file, node.end) - lineAt(file, node.start) + 1;
      return lines > FUNCTION_LINES_MAX ? [`${at(file, node)}: ${lines} lines`] : [];
    }),
  );
}

/** Folders in which one no longer finds a thing at a glance. */
export function crowdedFolders(files: readonly SourceFile[]): readonly string[] {
  const sources = files.filter((file) => file.path.startsWith('src/'));
  const folders = Map.groupBy(sources, ({ path }) => path.slice(0, path.lastIndexOf('/')));
  return [...folders].flatMap(([folder, inside]) =>
    inside.length > FOLDER_FILES_MAX && !ROW_FOLDERS.includes(folder) ? [`${folder}: ${inside.length} files`] : [],
  );
}

export function oddNames(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path }) => {
    const isKebab = path.split('/').every((part) => /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|bench))?(\.tsx?)?$/.test(part));
    return isKebab && !HEAPS.test(path) ? [] : [path];
  });
}

/** Exported things named after nothing. */
export function vagueNames(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(isShipped)
    .flatMap((file) =>
      nodesOf(file, 'ExportNamedDeclaration').flatMap((node) =>
        declaredNames(node.declaration).flatMap((name) => (VAGUE.test(name) ? [`${at(file, node)}: ${name}`] : [])),
      ),
    );
}

/** Names of types that stand in two files on purpose, and why. */
const NAMED_TWICE: Readonly<Record<string, string>> = Object.fromEntries(
  ['Engine', 'PackInput', 'ExplainInput', 'QueryInput', 'ShowInput', 'ContextInput'].map((name) => [
    name,
    "the library's is the port's, with names of lists where the port takes any text",
  ]),
);
const TYPES = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration', 'TSEnumDeclaration'];

/** One name for a type, and one type for a name: a reader who meets it again need not ask which. */
export function typesNamedTwice(files: readonly SourceFile[]): readonly string[] {
  const declared = files
    .filter((file) => file.path.startsWith('src/'))
    .flatMap((file) => nodesOf(file, ...TYPES).flatMap((node) => declaredNames(node).map((name) => ({ name, file }))));
  return [...Map.groupBy(declared, ({ name }) => name)].flatMap(([name, places]) => {
    const paths = new Set(places.map(({ file }) => file.path));
    return paths.size > 1 && !Object.hasOwn(NAMED_TWICE, name) ? [`${name}: ${[...paths].join(', ')}`] : [];
  });
}

function declaredNames(declaration: unknown): readonly string[] {
  if (!isNode(declaration)) return [];
  const declarations = declaration.declarations;
  const ids = Array.isArray(declarations) ? declarations.map((one: Node) => one.id) : [declaration.id];
  return ids.flatMap((id) => (isNode(id) && typeof id.name === 'string' ? [id.name] : []));
}

export function unnamedExports(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) =>
    nodesOf(file, 'ExportDefaultDeclaration', 'ExportAllDeclaration').map((node) => at(file, node)),
  );
}

/** Ways to open a file, which may be a pipe, a device, a link or huge: those below know what they are doing. */
const OPENING = [
  'readFile',
  'readFileSync',
  'open',
  'openSync',
  'openAsBlob',
  'createReadStream',
  'readlink',
  'opendir',
];
const OPENERS: Readonly<Record<string, string>> = {
  'src/reading/plain-file.ts': 'the guarded reader itself',
  'src/stores/sqlite/opening/database-place.ts': 'makes the empty file',
  'src/embedders/builtin/model-file.ts': 'the table that ships with the package, read in parts',
  'src/sources/tana/export/read-export.ts': 'an export that a person names, read in pieces',
  'src/surfaces/socket/socket-path.ts': 'the state folder, to name a socket in it whose path is too long',
  'src/surfaces/cli/user-input.ts': 'what a person names on the command line may be a pipe',
};

export function unguardedReads(files: readonly SourceFile[]): readonly string[] {
  const others = files.filter((file) => file.path.startsWith('src/') && !Object.hasOwn(OPENERS, file.path));
  return others.flatMap((file) =>
    nodesOf(file, 'ImportDeclaration').flatMap((node) => {
      const source = isNode(node.source) ? String(node.source.value) : '';
      if (!/^(node:)?fs(\/promises)?$/.test(source) || !Array.isArray(node.specifiers)) return [];
      const names = node.specifiers.map((one: Node) => (isNode(one.imported) ? String(one.imported.name) : '*'));
      return names.filter((name) => name === '*' || OPENING.includes(name)).map((name) => `${at(file, node)}: ${name}`);
    }),
  );
}

export function anyTypes(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => nodesOf(file, 'TSAnyKeyword').map((node) => at(file, node)));
}

export function hiddenInputs(files: readonly SourceFile[]): readonly string[] {
  const below = files.filter((file) => file.path.startsWith('src/') && !ASKING.includes(folderOf(file.path)));
  return below.flatMap((file) => {
    const members = nodesOf(file, 'MemberExpression').filter((node) => HIDDEN_INPUTS.includes(memberName(node)));
    const clocks = nodesOf(file, 'NewExpression').filter((node) => isBareDate(node));
    return [...members, ...clocks].map((node) => `${at(file, node)}: ${file.text.slice(node.start, node.end)}`);
  });
}

function isBareDate(node: Node): boolean {
  const callee = node.callee;
  const args = node.arguments;
  return isNode(callee) && callee.name === 'Date' && Array.isArray(args) && args.length === 0;
}

export function loudComments(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) =>
    file.comments.flatMap((comment) =>
      /\b(TODO|FIXME|XXX|HACK)\b|[=\-*#~]{6,}/.test(comment.value) ? [at(file, comment)] : [],
    ),
  );
}

/** Tests that do not run, or that run against a double of our own code. */
export function idleTests(files: readonly SourceFile[]): readonly string[] {
  const idle = /^(test|it|describe)\.(only|skip|todo|fails)$|^vi\.(mock|doMock)$/;
  return files
    .filter((file) => file.path.startsWith('test/'))
    .flatMap((file) =>
      nodesOf(file, 'MemberExpression').flatMap((node) => (idle.test(memberName(node)) ? [at(file, node)] : [])),
    );
}

const DEFAULTS_FILE = 'src/config/defaults.ts';

/** Numbers and choices given to `.default(…)` outside the one file that holds them. */
export function strayDefaults(files: readonly SourceFile[]): readonly string[] {
  const choices = files
    .filter((file) => file.path === DEFAULTS_FILE)
    .flatMap((file) => nodesOf(file, 'Literal').map((node) => node.value));
  return files
    .filter((file) => file.path.startsWith('src/') && file.path !== DEFAULTS_FILE)
    .flatMap((file) =>
      nodesOf(file, 'CallExpression').flatMap((node) => {
        const callee = node.callee;
        const [argument] = node.arguments as readonly Node[];
        const isDefault = isNode(callee) && isNode(callee.property) && callee.property.name === 'default';
        const value = argument?.type === 'Literal' ? argument.value : undefined;
        const isChoice = typeof value === 'string' && choices.includes(value);
        return isDefault && (typeof value === 'number' || isChoice) ? [`${at(file, node)}: ${value}`] : [];
      }),
    );
}

const RANKING = /^src\/(?:pipeline|search|signals|rankers|strategies|indexing|evaluation)\//;

/** Weights of the ranking (named numbers that are not whole) that two files hold under one name. */
export function weightsWrittenTwice(files: readonly SourceFile[]): readonly string[] {
  const weights = files
    .filter(({ path }) => RANKING.test(path))
    .flatMap((file) =>
      nodesOf(file, 'VariableDeclarator').flatMap(({ id, init }) => {
        const value = isNode(init) && init.type === 'Literal' ? init.value : undefined;
        const name = isNode(id) ? String(id.name) : '';
        const isWeight = typeof value === 'number' && !Number.isInteger(value) && /^[A-Z][A-Z\d_]*$/.test(name);
        return isWeight ? [{ path: file.path, told: `${name} = ${value}` }] : [];
      }),
    );
  const byWeight = Map.groupBy(weights, ({ told }) => told);
  return [...byWeight].flatMap(([told, held]) =>
    held.length > 1 ? [`${told} in ${held.map(({ path }) => path).join(' and ')}`] : [],
  );
}

/** Tables whose rows are called by a name no ordinary word has; it stands there, among the defaults, and where names become things. */
const NAMED_TABLES = { signals: 'kind', truncators: 'name', tokenizers: 'name' } as const;

export function namesWrittenTwice(files: readonly SourceFile[]): readonly string[] {
  const inSource = files.filter((file) => file.path.startsWith('src/') && file.path !== DEFAULTS_FILE);
  return Object.entries(NAMED_TABLES).flatMap(([folder, key]) => {
    const own = inSource.filter((file) => folderOf(file.path) === folder);
    const names = new Set(own.flatMap((file) => nodesOf(file, 'Property').flatMap((node) => rowName(node, key))));
    const others = inSource.filter((file) => ![folder, 'engine'].includes(folderOf(file.path)));
    return others.flatMap((file) =>
      nodesOf(file, 'Literal').flatMap((node) =>
        names.has(String(node.value)) ? [`${at(file, node)}: ${String(node.value)}`] : [],
      ),
    );
  });
}

function rowName(property: Node, key: string): readonly string[] {
  const named = property.key;
  const value = property.value;
  if (!isNode(named) || named.name !== key || !isNode(value) || typeof value.value !== 'string') return [];
  return /[A-Z\d-]/.test(value.value) ? [value.value] : [];
}
