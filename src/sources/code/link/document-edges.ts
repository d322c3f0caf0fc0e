// Documents link to files and name code, issues block issues, and conversations name the files they worked on. This
// file makes the edges of all these references for the linker.
import type { CodeMention } from '../../../model/document.ts';
import type { Edge } from '../../../model/edge.ts';
import { CONVERSATIONS, isDocumentLanguage } from '../../../model/entity.ts';
import type { ContentFacts } from '../../../model/facts.ts';
import { folderOf, joinPath } from '../../../model/paths.ts';
import { nameKey } from '../../../model/terms.ts';
import { clip } from '../../../model/visible-text.ts';
import type { LinkWorkspace } from '../../../ports/source.ts';
import type { Definition } from '../../../ports/store.ts';
import type { Directory } from '../../markdown/links/directory.ts';
import { type Resolution, resolveField, resolveLink } from '../../markdown/links/resolve-link.ts';
import { createDirectoryOpener, type DocumentReferences, identityKeys, symbolOf } from './document-keys.ts';
import { type FileTree, factsInBatches } from './file-tree.ts';

const EDGES_MAX = 40;
const BECAUSE_CHARACTERS_MAX = 80;
const WEIGHTS = { link: 1, path: 0.8, symbol: 0.6 } as const;

/** Makes the edges that begin at these documents. */
export async function findDocumentEdges(
  paths: readonly string[],
  tree: FileTree,
  workspace: LinkWorkspace,
  rootPatterns: readonly string[],
): Promise<readonly Edge[]> {
  const wanted = new Set(paths.filter((path) => isDocumentLanguage(workspace.files.get(path)?.language ?? null)));
  if (wanted.size === 0) return [];
  const openDirectory = createDirectoryOpener(tree, workspace, rootPatterns);
  const edges: Edge[] = [];
  const keys = new Set<string>();
  const link = async (batch: readonly string[], make: typeof edgesOf) => {
    for await (const facts of factsInBatches(workspace, batch)) {
      const documents = [...facts].flatMap(([path, { document }]) => (document === null ? [] : [{ path, document }]));
      const all = documents.map(({ document }) => document);
      const mentions = all.flatMap((document) => document.mentions);
      const findMentioned = await createMentionFinder(mentions, tree, workspace);
      const lookup = { workspace, directory: await openDirectory(all), findMentioned };
      for (const { path, document } of documents) edges.push(...make(path, document, lookup));
      for (const [path, ofFile] of facts) for (const key of identityKeys(path, ofFile, rootPatterns)) keys.add(key);
    }
  };
  await link([...wanted], edgesOf);
  // An issue says what blocks it, but the edge begins at the blocker, so the store is asked which issues these block.
  const blocked = await workspace.documents('blocked-by', [...keys]);
  const others = [...new Set(blocked.map(({ path }) => path))].filter((path) => !wanted.has(path));
  await link(others, blockerEdges);
  return edges.filter(({ from, to }) => wanted.has(from) && from !== to);
}

const SYMBOLS_MAX = 100;

/** Makes edges from conversations to the files they name or worked on, and to those that define symbols they name. */
export async function findConversationEdges(
  paths: readonly string[],
  tree: FileTree,
  workspace: LinkWorkspace,
): Promise<readonly Edge[]> {
  const conversations = paths.filter((path) => workspace.files.get(path)?.source === CONVERSATIONS);
  const edges: Edge[] = [];
  for await (const facts of factsInBatches(workspace, conversations)) {
    const mentions = new Map([...facts].map(([path, ofFile]) => [path, mentionsIn(ofFile)]));
    const find = await createMentionFinder([...mentions.values()].flat(), tree, workspace);
    for (const [path, all] of mentions) edges.push(...referenceEdges(path, mentionTargets(path, all, find)));
  }
  return edges;
}

function mentionsIn({ imports, symbols }: ContentFacts): readonly CodeMention[] {
  const called = [...new Set(symbols.flatMap(({ calls }) => calls))].slice(0, SYMBOLS_MAX);
  const mention = (kind: CodeMention['kind']) => (name: string) => ({ kind, name, line: 1, isCall: false });
  return [...imports.map(({ specifier }) => mention('path')(specifier)), ...called.map(mention('symbol'))];
}

/** The tables in which the links, fields and mentions of a batch of documents are looked up. */
interface DocumentLookup {
  readonly workspace: LinkWorkspace;
  readonly directory: Directory;
  readonly findMentioned: FindMentioned;
}

type EdgeTarget = readonly [to: string | null, weight: number, because: string];

function edgesOf(path: string, document: DocumentReferences, lookup: DocumentLookup): readonly Edge[] {
  const { directory } = lookup;
  const target = (end: Resolution | null, because: string): EdgeTarget => [
    findFile(end, lookup),
    WEIGHTS.link,
    because,
  ];
  const links = document.links.map((link) => target(resolveLink(link, path, directory), `link "${link.text}"`));
  const others = document.references.filter(({ field }) => !BLOCKING.has(field));
  const fields = others.map((reference) => target(resolveField(reference, path, directory), reference.field));
  const mentioned = mentionTargets(path, document.mentions, lookup.findMentioned);
  return [...blockerEdges(path, document, lookup), ...referenceEdges(path, [...links, ...fields, ...mentioned])];
}

