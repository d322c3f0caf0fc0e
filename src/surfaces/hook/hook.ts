// The command `hook`: agents call it with each prompt, to get the code that belongs to it, and at the end of a turn, to
// learn what the turn forgot.
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { findRoot } from '../../config/workspace-folders.ts';
import { usedTooFewFiles } from '../../engine/fresh/partial-index.ts';
import { oneLine } from '../../model/visible-text.ts';
import { joinWithOr } from '../../operations/input/fields.ts';
import { field, optional } from '../../operations/operation.ts';
import type { Engine, PackAnswer, PackInput } from '../../ports/engine.ts';
import { loadTokenizer } from '../../tokenizers/index.ts';
import { print, type Terminal } from '../cli/terminal.ts';
import { hasIndex, homeOf, whyNotHere } from '../serving/check-folder.ts';
import { describeError } from '../serving/describe-error.ts';
import { quotedPlaces, type SentPlace } from '../serving/sent-places.ts';
import { defineServer, type ServerPlace, serveWorkspace } from '../serving/serve-workspace.ts';
import {
  HOOK_CLIENTS,
  type HookClient,
  isHookClient,
  NothingToAdd,
  type PromptEvent,
  readEvent,
  type TurnEndEvent,
} from './clients.ts';
import { filesChangedBefore, fittingPage, missedPage, workTreeState } from './hook-pages.ts';
import { isLikely, mentionsCode, wantsTests, whyNotCode } from './prompt-relevance.ts';
import { clearGivenPlaces, readSession, saveSession } from './session-state.ts';

const LIMITS = DEFAULTS.hook;
const { deadlineMs, afterDeadlineMs, pageBytesMax, promptCharactersMax } = LIMITS;
const names = Object.keys(HOOK_CLIENTS);

export const hookCommand = defineServer({
  input: z.strictObject({
    // Accepts any text: an unknown client must not fail because of a wrong name in its settings.
    client: field(
      z
        .string()
        .default('')
        .describe(`The agent that calls: ${joinWithOr(names)}`),
      { placeholder: 'AGENT', offered: names },
    ),
    within: optional.number(
      `Answer within this many milliseconds, or not at all (default: ${deadlineMs}; ${afterDeadlineMs} when a turn ends)`,
      [1],
      { placeholder: 'MS' },
    ),
    after: optional.yesNo('Remember the work tree when a turn begins, and report at its end what the turn forgot'),
  }),
  positional: 'client',
  details:
    'Reads the event of a prompt from standard input and answers with code for it, at most 2,000 tokens; knap setup AGENT --hook installs it. With --after it also answers the end of a turn, once, with files that usually change together with those of the turn but did not, and callers that no longer fit. It stays silent if nothing helps, and never stops a prompt: the exit status is always 0. --verbose prints the reason for silence on standard error.',
  examples: ['knap hook claude-code < event.json', 'knap hook codex --after --verbose < event.json'],
  async serve({ client, within, after = false }, place, terminal) {
    const end = new AbortController();
    const startedMs = terminal.startedMs ?? performance.now();
    let timer: NodeJS.Timeout | undefined;
    // Counts from the start of the process, or in a server from that of the command.
    const setDeadline = (ms: number) => {
      clearTimeout(timer);
      const leftMs = Math.max(0, ms - (performance.now() - startedMs));
      timer = setTimeout(() => end.abort(new NothingToAdd(`the answer took longer than ${ms} ms`)), leftMs);
    };
    setDeadline(within ?? deadlineMs);
    try {
      const call = {
        at: place,
        terminal,
        after,
        signal: end.signal,
        extendDeadline: () => setDeadline(within ?? afterDeadlineMs),
      };
      const { output, saveState } = await rejectOnAbort(end.signal, answerEvent(client, call));
      await print(terminal.stdout, `${JSON.stringify(output)}\n`);
      // Saves the state after printing: if saving fails, the next answer repeats something rather than leaving it out.
      await saveState();
    } catch (error) {
      const why = error instanceof NothingToAdd ? error.message : (await describeError(error)).message;
      if (place.isVerbose) await print(terminal.stderr, `knap: silent, ${oneLine(why)}\n`);
    } finally {
      clearTimeout(timer);
    }
    return 0;
  },
});

