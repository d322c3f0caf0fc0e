/** Whom a text refers to: a page by its name, a block by its id. */
export type Target = { readonly page: string } | { readonly block: string };

/** A piece of a text: words, a reference, or a tag where it stands. */
export type Part = string | { readonly target: Target; readonly label: string | null } | { readonly tag: string };

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
// Tried from left to right; code comes first, so that nothing in it is taken for a reference.
const TOKEN = new RegExp(
  [
    /(?<code>`[^`\n]+`)/.source,
    /\{\{\s*embed\s+\[\[(?<embedPage>[^[\]\n]+)\]\]\s*\}\}/.source,
    `\\{\\{\\s*embed\\s+\\(\\((?<embedBlock>${UUID})\\)\\)\\s*\\}\\}`,
    /\[(?<pageLabel>[^[\]\n]+)\]\(\[\[(?<labelledPage>[^[\]\n]+)\]\]\)/.source,
    `\\[(?<blockLabel>[^[\\]\\n]+)\\]\\(\\(\\((?<labelledBlock>${UUID})\\)\\)\\)`,
    /(?<![\p{L}\p{N}_&/])#\[\[(?<longTag>[^[\]\n]+)\]\]/u.source,
    /(?<![\p{L}\p{N}_&/#=?])#(?![+/]|\d+(?![^\s#,;:!?'"()[\]{}<>|`*.]))(?<tag>[^\s#,;:!?'"()[\]{}<>|`*.]+(?:\.[^\s#,;:!?'"()[\]{}<>|`*.]+)*)/u
      .source,
    /\[\[(?<page>(?:[^[\]\n]|\[\[[^[\]\n]*\]\])+)\]\]/.source,
    `\\(\\((?<block>${UUID})\\)\\)`,
    /!?\[(?<link>[^[\]\n]*)\]\((?<url>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)(?:\{:[^{}\n]*\})?/.source,
  ].join('|'),
  'gu',
);

export function readInline(text: string): readonly Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const match of text.matchAll(TOKEN)) {
    parts.push(text.slice(done, match.index), partOf(match.groups ?? {}));
    done = match.index + match[0].length;
  }
  return [...parts, text.slice(done)].filter((part) => part !== '');
}

type TokenGroups = Readonly<Partial<Record<string, string>>>;

function partOf(found: TokenGroups): Part {
  const page = found.page ?? found.embedPage ?? found.labelledPage;
  if (page !== undefined) return { target: { page: page.trim() }, label: found.pageLabel ?? null };
  const block = found.block ?? found.embedBlock ?? found.labelledBlock;
  if (block !== undefined) return { target: { block: block.toLowerCase() }, label: found.blockLabel ?? null };
  const tag = found.longTag ?? found.tag;
  if (tag !== undefined) return { tag: tag.trim() };
  return found.code?.slice(1, -1) ?? (found.link || found.url || '');
}

/** The text of parts on one line. Tags it ends with are told beside it; one among the words stays a word. */
export function joinParts(parts: readonly Part[], nameOf: (target: Target) => string): string {
  let end = parts.length;
  while (end > 0 && isTagOrSpace(parts[end - 1]!)) end--;
  const kept = end === 0 ? parts : parts.slice(0, end);
  const text = kept.map((part) => {
    if (typeof part === 'string') return part;
    return 'tag' in part ? part.tag : (part.label ?? nameOf(part.target));
  });
  return withoutMarks(text.join('')).replace(/\s+/g, ' ').trim();
}

const isTagOrSpace = (part: Part): boolean => (typeof part === 'string' ? part.trim() === '' : 'tag' in part);

const MARKS = [
  /(\*\*|~~|\^\^|==)(?=\S)([^\n]+?)(?<=\S)\1/g,
  /(?<!\w)(__)(?=\S)([^\n]+?)(?<=\S)__(?!\w)/g,
  /(?<![\w*])(\*)(?=[^\s*])([^*\n]+)(?<=\S)\*(?![\w*])/g,
  /(?<![\w])(_)(?=[^\s_])([^_\n]+)(?<=\S)_(?!\w)/g,
];

const withoutMarks = (text: string): string => MARKS.reduce((rest, mark) => rest.replace(mark, '$2'), text);
