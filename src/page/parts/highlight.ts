/** A run of characters of one colour; `plain` has none. */
export interface ColoredRun {
  readonly kind: 'plain' | 'comment' | 'string' | 'number' | 'keyword' | 'heading' | 'tag';
  readonly text: string;
}

// Words that are keywords in several of the languages we read, and seldom names in the others.
const KEYWORDS = new Set(
  `abstract and as assert async await break case catch class const continue def default defer delete do elif else enum
   except export extends extern false final finally fn for from func function get go goto if impl implements import in
   include instanceof interface internal is lambda let loop match mod module mut namespace new nil None not null of or
   override package pass private protected pub public raise readonly record ref require return self sealed set static
   struct super switch template this throw throws trait True False true try type typeof undefined union unless until use
   using val var virtual void when where while with yield`.split(/\s+/),
);

/** Longer lines are data, and colouring them would hold the page up. */
const LONG = 2000;

// In order: what begins first wins, and a comment sign inside of a string is no comment.
const RUNS =
  /(?<comment>\/\/.*|\/\*.*?(?:\*\/|$)|(?<=^|\s)#(?!\w*["'[]).*|(?<=^|\s)--\s.*|^\s*\*(?:\s.*|\/.*)?$|<!--.*?(?:-->|$))|(?<string>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`?)|(?<tag>(?<=^|[\s>])<\/?[a-z][\w:-]*(?=[\s>/]|$))|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_$][\w$]*)/gu;

/** A line in colours. What cannot be told stays plain: colours are a help and never a claim. */
export function coloredRuns(line: string, isProse: boolean): readonly ColoredRun[] {
  if (isProse)
    return [{ kind: /^(#{1,6} |> )/.test(line) ? 'heading' : FENCE.test(line) ? 'comment' : 'plain', text: line }];
  if (line.length > LONG) return [{ kind: 'plain', text: line }];
  const runs: ColoredRun[] = [];
  let at = 0;
  const add = (kind: ColoredRun['kind'], text: string) => {
    const last = runs.at(-1);
    if (last?.kind === kind) runs[runs.length - 1] = { kind, text: last.text + text };
    else if (text !== '') runs.push({ kind, text });
  };
  for (const found of line.matchAll(RUNS)) {
    add('plain', line.slice(at, found.index));
    add(kindOf(found), found[0]);
    at = found.index + found[0].length;
  }
  add('plain', line.slice(at));
  return runs;
}

const FENCE = /^(`{3,}|~{3,})/;

/** Which lines of a text stand outside of fences; none where it has no fences. */
export function proseLines(lines: readonly string[]): ReadonlySet<number> {
  const prose = new Set<number>();
  let fence: string | null = null;
  let hasFences = false;
  for (const [at, line] of lines.entries()) {
    const [sign] = FENCE.exec(line) ?? [];
    if (fence === null || (sign !== undefined && line.trimEnd() === sign && sign.length >= fence.length)) prose.add(at);
    if (sign === undefined) continue;
    hasFences = true;
    if (fence === null) fence = sign;
    else if (prose.has(at)) fence = null;
  }
  return hasFences ? prose : NONE;
}

const NONE: ReadonlySet<number> = new Set();

function kindOf({ groups = {} }: RegExpExecArray): ColoredRun['kind'] {
  if (groups.word !== undefined) return KEYWORDS.has(groups.word) ? 'keyword' : 'plain';
  const [kind] = Object.entries(groups).find(([, text]) => text !== undefined) ?? ['plain'];
  return kind as ColoredRun['kind'];
}
