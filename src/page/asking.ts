import type { PackData } from './answers.ts';
import { AWAY, ask, PageFault, type Reply, STOPPED } from './parts/api.ts';
import { whenAway } from './server.ts';
import { type CodeMark, type PageQuestion, type PageState, page } from './state.ts';

/** Longer than this nobody waits for an answer that is out of date. */
const STALE_MS = 250;
/** Who changed nothing for so long looks at what came. */
const SETTLED_MS = 300;

// Somebody asked while an answer was on its way: it is asked again when that is over.
let isAskedAgain = false;
let running: { readonly question: PageQuestion; readonly since: number; readonly stop: AbortController } | null = null;

/** Changes the question and asks it, if there is anything to ask. */
export function change(part: Partial<PageQuestion>): void {
  const before = page.get().answered?.question;
  // What was pinned and dropped was meant for that task and for no other.
  const isOther =
    part.task !== undefined && before !== undefined && part.task !== before.task && part.pin === undefined;
  const question = { ...page.get().question, ...(isOther ? { pin: [], drop: [] } : {}), ...part };
  page.set({ question });
  askNow();
}

/**
 * Asks what the question is now. While a slider moves, the answer on its way is still worth showing, unless it takes long;
 * to another task it is not.
 */
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

/** Pins one, drops it, or neither. */
export function setHand(id: string, hand: 'pin' | 'drop' | null): void {
  const { pin, drop } = page.get().question;
  const without = (list: readonly string[]) => list.filter((one) => one !== id);
  change({
    pin: hand === 'pin' ? [...without(pin), id] : without(pin),
    drop: hand === 'drop' ? [...without(drop), id] : without(drop),
  });
}

/** Opens a file at a line; what of it is in the pack stands out. */
export function openCode(path: string, line: number | null): void {
  const blocks = (page.get().answered?.reply.data.blocks ?? []).filter((block) => block.path === path);
  const marks = blocks.flatMap(({ startLine, endLine, lines, level }) =>
    (lines ?? [[startLine, endLine] as const]).map(
      ([first, last]): CodeMark => ({
        first,
        last,
        kind: level === 'skeleton' ? 'outline' : 'quoted',
      }),
    ),
  );
  page.set({ code: { path, line: line ?? marks[0]?.first ?? null, marks } });
}

async function run(question: PageQuestion): Promise<void> {
  const stop = new AbortController();
  const since = performance.now();
  running = { question, since, stop };
  page.set({ isAsking: true });
  const change = await askPack(question, showsReasons(page.get().view), stop.signal).then(
    (reply) => answeredBy(question, reply, performance.now() - since),
    (fault: unknown) => faultBy(fault),
  );
  running = null;
  const isOver = !isAskedAgain;
  isAskedAgain = false;
  page.set({ ...change, isAsking: !isOver });
  if (!isOver) askNow();
  else if (change.answered) void askOtherAims(question);
}

/** Views that tell of every candidate why it is in or out. */
export const showsReasons = (view: string): boolean => view === 'ranked' || view === 'budget';

/** Asks for the pack of a question, which need not be the one on the page. */
function askPack(question: PageQuestion, isExplained: boolean, signal: AbortSignal): Promise<Reply<PackData>> {
  // A budget that nobody changed is not named, so that the pack is the one that the command makes.
  const usual = page.get().choices?.budget;
  const given = Object.entries(question).filter(
    ([key, value]) => value !== '' && String(value) !== '' && !(key === 'budget' && value === usual),
  );
  return ask<PackData>('/v1/pack', { ...Object.fromEntries(given), explain: isExplained }, signal);
}

function answeredBy(question: PageQuestion, reply: Reply<PackData>, took: number): Partial<PageState> {
  const { answered, aims, before } = page.get();
  const isSameTask = answered !== null && textsOf(answered.question) === textsOf(question);
  const isSameAims = answered !== null && isSameBut('aim', answered.question, question);
  return {
    answered: { question, reply, took },
    // Asked again for the reasons alone, nothing has changed.
    before: answered?.question === question ? before : isSameTask ? answered.reply : null,
    aims: { ...(isSameAims ? aims : {}), [question.aim]: reply },
    ...{ fault: null, isAway: false },
  };
}

function faultBy(fault: unknown): Partial<PageState> {
  const told = fault instanceof PageFault ? fault : new PageFault('FAULT', String(fault));
  if (told.code === STOPPED) return {};
  if (told.code === AWAY) whenAway(askNow);
  return told.code === AWAY ? {} : { fault: told, isShutOut: told.code === 'NO_TOKEN' };
}

// One after the other, and only while nobody asks anything else: what the other aims would bring is told beside them.
async function askOtherAims(question: PageQuestion): Promise<void> {
  const isCurrent = () => running === null && page.get().question === question;
  // A slider that still moves would wait behind these.
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
