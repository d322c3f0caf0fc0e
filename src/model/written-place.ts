import type { LineRange } from './facts.ts';

/** A file, or lines of it, as an answer of ours, an editor, a compiler or a forge writes it. */
export interface WrittenPlace {
  /** What is left without hash and lines: a path, an id or a name. */
  readonly name: string;
  /** The beginning of the hash the file had when it was written down. */
  readonly hash: string | null;
  readonly lines: readonly LineRange[];
}

const LINK = /^knap:\/\/[^/?#]+\/([^?#]+)(?:\?([^#]*))?$/i;
// Neither a scope (`@types/node`) nor a name with a sign in it: behind a hash stand lines, or nothing.
const HASH = /@([0-9a-f]{6,64})(?=$|[:#])/i;
// `:12-40`, `:12, 40-42`, `:12:5`, `#L10-L20`, `(12,5)`.
const LINES =
  /(?:#L|:L?)(\d{1,9}(?:C\d{1,9})?(?:-L?\d{1,9}(?:C\d{1,9})?)?(?:, ?\d{1,9}(?:-\d{1,9})?)*)(?::\d{1,9})?:?$/;
const COMPILER = /\((\d{1,9}),\d{1,9}\):?$/;

/** Takes a place apart: `a.ts@9f2c41:12-40`, `a.ts:12-40@9f2c41`, `knap://shop/a.ts?lines=12-40`, `a.ts#L12-L40`, `a.ts:12:5`. */
export function readPlace(text: string): WrittenPlace {
  const asText = unlinked(text.trim());
  const hash = HASH.exec(asText)?.[1]?.toLowerCase() ?? null;
  const bare = asText.replace(HASH, '');
  const found = LINES.exec(bare) ?? COMPILER.exec(bare);
  return { name: found ? bare.slice(0, found.index) : bare, hash, lines: found ? rangesIn(found[1]!) : [] };
}

/** `3, 9, 39-42` as ranges of lines; one that ends before it begins is none. */
export function rangesIn(text: string): readonly LineRange[] {
  return text.split(',').flatMap((part): readonly LineRange[] => {
    const [first = 0, last = first] = part
      .split('-')
      .map((end) => Number(end.replace(/C\d+$/, '').replace(/\D+/g, '')));
    return first >= 1 && last >= first ? [[first, last]] : [];
  });
}

function unlinked(text: string): string {
  const [, path, query = ''] = LINK.exec(text) ?? [];
  if (path === undefined) return text;
  const { lines, hash } = Object.fromEntries(new URLSearchParams(query));
  return `${decoded(path)}${lines === undefined ? '' : `:${lines}`}${hash === undefined ? '' : `@${hash}`}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
