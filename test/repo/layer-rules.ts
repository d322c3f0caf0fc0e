import { posix } from 'node:path';
import { at, isNode, type Node, nodesOf, type SourceFile } from './source-tree.ts';

/** Folders whose index.ts is the list of what there is. */
const LISTED_FOLDERS = [
  'languages',
  'frameworks',
  'lenses',
  'domains',
  'signals',
  'rankers',
  'strategies',
  'truncators',
  'formats',
  'tokenizers',
  'embedders',
] as const;

/** Everything that is plugged in. Sources and stores are a folder each, made with parts by the engine. */
const EXTENSION_FOLDERS: readonly string[] = ['sources', 'stores', ...LISTED_FOLDERS];

/** Who may import whom: a folder may reach its own layer and those below, never one above. */
const LAYERS: readonly (readonly string[])[] = [
  ['model'],
  ['ports'],
  [
    'pipeline',
    'search',
    'indexing',
    'reading',
    'bundle',
    'config',
    'watching',
    'threads',
    'sources',
    'stores',
    ...LISTED_FOLDERS,
  ],
  ['engine'],
  ['evaluation'],
  ['operations'],
  ['surfaces'],
  ['page'],
];

/** Pure folders: no disk, no process, no configuration, and of the others only what is named. */
const PURE: Readonly<Record<string, readonly string[]>> = {
  model: ['model'],
  ports: ['ports', 'model'],
  pipeline: ['pipeline', 'search', 'ports', 'model'],
  search: ['search', 'ports', 'model'],
  signals: ['signals', 'search', 'ports', 'model'],
  rankers: ['rankers', 'signals', 'search', 'ports', 'model'],
  strategies: ['strategies', 'search', 'ports', 'model'],
  formats: ['formats', 'languages', 'ports', 'model'],
  truncators: ['truncators', 'ports', 'model'],
};

/** The folder below src; files directly in src are entries (and may import anything), but for the engine. */
export function folderOf(path: string): string {
  const [, first = '', ...rest] = path.split('/');
  if (rest.length > 0) return first;
  return first === 'engine.ts' ? 'engine' : 'entry';
}

const sources = (files: readonly SourceFile[]) => files.filter((file) => file.path.startsWith('src/'));
const rankOf = (folder: string): number =>
  folder === 'entry' ? LAYERS.length : LAYERS.findIndex((layer) => layer.includes(folder));

export function unknownFolders(files: readonly SourceFile[]): readonly string[] {
  return sources(files).flatMap((file) =>
    rankOf(folderOf(file.path)) < 0 ? [`${file.path}: its folder has no layer`] : [],
  );
}

export function upwardImports(files: readonly SourceFile[]): readonly string[] {
  return sources(files).flatMap((file) =>
    file.imports.flatMap(({ target }) => {
      if (target === null) return [];
      if (!target.startsWith('src/')) return isAsset(target) ? [] : [`${file.path} imports ${target}`];
      return rankOf(folderOf(target)) > rankOf(folderOf(file.path)) ? [`${file.path} imports ${target}`] : [];
    }),
  );
}

// package.json and the schemas are data that ships beside the code.
const isAsset = (target: string): boolean => target.endsWith('.json');

export function impureImports(files: readonly SourceFile[]): readonly string[] {
  return sources(files).flatMap((file) => {
    const allowed = PURE[folderOf(file.path)];
    if (!allowed) return [];
    return file.imports.flatMap(({ specifier, target }) => {
      const isWrong = target === null ? specifier.startsWith('node:') : !allowed.includes(folderOf(target));
      return isWrong ? [`${file.path} imports ${specifier}`] : [];
    });
  });
}

// Git, knap itself as an agent will start it, a browser for the page, and what keeps the clipboard.
const STARTING = [
  'src/reading/git/run-git.ts',
  'src/surfaces/setup/launch-command.ts',
  'src/surfaces/ui/ui.ts',
  'src/surfaces/cli/clipboard.ts',
];

/** Few files start a program: whoever else did would have to know what must not reach it. */
export function startedPrograms(files: readonly SourceFile[]): readonly string[] {
  return sources(files)
    .filter(({ path }) => !STARTING.includes(path))
    .flatMap((file) =>
      file.imports.flatMap(({ specifier }) =>
        /^(?:node:)?(?:child_process|cluster)$/.test(specifier) ? [`${file.path} imports ${specifier}`] : [],
      ),
    );
}

