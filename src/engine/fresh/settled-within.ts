/**
 * What a promise came to, or null when the wait is over before. Rejects with the signal's reason as soon as it is given,
 * whatever becomes of the promise.
 */
export function settledWithin<T>(
  promise: Promise<T>,
  { signal, waitMs }: { readonly signal?: AbortSignal | undefined; readonly waitMs?: number | undefined },
): Promise<{ readonly value: T } | null> {
  return new Promise((resolve, reject) => {
    const timer = waitMs === undefined ? undefined : setTimeout(() => end(() => resolve(null)), waitMs);
    const onAbort = () => end(() => reject(signal?.reason));
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    promise.then(
      (value) => end(() => resolve({ value })),
      (error: unknown) => end(() => reject(error)),
    );
  });
}
