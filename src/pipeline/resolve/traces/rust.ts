import { rawFrame, type TraceDialect } from './trace-dialect.ts';

// `thread 'main' panicked at src/main.rs:4:5:` (older: `panicked at 'message', src/main.rs:4:5`)
const PANIC = /^\s*thread '[^']{0,100}'(?: \(\d{1,12}\))? panicked at ([^\s:']{1,400}\.rs):(\d{1,7}):\d{1,7}/;
const OLD_PANIC = /^\s*thread '[^']{0,100}' panicked at '(.{0,1000})', ([^\s:']{1,400}\.rs):(\d{1,7})(?::\d{1,7})?/;
// `   4: shop::cart::pay` then `             at ./src/cart.rs:12:9`
const PLACE = /^\s*at ([^\s:][^\s]{0,400}\.rs):(\d{1,7})(?::\d{1,7})?\s*$/;
const NAME = /^\s*\d{1,5}:\s+(?:0x[0-9a-f]{1,16} - )?([\w:<>{}&$, .]{1,300})/;
const COMPILER = /^\s*--> ([^\s:]{1,400}\.rs):(\d{1,7}):\d{1,7}\s*$/;
const MESSAGE = /^\s*(error(?:\[E\d{4}\])?: .{1,1000}|(?:Error|Caused by): .{1,1000})$/;

export const rust: TraceDialect = {
  language: 'rust',
  frame(line, previous) {
    const panic = PANIC.exec(line) ?? COMPILER.exec(line);
    if (panic) return rawFrame(panic[1], panic[2]);
    const old = OLD_PANIC.exec(line);
    if (old) return rawFrame(old[2], old[3]);
    const place = PLACE.exec(line);
    return place ? rawFrame(place[1], place[2], symbolOf(NAME.exec(previous)?.[1])) : null;
  },
  // A panic says where in one line and what in the next.
  message: (line, previous) =>
    PANIC.test(previous) ? line.trim() || null : (OLD_PANIC.exec(line)?.[1] ?? MESSAGE.exec(line)?.[1] ?? null),
  messageStands: 'among',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 6,
};

// The hash that closes a name is of the compiler, not of the code.
function symbolOf(name: string | undefined): string | undefined {
  return name
    ?.trim()
    .replace(/::h[0-9a-f]{16}$/, '')
    .replace(/::\{\{closure\}\}/g, '');
}
