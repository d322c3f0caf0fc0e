import { rawFrame, type TraceDialect } from './trace-dialect.ts';

// `    at async Shop.pay (/app/src/shop.ts:12:5)`, `    at file:///app/a.mjs:1:2`, Firefox: `pay@http://host/a.js:1:2`
const NAMED =
  /^\s*at (?:async )?(?:new )?([^(]{1,200}?) ?\((?:eval at ([^(]{0,80})\()?([^()]{1,400}):(\d{1,7}):\d{1,7}\)/;
const BARE = /^\s*at (?:async )?([^\s()][^()]{0,400}):(\d{1,7}):\d{1,7}\)?$/;
const GECKO =
  /^\s*([\w$.<>/*]{0,120})@((?:https?|file|webpack|webpack-internal|resource):[^\s]{1,400}):(\d{1,7}):\d{1,7}$/;
const MESSAGE =
  /^\s*(?:\[[\w .:-]{1,60}\] ?)?((?:Uncaught |Unhandled |Caused by: |\[cause\]: )?(?:\(in promise\) )?(?:[A-Z][\w$]{0,80}(?:Error|Exception|Warning)|Error)(?: \[\w{1,60}\])?:? .{1,1000}|(?:[A-Z]\w{0,60})?Error)$/;

export const javascript: TraceDialect = {
  language: 'javascript',
  frame(line) {
    const named = NAMED.exec(line);
    // What `eval` ran was made where it was called.
    if (named) return rawFrame(named[3], named[4], symbolOf((named[2] ?? named[1] ?? '').trim()));
    const bare = BARE.exec(line);
    // A Rust backtrace prints `at ./src/main.rs:4:5` in the same words.
    if (bare && !bare[1]?.endsWith('.rs')) return rawFrame(bare[1], bare[2]);
    const gecko = GECKO.exec(line);
    return gecko ? rawFrame(gecko[2], gecko[3], gecko[1]) : null;
  },
  message: (line) => MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 1,
};

// `Object.<anonymous>` names nothing; `Shop.pay [as run]` is Shop.pay.
function symbolOf(text: string): string {
  return text.replace(/ \[as .*$/, '').replace(/^(?:(?:Object|Module)?\.?<anonymous>|eval)$/, '');
}
