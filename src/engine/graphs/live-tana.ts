// Asks a running Tana through its Local API, and falls back to the imported graph when it fails.
import { basename } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { didYouMean } from '../../config/did-you-mean.ts';
import type { Config } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import type { GraphNode } from '../../model/graph.ts';
import type { GraphBackend, GraphOrigin } from '../../ports/graph.ts';
import type { LocalApiBackend } from '../../sources/tana/local-api/local-api-backend.ts';
import type { LiveWorkspace } from '../../sources/tana/local-api/workspace-reader.ts';

/** How a running Tana is reached; only the user's own configuration and the environment say it. */
export type LiveTanaSettings = Pick<Config, 'tanaLive' | 'tanaUrl' | 'tanaToken' | 'tanaTimeoutMs'>;

interface OpeningLive {
  readonly workspace: string | undefined;
  /** Where the imported graph of that name came from. */
  readonly origin: GraphOrigin | null;
  readonly signal?: AbortSignal | undefined;
}

interface OpenedLive {
  readonly backend: LocalApiBackend;
  readonly workspace: string;
  readonly notes: readonly string[];
}

/** The live interface over the life of an engine: it remembers that it was healthy, or that it failed, for a while. */
export interface LiveTana {
  /** Why it is not to be asked: switched off, no token; null otherwise. */
  reasonUnset(): string | null;
  /** The same, or that it failed a moment ago. */
  reasonAgainst(): string | null;
  open(opening: OpeningLive): Promise<OpenedLive>;
  /** It failed: it is left alone for a while. */
  rest(failure: ContextError): void;
}

export function openLiveTana(settings: LiveTanaSettings, now: () => number): LiveTana {
  let failed: { readonly message: string; readonly atMs: number } | null = null;
  let healthy: { readonly workspaces: readonly LiveWorkspace[]; readonly atMs: number } | null = null;
  const isYoung = (atMs: number) => now() - atMs < DEFAULTS.tana.restMs;
  const reasonUnset = () => {
    if (!settings.tanaLive) return 'the Local API is switched off';
    return settings.tanaToken === undefined ? 'no token is set for the Local API (KNAP_TANA_TOKEN)' : null;
  };
  return {
    reasonUnset,
    reasonAgainst: () => reasonUnset() ?? (failed && isYoung(failed.atMs) ? failed.message : null),
    open: async ({ workspace, origin, signal }) => {
      const { createLocalApi } = await import('../../sources/tana/local-api/local-api.ts');
      const { createLocalApiBackend } = await import('../../sources/tana/local-api/local-api-backend.ts');
      const { liveWorkspaces } = await import('../../sources/tana/local-api/workspace-reader.ts');
      const { tanaUrl: url, tanaToken: token = '', tanaTimeoutMs: timeoutMs } = settings;
      const api = createLocalApi({ ...DEFAULTS.tana, url, token, timeoutMs, signal });
      if (!healthy || !isYoung(healthy.atMs)) {
        const workspaces = await liveWorkspaces(api, DEFAULTS.tana.healthTimeoutMs);
        healthy = { workspaces, atMs: now() };
      }
      const { chosen, notes } = chooseWorkspaces(healthy.workspaces, { workspace, origin });
      const workspaceIds = chosen.map(({ id }) => id);
      const backend = createLocalApiBackend(api, { ...DEFAULTS.tana, workspaceIds });
      return { backend, workspace: chosen.length === 1 ? chosen[0]!.name : DEFAULTS.graphs.workspace, notes };
    },
    rest: (failure) => {
      healthy = null;
      failed = { message: clauseOf(failure), atMs: now() };
    },
  };
}

/** The message of an error as a part of a sentence. */
const clauseOf = ({ message }: ContextError): string =>
  message.replace(/^The (?=Local API)/, 'the ').replace(/\.$/, '');

/**
 * Which of Tana's workspaces an alias means: the one its export is named after, else the one of that name, else the only
 * one, else all of them together.
 */
