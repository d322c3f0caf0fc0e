// Applies a caller's wishes to a ranking: pinned candidates come first, dropped ones disappear.
import type { Scored, SourceText } from '../model/candidate.ts';
import { entityId } from '../model/entity.ts';
import type { LineRange, SymbolFacts } from '../model/facts.ts';
import { pathsNamed } from '../model/glob.ts';
import { contains, linesOf, overlaps, readPlace } from '../model/line-ranges.ts';

const BY_HAND = 'byHand';

/** The place that a pin or drop names: a file, a symbol in it, or lines of it. */
interface HandPlace {
  readonly path: string;
  readonly name: string | null;
  readonly lines: LineRange | null;
}

function placeOf(word: string): HandPlace {
  const { name: text, lines } = readPlace(word);
  const hash = text.indexOf('#');
  if (hash > 0) return { path: text.slice(0, hash), name: text.slice(hash + 1), lines: null };
  return { path: text, name: null, lines: lines[0] ?? null };
}

/** Marks pinned candidates, so that they come first, removes dropped ones, and notes the pins that do not exist. */
export async function applyPinsAndDrops(
  scored: readonly Scored[],
  { pin, drop }: { readonly pin: readonly string[]; readonly drop: readonly string[] },
  /** A file and its units as unscored candidates; none when there is no such file. */
  open: (path: string) => Promise<readonly Scored[]>,
): Promise<{ readonly scored: readonly Scored[]; readonly notes: readonly string[] }> {
  const remaining = withoutDropped(scored, drop);
  const best = remaining.reduce((max, candidate) => Math.max(max, candidate.score), 0) || 1;
  const all = new Map(remaining.map((candidate) => [candidate.id as string, candidate]));
  const notes: string[] = [];
  for (const [index, word] of pin.entries()) {
    const place = placeOf(word);
    const found = remaining.filter((candidate) => candidate.path === place.path && candidate.text !== null);
    const isOpened = found.some(({ entity }) => entity.container === null);
    const opened = isOpened ? found : withoutDropped(await open(place.path), drop);
    const target = all.get(word) ?? targetIn(opened, place);
    if (target) all.set(target.id, pinCandidate(target, index, best));
    else notes.push(`"${word}" could not be pinned: nothing here has that id or path.`);
  }
  return { scored: [...all.values()], notes };
}

function pinCandidate(candidate: Scored, index: number, score: number): Scored {
  const reason = { signal: BY_HAND, value: 1, weight: 1, because: 'you pinned it' };
  return {
    ...candidate,
    listReasons: () => [reason, ...candidate.listReasons()],
    score: Math.max(score, candidate.score),
    isPinned: true,
    givenPosition: index,
  };
}

function targetIn(candidates: readonly Scored[], { path, name, lines }: HandPlace): Scored | null {
  const file = candidates.find(({ entity }) => entity.container === null) ?? candidates[0];
  if (!file?.text) return null;
  if (name === null && lines === null) return file.entity.container === null ? file : null;
  const unit = candidates.find(({ entity }) => entity.qualifiedName === name && entity.container !== null);
  if (unit) return unit;
  const symbol = name === null ? null : symbolNamed(file.text, name);
  const range = symbol ? linesOf(symbol) : lines;
  if (range === null || range[0] > file.text.lines.length) return null;
  const id = entityId(name === null ? `${path}:${range[0]}-${range[1]}` : `${path}#${name}`);
  const [startLine, endLine] = [range[0], Math.min(range[1], file.text.lines.length)];
  const entity = {
    ...file.entity,
    id,
    container: entityId(path),
    location: { path, startLine, endLine },
    kind: symbol?.kind ?? ('region' as const),
    name: symbol?.name ?? `lines ${startLine}-${endLine}`,
    qualifiedName: symbol?.qualifiedName ?? path,
  };
  return { ...file, id, entity, matches: [] };
}

function symbolNamed({ facts }: SourceText, name: string): SymbolFacts | null {
  const find = (key: 'qualifiedName' | 'name') => facts.symbols.find((symbol) => symbol[key] === name);
  return find('qualifiedName') ?? find('name') ?? null;
}

function withoutDropped(scored: readonly Scored[], drops: readonly string[]): readonly Scored[] {
  if (drops.length === 0) return scored;
  const isDropped = pathsNamed(drops);
  const ids = new Set(drops);
  const places = Map.groupBy(
    drops.map(placeOf).filter(({ name, lines }) => name !== null || lines !== null),
    ({ path }) => path,
  );
  const texts = new Map<SourceText, SourceText>();
  return scored.flatMap((candidate) => {
    if (ids.has(candidate.id) || isDropped(candidate.path)) return [];
    const listReasons = () =>
      candidate.listReasons().filter(({ because }) => !drops.some((word) => because.includes(word)));
    const source = candidate.text;
    const hidden = source ? (places.get(candidate.path) ?? []).flatMap((place) => linesNamed(place, source)) : [];
    if (source === null || hidden.length === 0) return [{ ...candidate, listReasons }];
    const { location, container } = candidate.entity;
    const isHidden = hidden.some((lines) => contains(lines, linesOf(location)));
    // If a part of a file is dropped, the file is not quoted whole, only by its other parts.
    if (isHidden || container === null) return [];
    const text = texts.get(source) ?? { ...source, hidden };
    texts.set(source, text);
    const matches = candidate.matches.filter((lines) => !hidden.some((range) => overlaps(range, lines)));
    return [{ ...candidate, listReasons, text, matches }];
  });
}

function linesNamed({ name, lines }: HandPlace, text: SourceText): readonly LineRange[] {
  if (lines) return [lines];
  const symbol = name === null ? null : symbolNamed(text, name);
  return symbol ? [linesOf(symbol)] : [];
}
