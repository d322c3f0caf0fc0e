import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { findRoot } from '../../config/find-root.ts';
import { knowsTooLittle } from '../../engine/fresh/unfinished-note.ts';
import { oneLine } from '../../model/visible-text.ts';
import { either } from '../../operations/input/fields.ts';
import { field } from '../../operations/operation.ts';
import type { PackAnswer } from '../../ports/engine.ts';
import { print, type Terminal } from '../cli/terminal.ts';
import { describeError } from '../serving/describe-error.ts';
import { hasIndex, whyNotHere } from '../serving/index-place.ts';
import { homeOf } from '../serving/refuse-whole-disk.ts';
import { placesOf, type SentPlace } from '../serving/sent-places.ts';
import { serveWorkspace } from '../serving/serve-workspace.ts';
import type { ServerCommand, ServingAt } from '../serving/server-command.ts';
import { notAboutCode } from './about-code.ts';
import { HOOK_CLIENTS, isHookClient, type PromptEvent } from './clients.ts';
import { fittingPage } from './context-page.ts';
import { isLikely, saysCode } from './is-likely.ts';
import { readEvent, Silence } from './read-event.ts';
import { forgetGiven, givenBefore, keepGiven } from './session-state.ts';

const { aim, deadlineMs, indexWaitMs, budgetTokens, frameTokens, charactersMax, promptCharactersMax, shareKnownMin } =
  DEFAULTS.hook;
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
  within: field(z.int().min(1).default(deadlineMs).describe('Answer within this many milliseconds, or not at all'), {
    placeholder: 'MS',
  }),
});

/** `knap hook`: an agent calls it with a prompt, and reads what belongs to it before its first turn. */
export const hookCommand: ServerCommand = {
  input,
  positional: 'client',
  details:
    'Reads the event of a prompt from standard input and answers with code to read beside it, at most 2,000 tokens; installed by knap setup AGENT --hook. Says nothing where nothing helps, and never stops a prompt: the exit status is always 0. --verbose tells on standard error why nothing was said.',
  examples: ['knap hook claude-code < event.json', 'knap hook codex --verbose < event.json'],
  async serve(values, at, terminal) {
    const { client, within } = input.parse(values);
    const say = async (why: string) => {
      if (at.isVerbose) await print(terminal.stderr, `knap: silent, ${oneLine(why)}\n`);
    };
    const leftMs = Math.max(0, within - (performance.now() - (terminal.startedMs ?? performance.now())));
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(new Silence(`after ${within} ms there was no answer`)), leftMs);
    try {
      const { said, keep } = await orAborted(end.signal, answerPrompt(client, { at, terminal, signal: end.signal }));
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
  readonly signal: AbortSignal;
}

interface PromptAnswer {
  readonly said: unknown;
  readonly keep: () => Promise<void>;
}

async function answerPrompt(name: string, { at, terminal, signal }: HookCall): Promise<PromptAnswer> {
  if (!isHookClient(name))
    throw new Silence(`there is no agent "${name.slice(0, 80)}" here; there are ${either(names)}`);
  const client = HOOK_CLIENTS[name];
  const event = await readEvent(terminal.stdin, client);
  if ('prompt' in event) demand(notAboutCode(event.prompt));
  const root = findRoot(event.cwd ?? at.cwd, at.root);
  if (!('prompt' in event)) {
    forgetGiven(root, event.session);
    throw new Silence('the conversation was made shorter: what it was given is given again when it is needed');
  }
  demand(whyNotHere(root, homeOf(terminal.env)));
  const given = givenBefore(root, event.session);
  const answer = await packFor(event, { at, root, given, signal });
  demand(notWorthIt(answer));
  const { text, blocks } = fittingPage(answer.pack, charactersMax);
  return {
    said: client.answer(text),
    keep: () => keepGiven(root, event.session, [...given, ...placesOf(blocks)]),
  };
}

interface PackQuestion {
  readonly at: ServingAt;
  readonly root: string;
  readonly given: readonly SentPlace[];
  readonly signal: AbortSignal;
}

async function packFor({ prompt }: PromptEvent, { at, root, given, signal }: PackQuestion): Promise<PackAnswer> {
  const workspace = serveWorkspace({ ...at, root, watch: false, workers: 1 });
  // Of what was never indexed the likeliest files are, in time or not at all; what was is brought up to date while there is time.
  const call = await workspace.call({ signal, indexWaitMs: hasIndex(root) ? indexWaitMs : undefined });
  const engine = await call.engine();
  if (!saysCode(await engine.words({ task: clipped(prompt) })))
    throw new Silence('the prompt says no name, path or word of this code');
  const ask = (budget: number) => engine.pack({ task: clipped(prompt), budget, aim, seen: given, format: 'markdown' });
  const budget = budgetTokens - frameTokens;
  const answer = await ask(budget);
  const length = Buffer.byteLength(answer.text);
  return length <= charactersMax ? answer : ask(Math.floor((budget * charactersMax) / length));
}

function notWorthIt({ pack, nothing }: PackAnswer): string | null {
  if (knowsTooLittle(pack.notes, shareKnownMin)) return 'the index is being made';
  if (pack.blocks.length === 0) return pack.excluded.seen > 0 ? 'all of it was given before' : 'nothing was found';
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
