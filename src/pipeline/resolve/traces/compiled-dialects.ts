import { rawFrame, type TraceDialect } from './trace-dialect.ts';

// `	at com.shop.Cart$Line.pay(Cart.java:12)`, with a module or class loader before a slash
const JAVA_FRAME =
  /^\s*at (?:[\w.@-]{0,100}\/{1,2}){0,3}((?:[\w$-]{1,100}\.){1,20})([\w$<>-]{1,200})\(([\w$-]{1,200}\.(?:java|kt|kts|scala|groovy|clj)):(\d{1,7})\)/;
const JAVA_MESSAGE =
  /^\s*(?:Exception in thread "[^"]{0,100}" |Caused by: |Suppressed: |\[ERROR\] )?((?:[a-z_][\w$]{0,60}\.){1,12}[A-Z][\w$]{0,100}(?:: .{0,1000})?)$/;

export const java: TraceDialect = {
  language: 'java',
  frame(line) {
    const found = JAVA_FRAME.exec(line);
    if (!found) return null;
    const qualified = (found[1] ?? '').slice(0, -1).split('.');
    const owner = (qualified.at(-1) ?? '').replace(/\$.*$/, '');
    // The package is the folder; the file is named beside the line.
    const path = [...qualified.slice(0, -1), found[3]].join('/');
    return rawFrame(path, found[4], `${owner}.${found[2]}`);
  },
  message: (line) => JAVA_MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 3,
};

// `   at Shop.Cart.Pay(Order order) in C:\src\Shop\Cart.cs:line 12`
const CSHARP_FRAME = /^\s*at ([^\s(]{1,300}) ?\([^()]{0,400}\) in (.{1,400}):line (\d{1,7})\s*$/;
const CSHARP_LOCALISED =
  /^\s*(?:at|bei|à|in|em|en) ([^\s(]{1,300}) ?\([^()]{0,400}\) (?:in|dans|en|na) (.{1,400}):(?:line|Zeile|ligne|riga|línea) (\d{1,7})\.?\s*$/;
const CSHARP_MESSAGE =
  /^\s*(?:Unhandled [Ee]xception[.:] |---> )?((?:[A-Z]\w{0,80}\.){1,10}\w{1,80}Exception(?: \(0x[0-9A-Fa-f]{1,8}\))?(?:: .{0,1000})?)$/;

export const csharp: TraceDialect = {
  language: 'csharp',
  frame(line) {
    const frame = CSHARP_FRAME.exec(line) ?? CSHARP_LOCALISED.exec(line);
    return frame ? rawFrame(frame[2], frame[3], csharpSymbol(frame[1] ?? '')) : null;
  },
  message: (line) => CSHARP_MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 2,
};

// `Shop.Cart.<Pay>d__3.MoveNext` is the compiler's name for Cart.Pay.
function csharpSymbol(name: string): string {
  const plain = name
    .replace(/<(\w{1,200})>[^.]{0,100}/, '$1')
    .replace(/\.MoveNext$/, '')
    .replace(/`\d{1,3}/g, '');
  return plain.split('.').slice(-2).join('.');
}

// A function on one line, its place on the next: `main.(*Shop).Pay(0xc000)` then `	/app/shop.go:12 +0x1d`
const GO_PLACE = /^\s+([^\s:][^\s]{0,400}\.go):(\d{1,7})(?: \+0x[0-9a-f]{1,16})?\s*$/;
const GO_NAME = /^(?:created by )?([\w./*()@[\]-]{1,300}?)(?:\([^()]{0,300}\))?(?: in goroutine \d{1,9})?$/;
const GO_MESSAGE = /^\s*((?:panic|fatal error|runtime error): .{1,1000})$/;

export const go: TraceDialect = {
  language: 'go',
  frame(line, previous) {
    const place = GO_PLACE.exec(line);
    if (!place) return null;
    const name = GO_NAME.exec(previous.trim())?.[1];
    return rawFrame(place[1], place[2], name ? goSymbol(name) : undefined);
  },
  message: (line) => GO_MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 3,
};

// `github.com/x/shop.(*Cart).Pay.func1` is Cart.Pay; package paths are not part of a symbol.
function goSymbol(name: string): string {
  const local = name.slice(name.lastIndexOf('/') + 1);
  const parts = local.replace(/[()*]/g, '').split('.').slice(1);
  return parts.filter((part) => !/^(?:func)?\d{0,6}$/.test(part)).join('.');
}

// `thread 'main' panicked at src/main.rs:4:5:` (older: `panicked at 'message', src/main.rs:4:5`)
const RUST_PANIC = /^\s*thread '[^']{0,100}'(?: \(\d{1,12}\))? panicked at ([^\s:']{1,400}\.rs):(\d{1,7}):\d{1,7}/;
const RUST_OLD_PANIC =
  /^\s*thread '[^']{0,100}' panicked at '(.{0,1000})', ([^\s:']{1,400}\.rs):(\d{1,7})(?::\d{1,7})?/;
// `   4: shop::cart::pay` then `             at ./src/cart.rs:12:9`
const RUST_PLACE = /^\s*at ([^\s:][^\s]{0,400}\.rs):(\d{1,7})(?::\d{1,7})?\s*$/;
const RUST_NAME = /^\s*\d{1,5}:\s+(?:0x[0-9a-f]{1,16} - )?([\w:<>{}&$, .]{1,300})/;
const RUST_COMPILER = /^\s*--> ([^\s:]{1,400}\.rs):(\d{1,7}):\d{1,7}\s*$/;
const RUST_MESSAGE = /^\s*(error(?:\[E\d{4}\])?: .{1,1000}|(?:Error|Caused by): .{1,1000})$/;

export const rust: TraceDialect = {
  language: 'rust',
  frame(line, previous) {
    const panic = RUST_PANIC.exec(line) ?? RUST_COMPILER.exec(line);
    if (panic) return rawFrame(panic[1], panic[2]);
    const old = RUST_OLD_PANIC.exec(line);
    if (old) return rawFrame(old[2], old[3]);
    const place = RUST_PLACE.exec(line);
    return place ? rawFrame(place[1], place[2], rustSymbol(RUST_NAME.exec(previous)?.[1])) : null;
  },
  // A panic says where in one line and what in the next.
  message: (line, previous) =>
    RUST_PANIC.test(previous)
      ? line.trim() || null
      : (RUST_OLD_PANIC.exec(line)?.[1] ?? RUST_MESSAGE.exec(line)?.[1] ?? null),
  messageStands: 'among',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 6,
};

// The hash that closes a name is of the compiler, not of the code.
function rustSymbol(name: string | undefined): string | undefined {
  return name
    ?.trim()
    .replace(/::h[0-9a-f]{16}$/, '')
    .replace(/::\{\{closure\}\}/g, '');
}
