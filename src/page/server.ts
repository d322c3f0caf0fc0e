// Connects the page to its server, and waits when the server is gone.
import type { PageChoices } from '../surfaces/ui/page.ts';
import { AWAY, enter, listen, look, PageFault, toPageFault } from './parts/api.ts';
import { type PageProgress, page, readHash } from './state.ts';

const AGAIN_MS = 1000;

/** Exchanges the code in the address for a token, if there is one, loads the choices, and calls `goOn`. */
export async function connect(goOn: () => void): Promise<void> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code !== null) {
    history.replaceState(null, '', location.pathname);
    await enter(code);
  }
  const choices = await look<PageChoices>('/ui/choices');
  const { question } = page.get();
  page.set({
    choices,
    isAway: false,
    isShutOut: false,
    fault: null,
    ...readHash(location.hash, {
      view: page.get().view,
      question: {
        ...question,
        budget: question.budget || choices.budget,
        format: question.format || choices.format,
      },
    }),
  });
  void followIndex(goOn);
  goOn();
}

let isWaiting = false;

/** Waits until the server answers again, then calls `goOn`. */
export function whenAway(goOn: () => void): void {
  page.set({ isAway: true });
  if (isWaiting) return;
  isWaiting = true;
  const tryAgain = async () => {
    const isBack = await fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isBack) return void setTimeout(tryAgain, AGAIN_MS);
    isWaiting = false;
    await connect(goOn).catch(shutOut);
  };
  setTimeout(tryAgain, AGAIN_MS);
}

/** Shows that the server refuses the page: its address was used, or belongs to another run. */
export function shutOut(fault: unknown): void {
  const pageFault = toPageFault(fault);
  page.set({ fault: pageFault, isShutOut: pageFault.code === 'NO_TOKEN', isAway: false });
}

let following: AbortController | null = null;

async function followIndex(goOn: () => void): Promise<void> {
  following?.abort();
  following = new AbortController();
  const { signal } = following;
  void waitForIndex(goOn, signal);
  const fault = await listen((event) => page.set({ progress: event as PageProgress }), signal).then(
    () => new PageFault(AWAY, ''),
    (pageFault: PageFault) => pageFault,
  );
  // The event stream ends with the server.
  if (!signal.aborted && fault.code === AWAY) whenAway(goOn);
}

// Waits for the index, then repeats a question that was answered from a part of it.
async function waitForIndex(goOn: () => void, signal: AbortSignal): Promise<void> {
  if (page.get().choices?.isReady || signal.aborted) return;
  setTimeout(async () => {
    const choices = await look<PageChoices>('/ui/choices').catch(() => null);
    if (choices) page.set({ choices });
    if (choices?.isReady) goOn();
    else void waitForIndex(goOn, signal);
  }, AGAIN_MS);
}
