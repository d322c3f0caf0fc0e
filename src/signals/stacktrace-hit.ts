import type { Hit, SignalFinder } from '../ports/signal-finder.ts';

// Frames further out explain less.
const FRAME_DECAY = 0.88;

/** A file in a stack trace of the task. */
export const stacktraceHit: SignalFinder = {
  kind: 'stacktraceHit',
  tier: 'error',
  weight: 1.0,
  applies: ({ task }) => task.traces.length > 0,
  async find({ task, view }) {
    return task.traces.flatMap((trace) =>
      trace.frames.flatMap((frame, index): readonly Hit[] => {
        if (!view.files.has(frame.path)) return [];
        const value = FRAME_DECAY ** index;
        const place = frame.line === null ? frame.path : `line ${frame.line}`;
        const because = `frame ${index + 1} of the stack trace${frame.symbol ? `, in ${frame.symbol}` : ''} (${place})`;
        return [
          {
            path: frame.path,
            value,
            because,
            ...(frame.line === null ? {} : { evidence: [{ lines: [frame.line, frame.line], value }] }),
          },
        ];
      }),
    );
  },
};