function mentionTargets(from: string, mentions: readonly CodeMention[], find: FindMentioned): readonly EdgeTarget[] {
  const paths = mentions.filter(({ kind }) => kind === 'path');
  const symbols = mentions.filter(({ kind }) => kind === 'symbol');
  return [...paths, ...symbols].flatMap((mention) =>
    find(mention, from).map((to): EdgeTarget => [to, WEIGHTS[mention.kind], `mentions ${mention.name}`]),
  );
}

function referenceEdges(from: string, targets: readonly EdgeTarget[]): readonly Edge[] {
  const edges = new Map<string, Edge>();
  for (const [to, weight, because] of targets) {
    if (to === null || to === from || edges.has(to) || edges.size >= EDGES_MAX) continue;
    edges.set(to, { from, to, kind: 'references', weight, because: clip(because, BECAUSE_CHARACTERS_MAX) });
  }
  return [...edges.values()];
}

const BLOCKING: ReadonlySet<string> = new Set(['blocking', 'blocked-by']);

function blockerEdges(path: string, document: DocumentReferences, lookup: DocumentLookup): readonly Edge[] {
  return document.references
    .filter(({ field }) => BLOCKING.has(field))
    .slice(0, EDGES_MAX)
    .flatMap((reference) => {
      const other = findFile(resolveField(reference, path, lookup.directory), lookup);
      if (other === null) return [];
      const [from, to] = reference.field === 'blocking' ? [path, other] : [other, path];
      return [{ from, to, kind: 'blocks' as const, weight: WEIGHTS.link, because: reference.field }];
    });
}

// A document may link to a folder, but edges lead only to files.
function findFile(resolution: Resolution | null, { workspace }: DocumentLookup): string | null {
  if (resolution === null || resolution.outcome === 'unresolved') return null;
  return workspace.files.has(resolution.path) ? resolution.path : null;
}

/** A mention of a symbol makes no edge when more files than this define it; sources alone count, if there are any. */
const DEFINING_FILES_MAX = 2;

/** Finds the files that a mention leads to. */
type FindMentioned = (mention: CodeMention, fromPath: string) => readonly string[];

/** Asks the store once for all symbols among these mentions. */
async function createMentionFinder(
  mentions: readonly CodeMention[],
  tree: FileTree,
  workspace: LinkWorkspace,
): Promise<FindMentioned> {
  const symbols = mentions.filter(({ kind }) => kind === 'symbol');
  const keys = [...new Set(symbols.map(({ name }) => nameKey(symbolOf(name))))].filter((key) => key !== '');
  const definitions = Map.groupBy(await workspace.definitions(keys), ({ name }) => name);
  return (mention, fromPath) => {
    // A name with a dot in it is a file where the workspace has one of that name.
    const { kind, name } = mention;
    const files = kind === 'path' || name.includes('.') ? findFilesNamed(name, fromPath, tree) : [];
    if (kind === 'path' || files.length > 0 || isPlainWord(mention)) return files;
    return findDefiningFiles(name, definitions, workspace);
  };
}

// Plain words in back-ticks are mostly options, formats or values, and not symbols.
function isPlainWord({ name, isCall }: CodeMention): boolean {
  return !isCall && /^[\p{Ll}\p{Lo}]+$/u.test(name);
}

function findFilesNamed(name: string, fromPath: string, tree: FileTree): readonly string[] {
  const fromTop = joinPath('', name);
  const exact = tree.first([fromTop, joinPath(folderOf(fromPath), name)]);
  if (exact !== null) return [exact];
  const ending = fromTop ? tree.endingIn(fromTop) : [];
  return ending.length === 1 ? ending : [];
}

function findDefiningFiles(
  name: string,
  definitions: ReadonlyMap<string, readonly Definition[]>,
  { files }: LinkWorkspace,
): readonly string[] {
  const last = symbolOf(name);
  const definers = (definitions.get(last) ?? []).filter(({ kind }) => kind !== 'section');
  const qualified = last === name ? definers : definers.filter((definition) => isQualified(definition, name));
  const paths = [...new Set((qualified.length > 0 ? qualified : definers).map(({ path }) => path))];
  // Tests and examples often define names that the code they are about also has.
  const source = paths.filter((path) => files.get(path)?.role === 'source');
  const preferred = source.length > 0 ? source : paths;
  return preferred.length <= DEFINING_FILES_MAX ? preferred : [];
}

function isQualified({ qualifiedName }: Definition, name: string): boolean {
  const [wantedName, knownName] = [name, qualifiedName].map((text) => text.split(/[^\p{L}\p{N}_$]+/u).join('.'));
  return knownName === wantedName || knownName!.endsWith(`.${wantedName}`);
}
