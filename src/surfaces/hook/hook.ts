import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { findRoot } from '../../config/workspace-folders.ts';
import { knowsTooLittle } from '../../engine/fresh/unfinished-note.ts';
import { oneLine } from '../../model/visible-text.ts';
import { either } from '../../operations/input/fields.ts';
import { field } from '../../operations/operation.ts';
import type { Engine, PackAnswer, PackInput } from '../../ports/engine.ts';
import { loadTokenizer } from '../../tokenizers/index.ts';
import { print, type Terminal } from '../cli/terminal.ts';
import { hasIndex, homeOf, whyNotHere } from '../serving/check-folder.ts';
import { describeError } from '../serving/describe-error.ts';
import { placesOf, type SentPlace } from '../serving/sent-places.ts';
import { serveWorkspace } from '../serving/serve-workspace.ts';
import type { ServerCommand, ServingAt } from '../serving/server-command.ts';
import { isLikely, notAboutCode, saysCode, wantsTests } from './about-code.ts';
import {
  type EndingEvent,
  HOOK_CLIENTS,
  type HookClient,
  isHookClient,
  type PromptEvent,
  readEvent,
  Silence,
} from './clients.ts';
import { fittingPage } from './context-page.ts';
import { forgetGiven, keepSession, readSession } from './session-state.ts';
import { changedBefore, missedPage, workTree } from './turn.ts';

const {
  aim,
  deadlineMs,
  afterDeadlineMs,
  afterIndexWaitMs,
  indexWaitMs,
  budgetTokens,
  frameTokens,
  charactersMax,
  promptCharactersMax,
  shareKnownMin,
  perhapsLikely,
  codeLikely,
  mapTokens,
} = DEFAULTS.hook;
const names = Object.keys(HOOK_CLIENTS);

const input = z.strictObject({
  // Any text: a client that is unknown here must not be stopped by a wrong word in its settings.
  client: field(
    z
      .string()
      .default('')
      .describe(`The agent that calls: ${either(names)}`),
    { placeholder: 'AGENT', offered: names },
  ),
  within: field(
    z
      .int()
      .min(1)
      .optional()
      .describe(
        `Answer within this many milliseconds, or not at all (${deadlineMs}; ${afterDeadlineMs} when a turn ends)`,
      ),
    { placeholder: 'MS' },
  ),
  after: z
    .boolean()
    .optional()
    .describe('Keep how the work tree is when a turn begins, and tell at its end what was left behind'),
});

/** `knap hook`: an agent calls it with a prompt, and reads what belongs to it before its first turn; or when a turn ends. */
export const hookCommand: ServerCommand = {
  input,
  positional: 'client',
  details:
    'Reads the event of a prompt from standard input and answers with code to read beside it, at most 2,000 tokens; installed by knap setup AGENT --hook. With --after it also answers the end of a turn, once: what usually changes with what the turn changed and did not, who calls what is gone. Says nothing where nothing helps, and never stops a prompt: the exit status is always 0. --verbose tells on standard error why nothing was said.',
  examples: ['knap hook claude-code < event.json', 'knap hook codex --after --verbose < event.json'],
  async serve(values, at, terminal) {
    const { client, within, after = false } = input.parse(values);
    const say = async (why: string) => {
      if (at.isVerbose) await print(terminal.stderr, `knap: silent, ${oneLine(why)}\n`);
    };
    const end = new AbortController();
    const startedMs = terminal.startedMs ?? performance.now();
    let timer: NodeJS.Timeout | undefined;
    const limit = (ms: number) => {
      clearTimeout(timer);
      const leftMs = Math.max(0, ms - (performance.now() - startedMs));
      timer = setTimeout(() => end.abort(new Silence(`after ${ms} ms there was no answer`)), leftMs);
    };
    limit(within ?? deadlineMs);
    try {
      const call = { at, terminal, after, signal: end.signal, atEnd: () => limit(within ?? afterDeadlineMs) };
      const { said, keep } = await orAborted(end.signal, answerEvent(client, call));
      await print(terminal.stdout, `${JSON.stringify(said)}\n`);
      // After it was said: what is lost here is said twice, and not never.
      await keep();
    } catch (error) {
      await say(error instanceof Silence ? error.message : (await describeError(error)).message);
    } finally {
      clearTimeout(timer);
    }
    return 0;
  },
};

interface HookCall {
  readonly at: ServingAt;
  readonly terminal: Terminal;
  readonly after: boolean;
  readonly signal: AbortSignal;
  /** The end of a turn may take longer than a prompt. */
  readonly atEnd: () => void;
}

interface HookAnswer {
  readonly said: unknown;
  readonly keep: () => Promise<void>;
}

async function answerEvent(name: string, call: HookCall): Promise<HookAnswer> {
  if (!isHookClient(name))
    throw new Silence(`there is no agent "${name.slice(0, 80)}" here; there are ${either(names)}`);
  const client: HookClient = HOOK_CLIENTS[name];
  const { kind, told } = await readEvent(call.terminal.stdin, client);
  if (kind === 'prompt' && !call.after) demand(notAboutCode(told.prompt));
  const root = findRoot(told.cwd ?? call.at.cwd, call.at.root);
  if (kind === 'forgetting') {
    await forgetGiven(root, told.session);
    throw new Silence('the conversation was made shorter: what it was given is given again when it is needed');
  }
  demand(whyNotHere(root, homeOf(call.terminal.env)));
  if (kind === 'ending') return answerEnding(told, client, { ...call, root });
  const begun = call.after ? beginTurn(root, told.session) : null;
  try {
    return await answerPrompt(told, client, { ...call, root });
  } finally {
    await begun;
  }
}

