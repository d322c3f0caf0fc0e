import type { PostingList } from '../../ports/store.ts';

/** The postings of both, ordered by content and unit; those of `far` speak of contents by other numbers. */
export function joinPostings(near: PostingList, far: PostingList, contentOf: (id: number) => number): PostingList {
  if (far.contents.length === 0) return near;
  const split = near.contents.length;
  const length = split + far.contents.length;
  const contents = new Uint32Array(length);
  contents.set(near.contents);
  for (const [at, id] of far.contents.entries()) contents[split + at] = contentOf(id);
  const unitAt = (at: number) => (at < split ? near.units[at]! : far.units[at - split]!);
  const order = Uint32Array.from({ length }, (_, at) => at).sort(
    (a, b) => contents[a]! - contents[b]! || unitAt(a) - unitAt(b),
  );
  const ordered = <List extends Uint32Array | Uint8Array>(into: List, one: List, other: List): List => {
    for (const [at, from] of order.entries()) into[at] = from < split ? one[from]! : other[from - split]!;
    return into;
  };
  return {
    term: near.term,
    contents: Uint32Array.from(order, (at) => contents[at]!),
    units: ordered(new Uint32Array(length), near.units, far.units),
    unitLengths: ordered(new Uint32Array(length), near.unitLengths, far.unitLengths),
    body: ordered(new Uint8Array(length), near.body, far.body),
    name: ordered(new Uint8Array(length), near.name, far.name),
    doc: ordered(new Uint8Array(length), near.doc, far.doc),
  };
}
