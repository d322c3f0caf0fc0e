import type { Hit, SignalFinder } from '../ports/signal-finder.ts';

// Frames further out explain less, but all of the first dozen are part of the story.
const FRAME_DECAY = 0.98;

/** A file in a stack trace of the task. */
export const stacktraceHit: SignalFinder = {
  kind: 'stacktraceHit',
  tier: 'error',
  weight: 1.0,
  applies: ({ task }) => task.traces.length > 0,
  async find({ task, view }) {
    // The error to look at first comes first, and so do the places in it; other people's code is not counted.
    const frames = task.traces.flatMap((trace) => trace.frames).filter(({ path }) => view.files.has(path));
    const seen = new Set<string>();
    const places = frames.filter(({ path, line }) => !seen.has(`${path}:${line}`) && seen.add(`${path}:${line}`));
    return places.map(({ path, line, symbol }, index): Hit => {
      const value = FRAME_DECAY ** index;
      const what = `${index === 0 ? 'failed' : 'in the stack trace'}${line === null ? '' : ` at line ${line}`}`;
      const because = `${what}${symbol ? `, in ${symbol}` : ''}`;
      if (line === null) return { path, value, because };
      const mark = index === 0 ? `<- failed here (line ${line})` : `<- called from here (line ${line})`;
      return { path, value, because, evidence: [{ lines: [line, line], value, mark }] };
    });
  },
};
