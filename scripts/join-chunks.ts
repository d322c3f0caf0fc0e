import { basename } from 'node:path';
import { type BuildOptions, type BuildResult, build, type OutputFile, type Plugin } from 'esbuild';

/** A build in memory. */
type Split = BuildResult<{ write: false; metafile: true }>;

interface Piece {
  readonly text: string;
  /** Files that load before it runs. */
  readonly needs: readonly string[];
  readonly exports: readonly string[];
}

/**
 * Joins the many files of a split build into few, because Node needs half a millisecond to find and link each. A
 * group holds all static imports of its sources, except those in an earlier group.
 * Returns the text of every file. The name of a joined file still leads to its part, for code that loads it alone.
 */
export async function joinChunks(
  { outputFiles, metafile }: Split,
  groups: Readonly<Record<string, readonly string[]>>,
  options: BuildOptions,
): Promise<ReadonlyMap<string, string>> {
  const { pieces, startOf } = piecesOf(outputFiles, metafile);
  const groupOf = new Map<string, string>();
  for (const [group, sources] of Object.entries(groups)) {
    const names = new Set<string>();
    for (const source of sources) addWithNeeds(startOf.get(source)!, pieces, names);
    for (const name of names) groupOf.set(name, groupOf.get(name) ?? group);
  }
  const numbers = new Map([...groupOf.keys()].map((name, number) => [name, number]));
  const joined = (name: string) => pieces.get(name)!.exports.map((one) => `${one} as _${numbers.get(name)}_${one}`);
  const entry = (group: string) =>
    [...groupOf].filter(([, its]) => its === group).map(([name]) => `export{${joined(name)}}from"./${name}"`);
  const { outputFiles: files } = await build({
    ...options,
    entryPoints: Object.fromEntries(Object.keys(groups).map((group) => [group, `group:${group}`])),
    plugins: [fromMemory(pieces, groupOf, (group) => entry(group).join('\n'))],
    // esbuild warns about packages as if their code were ours.
    logOverride: { 'direct-eval': 'silent' },
    write: false,
  });
  const stubs = [...groupOf].map(([name, group]): [string, string] => {
    const back = pieces.get(name)!.exports.map((one) => `_${numbers.get(name)}_${one} as ${one}`);
    return [name, `export{${back}}from"./${group}.js";\n`];
  });
  return new Map([
    ...[...pieces].map(([name, { text }]): [string, string] => [name, text]),
    ...stubs,
    ...(files ?? []).map((file): [string, string] => [basename(file.path), file.text]),
  ]);
}

function piecesOf(outputFiles: readonly OutputFile[], metafile: Split['metafile']) {
  const texts = new Map(outputFiles.map((file) => [basename(file.path), file.text]));
  const pieces = new Map<string, Piece>();
  const startOf = new Map<string, string>();
  for (const [path, { imports, exports, entryPoint }] of Object.entries(metafile.outputs)) {
    const name = basename(path);
    const needs = imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
    pieces.set(name, { text: texts.get(name)!, exports, needs: needs.map((one) => basename(one.path)) });
    if (entryPoint !== undefined) startOf.set(entryPoint, name);
  }
  return { pieces, startOf };
}

function addWithNeeds(name: string, pieces: ReadonlyMap<string, Piece>, to: Set<string>): void {
  if (to.has(name)) return;
  to.add(name);
  for (const need of pieces.get(name)!.needs) addWithNeeds(need, pieces, to);
}

// Dynamic imports stay separate files, even if they are in a group.
function fromMemory(
  pieces: ReadonlyMap<string, Piece>,
  groupOf: ReadonlyMap<string, string>,
  entry: (group: string) => string,
): Plugin {
  return {
    name: 'from-memory',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^group:/ }, ({ path }) => ({ path: path.slice('group:'.length), namespace: 'group' }));
      onResolve({ filter: /^\.\/.*\.js$/ }, ({ path, kind }) => {
        const name = basename(path);
        if (kind === 'dynamic-import' || !groupOf.has(name)) return { path, external: true };
        return { path: name, namespace: 'piece' };
      });
      onLoad({ filter: /.*/, namespace: 'group' }, ({ path }) => ({ contents: entry(path) }));
      onLoad({ filter: /.*/, namespace: 'piece' }, ({ path }) => ({ contents: pieces.get(path)!.text }));
    },
  };
}