function chooseWorkspaces(
  workspaces: readonly LiveWorkspace[],
  { workspace, origin }: Pick<OpeningLive, 'workspace' | 'origin'>,
): { readonly chosen: readonly LiveWorkspace[]; readonly notes: readonly string[] } {
  const exported = origin ? /^([\w-]+)@/.exec(basename(origin.path))?.[1] : undefined;
  const wanted = workspace?.toLowerCase();
  const named =
    workspaces.find(({ id }) => id === exported || id === workspace) ??
    workspaces.find(({ name }) => aliasOf(name) === wanted);
  if (named) return { chosen: [named], notes: [] };
  // A name somebody gave must be somebody's; the default is nobody's in particular.
  if (origin === null && wanted !== undefined && wanted !== DEFAULTS.graphs.workspace) {
    const aliases = workspaces.map(({ name }) => aliasOf(name));
    const hint = didYouMean(wanted, aliases) || `; it has ${aliases.join(', ')}`;
    throw new ContextError('NO_SUCH_WORKSPACE', `Tana has no workspace "${workspace}"${hint}`);
  }
  if (workspaces.length === 1) return { chosen: workspaces, notes: [] };
  const names = workspaces.map(({ name }) => name).join(', ');
  return { chosen: workspaces, notes: [`all workspaces of Tana were asked: ${names}`] };
}

const aliasOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

export interface FallBackOptions {
  readonly live: GraphBackend;
  readonly index: GraphBackend | null;
  readonly onFailure: (failure: ContextError) => void;
  readonly now: () => number;
}

export interface FallingBackend {
  /** Its name and time are those of who answers now. */
  readonly backend: GraphBackend;
  /** Why the live interface was left, in a clause; null while it answers. */
  failure(): string | null;
  notes(): readonly string[];
}

/**
 * Asks the live interface until it fails, and what was imported from that call on. It does not go back within one
 * answer: a walk that changes sides with every call would wait for every one of them.
 */
export function fallBack({ live, index, onFailure, now }: FallBackOptions): FallingBackend {
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
        failure = clauseOf(error);
      }
    }
    return question(index!);
  };
  const current = () => (failure === null ? live : index!);
  return {
    backend: {
      get name() {
        return current().name;
      },
      get asOfMs() {
        return current().asOfMs;
      },
      find: (text, limit) => ask((backend) => backend.find(text, limit)),
      nodes: (ids) =>
        ask(async (backend) => {
          const nodes = await backend.nodes(ids);
          return backend === live && index ? withTimes(nodes, await index.nodes([...nodes.keys()])) : nodes;
        }),
      neighbours: (ids, options) => ask((backend) => backend.neighbours(ids, options)),
      outline: (id, options) => ask((backend) => backend.outline(id, options)),
      close: async () => {
        await live.close();
        await index?.close();
      },
    },
    failure: () => failure,
    notes: () => {
      if (failure !== null) return [switchNote({ failure, answered, asOfMs: index!.asOfMs, nowMs: now() })];
      return index && answered > 0 ? [LENT] : [];
    },
  };
}

const LENT = 'what the Local API does not tell of a node (its times, its owner, inherited tags) comes from the import';

const DAY_MS = 86_400_000;

function switchNote(facts: { failure: string; answered: number; asOfMs: number | null; nowMs: number }): string {
  const { failure, answered, asOfMs, nowMs } = facts;
  const from = answered === 0 ? 'the answer' : `after ${answered} live ${answered === 1 ? 'call' : 'calls'} the rest`;
  const age = asOfMs === null ? '' : ` of ${new Date(asOfMs).toISOString()}, ${ageOf(nowMs - asOfMs)} old`;
  return `${failure}: ${from} is from the import${age}`;
}

function ageOf(ms: number): string {
  const days = Math.floor(Math.max(0, ms) / DAY_MS);
  return days === 0 ? 'less than a day' : days === 1 ? 'a day' : `${days} days`;
}

// The live interface says what is so now; the import fills what it leaves open.
function withTimes(
  nodes: ReadonlyMap<string, GraphNode>,
  imported: ReadonlyMap<string, GraphNode>,
): ReadonlyMap<string, GraphNode> {
  return new Map(
    [...nodes].map(([id, node]) => {
      const before = imported.get(id);
      if (!before) return [id, node];
      const hasSameTags = node.tags.every((tag, place) => before.tags[place] === tag);
      return [
        id,
        {
          ...node,
          tags: hasSameTags && node.tags.length > 0 ? before.tags : node.tags,
          parent: node.parent ?? before.parent,
          createdMs: node.createdMs ?? before.createdMs,
          modifiedMs: node.modifiedMs ?? before.modifiedMs,
        },
      ];
    }),
  );
}
