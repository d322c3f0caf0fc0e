import { rawFrame, type TraceDialect } from './trace-dialect.ts';

// `  File "/app/shop.py", line 12, in pay`; IPython: `~/shop.py in pay(self)`, `File ~/shop.py:12, in pay(self)`
const FRAME = /^[\s|>+-]*File "([^"]{1,400})", line (\d{1,7})(?:, in ([^\s]{1,200}))?/;
const IPYTHON = /^\s*File ([~/.A-Za-z][^\s:]{0,300}(?::\\[^\s:]{1,300})?):(\d{1,7}), in ([\w.<>]{1,200})/;
const IPYTHON_OLD = /^([~/.A-Za-z][^\s]{0,300}\.pyx?) in ([\w.<>]{1,200})\(/;
const PYTEST = /^([\w./\\-]{1,300}\.py):(\d{1,7}): (?:in ([\w<>]{1,200})|[A-Z]\w{1,80})$/;
const MESSAGE =
  /^(?:E {3})?((?:[a-z_][\w]{0,60}\.){0,8}[A-Z][\w]{0,80}(?:Error|Exception|Warning|Exit|Interrupt|Iteration|DoesNotExist|Failure|NotFound|Invalid|Timeout|[a-z]{1,20}Convergence)(?:: .{0,1000})?|(?:[a-z_]\w{0,60}\.){1,8}[A-Z]\w{1,80}: .{0,1000})$/;

export const python: TraceDialect = {
  language: 'python',
  frame(line) {
    const frame = FRAME.exec(line) ?? IPYTHON.exec(line) ?? PYTEST.exec(line);
    if (frame) return rawFrame(frame[1], frame[2], symbolOf(frame[3]));
    const old = IPYTHON_OLD.exec(line);
    return old ? rawFrame(old[1], undefined, symbolOf(old[2])) : null;
  },
  message: (line) => MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'below',
  innermost: 'last',
  isSpoken: false,
  printsSource: true,
  gapLinesMax: 12,
};

const symbolOf = (name: string | undefined): string | undefined => (name?.startsWith('<') ? undefined : name);
