/** How many arguments something takes: at least, and at most. */
export interface Arity {
  readonly least: number;
  readonly most: number;
}

const CHARACTERS_MAX = 2000;
const PARTS_MAX = 40;
const OPEN = '([{';
const CLOSE = ')]}';
// `self` and its like are not written where it is called.
const RECEIVER = /^(?:&\s*)?(?:mut\s+)?(?:self|cls|this)\b/;
const REST = /\.\.\.|^\*|\bparams\b|\bvararg\b/;
const OPTIONAL = /[?=]/;

/** What a line declares of the arguments behind a name; null where it does not say all of them. */
export function declaredArity(line: string, name: string): Arity | null {
  const parts = partsBehind(line, name);
  if (parts === null || parts.some((part) => REST.test(part))) return null;
  const own = parts.filter((part) => !RECEIVER.test(part));
  return { least: own.filter((part) => !OPTIONAL.test(part)).length, most: own.length };
}

/** How many arguments a line passes to a name; null where the call does not end on the line, or spreads a list. */
export function passedCount(line: string, name: string): number | null {
  const parts = partsBehind(line, name);
  return parts === null || parts.some((part) => /^(?:\.\.\.|\*)/.test(part)) ? null : parts.length;
}

export const fits = ({ least, most }: Arity, count: number): boolean => least <= count && count <= most;

// The parts between the brackets behind a name, cut at commas that are in no brackets or quotes of their own.
function partsBehind(line: string, name: string): readonly string[] | null {
  const start = line.indexOf(`${name}(`);
  if (start < 0 || /[\w$]/.test(line[start - 1] ?? '') || line.length > CHARACTERS_MAX) return null;
  const parts: string[] = [];
  let [depth, part, quote] = [0, '', ''];
  for (let at = start + name.length + 1; at < line.length; at++) {
    const sign = line[at]!;
    if (quote === '' && depth === 0 && sign === ')') return [...parts, part.trim()].filter((one) => one !== '');
    if (quote === '' && depth === 0 && sign === ',') {
      if (parts.push(part.trim()) > PARTS_MAX) return null;
      part = '';
      continue;
    }
    if (quote === '') depth += Number(OPEN.includes(sign)) - Number(CLOSE.includes(sign));
    if (`"'\``.includes(sign) && line[at - 1] !== '\\') quote = quote === '' ? sign : quote === sign ? '' : quote;
    part += sign;
  }
  return null;
}
