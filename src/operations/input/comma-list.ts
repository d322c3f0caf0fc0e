const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const OPENS = new Map(Object.entries(CLOSES).map(([open, close]) => [close, open]));
const QUOTES = new Set(['"', "'", '`']);

/** The values in one text: split at commas outside of brackets and quotes. A bracket or quote that never closes is only a sign. */
export function commaList(text: string): readonly string[] {
  const ends = closedSpans(text);
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const end = ends.get(at);
    if (end !== undefined) at = end;
    else if (text[at] === ',') {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter(Boolean);
}

// Where each bracket and quote that closes is closed, in one walk.
function closedSpans(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open = new Map(Object.keys(CLOSES).map((sign) => [sign, [] as number[]]));
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    const close = QUOTES.has(sign) && !/\w/.test(text[at - 1] ?? '') ? text.indexOf(sign, at + 1) : -1;
    if (close > 0) {
      ends.set(at, close);
      at = close;
    }
    open.get(sign)?.push(at);
    const from = open.get(OPENS.get(sign) ?? '')?.pop();
    if (from !== undefined) ends.set(from, at);
  }
  return ends;
}
