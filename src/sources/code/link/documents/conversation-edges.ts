import type { CodeMention } from '../../../../model/document.ts';
import type { Edge } from '../../../../model/edge.ts';
import { CONVERSATIONS } from '../../../../model/entity.ts';
import type { ContentFacts } from '../../../../model/facts.ts';
import type { LinkWorkspace } from '../../../../ports/source.ts';
import { clip } from '../../../markdown/document-text.ts';
import type { Tree } from '../tree.ts';
import { codeMentions, type FindMentioned } from './code-mentions.ts';

const FACTS_BATCH = 500;
const EDGES_MAX = 40;
const SYMBOLS_MAX = 100;
const BECAUSE_CHARACTERS_MAX = 80;
const WEIGHTS = { path: 0.8, symbol: 0.6 } as const;

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
    for (const [path, all] of mentions) edges.push(...edgesOf(path, all, find));
  }
  return edges;
}

function mentionsIn({ imports, symbols }: ContentFacts): readonly CodeMention[] {
  const called = [...new Set(symbols.flatMap(({ calls }) => calls))].slice(0, SYMBOLS_MAX);
  const mention = (kind: CodeMention['kind']) => (name: string) => ({ kind, name, line: 1, isCall: false });
  return [...imports.map(({ specifier }) => mention('path')(specifier)), ...called.map(mention('symbol'))];
}

function edgesOf(from: string, mentions: readonly CodeMention[], find: FindMentioned): readonly Edge[] {
  const targets = new Map<string, Edge>();
  for (const mention of mentions) {
    for (const to of find(mention, from)) {
      if (to === from || targets.has(to) || targets.size >= EDGES_MAX) continue;
      const because = clip(`mentions ${mention.name}`, BECAUSE_CHARACTERS_MAX);
      targets.set(to, { from, to, kind: 'references', weight: WEIGHTS[mention.kind], because });
    }
  }
  return [...targets.values()];
}
