import { join, posix } from 'node:path';
import type { Config } from '../../src/config/schema.ts';
import { createEngine } from '../../src/engine.ts';
import { openScratchTree, quotedLines, type ScratchTree } from '../../src/evaluation/replay.ts';
import { ContextError } from '../../src/model/errors.ts';
import type { PackInput } from '../../src/ports/engine.ts';
import { confine } from '../../src/reading/confine.ts';
import { readPlainText } from '../../src/reading/plain-file.ts';
import {
  type ListLimits,
  listConversationFiles,
} from '../../src/sources/conversations/files/list-conversation-files.ts';
import { readBytesBelow } from '../../src/sources/conversations/formats/index.ts';
import { loadTokenizer } from '../../src/tokenizers/index.ts';
import type { AgentCall, AgentSession } from './agent-session.ts';
import { type CommitBefore, commitBefore } from './commit-before.ts';
import { measureSession, type SessionMeasure } from './measure-session.ts';
import { readSession } from './read-session.ts';

export interface EvaluateAgentsInput {
  readonly root: string;
  /** The folder of the transcripts. */
  readonly transcripts: string;
  /** The folder for work trees. */
  readonly folder: string;
  readonly config: Config;
  readonly pack: { readonly budget: number; readonly aim: PackInput['aim'] };
  /** How many sessions are replayed at most, the newest ones. */
  readonly limit: number;
  readonly limits: ListLimits & { readonly recordBytesMax: number };
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** What a session needed to find its code, compared with a pack of its first prompt. */
export interface AgentTask extends SessionMeasure {
  readonly session: string;
  readonly format: string;
  /** The first prompt. */
  readonly task: string;
  readonly startedMs: number | null;
  readonly base: CommitBefore;
  readonly packTokens: number;
}

export interface AgentsEvaluation {
  readonly budget: number;
  readonly tasks: readonly AgentTask[];
  /** Transcripts that could not be replayed, with the reason. */
  readonly untold: readonly { readonly session: string; readonly why: string }[];
  readonly notes: readonly string[];
}

interface PlacedSession {
  readonly session: AgentSession & { readonly prompt: string };
  readonly base: CommitBefore;
  readonly calls: readonly AgentCall[];
}

/** Makes packs of the first prompts of an agent's sessions, and measures which reads they would have spared. */
export async function evaluateAgents(input: EvaluateAgentsInput): Promise<AgentsEvaluation> {
  const { realRoot, files, notes } = listConversationFiles(input.transcripts, input.limits);
  if (realRoot === null) throw new ContextError('BAD_INPUT', `There is no folder ${input.transcripts} to read.`);
  const untold: { session: string; why: string }[] = [];
  const placed: PlacedSession[] = [];
  for (const { path } of files) {
    const read = readBytesBelow(realRoot, path, input.limits, (pieces) => readSession(path, pieces, input.limits));
    const found = typeof read === 'string' ? { why: read } : 'why' in read ? read : await place(read, input.root);
    if ('why' in found) untold.push({ session: path, why: found.why });
    else placed.push(found);
  }
  const newest = placed.toSorted((a, b) => (b.session.startedMs ?? 0) - (a.session.startedMs ?? 0));
  const tasks = newest.length === 0 ? [] : await replaySessions(newest.slice(0, input.limit).reverse(), input);
  return { budget: input.pack.budget, tasks, untold, notes };
}

async function place(session: AgentSession, root: string): Promise<PlacedSession | { readonly why: string }> {
  if (session.calls.length === 0) return { why: 'without calls of tools' };
  if (session.prompt === null) return { why: 'without a prompt' };
  const prefix = whereHeld(session, root);
  if (prefix === null) return { why: 'held in another folder' };
  const base = await commitBefore(root, session);
  if (base === null) return { why: 'no commit is older than it' };
  const folder = session.folder ?? '/';
  const calls = session.calls.map((call) => ({
    ...call,
    places: call.places.flatMap((one) => {
      const path = posix.relative(folder, posix.resolve(folder, one.path));
      const inRoot = posix.join(prefix, path);
      return inRoot.startsWith('..') ? [] : [{ ...one, path: inRoot }];
    }),
  }));
  return { session: { ...session, prompt: session.prompt }, base, calls };
}

// The folder of a session within the root; a folder outside counts as the root if it has its name. Null for others.
function whereHeld({ folder }: AgentSession, root: string): string | null {
  if (folder === null) return '';
  const below = posix.relative(root, folder);
  if (!below.startsWith('..') && !posix.isAbsolute(below)) return below;
  return posix.basename(folder) === posix.basename(root) ? '' : null;
}

async function replaySessions(
  placed: readonly PlacedSession[],
  input: EvaluateAgentsInput,
): Promise<readonly AgentTask[]> {
  const tree = await openScratchTree(input.root, join(input.folder, 'agents'));
  const { count } = await loadTokenizer(input.config.tokenizer);
  // Conversations may be about this very work, so that packs would know its end.
  const engine = await createEngine({ root: tree.folder }, { ...input.config, conversations: [] });
  const tasks: AgentTask[] = [];
  try {
    for (const { session, base, calls } of placed) {
      await tree.moveTo(base.commit);
      await engine.index();
      const { pack } = await engine.pack({ task: session.prompt, ...input.pack });
      const blocks = Map.groupBy(pack.blocks, ({ path }) => path);
      const packed = new Map([...blocks].map(([path, own]) => [path, quotedLines(own)]));
      tasks.push({
        session: session.id,
        format: session.format,
        task: session.prompt,
        startedMs: session.startedMs,
        base,
        packTokens: pack.usage.used,
        ...measureSession(calls, { textOf: textsOf(tree, input.limits.fileBytesMax), packed, count }),
      });
      input.onProgress?.(tasks.length, placed.length);
    }
  } finally {
    await engine.close();
  }
  return tasks;
}

function textsOf({ folder }: ScratchTree, bytesMax: number): (path: string) => string | null {
  return (path) => {
    const confined = confine(folder, path);
    return 'refusal' in confined ? null : readPlainText(confined.real, { bytesMax });
  };
}
