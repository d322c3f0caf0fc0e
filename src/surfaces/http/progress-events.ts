// Sends the progress of indexing to clients that listen.
import type { Progress } from '../../ports/engine.ts';
import { Refusal } from './http-errors.ts';
import type { HttpLimits } from './question-queue.ts';

export type ProgressEvents = ReturnType<typeof createProgressEvents>;

type Sink = ReadableStreamDefaultController<Uint8Array>;

export function createProgressEvents({
  listenersMax,
  eventMs,
  pulseMs,
}: Pick<HttpLimits, 'listenersMax' | 'eventMs' | 'pulseMs'>) {
  const sinks = new Map<Sink, NodeJS.Timeout>();
  const encode = new TextEncoder();
  let last: { readonly stage: Progress['stage']; readonly at: number } | null = null;

  // Skips a listener whose buffer is full, because it does not read.
  const send = (sink: Sink, text: string) => {
    if ((sink.desiredSize ?? 0) > 0) sink.enqueue(encode.encode(text));
  };
  const forget = (sink: Sink) => {
    clearInterval(sinks.get(sink));
    sinks.delete(sink);
  };
  return {
    get listeners() {
      return sinks.size;
    },
    report(progress: Progress) {
      const nowMs = performance.now();
      // Leaves out an event within `eventMs` after one of the same stage, unless it completes the stage.
      const isEnd = progress.total > 0 && progress.done >= progress.total;
      if (last?.stage === progress.stage && nowMs - last.at < eventMs && !isEnd) return;
      last = { stage: progress.stage, at: nowMs };
      const { stage, done, total } = progress;
      const text = `event: progress\ndata: ${JSON.stringify({ stage, done, total })}\n\n`;
      for (const sink of sinks.keys()) send(sink, text);
    },
    /** A stream of server-sent events for one listener. */
    openStream() {
      const full = `This workspace already has ${listenersMax} event streams, the most that the server allows.`;
      if (sinks.size >= listenersMax) throw new Refusal('TOO_MANY_LISTENERS', full);
      let listener: Sink;
      return new ReadableStream<Uint8Array>(
        {
          start(sink) {
            listener = sink;
            sinks.set(sink, setInterval(() => send(sink, ': alive\n\n'), pulseMs).unref());
            sink.enqueue(encode.encode(': listening\n\n'));
          },
          cancel: () => forget(listener),
        },
        // A listener that is this many events behind gets no more until it reads.
        { highWaterMark: 64 },
      );
    },
    close() {
      for (const sink of [...sinks.keys()]) {
        forget(sink);
        sink.close();
      }
    },
  };
}
