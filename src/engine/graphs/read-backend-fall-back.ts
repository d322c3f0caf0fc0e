import { ContextError } from '../../model/errors.ts';
import type { GraphNode } from '../../model/graph.ts';
import type { GraphBackend } from '../../ports/graph.ts';
import { clauseOf } from './read-backend-live.ts';

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
