import type { CodeMention } from '../../../../model/document.ts';
import { nameKey } from '../../../../model/terms.ts';
import type { LinkWorkspace } from '../../../../ports/source.ts';
import type { Definition } from '../../../../ports/store.ts';
import { folderOf, joinPath, nameOf, type Tree } from '../tree.ts';
import { type Referring, symbolOf } from './document-keys.ts';

/** A name that more files define says nothing about any of them. */
const DEFINING_FILES_MAX = 2;
/** A file's bare name must be the only one; with folders before it a few may end alike, and the nearest is meant. */
const ALIKE_MAX = 1;

/** Files that a piece of text in back-ticks means. */
export type FindMentioned = (mention: CodeMention, fromPath: string) => readonly string[];

/** Looks up everything that some documents mention, at once. */
export async function codeMentions(
  documents: readonly Referring[],
  tree: Tree,
  workspace: LinkWorkspace,
): Promise<FindMentioned> {
  const symbols = documents.flatMap(({ mentions }) => mentions.filter(({ kind }) => kind === 'symbol'));
  const keys = [...new Set(symbols.map(({ name }) => nameKey(symbolOf(name))))].filter((key) => key !== '');
  const definitions = byName(await workspace.definitions(keys));
  return (mention, fromPath) => {
    // A name with a dot in it is a file wherever the workspace has one that is called so.
    const files = mention.kind === 'path' || mention.name.includes('.') ? filesAt(mention.name, fromPath, tree) : [];
    if (mention.kind === 'path' || files.length > 0) return files;
    return isWord(mention) ? [] : definingFiles(mention.name, definitions, workspace);
  };
}

// Documents put words in back-ticks that also happen to be names: options, formats, values.
function isWord({ name, isCall }: CodeMention): boolean {
  return !isCall && /^[\p{Ll}\p{Lo}]+$/u.test(name);
}

function filesAt(name: string, fromPath: string, tree: Tree): readonly string[] {
  const fromTop = joinPath('', name);
  const fromHere = joinPath(folderOf(fromPath), name);
  const exact = [fromTop, fromHere].find((path) => path !== null && tree.has(path));
  if (exact) return [exact];
  if (fromTop === null || fromTop === '') return [];
  const ending = tree.named(nameOf(fromTop)).filter((path) => path.endsWith(`/${fromTop}`));
  return ending.length <= ALIKE_MAX ? ending : [];
}

function definingFiles(
  name: string,
  definitions: ReadonlyMap<string, readonly Definition[]>,
  { files }: LinkWorkspace,
): readonly string[] {
  const last = symbolOf(name);
  const found = (definitions.get(last) ?? []).filter(({ kind }) => kind !== 'section');
  const qualified = last === name ? found : found.filter((definition) => isQualified(definition, name));
  const paths = [...new Set((qualified.length > 0 ? qualified : found).map(({ path }) => path))];
  // Tests and examples define names of their own after what they are about.
  const source = paths.filter((path) => files.get(path)?.role === 'source');
  const meant = source.length > 0 ? source : paths;
  return meant.length <= DEFINING_FILES_MAX ? meant : [];
}

function isQualified({ qualifiedName }: Definition, name: string): boolean {
  const [wanted, known] = [name, qualifiedName].map((text) => text.split(/[^\p{L}\p{N}_$]+/u).join('.'));
  return known === wanted || known!.endsWith(`.${wanted}`);
}

function byName(definitions: readonly Definition[]): ReadonlyMap<string, readonly Definition[]> {
  const names = new Map<string, Definition[]>();
  for (const definition of definitions) {
    const known = names.get(definition.name);
    if (known) known.push(definition);
    else names.set(definition.name, [definition]);
  }
  return names;
}
