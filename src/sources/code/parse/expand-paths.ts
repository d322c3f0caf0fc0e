export interface ImportPath {
  readonly specifier: string;
  readonly names: readonly string[];
}

const ALIAS = /(?<!\s)\s+as\s+\S+$|(?<!\s)\s*=>\s*\S+$/;
const WILDCARD = new Set(['*', '_', 'given', '']);

/** `a::{b, c::{d, e as f}}` → a::b, a::c::d, a::c::e; the last part of each is the imported name. */
export function expandPaths(path: string, separator: string): readonly ImportPath[] {
  return expand('', path, separator).map((specifier) => {
    const name = specifier.split(separator).at(-1) ?? '';
    return { specifier, names: WILDCARD.has(name) ? [] : [name] };
  });
}

function expand(prefix: string, path: string, separator: string): readonly string[] {
  return splitOutsideBraces(path).flatMap((item) => {
    const open = item.indexOf('{');
    if (open >= 0) {
      const close = item.lastIndexOf('}');
      const head = prefix + item.slice(0, open).replaceAll(/\s/g, '');
      return expand(head, item.slice(open + 1, close < 0 ? undefined : close), separator);
    }
    const bare = item
      .replace(ALIAS, '')
      .replace(/^(?:function|const)\s+/, '')
      .replaceAll(/\s/g, '');
    // `a::{self}` is `a`; a leading separator says only that the path is absolute.
    const whole = bare === 'self' && prefix !== '' ? prefix.slice(0, -separator.length) : prefix + bare;
    const specifier = whole.startsWith('\\') ? whole.slice(1) : whole;
    return specifier === '' || bare === '' ? [] : [specifier];
  });
}

function splitOutsideBraces(path: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < path.length; at++) {
    const letter = path[at];
    if (letter === '{') depth++;
    else if (letter === '}') depth--;
    else if (letter === ',' && depth === 0) {
      items.push(path.slice(start, at));
      start = at + 1;
    }
  }
  return [...items, path.slice(start)].map((item) => item.trim()).filter((item) => item !== '');
}
