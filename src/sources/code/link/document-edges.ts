import type { CodeMention, DocumentLink, FrontmatterReference } from '../../../model/document.ts';
import type { Edge } from '../../../model/edge.ts';
import { CONVERSATIONS, isDocumentLanguage } from '../../../model/entity.ts';
import type { ContentFacts } from '../../../model/facts.ts';
import { nameKey } from '../../../model/terms.ts';
import type { LinkWorkspace } from '../../../ports/source.ts';
import type { Definition } from '../../../ports/store.ts';
import { clip } from '../../markdown/document-text.ts';
import type { Directory } from '../../markdown/links/directory.ts';
import { type Resolution, resolveField, resolveLink } from '../../markdown/links/resolve-link.ts';
import { documentDirectories, identityKeys, type Referring, symbolOf } from './document-keys.ts';
import { folderOf, joinPath, nameOf, type Tree } from './tree.ts';

const FACTS_BATCH = 500;
const EDGES_MAX = 40;
const BECAUSE_CHARACTERS_MAX = 80;
const WEIGHTS = { link: 1, path: 0.8, symbol: 0.6 } as const;

interface DocumentLinking {
  readonly tree: Tree;
  readonly workspace: LinkWorkspace;
  /** Names of files that stand for their folder. */
  readonly rootPatterns: readonly string[];
}

/** Edges from documents to the documents they link to and the code they name, and from issues to those they block. */
export async function documentEdges(paths: readonly string[], linking: DocumentLinking): Promise<readonly Edge[]> {
  const { tree, workspace, rootPatterns } = linking;
  const wanted = new Set(paths.filter((path) => isDocumentLanguage(workspace.files.get(path)?.language ?? null)));
  if (wanted.size === 0) return [];
  const openDirectory = documentDirectories(tree, workspace, rootPatterns);
  const edges: Edge[] = [];
  const keys = new Set<string>();
  const link = async (batch: readonly string[], make: typeof edgesOf) => {
    const facts = await workspace.facts(batch);
    const documents = referringIn(facts);
    const all = [...documents.values()];
    const parts = {
      workspace,
      directory: await openDirectory(all),
      mentioned: await codeMentions(all, tree, workspace),
    };
    for (const [path, document] of documents) edges.push(...make(path, document, parts));
    for (const [path, found] of facts) for (const key of identityKeys(path, found, rootPatterns)) keys.add(key);
  };
  for (const batch of batchesOf([...wanted])) await link(batch, edgesOf);
  // An issue says what blocks it, and the edge is the blocker's: it is made when either of the two is looked at.
  const blocked = await workspace.documents('blocked-by', [...keys]);
  const others = [...new Set(blocked.map(({ path }) => path))].filter((path) => !wanted.has(path));
  for (const batch of batchesOf(others)) await link(batch, blockerEdges);
  return edges.filter(({ from, to }) => wanted.has(from) && from !== to);
}

interface Parts {
  readonly workspace: LinkWorkspace;
  readonly directory: Directory;
  readonly mentioned: FindMentioned;
}

function edgesOf(path: string, document: Referring, parts: Parts): readonly Edge[] {
  const targets = new Map<string, Edge>();
  const add = (to: string | null, weight: number, because: string) => {
    if (to === null || to === path || targets.has(to) || targets.size >= EDGES_MAX) return;
    targets.set(to, { from: path, to, kind: 'references', weight, because: clip(because, BECAUSE_CHARACTERS_MAX) });
  };
  for (const link of document.links) add(linked(link, path, parts), WEIGHTS.link, `link "${link.text}"`);
  for (const reference of document.references.filter(({ field }) => !BLOCKING.has(field)))
    add(referred(reference, path, parts), WEIGHTS.link, reference.field);
  for (const kind of ['path', 'symbol'] as const) {
    for (const mention of document.mentions.filter((one) => one.kind === kind))
      for (const to of parts.mentioned(mention, path)) add(to, WEIGHTS[kind], becauseOf(mention));
  }
  return [...blockerEdges(path, document, parts), ...targets.values()];
}

const BLOCKING: ReadonlySet<string> = new Set(['blocking', 'blocked-by']);

function blockerEdges(path: string, document: Referring, parts: Parts): readonly Edge[] {
  return document.references
    .filter(({ field }) => BLOCKING.has(field))
    .slice(0, EDGES_MAX)
    .flatMap((reference) => {
      const other = referred(reference, path, parts);
      if (other === null) return [];
      const [from, to] = reference.field === 'blocking' ? [path, other] : [other, path];
      return [{ from, to, kind: 'blocks' as const, weight: WEIGHTS.link, because: reference.field }];
    });
}

