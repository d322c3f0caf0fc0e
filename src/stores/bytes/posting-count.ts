// Counts postings as `writePostings` writes them: content, unit, unit length, flags, then the counts that the flags
// announce.
const FLAGS_AT = 3;
const COUNTS_BY_FLAGS = [0, 1, 1, 2];

/**
 * Counts the units that hold a term, in live contents only. It builds no list of postings, because callers also count
 * words that occur in every file.
 */
export function countPostings(chunks: readonly Uint8Array[], live: Uint8Array): number {
  let count = 0;
  for (const bytes of chunks) {
    let place = 0;
    let left = 0;
    let value = 0;
    let shift = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index]!;
      value |= (byte & 0x7f) << shift;
      if (byte >= 0x80) {
        shift += 7;
        continue;
      }
      if (place === 0) count += live[value] ?? 0;
      if (place === FLAGS_AT) left = COUNTS_BY_FLAGS[value & 3]!;
      else if (place > FLAGS_AT) left -= 1;
      place = place >= FLAGS_AT && left === 0 ? 0 : place + 1;
      value = 0;
      shift = 0;
    }
  }
  return count;
}
