// Asks a running Tana through its Local API, and falls back to the imported graph when it fails.
import { basename } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { didYouMean } from '../../config/did-you-mean.ts';
import type { Config } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import type { GraphNode } from '../../model/graph.ts';
import type { GraphBackend } from '../../ports/graph.ts';
import type { LiveWorkspace } from '../../sources/tana/local-api/local-api.ts';

/** How to reach a running Tana. Only the user's configuration and the environment may set this. */
export type LiveTanaSettings = Pick<Config, 'tanaLive' | 'tanaUrl' | 'tanaToken' | 'tanaTimeoutMs'>;

interface LiveRequest {
  readonly workspace: string | undefined;
  /** The path from which the graph with that name was imported; null for none. */
  readonly importedFrom: string | null;
  readonly signal: AbortSignal | undefined;
}

export type LiveTana = ReturnType<typeof openLiveTana>;

/** Remembers for a while that Tana answered, or that it failed. */
export function openLiveTana(settings: LiveTanaSettings, now: () => number) {
  let failed: { readonly message: string; readonly atMs: number } | null = null;
  let healthy: { readonly workspaces: readonly LiveWorkspace[]; readonly atMs: number } | null = null;
  const isRecent = (atMs: number) => now() - atMs < DEFAULTS.tana.restMs;
  const reasonUnset = () => {
    if (!settings.tanaLive) return 'the Local API is switched off';
    return settings.tanaToken === undefined ? 'no token is set for the Local API (KNAP_TANA_TOKEN)' : null;
  };
  return {
    /** Why the settings forbid to ask Tana; null if they allow it. */
    reasonUnset,
    /** Why Tana is not asked now, by the settings or because it failed a moment ago; null if it may be asked. */
    reasonAgainst: (): string | null => reasonUnset() ?? (failed && isRecent(failed.atMs) ? failed.message : null),
    open: async ({ workspace, importedFrom, signal }: LiveRequest) => {
      const { createLocalApi } = await import('../../sources/tana/local-api/local-api.ts');
      const { createLocalApiBackend } = await import('../../sources/tana/local-api/local-api-backend.ts');
      const { readLiveWorkspaces } = await import('../../sources/tana/local-api/workspace-reader.ts');
      const { tanaUrl: url, tanaToken: token = '', tanaTimeoutMs: timeoutMs } = settings;
      const api = createLocalApi({ ...DEFAULTS.tana, url, token, timeoutMs, signal });
      if (!healthy || !isRecent(healthy.atMs)) {
        const workspaces = await readLiveWorkspaces(api, DEFAULTS.tana.healthTimeoutMs);
        healthy = { workspaces, atMs: now() };
      }
      const { chosen, notes } = chooseWorkspaces(healthy.workspaces, { workspace, importedFrom });
      const workspaceIds = chosen.map(({ id }) => id);
      const backend = createLocalApiBackend(api, { ...DEFAULTS.tana, workspaceIds });
      return { backend, workspace: chosen.length === 1 ? chosen[0]!.name : DEFAULTS.graphs.workspace, notes };
    },
    pause: (failure: ContextError): void => {
      healthy = null;
      failed = { message: toClause(failure), atMs: now() };
    },
  };
}

const toClause = ({ message }: ContextError): string =>
  message.replace(/^The (?=Local API)/, 'the ').replace(/\.$/, '');

/** Chooses the workspace with the id in the name of the export or of the caller, else with the caller's name, else all. */
function chooseWorkspaces(
  workspaces: readonly LiveWorkspace[],
  { workspace, importedFrom }: Pick<LiveRequest, 'workspace' | 'importedFrom'>,
): { readonly chosen: readonly LiveWorkspace[]; readonly notes: readonly string[] } {
  const aliasOf = (name: string) =>
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '');
  const exported = /^([\w-]+)@/.exec(basename(importedFrom ?? ''))?.[1];
  const wanted = workspace?.toLowerCase();
  const named =
    workspaces.find(({ id }) => id === exported || id === workspace) ??
    workspaces.find(({ name }) => aliasOf(name) === wanted);
  if (named) return { chosen: [named], notes: [] };
  // A name from the caller must exist in Tana; the default name need not.
  if (importedFrom === null && wanted !== undefined && wanted !== DEFAULTS.graphs.workspace) {
    const aliases = workspaces.map(({ name }) => aliasOf(name));
    const hint = didYouMean(wanted, aliases) || `; it has ${aliases.join(', ')}`;
    throw new ContextError('NO_SUCH_WORKSPACE', `Tana has no workspace "${workspace}"${hint}`);
  }
  if (workspaces.length === 1) return { chosen: workspaces, notes: [] };
  const names = workspaces.map(({ name }) => name).join(', ');
  return { chosen: workspaces, notes: [`all workspaces of Tana were asked: ${names}`] };
}

