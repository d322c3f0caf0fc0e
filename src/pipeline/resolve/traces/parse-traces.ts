// Finds stack traces in a text, in one pass over its lines, with the dialects of `dialects.ts`.
import {
  csharp,
  generic,
  go,
  java,
  javascript,
  php,
  python,
  type RawFrame,
  ruby,
  rust,
  type TraceDialect,
} from './dialects.ts';

/** The first dialect that reads a line gets it, so the vaguest comes last. */
const TRACE_DIALECTS: readonly TraceDialect[] = [java, csharp, python, javascript, rust, go, php, ruby, generic];

/** A trace as printed, frames innermost first. */
export interface RawTrace {
  readonly language: string;
  readonly message: string | null;
  readonly frames: readonly RawFrame[];
  /** Its relation to the trace printed before it; null without one. */
  readonly link: TraceLink | null;
}

/**
 * A cause of the trace before (`Caused by:`), its consequence (`During handling of …`), or an error that was
 * suppressed.
 */
type TraceLink = 'cause' | 'consequence' | 'aside';

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
const LINKS: readonly (readonly [RegExp, TraceLink])[] = [
  [/^[\s|]*(?:Caused by\b|\[cause\]:|Cause:)/, 'cause'],
  [
    /^[\s|]*(?:The above exception was the direct cause of|During handling of the above exception|\+-\+-+ \d)/,
    'consequence',
  ],
  [/^[\s|]*Suppressed: /, 'aside'],
];
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

interface LastMessage {
  readonly text: string;
  readonly line: number;
}

/** Finds the traces of every known dialect in a text, in one pass over its lines. */
export function parseTraces(text: string, isFileName: (name: string) => boolean): ParsedTraces {
  const traces: RawTrace[] = [];
  const claimed = new Map<number, 'trace' | 'source'>();
  const messages = new Map<TraceDialect, LastMessage>();
  let open: OpenTrace | null = null;
  let link: TraceLink | null = null;
  let previous = '';
  const close = (trace: OpenTrace) => {
    traces.push(closeTrace(trace));
    if (trace.frames.length === 1 && trace.dialect.isSpoken) return;
    const last = trace.lastLine + (trace.dialect.messageStands === 'below' ? 1 : 0);
    for (let line = trace.lines[0] ?? last; line <= last; line++) claimed.set(line, 'source');
    for (const line of trace.lines) claimed.set(line, 'trace');
  };
  const lines = text.split('\n');
  for (let index = 0; index < lines.length && traces.length < TRACES_MAX; index++) {
    const line = (lines[index] ?? '').slice(0, LINE_CHARACTERS_MAX).trimEnd();
    const hit = POSSIBLE_FRAME.test(line) ? frameOf(line, previous, isFileName) : null;
    if (open !== null && (isOver(open, index) || (hit !== null && !isOf(open, hit.dialect)))) {
      close(open);
      open = null;
    }
    const linking = linkOf(line);
    if (linking !== null && traces.length > 0) claimed.set(index, 'trace');
    link = linking ?? link;
    if (hit !== null) {
      open ??= openTrace(hit.dialect, traces.length > 0 ? link : null, messages, { line, previous, index });
      link = null;
      if (open.frames.length < FRAMES_MAX) open.frames.push(hit.frame);
      open.lastLine = index;
      open.lines.push(index);
    } else if (line !== '' && readMessage(open, messages, { line, previous, index }) && open !== null) {
      close(open);
      open = null;
    }
    if (hit === null && open?.lastLine === index - 1) keepSource(open, line);
    previous = line;
  }
  if (open !== null) close(open);
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

function frameOf(
  line: string,
  previous: string,
  isFileName: (name: string) => boolean,
): { dialect: TraceDialect; frame: RawFrame } | null {
  for (const dialect of TRACE_DIALECTS) {
    const frame = dialect.frame(line, previous, isFileName);
    if (frame !== null) return { dialect, frame };
  }
  return null;
}

const linkOf = (line: string): TraceLink | null => LINKS.find(([form]) => form.test(line))?.[1] ?? null;

function openTrace(
  dialect: TraceDialect,
  link: TraceLink | null,
  messages: Map<TraceDialect, LastMessage>,
  line: Line,
): OpenTrace {
  const lastMessage = messages.get(dialect);
  const isNear =
    lastMessage !== undefined && line.index - lastMessage.line <= MESSAGE_REACH && dialect.messageStands !== 'below';
  const message = dialect.message(line.line, line.previous) ?? (isNear ? lastMessage.text : null);
  return { dialect, link, message, frames: [], lines: isNear ? [lastMessage.line] : [], lastLine: line.index };
}

// Records a message; returns true if the message ends the open trace.
function readMessage(open: OpenTrace | null, messages: Map<TraceDialect, LastMessage>, line: Line): boolean {
  if (open !== null && open.dialect.messageStands !== 'above' && open.message === null) {
    const message = open.dialect.message(line.line, line.previous);
    if (message !== null) {
      open.message = message;
      open.lines.push(line.index);
      return open.dialect.messageStands === 'below';
    }
  }
  let endsOpen = false;
  for (const dialect of TRACE_DIALECTS) {
    if (dialect.messageStands === 'below') continue;
    const text = dialect.message(line.line, line.previous);
    if (text === null) continue;
    messages.set(dialect, { text, line: line.index });
    // The cause of a chained error opens a new trace.
    if (open?.dialect === dialect) endsOpen = true;
  }
  return endsOpen;
}

// A generic frame belongs to the open trace, whatever its dialect.
const isOf = (open: OpenTrace, dialect: TraceDialect): boolean =>
  dialect === open.dialect || dialect === TRACE_DIALECTS.at(-1);

const isOver = (open: OpenTrace, index: number): boolean => index - open.lastLine > open.dialect.gapLinesMax + 1;

function closeTrace(open: OpenTrace): RawTrace {
  const { namesCalled, innermost } = open.dialect;
  const withCallers = namesCalled
    ? open.frames.map((frame, index) => ({ ...frame, symbol: open.frames[index + 1]?.symbol ?? null }))
    : open.frames;
  const frames = innermost === 'first' ? withCallers : withCallers.toReversed();
  return { language: open.dialect.language, message: open.message?.trim() ?? null, frames, link: open.link };
}
