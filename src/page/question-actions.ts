// What a user can do with the question: change it, ask it, pin and drop candidates. Views call these functions.
import type { PackData } from './answers.ts';
import { ask, type Reply, STOPPED, toPageFault } from './parts/api.ts';
import { rangesOf } from './parts/short-texts.ts';
import { showFault } from './server.ts';
import { type CodeMark, type PageQuestion, type PageState, page } from './state.ts';

/** A request older than this is cancelled even if only the budget of its question is outdated. */
const STALE_MS = 250;
/** The other aims are asked when no question came for this time. */
const SETTLED_MS = 300;

// Whether the question was asked again during a request; it is then sent again when the request ends.
let isAskedAgain = false;
let running: { readonly question: PageQuestion; readonly since: number; readonly stop: AbortController } | null = null;

/** Changes the question and asks it, unless it is empty. */
export function change(part: Partial<PageQuestion>): void {
  const before = page.get().answered?.question;
  // Pins and drops belong to the previous task.
  const isOtherTask =
    part.task !== undefined && before !== undefined && part.task !== before.task && part.pin === undefined;
  const question = { ...page.get().question, ...(isOtherTask ? { pin: [], drop: [] } : {}), ...part };
  page.set({ question });
  askNow();
}

/** Asks the current question. A running request that differs only in the budget is still shown if it ends soon. */
export function askNow(): void {
  const { question } = page.get();
  if (!asksSomething(question)) {
    page.set({ isAsking: false });
    return;
  }
  if (running) {
    isAskedAgain = true;
    const isLate = performance.now() - running.since > STALE_MS;
    if (running.question !== question && (isLate || !isSameBut('budget', running.question, question)))
      running.stop.abort();
    return;
  }
  void run(question);
}

const asksSomething = ({ task, error, patch }: PageQuestion): boolean =>
  [task, error, patch].some((text) => text.trim() !== '');

/** Pins a candidate, drops it, or undoes both. */
export function chooseCandidate(id: string, choice: 'pin' | 'drop' | null): void {
  const { pin, drop } = page.get().question;
  const without = (list: readonly string[]) => list.filter((listed) => listed !== id);
  change({
    pin: choice === 'pin' ? [...without(pin), id] : without(pin),
    drop: choice === 'drop' ? [...without(drop), id] : without(drop),
  });
}

/** Opens a file at a line, and highlights the lines that the pack quotes or outlines. */
export function openCode(path: string, line: number | null): void {
  const blocks = (page.get().answered?.reply.data.blocks ?? []).filter((block) => block.path === path);
  const marks = blocks.flatMap((block): readonly CodeMark[] => {
    const kind = block.level === 'skeleton' ? 'outline' : 'quoted';
    return rangesOf(block).map(([first, last]) => ({ first, last, kind }));
  });
  page.set({ code: { path, line: line ?? marks[0]?.first ?? null, marks } });
}

async function run(question: PageQuestion): Promise<void> {
  const stop = new AbortController();
  const since = performance.now();
  running = { question, since, stop };
  page.set({ isAsking: true });
  const stateChange = await askPack(question, showsExplanation(page.get().view), stop.signal).then(
    (reply) => answeredBy(question, reply, performance.now() - since),
    (error: unknown): Partial<PageState> => {
      if (toPageFault(error).code !== STOPPED) showFault(error, askNow);
      return {};
    },
  );
  running = null;
  const isOver = !isAskedAgain;
  isAskedAgain = false;
  page.set({ ...stateChange, isAsking: !isOver });
  if (!isOver) askNow();
  else if (stateChange.answered) void askOtherAims(question);
}

/** Whether a view shows what the explanation of a pack holds: reasons, or the cost of each piece. */
export const showsExplanation = (view: string): boolean => view === 'ranked' || view === 'budget';

function askPack(question: PageQuestion, isExplained: boolean, signal: AbortSignal): Promise<Reply<PackData>> {
  // Leaves out an unchanged budget, so that the pack equals that of the command.
  const usual = page.get().choices?.budget;
  const given = Object.entries(question).filter(
    ([key, value]) => value !== '' && String(value) !== '' && !(key === 'budget' && value === usual),
  );
  return ask<PackData>('/v1/pack', { ...Object.fromEntries(given), explain: isExplained }, signal);
}

function answeredBy(question: PageQuestion, reply: Reply<PackData>, tookMs: number): Partial<PageState> {
  const { answered, aims, before } = page.get();
  const isSameTask = answered !== null && textsOf(answered.question) === textsOf(question);
  const isSameAims = answered !== null && isSameBut('aim', answered.question, question);
  return {
    answered: { question, reply, tookMs },
    // The view may ask the same question again, only for its explanation; that has no effect to show.
    before: answered?.question === question ? before : isSameTask ? answered.reply : null,
    aims: { ...(isSameAims ? aims : {}), [question.aim]: reply },
    fault: null,
  };
}

// Asks for packs with the other aims, one after the other, until the user asks something else.
async function askOtherAims(question: PageQuestion): Promise<void> {
  const isCurrent = () => running === null && page.get().question === question;
  // Otherwise a moving slider would wait for these requests.
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  for (const aim of page.get().choices?.aims ?? []) {
    if (page.get().aims[aim] !== undefined || !isCurrent()) continue;
    const stop = new AbortController();
    const unwatch = page.watch(() => isCurrent() || stop.abort());
    const reply = await askPack({ ...question, aim }, false, stop.signal).catch(() => null);
    unwatch();
    if (reply && isCurrent()) page.set({ aims: { ...page.get().aims, [aim]: reply } });
  }
}

const textsOf = ({ task, error, patch }: PageQuestion): string => JSON.stringify([task, error, patch]);

function isSameBut(key: keyof PageQuestion, a: PageQuestion, b: PageQuestion): boolean {
  return JSON.stringify({ ...a, [key]: null }) === JSON.stringify({ ...b, [key]: null });
}