// Whatever is said of the prompt: the turn begins now.
async function beginTurn(root: string, session: string): Promise<void> {
  const tree = await workTree(root);
  await keepSession(root, session, { turn: tree === null ? null : { ...tree, isTold: false } });
}

interface RootedCall extends HookCall {
  readonly root: string;
}

async function answerPrompt(
  event: PromptEvent,
  client: HookClient,
  { at, root, signal }: RootedCall,
): Promise<HookAnswer> {
  demand(notAboutCode(event.prompt));
  const { given } = readSession(root, event.session);
  const answer = await packFor(event, { at, root, given, signal });
  demand(notWorthIt(answer));
  const { text, blocks } = fittingPage(answer.pack, charactersMax);
  return {
    said: client.answer(text),
    keep: () => keepSession(root, event.session, { given: [...given, ...placesOf(blocks)] }),
  };
}

async function answerEnding(event: EndingEvent, client: HookClient, call: RootedCall): Promise<HookAnswer> {
  const { at, root, signal } = call;
  if (!call.after) throw new Silence('the end of a turn is answered with --after only');
  if (event.isAgain) throw new Silence('a hook made this turn go on already');
  const { turn } = readSession(root, event.session);
  if (turn === null) throw new Silence('how the work tree was when the turn began is not known');
  if (turn.isTold) throw new Silence('it was told of this turn already');
  call.atEnd();
  if (isDeepStrictEqual(await workTree(root), { head: turn.head, changed: turn.changed }))
    throw new Silence('the turn changed nothing');
  const engine = await engineAt({ at, root, signal }, afterIndexWaitMs);
  const missed = await engine.missed({ since: turn.head, ...changedBefore(turn, root) });
  if (missed.places.every(({ kind }) => kind === 'test')) throw new Silence('nothing was left behind');
  const reason = missedPage(missed, await loadTokenizer(DEFAULTS.pack.tokenizer));
  return {
    said: client.goOn(reason),
    keep: () => keepSession(root, event.session, { turn: { ...turn, isTold: true } }),
  };
}

interface AskedAt {
  readonly at: ServingAt;
  readonly root: string;
  readonly signal: AbortSignal;
}

async function engineAt({ at, root, signal }: AskedAt, waitMs: number): Promise<Engine> {
  const workspace = serveWorkspace({ ...at, root, watch: false, workers: 1 });
  // Of what was never indexed the likeliest files are, in time or not at all; what was is brought up to date while there is time.
  const call = await workspace.call({ signal, indexWaitMs: hasIndex(root) ? waitMs : undefined });
  return call.engine();
}

interface HookPack extends PackAnswer {
  /** Places are named, and nothing is quoted. */
  readonly isMap?: boolean;
}

async function packFor(
  { prompt }: PromptEvent,
  { given, ...asked }: AskedAt & { readonly given: readonly SentPlace[] },
): Promise<HookPack> {
  const engine = await engineAt(asked, indexWaitMs);
  const said = saysCode(prompt, await engine.words({ task: clipped(prompt) }));
  const tests = said === 'yes' || !wantsTests(prompt) ? [] : await testsOfGiven(given, engine);
  if (said === 'no' && tests.length === 0) throw new Silence('the prompt says no name, path or word of this code');
  const wanted: Partial<PackInput> = tests.length === 0 ? {} : { pin: tests, maxFiles: tests.length };
  const ask = (budget: number, more?: Partial<PackInput>) =>
    engine.pack({ task: clipped(prompt), budget, aim, seen: given, format: 'markdown', ...wanted, ...more });
  const budget = budgetTokens - frameTokens;
  const answer = await ask(budget);
  if (tests.length > 0) return { ...answer, nothing: 0 };
  // What was given before is no reason to name what is less likely.
  if (answer.pack.blocks.length === 0 && answer.pack.excluded.seen > 0) return answer;
  const sure = answer.pack.files[0]?.likelihood ?? 1;
  if (said === 'perhaps' && sure < perhapsLikely)
    throw new Silence('the prompt says few words of this code, and no file is likely');
  if (said === 'perhaps' || sure < codeLikely) return { ...(await ask(mapTokens, { aim: 'map' })), isMap: true };
  const length = Buffer.byteLength(answer.text);
  return length <= charactersMax ? answer : ask(Math.floor((budget * charactersMax) / length));
}

// Whoever asks for tests and names nothing means what the conversation is about.
async function testsOfGiven(given: readonly SentPlace[], engine: Engine): Promise<readonly string[]> {
  const files = [...new Set(given.map(({ id }) => id.slice(0, id.lastIndexOf(':'))))].slice(-DEFAULTS.missed.filesMax);
  const { places } = await engine.missed({ files });
  return places.flatMap(({ kind, path }) => (kind === 'test' ? [path] : []));
}

function notWorthIt({ pack, nothing, isMap }: HookPack): string | null {
  if (knowsTooLittle(pack.notes, shareKnownMin)) return 'the index is being made';
  if (!isMap && pack.blocks.length === 0)
    return pack.excluded.seen > 0 ? 'all of it was given before' : 'nothing was found';
  if (!isLikely({ pack, nothing })) return 'it is unlikely that anything here belongs to the prompt';
  return null;
}

function demand(why: string | null): void {
  if (why !== null) throw new Silence(why);
}

// Of a very long prompt its ends: what is wanted stands at one of them, and a log or a file between.
function clipped(prompt: string): string {
  if (prompt.length <= promptCharactersMax) return prompt;
  const half = promptCharactersMax / 2;
  return `${prompt.slice(0, half)}\n${prompt.slice(-half)}`.toWellFormed();
}

function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // Whatever it comes to after that, nobody waits for it.
  work.catch(() => undefined);
  return Promise.race([work, ended]);
}
