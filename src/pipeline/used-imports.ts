const KEYWORDS = new Set(
  'import from use using require require_relative include as type typeof const let var export default static package namespace mod crate self super pub extern crate open global'.split(
    ' ',
  ),
);
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/**
 * Which of the numbered import lines bring in something that is named in the quoted text, as far as lines can tell: each line of a list in
 * brackets by itself, with what stands around the list. What a system brings (`<stdio.h>`) tells no reader anything.
 */
export function usedImports(lines: readonly string[], numbers: readonly number[], quoted: string): readonly number[] {
  const named = new Set((quoted.match(NAME) ?? []).map(plain));
  const isUsed = (line: number) => boundNames(lines[line - 1] ?? '').some((name) => name === '*' || named.has(name));
  return statements(lines, numbers).flatMap((statement) => {
    // What stands inside of something else reads oddly without it.
    if (/^\s/.test(lines[statement[0]! - 1] ?? '')) return [];
    if (statement.length < 3) return statement.some(isUsed) ? statement : [];
    const inner = statement.slice(1, -1).filter(isUsed);
    return inner.length === 0 ? [] : [statement[0]!, ...inner, statement.at(-1)!];
  });
}

// Lines from an open bracket to the one that closes it belong together.
function statements(lines: readonly string[], numbers: readonly number[]): readonly (readonly number[])[] {
  const all: number[][] = [];
  let depth = 0;
  for (const number of numbers) {
    const text = (lines[number - 1] ?? '').replace(/(["'`]).*?\1/g, '');
    if (depth > 0) all.at(-1)!.push(number);
    else all.push([number]);
    depth = Math.max(0, depth + count(text, /[({[]/g) - count(text, /[)}\]]/g));
  }
  return all;
}

function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}

// The ends of paths, and names that stand outside of any.
function boundNames(line: string): readonly string[] {
  const paths = [...line.matchAll(/(["'`])(.*?)\1/g)].map((match) => match[2]!.replace(/\.\w{1,4}$/, ''));
  const rest = line.replace(/(["'`]).*?\1|<[^>]*>/g, ' ');
  const words = rest.split(/[\s,;(){}[\]=]+/).filter((word) => word !== '' && !KEYWORDS.has(word));
  return [...paths, ...words].flatMap((path) => {
    const end =
      path
        .split(/[./\\:]+/)
        .filter((part) => part !== '')
        .at(-1) ?? '';
    return end === '*' && !/\sas\s/.test(line) ? ['*'] : (end.match(NAME) ?? []).map(plain);
  });
}

// `active_record` brings `ActiveRecord`.
function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