interface FallBackOptions {
  readonly live: GraphBackend;
  readonly index: GraphBackend | null;
  readonly onFailure: (failure: ContextError) => void;
  readonly now: () => number;
}

/**
 * Asks Tana until it fails, then the imported graph. It does not return to Tana within one answer, because each further
 * question could wait for Tana again. `failure` says in a clause why Tana is no longer asked; null while it answers.
 */
export function fallBack({ live, index, onFailure, now }: FallBackOptions) {
  let failure: string | null = null;
  let answered = 0;
  const ask = async <T>(question: (backend: GraphBackend) => Promise<T>): Promise<T> => {
    if (failure === null) {
      try {
        const answer = await question(live);
        answered++;
        return answer;
      } catch (error) {
        if (!(error instanceof ContextError) || error.code !== 'GRAPH_BACKEND') throw error;
        onFailure(error);
        if (index === null) throw error;
        failure = toClause(error);
      }
    }
    return question(index!);
  };
  const current = () => (failure === null ? live : index!);
  const backend: GraphBackend = {
    get name() {
      return current().name;
    },
    get asOfMs() {
      return current().asOfMs;
    },
    find: (text, limit) => ask((one) => one.find(text, limit)),
    nodes: (ids) =>
      ask(async (one) => {
        const nodes = await one.nodes(ids);
        return one === live && index ? fillFromImport(nodes, await index.nodes([...nodes.keys()])) : nodes;
      }),
    neighbours: (ids, options) => ask((one) => one.neighbours(ids, options)),
    outline: (id, options) => ask((one) => one.outline(id, options)),
  };
  const notes = () => {
    if (failure === null) return index && answered > 0 ? [FILLED_FROM_IMPORT] : [];
    const from = answered === 0 ? 'the answer' : `after ${answered} live ${answered === 1 ? 'call' : 'calls'} the rest`;
    return [`${failure}: ${from} is from the import${ageText(index!, now())}`];
  };
  return { backend, failure: () => failure, notes };
}

const FILLED_FROM_IMPORT =
  'what the Local API does not tell of a node (its times, its owner, inherited tags) comes from the import';

const DAY_MS = 86_400_000;

function ageText({ asOfMs }: GraphBackend, nowMs: number): string {
  if (asOfMs === null) return '';
  const days = Math.floor(Math.max(0, nowMs - asOfMs) / DAY_MS);
  const age = days === 0 ? 'less than a day' : days === 1 ? 'a day' : `${days} days`;
  return ` of ${new Date(asOfMs).toISOString()}, ${age} old`;
}

// The live interface gives the present state of nodes, and the import the fields that it leaves out.
function fillFromImport(
  nodes: ReadonlyMap<string, GraphNode>,
  imported: ReadonlyMap<string, GraphNode>,
): ReadonlyMap<string, GraphNode> {
  const fill = (node: GraphNode): GraphNode => {
    const before = imported.get(node.id);
    if (!before) return node;
    // The import also lists inherited tags, after a node's own.
    const hasSameTags = node.tags.length > 0 && node.tags.every((tag, place) => before.tags[place] === tag);
    return {
      ...node,
      tags: hasSameTags ? before.tags : node.tags,
      parent: node.parent ?? before.parent,
      createdMs: node.createdMs ?? before.createdMs,
      modifiedMs: node.modifiedMs ?? before.modifiedMs,
    };
  };
  return new Map([...nodes].map(([id, node]) => [id, fill(node)]));
}
