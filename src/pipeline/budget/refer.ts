import type { Scored } from '../../model/candidate.ts';
import type { EntityId } from '../../model/entity.ts';
import type { Exclusion, Reference } from '../../model/pack.ts';
import { tellingReason } from '../../model/signal.ts';
import type { Layout } from '../../ports/formatter.ts';
import type { LineRoom } from './budget-options.ts';
import { spanIn } from './file-lines.ts';
import type { Pricer } from './pricer.ts';

/** Reasons that a reader may want to act on; the others are only counted. */
const WORTH_A_LINE: ReadonlySet<Exclusion> = new Set(['budget', 'limit', 'seen', 'unreadable']);

// A line that is too long leaves room for shorter ones; after this many the room is taken for full.
const MISSES_MAX = 3;

export interface ReferOptions {
  readonly layout: Layout;
  readonly pricer: Pricer;
  readonly room: number;
  readonly max: number;
  /** Reasons the page prints already, by path. */
  readonly said: ReadonlyMap<string, string>;
  readonly lines: LineRoom | undefined;
}

/** Something that is not quoted, and why. */
export interface Left {
  readonly scored: Scored;
  readonly because: Exclusion;
}

/** Whole lines for the best of what is not quoted, as many as the room holds. */
export function refer(
  left: readonly Left[],
  options: ReferOptions,
): { readonly references: readonly Reference[]; readonly tokens: number; readonly isAll: boolean } {
  const separator = options.pricer.price(options.layout.references.separator);
  const references: Reference[] = [];
  let room = options.room;
  let characters = options.lines?.most ?? 0;
  let misses = 0;
  const said = new Set<string>();
  for (const { scored, because } of left) {
    if (!WORTH_A_LINE.has(because)) continue;
    if (references.length >= options.max) break;
    const found = referenceTo(scored, because, options.said.get(scored.path));
    // What was said of the one before says nothing new of the next.
    const reference = said.has(found.because) ? { ...found, because: '' } : found;
    const line = options.layout.references.item(reference);
    const length = options.lines?.lengthOf(line) ?? 0;
    if (length > characters) continue;
    const cost = options.pricer.price(line) + separator;
    if (cost > room) {
      misses++;
      if (!options.lines && misses >= MISSES_MAX) break;
      continue;
    }
    said.add(found.because);
    references.push(reference);
    room -= cost;
    characters -= length;
  }
  return { references, tokens: options.room - room, isAll: misses === 0 };
}

/** One line is enough for a file of which nothing is quoted: its best candidate, or the file itself, stands for the rest. */
export function representatives(left: readonly Left[], quotedPaths: ReadonlySet<string>): readonly Left[] {
  const standsFor = new Map<string, EntityId>();
  for (const { scored } of left) {
    const isFile = scored.entity.container === null;
    if (!standsFor.has(scored.path) || isFile) standsFor.set(scored.path, scored.id);
  }
  return left.filter(({ scored }) => quotedPaths.has(scored.path) || standsFor.get(scored.path) === scored.id);
}

/** The line that stands for something that is not quoted. */
export function referenceTo(scored: Scored, because: Exclusion, said: string | undefined): Reference {
  const { entity } = scored;
  const strongest = tellingReason(scored.reasons);
  const { location } = entity;
  const [startLine, endLine] = scored.text
    ? spanIn(scored.text, [location.startLine, location.endLine])
    : [location.startLine, location.endLine];
  return {
    id: scored.id,
    kind: entity.kind,
    name: entity.name,
    path: scored.path,
    startLine,
    endLine,
    score: scored.score,
    excludedBecause: because,
    because: strongest === said ? '' : strongest,
    tokens: null,
  };
}
