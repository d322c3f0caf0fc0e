// Reads what a caller already has (`--seen`), so that a page does not print it again.
import * as z from 'zod';
import { ContextError } from '../../model/errors.ts';
import type { LineRange } from '../../model/facts.ts';
import { parseRanges, readPlace } from '../../model/line-ranges.ts';

type SeenPlaces = readonly { readonly id: string; readonly hash: string }[];

const seenBlock = z.object({ id: z.string().min(1), hash: z.string().min(1) });
const line = z.int().min(1);
// A block of a manifest may join several units; its id names only the first, so its lines count too.
const quotedBlock = seenBlock.extend({
  path: z.string().optional(),
  startLine: line.optional(),
  endLine: line.optional(),
  level: z.string().optional(),
  lines: z.array(z.tuple([line, line])).optional(),
});
const seenResult = z.object({ entity: z.object({ id: z.string().min(1) }), hash: z.string().min(1) });
const seenFile = z.union([
  z.array(z.string()).transform((lines) => readLines(lines.join('\n')).seen),
  z.array(seenBlock),
  z.object({ blocks: z.array(quotedBlock) }).transform(({ blocks }) => blocks.flatMap(placesOfBlock)),
  z
    .object({ results: z.array(seenResult) })
    .transform(({ results }) => results.map(({ entity, hash }) => ({ id: entity.id, hash }))),
]);

