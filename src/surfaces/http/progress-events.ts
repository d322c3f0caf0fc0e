import type { Progress } from '../../engine.ts';
import { Refusal } from './refusal.ts';

/** Tells everyone who listens how indexing goes. */
export interface ProgressEvents {
  report(progress: Progress): void;
  /** A stream of server-sent events for one listener. */
  listen(): ReadableStream<Uint8Array>;
  /** Ends all streams. */
  close(): void;
  readonly listeners: number;
}

interface EventLimits {
  readonly listenersMax: number;
  readonly eventMs: number;
  readonly pulseMs: number;
}

type Sink = ReadableStreamDefaultController<Uint8Array>;

export function createProgressEvents({ listenersMax, eventMs, pulseMs }: EventLimits): ProgressEvents {
  const sinks = new Map<Sink, NodeJS.Timeout>();
  const encode = new TextEncoder();
  let last: { readonly stage: Progress['stage']; readonly at: number } | null = null;

  // Who does not read misses news; nothing is kept for them.
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
    report(progress) {
      const at = performance.now();
      // Within a stage only as often as anyone can read; its end is always told.
      const isEnd = progress.total > 0 && progress.done >= progress.total;
      if (last?.stage === progress.stage && at - last.at < eventMs && !isEnd) return;
      last = { stage: progress.stage, at };
      const { stage, done, total } = progress;
      const text = `event: progress\ndata: ${JSON.stringify({ stage, done, total })}\n\n`;
      for (const sink of sinks.keys()) send(sink, text);
    },
    listen() {
      if (sinks.size >= listenersMax)
        throw new Refusal('TOO_MANY_LISTENERS', `${listenersMax} listen already, and no more may.`);
      let own: Sink;
      return new ReadableStream<Uint8Array>(
        {
          start(sink) {
            own = sink;
            sinks.set(sink, setInterval(() => send(sink, ': alive\n\n'), pulseMs).unref());
            sink.enqueue(encode.encode(': listening\n\n'));
          },
          cancel: () => forget(own),
        },
        // Counted in events: a listener who is this far behind gets no more until it has read some.
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
