import { rawFrame, type TraceDialect } from './trace-dialect.ts';

// `   at Shop.Cart.Pay(Order order) in C:\src\Shop\Cart.cs:line 12`
const FRAME = /^\s*at ([^\s(]{1,300}) ?\([^()]{0,400}\) in (.{1,400}):line (\d{1,7})\s*$/;
const LOCALISED =
  /^\s*(?:at|bei|à|in|em|en) ([^\s(]{1,300}) ?\([^()]{0,400}\) (?:in|dans|en|na) (.{1,400}):(?:line|Zeile|ligne|riga|línea) (\d{1,7})\.?\s*$/;
const MESSAGE =
  /^\s*(?:Unhandled [Ee]xception[.:] |---> )?((?:[A-Z]\w{0,80}\.){1,10}\w{1,80}Exception(?: \(0x[0-9A-Fa-f]{1,8}\))?(?:: .{0,1000})?)$/;

export const csharp: TraceDialect = {
  language: 'csharp',
  frame(line) {
    const frame = FRAME.exec(line) ?? LOCALISED.exec(line);
    return frame ? rawFrame(frame[2], frame[3], symbolOf(frame[1] ?? '')) : null;
  },
  message: (line) => MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 2,
};

// `Shop.Cart.<Pay>d__3.MoveNext` is the compiler's name for Cart.Pay.
function symbolOf(name: string): string {
  const plain = name
    .replace(/<(\w{1,200})>[^.]{0,100}/, '$1')
    .replace(/\.MoveNext$/, '')
    .replace(/`\d{1,3}/g, '');
  return plain.split('.').slice(-2).join('.');
}