interface HookCall {
  readonly at: ServerPlace;
  readonly terminal: Terminal;
  readonly after: boolean;
  readonly signal: AbortSignal;
  /** Allows more time, because the end of a turn may take longer than a prompt. */
  readonly extendDeadline: () => void;
}

interface HookAnswer {
  readonly output: unknown;
  readonly saveState: () => Promise<void>;
}

async function answerEvent(name: string, call: HookCall): Promise<HookAnswer> {
  if (!isHookClient(name))
    throw new NothingToAdd(
      `knap has no hook for an agent "${name.slice(0, 80)}"; it has hooks for ${joinWithOr(names)}`,
    );
  const client: HookClient = HOOK_CLIENTS[name];
  const { kind, event } = await readEvent(call.terminal.stdin, client);
  if (kind === 'prompt' && !call.after) silentIf(whyNotCode(event.prompt));
  const root = findRoot(event.cwd ?? call.at.cwd, call.at.root);
  if (kind === 'compaction') {
    await clearGivenPlaces(root, event.session);
    throw new NothingToAdd('the client shortened the conversation; knap adds code again when it is needed');
  }
  silentIf(whyNotHere(root, homeOf(call.terminal.env)));
  if (kind === 'turnEnd') return answerEnding(event, client, { ...call, root });
  const begun = call.after ? beginTurn(root, event.session) : null;
  try {
    return await answerPrompt(event, client, { ...call, root });
  } finally {
    await begun;
  }
}

// Saves the work tree, because the turn begins now, whether or not the hook answers the prompt.
async function beginTurn(root: string, session: string): Promise<void> {
  const tree = await workTreeState(root);
  await saveSession(root, session, { turn: tree === null ? null : { ...tree, isTold: false } });
}

type RootedCall = HookCall & { readonly root: string };

async function answerPrompt(event: PromptEvent, client: HookClient, call: RootedCall): Promise<HookAnswer> {
  silentIf(whyNotCode(event.prompt));
  const { root } = call;
  const { given } = readSession(root, event.session);
  const answer = await packFor(event, given, call);
  silentIf(whyNotWorthIt(answer));
  const { text, blocks } = fittingPage(answer.pack, pageBytesMax);
  return {
    output: client.answer(text),
    saveState: () => saveSession(root, event.session, { given: [...given, ...quotedPlaces(blocks)] }),
  };
}

async function answerEnding(event: TurnEndEvent, client: HookClient, call: RootedCall): Promise<HookAnswer> {
  const { root } = call;
  if (!call.after) throw new NothingToAdd('knap answers the end of a turn only with --after');
  if (event.wasContinued) throw new NothingToAdd('a hook has already continued this turn');
  const { turn } = readSession(root, event.session);
  if (turn === null) throw new NothingToAdd('the state of the work tree at the beginning of the turn is unknown');
  if (turn.isTold) throw new NothingToAdd('knap has already reported on this turn');
  call.extendDeadline();
  if (isDeepStrictEqual(await workTreeState(root), { head: turn.head, changed: turn.changed }))
    throw new NothingToAdd('the turn changed nothing');
  const engine = await openEngine(call, LIMITS.afterIndexWaitMs);
  const missed = await engine.missed({ since: turn.head, ...filesChangedBefore(turn, root) });
  if (missed.places.every(({ kind }) => kind === 'test')) throw new NothingToAdd('the turn forgot nothing');
  const reason = missedPage(missed, await loadTokenizer(DEFAULTS.pack.tokenizer));
  return {
    output: client.continueTurn(reason),
    saveState: () => saveSession(root, event.session, { turn: { ...turn, isTold: true } }),
  };
}

