import { rawFrame, type TraceDialect } from './trace-dialect.ts';

// A function on one line, its place on the next: `main.(*Shop).Pay(0xc000)` then `	/app/shop.go:12 +0x1d`
const PLACE = /^\s+([^\s:][^\s]{0,400}\.go):(\d{1,7})(?: \+0x[0-9a-f]{1,16})?\s*$/;
const NAME = /^(?:created by )?([\w./*()@[\]-]{1,300}?)(?:\([^()]{0,300}\))?(?: in goroutine \d{1,9})?$/;
const MESSAGE = /^\s*((?:panic|fatal error|runtime error): .{1,1000})$/;

export const go: TraceDialect = {
  language: 'go',
  frame(line, previous) {
    const place = PLACE.exec(line);
    if (!place) return null;
    const name = NAME.exec(previous.trim())?.[1];
    return rawFrame(place[1], place[2], name ? symbolOf(name) : undefined);
  },
  message: (line) => MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 3,
};

// `github.com/x/shop.(*Cart).Pay.func1` is Cart.Pay; package paths are not part of a symbol.
function symbolOf(name: string): string {
  const local = name.slice(name.lastIndexOf('/') + 1);
  const parts = local.replace(/[()*]/g, '').split('.').slice(1);
  return parts.filter((part) => !/^(?:func)?\d{0,6}$/.test(part)).join('.');
}
