import { useEffect, useState } from 'preact/hooks';
import { PageFault } from './api.ts';

export interface AnswerState<Answer> {
  readonly answer: Answer | null;
  readonly fault: string;
  readonly isAsking: boolean;
}

const WAITING = { answer: null, fault: '', isAsking: true } as const;

/** Asks whenever the key is another one, and gives up what it asked for before; null asks nothing. */
export function useAsked<Answer>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<Answer>,
): AnswerState<Answer> {
  const [asked, setAsked] = useState<AnswerState<Answer>>(WAITING);
  useEffect(() => {
    if (key === null) return setAsked({ answer: null, fault: '', isAsking: false });
    const stop = new AbortController();
    setAsked((before) => ({ ...before, fault: '', isAsking: true }));
    ask(stop.signal).then(
      (answer) => stop.signal.aborted || setAsked({ answer, fault: '', isAsking: false }),
      (told: unknown) => {
        const fault = told instanceof PageFault ? `${told.message} ${told.hint ?? ''}` : String(told);
        if (!stop.signal.aborted) setAsked({ answer: null, fault, isAsking: false });
      },
    );
    return () => stop.abort();
  }, [key]);
  return asked;
}