async function openEngine({ at, root, signal }: RootedCall, waitMs: number): Promise<Engine> {
  const workspace = serveWorkspace({ ...at, root, watch: false, workers: 1 });
  // Without an index, only the likeliest files are indexed; an existing index is refreshed within `waitMs`.
  const call = await workspace.call({ signal, indexWaitMs: hasIndex(root) ? waitMs : undefined });
  return call.engine();
}

/** A map only names places and quotes nothing. */
type HookPack = PackAnswer & { readonly isMap?: boolean };

async function packFor({ prompt }: PromptEvent, given: readonly SentPlace[], call: RootedCall): Promise<HookPack> {
  const engine = await openEngine(call, LIMITS.indexWaitMs);
  const mentioned = mentionsCode(prompt, await engine.words({ task: clipPrompt(prompt) }));
  const tests = mentioned === 'yes' || !wantsTests(prompt) ? [] : await testsOfGiven(given, engine);
  if (mentioned === 'no' && tests.length === 0)
    throw new NothingToAdd('the prompt contains no name, path or word of this code');
  const wanted: Partial<PackInput> = tests.length === 0 ? {} : { pin: tests, maxFiles: tests.length };
  const ask = (budget: number, more?: Partial<PackInput>) =>
    engine.pack({
      task: clipPrompt(prompt),
      budget,
      aim: LIMITS.aim,
      seen: given,
      format: 'markdown',
      ...wanted,
      ...more,
    });
  const budget = LIMITS.budgetTokens - LIMITS.frameTokens;
  const answer = await ask(budget);
  if (tests.length > 0) return { ...answer, nothing: 0 };
  // If the conversation already has the best places, does not name less likely ones.
  if (answer.pack.blocks.length === 0 && answer.pack.excluded.seen > 0) return answer;
  const bestLikelihood = answer.pack.files[0]?.likelihood ?? 1;
  if (mentioned === 'perhaps' && bestLikelihood < LIMITS.perhapsLikely)
    throw new NothingToAdd('the prompt contains few words of this code, and no file is likely');
  if (mentioned === 'perhaps' || bestLikelihood < LIMITS.codeLikely)
    return { ...(await ask(LIMITS.mapTokens, { aim: 'map' })), isMap: true };
  const length = Buffer.byteLength(answer.text);
  return length <= pageBytesMax ? answer : ask(Math.floor((budget * pageBytesMax) / length));
}

// A prompt that asks for tests without naming code means the code that the conversation was given.
async function testsOfGiven(given: readonly SentPlace[], engine: Engine): Promise<readonly string[]> {
  const files = [...new Set(given.map(({ id }) => id.slice(0, id.lastIndexOf(':'))))].slice(-DEFAULTS.missed.filesMax);
  const { places } = await engine.missed({ files });
  return places.flatMap(({ kind, path }) => (kind === 'test' ? [path] : []));
}

function whyNotWorthIt({ pack, nothing, isMap }: HookPack): string | null {
  if (usedTooFewFiles(pack.notes, LIMITS.shareKnownMin)) return 'the index is not complete enough yet';
  if (!isMap && pack.blocks.length === 0)
    return pack.excluded.seen > 0 ? 'the conversation already has all of it' : 'nothing was found';
  if (!isLikely({ pack, nothing })) return 'probably nothing here belongs to the prompt';
  return null;
}

function silentIf(why: string | null): void {
  if (why !== null) throw new NothingToAdd(why);
}

// Keeps both ends of a very long prompt: the request is mostly at one of them, and a log or a file beside it.
function clipPrompt(prompt: string): string {
  if (prompt.length <= promptCharactersMax) return prompt;
  const half = promptCharactersMax / 2;
  return `${prompt.slice(0, half)}\n${prompt.slice(-half)}`.toWellFormed();
}

function rejectOnAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // Avoids an unhandled rejection after the abort.
  work.catch(() => undefined);
  return Promise.race([work, ended]);
}
