import * as z from 'zod';
import { ContextError } from '../../model/errors.ts';

export type Seen = readonly { readonly id: string; readonly hash: string }[];

const seenBlock = z.object({ id: z.string().min(1), hash: z.string().min(1) });
const seenFile = z.union([
  z.array(seenBlock),
  z.object({ blocks: z.array(seenBlock) }).transform(({ blocks }) => blocks),
]);

// As a page prints it: the mark of a heading before it, a reason after it; lines may follow the hash. Each part has one
// way to match, since lines of strangers may be long.
const PLACE = /^(?:#+ |FILE )?(\S.*?)[@\s]([0-9a-f]{6,64})(?::(\d[\d, -]*)|:\s.*)?$/i;
const LINES = /^(?:=+ )?(\d+(?:-\d+)?)(?: ·.*| =+)?$/;
const QUOTES = /^(["`]{1,8})(.*)\1$/;

/** What a reader has, out of a manifest, a list of ids with hashes, or lines copied from a page. */
export function readSeen(text: string | undefined): Seen | undefined {
  if (text === undefined) return undefined;
  if (/^\s*[[{]/.test(text)) return readSeenJson(text);
  let seen: Seen[number][] = [];
  let file: Seen[number] | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, lines] = LINES.exec(line.trim()) ?? [];
    if (lines !== undefined && file !== null) {
      // Lines below a file say what of it was read, so that it is not all of it.
      if (seen.at(-1) === file) seen.pop();
      seen.push({ id: `${file.id}:${lines}`, hash: file.hash });
      continue;
    }
    const places = placesOn(line.trim(), index + 1);
    file = places.length === 1 ? places[0]! : null;
    if (places.length === 1) seen.push(places[0]!);
    else seen = seen.concat(places);
  }
  return seen;
}

function placesOn(line: string, number: number): readonly Seen[number][] {
  const [, named, hash, lines] = PLACE.exec(line) ?? [];
  if (named === undefined || hash === undefined)
    throw new ContextError(
      'BAD_INPUT',
      `Line ${number} of what was seen is not "path@hash", "path@hash:lines", "path:lines@hash" or "id hash".`,
    );
  const id = QUOTES.exec(named.trimEnd())?.[2] ?? named.trimEnd();
  return lines === undefined
    ? [{ id, hash }]
    : lines
        .split(',')
        .filter((part) => part.trim() !== '')
        .map((part) => ({ id: `${id}:${part.trim()}`, hash }));
}

function readSeenJson(text: string): Seen {
  try {
    return seenFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new ContextError('BAD_INPUT', 'What was seen is neither a manifest of knap nor a list of {"id", "hash"}.', {
      cause,
    });
  }
}
