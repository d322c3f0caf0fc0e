import { rawFrame, type TraceDialect } from './trace-dialect.ts';

// `app/shop.rb:12:in 'Shop#pay'`, `	from app/shop.rb:3:in `block in run'`
const FRAME = /^\s*(?:\d{1,4}: )?(?:from |# )?([^\s:()'"][^:()'"]{0,300}):(\d{1,7}):in [`'“]([^'’]{1,200})['’]/;
const PLAIN = /^\s*(?:from |# )?([^\s:()'"][^:()'"]{0,300}\.(?:rb|rake|erb|ru)):(\d{1,7})$/;
const AFTER_FRAME = /:in [`'“][^'’]{1,200}['’]: (.{1,1000})$/;
const MESSAGE =
  /^\s*((?:[A-Z]\w{0,80}::){0,8}[A-Z]\w{0,80}(?:Error|Exception|Invalid|NotFound)(?: \(.{0,500}\):?|: .{1,1000}))$/;

export const ruby: TraceDialect = {
  language: 'ruby',
  frame(line) {
    const frame = FRAME.exec(line) ?? PLAIN.exec(line);
    return frame ? rawFrame(frame[1], frame[2], symbolOf(frame[3])) : null;
  },
  message: (line) => AFTER_FRAME.exec(line)?.[1] ?? MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 1,
};

// `block (2 levels) in Shop#pay` is Shop.pay; `<main>` is nothing.
function symbolOf(name: string | undefined): string | undefined {
  const plain = name?.replace(/^(?:block|rescue|ensure)(?: \(\d+ levels\))? in /, '').replace('#', '.');
  return plain?.startsWith('<') ? undefined : plain;
}