/** A browser has no disk and no process: of what stands outside of the page it knows types, and the plain words of the model. */
export function loadedByPage(files: readonly SourceFile[]): readonly string[] {
  const loading = ({ importKind }: Node) => importKind !== 'type';
  return sources(files)
    .filter(({ path }) => folderOf(path) === 'page')
    .flatMap((file) =>
      nodesOf(file, 'ImportDeclaration', 'ImportExpression').flatMap((node) => {
        const specifier = isNode(node.source) ? String(node.source.value) : '';
        const target = specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : null;
        const isForeign = target === null ? specifier.startsWith('node:') : !/^src\/(page|model)\//.test(target);
        return isForeign && loading(node) ? [`${at(file, node)} loads ${specifier}`] : [];
      }),
    );
}

/** A stage sees no other stage; what two of them need lies directly in src/pipeline. */
export function sidewaysImports(files: readonly SourceFile[]): readonly string[] {
  const stageOf = (path: string): string | null => /^src\/pipeline\/([^/]+)\//.exec(path)?.[1] ?? null;
  return files.flatMap((file) => {
    const own = stageOf(file.path);
    if (own === null) return [];
    return file.imports.flatMap(({ target }) => {
      const other = target === null ? null : stageOf(target);
      return other !== null && other !== own ? [`${file.path} imports ${target}`] : [];
    });
  });
}

const PAGE_MAKERS = /^src\/pipeline\/(?:pieces\.ts|format\.ts|budget\/budget\.ts)/;

/** Pages are chosen and printed by the files directly in src/pipeline: whoever wants one asks those, and makes none. */
export function pagesMadeElsewhere(files: readonly SourceFile[]): readonly string[] {
  return sources(files)
    .filter(({ path }) => !path.startsWith('src/pipeline/'))
    .flatMap((file) =>
      file.imports.flatMap(({ target }) =>
        target && PAGE_MAKERS.test(target) ? [`${file.path} imports ${target}`] : [],
      ),
    );
}

const FORMAT_FILES_MAX = 3;

/** A format is one grammar: its pages, those of knowledge, and what makes words of others harmless in it. */
export function scatteredFormats(files: readonly SourceFile[]): readonly string[] {
  const folders = files.flatMap(({ path }) => /^src\/formats\/[^/]+(?=\/)/.exec(path) ?? []);
  return [...new Set(folders)].filter((folder) => folders.filter((one) => one === folder).length > FORMAT_FILES_MAX);
}

/** Names become things in the engine alone: nobody else knows both the pipeline and what is plugged into it. */
export function composingOutsideEngine(files: readonly SourceFile[]): readonly string[] {
  const knowing = sources(files).filter((file) => !['engine', 'entry'].includes(folderOf(file.path)));
  return knowing.flatMap((file) => {
    const folders = [
      folderOf(file.path),
      ...file.imports.flatMap(({ target }) => (target?.startsWith('src/') ? [folderOf(target)] : [])),
    ];
    const isBoth = folders.includes('pipeline') && folders.some((folder) => EXTENSION_FOLDERS.includes(folder));
    return isBoth ? [`${file.path} knows the pipeline and an extension folder`] : [];
  });
}

/** Groups of files that import one another, types included. */
export function importCycles(files: readonly SourceFile[]): readonly string[] {
  const targets = new Map(
    files.map((file) => [file.path, file.imports.flatMap(({ target }) => (target === null ? [] : [target]))]),
  );
  const reached = new Map([...targets.keys()].map((path) => [path, reach(path, targets)]));
  const cyclic = [...reached].filter(([path, paths]) => paths.has(path)).map(([path]) => path);
  const groups = cyclic.map((path) =>
    cyclic.filter((other) => reached.get(path)!.has(other) && reached.get(other)!.has(path)).join(' ⇄ '),
  );
  return [...new Set(groups)];
}

/** Files of an extension folder that its list does not reach and that do not work on the list. */
export function unlistedFiles(files: readonly SourceFile[]): readonly string[] {
  const targets = new Map(
    files.map((file) => [file.path, file.imports.flatMap(({ target }) => (target === null ? [] : [target]))]),
  );
  return LISTED_FOLDERS.flatMap((folder) => {
    const own = sources(files).filter((file) => folderOf(file.path) === folder);
    const list = posix.join('src', folder, 'index.ts');
    if (own.length === 0) return [];
    if (!targets.has(list)) return [`${list} is missing`];
    const listed = reach(list, targets);
    const isKnown = (path: string) => path === list || listed.has(path) || targets.get(path)!.includes(list);
    return own.flatMap((file) => (isKnown(file.path) ? [] : [`${file.path} is not in ${list}`]));
  });
}

function reach(start: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...(targets.get(start) ?? [])];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    waiting.push(...(targets.get(path) ?? []));
  }
  return seen;
}