/** Reads which blocks the reader has: from JSON (a manifest, an answer of `query`, a list) or from lines of a page. */
export function readSeen(text: string | undefined): SeenPlaces | undefined {
  if (text === undefined) return undefined;
  return /^\s*[[{]/.test(text) ? readSeenJson(text) : readLines(text).seen;
}

function placesOfBlock({ id, hash, path, startLine, endLine, level, lines }: z.infer<typeof quotedBlock>): SeenPlaces {
  const place = { id, hash };
  if (path === undefined || level === 'skeleton' || startLine === undefined || endLine === undefined) return [place];
  return [place, ...linesOf(path, hash, lines ?? [[startLine, endLine]])];
}

const LINE_SHOWN_MAX = 80;

/** Warns about lines of a text that is not JSON if they name no place, because their blocks are quoted again. */
export function unreadSeen(text: string | undefined): readonly string[] {
  if (text === undefined || /^\s*[[{]/.test(text)) return [];
  const [first, ...others] = readLines(text).unread;
  if (first === undefined) return [];
  const count = others.length === 0 ? 'A line' : `${others.length + 1} lines`;
  return [
    `${count} of what was seen ${others.length === 0 ? 'names' : 'name'} no place: ${JSON.stringify(first.slice(0, LINE_SHOWN_MAX))}; a place is "path@hash" or "path@hash:12-40".`,
  ];
}

const FENCE = /^`{3,}/;
// The line below a heading.
const RULE = /^[=-]+$/;

function readLines(text: string) {
  const seen: SeenPlaces[number][] = [];
  const unread: string[] = [];
  let file: SeenPlaces[number] | null = null;
  let isQuoted = false;
  for (const line of text.split(/\r?\n/).map((row) => row.trim())) {
    if (FENCE.test(line)) isQuoted = !isQuoted;
    if (isQuoted || line === '' || FENCE.test(line) || RULE.test(line)) continue;
    const ranges = file === null ? null : rangesOn(line);
    if (file !== null && ranges !== null) {
      // If ranges follow a file, the reader has only those, not the whole file.
      if (seen.at(-1) === file) seen.pop();
      for (const one of linesOf(file.id, file.hash, ranges)) seen.push(one);
      continue;
    }
    const place = placeOn(line);
    if (place === null) {
      unread.push(line);
      continue;
    }
    file = { id: place.name, hash: place.hash };
    if (place.lines.length === 0) seen.push(file);
    for (const one of linesOf(place.name, place.hash, place.lines)) seen.push(one);
  }
  return { seen, unread };
}

const linesOf = (name: string, hash: string, lines: readonly LineRange[]): SeenPlaces =>
  lines.map(([first, last]) => ({ id: `${name}:${first}-${last}`, hash }));

// These match a place as pages print it: a mark of a heading or list before it, then `path@hash` or `path sha hash`,
// then `:12-40` or `· lines 12-40`. Untrusted lines may be long, so matching takes linear time.
const MARKS = /^(?:#{1,6} |=+ |[-+>*] |FILE |File: )/;
const AT = /^(.*?)@([0-9a-f]{6,64})(?=$|[\s:,;"'`*)\]#])(.*)$/i;
const SPACED = /^(.*\S) (?:sha )?([0-9a-f]{6,64})(?: =+)?$/i;
const OWN_LINES = /^:(\d[\d, -]*)/;
const WINDOW = /· lines (\d[\d, -]*)/;

interface CopiedPlace {
  readonly name: string;
  readonly hash: string;
  readonly lines: readonly LineRange[];
}

function placeOn(line: string): CopiedPlace | null {
  if (line.startsWith('<')) return placeInTag(line);
  if (line.startsWith('knap://')) {
    const { hash, ...place } = readPlace(line);
    return hash === null ? null : { ...place, hash };
  }
  const [, before, hash, after = ''] = AT.exec(line) ?? SPACED.exec(line) ?? [];
  if (before === undefined || hash === undefined) return null;
  const named = readPlace(nameIn(before));
  if (named.name === '') return null;
  const printed = OWN_LINES.exec(after)?.[1] ?? WINDOW.exec(after)?.[1];
  return { name: named.name, hash, lines: [...parseRanges(printed ?? ''), ...named.lines] };
}

// Pages print unusual names in back-ticks or quotes, sometimes after a title.
function nameIn(before: string): string {
  const text = before.replace(MARKS, '');
  const ticked = text.lastIndexOf('`');
  if (ticked >= 0 && !text.endsWith('`')) return text.slice(ticked + 1);
  const whole = text.replace(/^["'`*]+/, '').replace(/(?<!["'`])["'`]+$/, '');
  const [first = ''] = whole.split(/ ·(?: |$)/, 1);
  return text.startsWith('"') ? first.replace(/\\(["\\])/g, '$1') : first;
}

// A line with the ranges of the file above it: `## 12-40, 50-60`, perhaps behind `imports in 1-9`.
const RANGES =
  /^(?:#{1,6} |=+ )?(?:imports in \d{1,9}(?:-\d{1,9})?(?:, )?)?(\d{1,9}(?:-\d{1,9})?(?:, ?\d{1,9}(?:-\d{1,9})?)*)?(?=$| [·=]|:)(.*)$/;

// The ranges that a line of a page quotes: none if it names only imports or an outline. Null for other lines.
function rangesOn(line: string): readonly LineRange[] | null {
  const tag = line.startsWith('<code') ? attributesOf(line) : null;
  const [whole, lines, after = ''] = RANGES.exec(tag?.lines ?? line) ?? [];
  if (!whole || (lines === undefined && !whole.includes('imports in '))) return null;
  const isOutline = `${after} ${tag?.note ?? ''}`.includes('signatures only');
  return isOutline || lines === undefined ? [] : parseRanges(lines);
}

function placeInTag(line: string): CopiedPlace | null {
  const { id, path, file, sha, lines, start, end, shown } = attributesOf(line);
  if (id !== undefined) return placeOn(id);
  const name = path ?? file;
  if (name === undefined || sha === undefined) return null;
  const printed = shown ?? lines ?? (start === undefined ? '' : `${start}-${end ?? start}`);
  return { name, hash: sha, lines: parseRanges(printed) };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function attributesOf(line: string): Readonly<Record<string, string | undefined>> {
  const tag = line.slice(0, line.indexOf('>') + 1 || undefined);
  const unescapeXml = (value: string) =>
    value.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
  return Object.fromEntries(
    [...tag.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key, value]) => [key, unescapeXml(value!)]),
  );
}

function readSeenJson(text: string): SeenPlaces {
  try {
    return seenFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new ContextError('BAD_INPUT', 'The field seen is neither a manifest of knap nor a list of {"id", "hash"}.', {
      cause,
    });
  }
}
