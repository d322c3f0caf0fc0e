import { rawFrame, type TraceDialect } from './trace-dialect.ts';

// `	at com.shop.Cart$Line.pay(Cart.java:12)`, with a module or class loader before a slash
const FRAME =
  /^\s*at (?:[\w.@-]{0,100}\/{1,2}){0,3}((?:[\w$-]{1,100}\.){1,20})([\w$<>-]{1,200})\(([\w$-]{1,200}\.(?:java|kt|kts|scala|groovy|clj)):(\d{1,7})\)/;
const MESSAGE =
  /^\s*(?:Exception in thread "[^"]{0,100}" |Caused by: |Suppressed: |\[ERROR\] )?((?:[a-z_][\w$]{0,60}\.){1,12}[A-Z][\w$]{0,100}(?:: .{0,1000})?)$/;

export const java: TraceDialect = {
  language: 'java',
  frame(line) {
    const found = FRAME.exec(line);
    if (!found) return null;
    const qualified = (found[1] ?? '').slice(0, -1).split('.');
    const owner = (qualified.at(-1) ?? '').replace(/\$.*$/, '');
    // The package is the folder; the file is named beside the line.
    const path = [...qualified.slice(0, -1), found[3]].join('/');
    return rawFrame(path, found[4], `${owner}.${found[2]}`);
  },
  message: (line) => MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 3,
};