function linked(link: DocumentLink, path: string, parts: Parts): string | null {
  return fileOf(resolveLink(link, path, parts.directory), parts);
}

function referred(reference: FrontmatterReference, path: string, parts: Parts): string | null {
  return fileOf(resolveField(reference, path, parts.directory), parts);
}

// A folder can be linked to, and is nothing an edge could lead to.
function fileOf(resolution: Resolution | null, { workspace }: Parts): string | null {
  if (resolution === null) return null;
  return resolution.outcome !== 'unresolved' && workspace.files.has(resolution.path) ? resolution.path : null;
}

function becauseOf({ name }: CodeMention): string {
  return `mentions ${name}`;
}

// Only what resolving needs is kept of the facts.
function referringIn(facts: ReadonlyMap<string, ContentFacts>): ReadonlyMap<string, Referring> {
  return new Map(
    [...facts].flatMap(([path, { document }]) => {
      if (document === null) return [];
      const { links, references, mentions } = document;
      return [[path, { links, references, mentions }] as const];
    }),
  );
}

function batchesOf(paths: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(paths.length / FACTS_BATCH) }, (_, at) =>
    paths.slice(at * FACTS_BATCH, (at + 1) * FACTS_BATCH),
  );
}

const SYMBOLS_MAX = 100;
const MENTION_WEIGHTS = { path: 0.8, symbol: 0.6 } as const;

/** Edges from conversations to the files they name or worked on, and to those that define what they name. */
export async function conversationEdges(
  paths: readonly string[],
  tree: Tree,
  workspace: LinkWorkspace,
): Promise<readonly Edge[]> {
  const said = paths.filter((path) => workspace.files.get(path)?.source === CONVERSATIONS);
  const edges: Edge[] = [];
  for (let start = 0; start < said.length; start += FACTS_BATCH) {
    const facts = await workspace.facts(said.slice(start, start + FACTS_BATCH));
    const mentions = new Map([...facts].map(([path, found]) => [path, mentionsIn(found)]));
    const asked = [...mentions.values()].map((all) => ({ links: [], references: [], mentions: all }));
    const find = await codeMentions(asked, tree, workspace);
    for (const [path, all] of mentions) edges.push(...mentionEdges(path, all, find));
  }
  return edges;
}

function mentionsIn({ imports, symbols }: ContentFacts): readonly CodeMention[] {
  const called = [...new Set(symbols.flatMap(({ calls }) => calls))].slice(0, SYMBOLS_MAX);
  const mention = (kind: CodeMention['kind']) => (name: string) => ({ kind, name, line: 1, isCall: false });
  return [...imports.map(({ specifier }) => mention('path')(specifier)), ...called.map(mention('symbol'))];
}

function mentionEdges(from: string, mentions: readonly CodeMention[], find: FindMentioned): readonly Edge[] {
  const targets = new Map<string, Edge>();
  for (const mention of mentions) {
    for (const to of find(mention, from)) {
      if (to === from || targets.has(to) || targets.size >= EDGES_MAX) continue;
      const because = clip(`mentions ${mention.name}`, BECAUSE_CHARACTERS_MAX);
      targets.set(to, { from, to, kind: 'references', weight: MENTION_WEIGHTS[mention.kind], because });
    }
  }
  return [...targets.values()];
}

/** A name that more files define says nothing about any of them. */
const DEFINING_FILES_MAX = 2;
/** A file's bare name must be the only one; with folders before it a few may end alike, and the nearest is meant. */
const ALIKE_MAX = 1;

/** Files that a piece of text in back-ticks means. */
type FindMentioned = (mention: CodeMention, fromPath: string) => readonly string[];

/** Looks up everything that some documents mention, at once. */
async function codeMentions(
  documents: readonly Referring[],
  tree: Tree,
  workspace: LinkWorkspace,
): Promise<FindMentioned> {
  const symbols = documents.flatMap(({ mentions }) => mentions.filter(({ kind }) => kind === 'symbol'));
  const keys = [...new Set(symbols.map(({ name }) => nameKey(symbolOf(name))))].filter((key) => key !== '');
  const definitions = definitionsByName(await workspace.definitions(keys));
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

function definitionsByName(definitions: readonly Definition[]): ReadonlyMap<string, readonly Definition[]> {
  const names = new Map<string, Definition[]>();
  for (const definition of definitions) {
    const known = names.get(definition.name);
    if (known) known.push(definition);
    else names.set(definition.name, [definition]);
  }
  return names;
}
