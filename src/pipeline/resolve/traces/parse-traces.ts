// Finds stack traces in a text, in one pass over its lines, with the dialects of `dialects.ts`.
import { type RawFrame, TRACE_DIALECTS, type TraceDialect } from './dialects.ts';

/** A trace as printed, frames innermost first. */
export interface RawTrace {
  readonly language: string;
  readonly message: string | null;
  readonly frames: readonly RawFrame[];
  /** Its relation to the trace printed before it; null without one. */
  readonly link: TraceLink | null;
}

export interface ParsedTraces {
  readonly traces: readonly RawTrace[];
  /** The lines of traces, by number from 0: their own, and the source that they quote. */
  readonly lines: ReadonlyMap<number, 'trace' | 'source'>;
}

const LINE_CHARACTERS_MAX = 1000;
const FRAMES_MAX = 200;
const TRACES_MAX = 2000;
// The most lines from a message to the first frame.
const MESSAGE_REACH = 6;
/** A trace may be the cause of the trace before, its consequence, or an error that was suppressed. */
const LINKS = {
  cause: /^[\s|]*(?:Caused by\b|\[cause\]:|Cause:)/,
  consequence:
    /^[\s|]*(?:The above exception was the direct cause of|During handling of the above exception|\+-\+-+ \d)/,
  aside: /^[\s|]*Suppressed: /,
};
type TraceLink = keyof typeof LINKS;
const LINK_KINDS = Object.keys(LINKS) as TraceLink[];
// Every frame has a digit, or is of the old form of IPython.
const POSSIBLE_FRAME = /\d|\.pyx? in /;

interface OpenTrace {
  readonly dialect: TraceDialect;
  readonly link: TraceLink | null;
  message: string | null;
  readonly frames: RawFrame[];
  /** Lines that belong to it. */
  readonly lines: number[];
  lastLine: number;
}

/** The last message of each dialect, with its line. */
type Messages = Map<TraceDialect, { readonly text: string; readonly line: number }>;

export function parseTraces(text: string, isFileName: (name: string) => boolean): ParsedTraces {
  const traces: RawTrace[] = [];
  const claimed = new Map<number, 'trace' | 'source'>();
  const messages: Messages = new Map();
  let open: OpenTrace | null = null;
  let link: TraceLink | null = null;
  let previous = '';
  const close = () => {
    if (open === null) return;
    const { frames, dialect, lines, lastLine } = open;
    traces.push(closeTrace(open));
    open = null;
    if (frames.length === 1 && dialect.isSpoken) return;
    const last = lastLine + (dialect.messageStands === 'below' ? 1 : 0);
    for (let line = lines[0] ?? last; line <= last; line++) claimed.set(line, 'source');
    for (const line of lines) claimed.set(line, 'trace');
  };
  for (const [index, whole] of text.split('\n').entries()) {
    if (traces.length >= TRACES_MAX) break;
    const line = whole.slice(0, LINE_CHARACTERS_MAX).trimEnd();
    const hit = POSSIBLE_FRAME.test(line) ? frameOf(line, previous, isFileName) : null;
    if (isOver(open, index) || (hit !== null && !belongsTo(open, hit.dialect))) close();
    const linking = LINK_KINDS.find((kind) => LINKS[kind].test(line));
    if (linking !== undefined && traces.length > 0) claimed.set(index, 'trace');
    link = linking ?? link;
    if (hit !== null) {
      open ??= openTrace(hit.dialect, traces.length > 0 ? link : null, messages, { line, previous, index });
      link = null;
      if (open.frames.length < FRAMES_MAX) open.frames.push(hit.frame);
      open.lastLine = index;
      open.lines.push(index);
    } else if (line !== '' && readMessage(open, messages, { line, previous, index })) close();
    if (hit === null && open?.lastLine === index - 1) keepSource(open, line);
    previous = line;
  }
  close();
  return { traces, lines: claimed };
}

// `    post(lines)` below a frame of Python, ` 12 |  post(lines)` below one of a compiler.
const SOURCE = /^[\s|]+(\S.{0,400})$/;
const NUMBERED = /^[\s>→-]*(\d{1,7}) ?\|\s*(\S.{0,400})$/;

function keepSource({ dialect, frames }: OpenTrace, line: string): void {
  const last = frames.at(-1);
  if (!last || last.source !== undefined) return;
  const numbered = NUMBERED.exec(line);
  const isOwn = numbered !== null && Number(numbered[1]) === last.line;
  const source = isOwn ? numbered[2] : dialect.printsSource ? SOURCE.exec(line)?.[1] : undefined;
  if (source !== undefined) frames[frames.length - 1] = { ...last, source: source.trim() };
}

interface Line {
  readonly line: string;
  readonly previous: string;
  readonly index: number;
}

function frameOf(line: string, previous: string, isFileName: (name: string) => boolean) {
  for (const dialect of TRACE_DIALECTS) {
    const frame = dialect.frame(line, previous, isFileName);
    if (frame !== null) return { dialect, frame };
  }
  return null;
}

function openTrace(
  dialect: TraceDialect,
  link: TraceLink | null,
  messages: Messages,
  { line, previous, index }: Line,
): OpenTrace {
  const last = dialect.messageStands === 'below' ? undefined : messages.get(dialect);
  const near = last && index - last.line <= MESSAGE_REACH ? last : null;
  const message = dialect.message(line, previous) ?? near?.text ?? null;
  return { dialect, link, message, frames: [], lines: near ? [near.line] : [], lastLine: index };
}

// Records a message; returns true if the message ends the open trace.
function readMessage(open: OpenTrace | null, messages: Messages, { line, previous, index }: Line): boolean {
  if (open?.dialect.messageStands && open.message === null) {
    open.message = open.dialect.message(line, previous);
    if (open.message !== null) {
      open.lines.push(index);
      return open.dialect.messageStands === 'below';
    }
  }
  let endsOpen = false;
  for (const dialect of TRACE_DIALECTS) {
    const text = dialect.messageStands === 'below' ? null : dialect.message(line, previous);
    if (text === null) continue;
    messages.set(dialect, { text, line: index });
    // The cause of a chained error opens a new trace.
    if (open?.dialect === dialect) endsOpen = true;
  }
  return endsOpen;
}

// A generic frame belongs to the open trace, whatever its dialect.
function belongsTo(open: OpenTrace | null, dialect: TraceDialect): boolean {
  return open === null || dialect === open.dialect || dialect === TRACE_DIALECTS.at(-1);
}

function isOver(open: OpenTrace | null, index: number): boolean {
  return open !== null && index - open.lastLine > open.dialect.gapLinesMax + 1;
}

function closeTrace({ dialect, message, frames, link }: OpenTrace): RawTrace {
  const { language, namesCalled, isInnermostLast } = dialect;
  const own = namesCalled
    ? frames.map((frame, index) => ({ ...frame, symbol: frames[index + 1]?.symbol ?? null }))
    : frames;
  return { language, message: message?.trim() ?? null, frames: isInnermostLast ? own.toReversed() : own, link };
}
