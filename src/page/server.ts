// Connects the page to its server, follows the index, and waits when the server is gone.
import type { Progress } from '../ports/engine.ts';
import type { PageChoices } from '../surfaces/ui/page.ts';
import { AWAY, enter, listen, look, PageFault, toPageFault } from './parts/api.ts';
import { page, readHash } from './state.ts';

const AGAIN_MS = 1000;

/** Exchanges the one-time code for a token, if there is one, loads the choices, and calls `goOn`; shows any fault. */
export async function connect(goOn: () => void, code = codeInAddress()): Promise<void> {
  try {
    if (code !== null) await enter(code);
    const choices = await look<PageChoices>('/ui/choices');
    const { view, question } = page.get();
    const budget = question.budget || choices.budget;
    const format = question.format || choices.format;
    page.set({ choices, fault: null, ...readHash(location.hash, { view, question: { ...question, budget, format } }) });
    void followIndex(goOn);
    goOn();
  } catch (error) {
    showFault(error, goOn);
  }
}

// Takes the code out of the address, because it works only once.
function codeInAddress(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code !== null) history.replaceState(null, '', location.pathname);
  return code;
}

let isWaiting = false;

/** Shows a fault. If the server is away, waits until it answers again, then calls `goOn`. */
export function showFault(error: unknown, goOn: () => void): void {
  const fault = toPageFault(error);
  page.set({ fault });
  if (fault.code !== AWAY || isWaiting) return;
  isWaiting = true;
  const tryAgain = async () => {
    const isBack = await fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isBack) return void setTimeout(tryAgain, AGAIN_MS);
    isWaiting = false;
    await connect(goOn);
  };
  setTimeout(tryAgain, AGAIN_MS);
}

let following: AbortController | null = null;

async function followIndex(goOn: () => void): Promise<void> {
  following?.abort();
  following = new AbortController();
  const { signal } = following;
  void waitForIndex(goOn, signal);
  const fault = await listen((event) => page.set({ progress: event as Progress }), signal).then(
    () => new PageFault(AWAY, ''),
    (pageFault: PageFault) => pageFault,
  );
  // The event stream ends with the server.
  if (!signal.aborted && fault.code === AWAY) showFault(fault, goOn);
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
