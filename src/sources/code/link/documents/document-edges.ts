import type { CodeMention, DocumentLink, FrontmatterReference } from '../../../../model/document.ts';
import type { Edge } from '../../../../model/edge.ts';
import { isDocumentLanguage } from '../../../../model/entity.ts';
import type { ContentFacts } from '../../../../model/facts.ts';
import type { LinkWorkspace } from '../../../../ports/source.ts';
import { clip } from '../../../markdown/document-text.ts';
import type { Directory } from '../../../markdown/links/directory.ts';
import { type Resolution, resolveField, resolveLink } from '../../../markdown/links/resolve-link.ts';
import type { Tree } from '../tree.ts';
import { codeMentions, type FindMentioned } from './code-mentions.ts';
import { documentDirectories, identityKeys, type Referring } from './document-keys.ts';

const FACTS_BATCH = 500;
const EDGES_MAX = 40;
const BECAUSE_CHARACTERS_MAX = 80;
const WEIGHTS = { link: 1, path: 0.8, symbol: 0.6 } as const;

export interface DocumentLinking {
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
