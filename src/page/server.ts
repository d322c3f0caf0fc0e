import type { PageChoices } from '../surfaces/ui/page.ts';
import { AWAY, enter, listen, look, PageFault } from './parts/api.ts';
import { page, readHash, type ToldProgress } from './state.ts';

const AGAIN_MS = 1000;

/** Enters with the code of the address, if it has one, learns what can be asked, and goes on. */
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
    ...{ isAway: false, isShutOut: false, fault: null },
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

/** Waits until the server is there again, then goes on. */
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

/** The page may not ask: the address it came by is of another run, or was used. */
export function shutOut(fault: unknown): void {
  const told = fault instanceof PageFault ? fault : new PageFault('FAULT', String(fault));
  page.set({ fault: told, isShutOut: told.code === 'NO_TOKEN', isAway: false });
}

let following: AbortController | null = null;

async function followIndex(goOn: () => void): Promise<void> {
  following?.abort();
  following = new AbortController();
  const { signal } = following;
  void waitForIndex(goOn, signal);
  const fault = await listen((event) => page.set({ progress: event as ToldProgress }), signal).then(
    () => new PageFault(AWAY, ''),
    (told: PageFault) => told,
  );
  // The news end when the server does.
  if (!signal.aborted && fault.code === AWAY) whenAway(goOn);
}

// Until the index is made; then what was answered from a part of it is asked again.
async function waitForIndex(goOn: () => void, signal: AbortSignal): Promise<void> {
  if (page.get().choices?.isReady || signal.aborted) return;
  setTimeout(async () => {
    const choices = await look<PageChoices>('/ui/choices').catch(() => null);
    if (choices) page.set({ choices });
    if (choices?.isReady) goOn();
    else void waitForIndex(goOn, signal);
  }, AGAIN_MS);
}
