// Names candidates that are not quoted, while there is room: parts grouped by file, or one candidate in a line. It also
// counts how much of a file is quoted.
import { partnerSignal, type Scored, strongestClause } from '../../model/candidate.ts';
import { type EntityId, FUNCTION_KINDS } from '../../model/entity.ts';
import type { LineRange } from '../../model/facts.ts';
import { countLines, linesOf, overlaps, sharedLines } from '../../model/line-ranges.ts';
import { memoize } from '../../model/memoize.ts';
import type { Exclusion, RankedFile, Reference } from '../../model/pack.ts';
import type { Layout, Quote } from '../../ports/formatter.ts';
import type { Floors } from '../../ports/ranker.ts';
import { worthOf } from '../aim.ts';
import { namedPieces } from '../page-pieces.ts';
import { isHollow } from './boilerplate.ts';
import type { BudgetOptions, LineRoom } from './budget-options.ts';
import { type FilePlan, isHunk, wholeSymbol } from './file-plan.ts';
import { type Pricer, rankedFile } from './ledger.ts';
import { fileSpan } from './source-lines.ts';

// A longer symbol is named by its pieces, because its own range does not say where to look.
const NAMED_LINES_MAX = 120;
// A part counts as quoted if at least this share of it is.
const QUOTED_FROM = 0.8;

interface NamingInput {
  readonly plans: readonly FilePlan[];
  readonly blocks: readonly Quote[];
  readonly options: BudgetOptions;
  readonly pricer: Pricer;
  readonly room: number;
  /** The most tokens that names may cost, those of partners aside. */
  readonly max: number;
}

/** Names unquoted parts, the most valuable for their length; those of a file stand together, in line order. */
export function nameParts(left: readonly Omission[], naming: NamingInput) {
  const { layout, tuning, namesEach = Number.POSITIVE_INFINITY } = naming.options;
  const { separator } = layout.references;
  const waiting = chooseToName(left, naming).map(({ scored, because, worth, isPartner = false }) => {
    const reference = referenceTo(scored, because, undefined);
    const item = layout.references.item(reference);
    return { reference, worth, isPartner, item, heading: layout.referenceFile(reference) };
  });
  const chosen: (typeof waiting)[number][] = [];
  const files = new Set<string>();
  const lengthOf = ({ reference: { path }, item, heading }: (typeof waiting)[number]) =>
    item.length + (files.has(path) ? separator.length : heading.length) + 1;
  const list = createNamedList(naming);
  const { room, max } = naming;
  let [tokens, partnerTokens] = [0, 0];
  const roomFor = (isPartner: boolean) => (isPartner ? room : Math.min(room, max + partnerTokens));
  while (
    chosen.length < tuning.referencesMax &&
    waiting.length > 0 &&
    roomFor(waiting[0]!.isPartner) - tokens >= LEAST_ROOM
  ) {
    let best = 0;
    let highest = -1;
    for (const [index, one] of waiting.entries()) {
      const value = one.worth / Math.sqrt(lengthOf(one));
      if (value > highest) [best, highest] = [index, value];
    }
    const [next] = waiting.splice(best, 1) as [(typeof waiting)[number]];
    if (chosen.filter(({ reference: { path } }) => path === next.reference.path).length >= namesEach) continue;
    const cost = list.costOf([...chosen, next].map(({ reference }) => reference));
    if (cost > roomFor(next.isPartner)) continue;
    if (next.isPartner) partnerTokens += cost - tokens;
    tokens = cost;
    chosen.push(next);
    files.add(next.reference.path);
  }
  return { references: list.inOrder(chosen.map(({ reference }) => reference)), tokens, fitsAll: true };
}

// Prices the list as it is printed, since joined names cost far less than single ones.
function createNamedList({ plans, blocks, options: { layout, namesEach }, pricer }: NamingInput) {
  const quoted = Map.groupBy(blocks, ({ path }) => path);
  const fileOf = memoize((path: string): RankedFile => {
    const plan = plans.find((plan) => plan.path === path);
    return plan ? describeFile(plan, quoted.get(path) ?? []) : { path, score: 0, likelihood: null, reasons: [] };
  });
  const likelihoodOf = (path: string) => fileOf(path).likelihood ?? 0;
  const inOrder = (references: readonly Reference[]) => {
    const groups = Map.groupBy(references, ({ path }) => path);
    // A page of the aim `map` keeps the order of its files; others name the likelier file first.
    const paths = namesEach === undefined ? [] : plans.map(({ path }) => path);
    const others = [...groups.keys()].sort((a, b) => likelihoodOf(b) - likelihoodOf(a));
    return [...new Set([...paths, ...others])].flatMap((path) =>
      (groups.get(path) ?? []).toSorted((a, b) => a.startLine - b.startLine),
    );
  };
  const costOf = (references: readonly Reference[]) => {
    const groups = [...Map.groupBy(references, ({ path }) => path)];
    const pieces = groups.map(([path, own]) => namedPieces(inOrder(own), [fileOf(path)], layout).join(''));
    return pieces.reduce((sum, piece) => sum + pricer.price(piece), 0);
  };
  return { inOrder, costOf };
}

// How useful a reference is: tests count half; candidates that the reader has seen and unreadable ones come first.
function worthOfName({ scored, because }: Omission, floors: Floors): number {
  if (mustBeNamed(because)) return Number.MAX_SAFE_INTEGER;
  const { role, location } = scored.entity;
  return worthOf(scored, floors) * Math.sqrt(location.endLine - location.startLine + 1) * (role === 'test' ? 0.5 : 1);
}

function mustBeNamed(because: Omission['because']): boolean {
  return because === 'seen' || because === 'unreadable';
}

/** The most parts that compete for a name; the room mostly holds fewer. */
const CONSIDERED_MAX = 120;
/** Candidates below this share of the greatest need left are only counted, unless they must be named; not on a map. */
const LEAST_NAMED_SHARE = 0.002;
const PARTNER_WORTH = 1e12; // More than any other worth, but that of seen and unreadable candidates.
/** About what the names of partners cost. */
const PARTNERS_ROOM = 60;
/** With less room than this nothing more is tried. */
const LEAST_ROOM = 8;

// Chooses what to name: partners, seen and unreadable candidates, units with content, and files without parts.
function chooseToName(left: readonly Omission[], { plans, blocks, options, room, max }: NamingInput) {
  const planOf = new Map(plans.flatMap((plan) => plan.all.map((candidate) => [candidate, plan] as const)));
  const quoted = Map.groupBy(blocks, ({ path }) => path);
  const places = new Set<string>();
  // The name of a seen or unreadable file stands for its parts.
  const filesToName = left.filter(({ scored, because }) => mustBeNamed(because) && scored.entity.container === null);
  const files = new Set(filesToName.map(({ scored }) => scored.path));
  const partToName = ({ scored, because }: Omission, isWhole = false): Scored | null => {
    const plan = planOf.get(scored);
    const isFile = scored.entity.container === null;
    if (mustBeNamed(because)) return isFile || !files.has(scored.path) ? scored : null;
    if (plan === undefined || because === 'duplicate' || because === 'noLocation' || isHunk(scored)) return null;
    if (isWhole) return scored;
    if (isFile ? plan.all.length > 1 : isHollow(plan, scored, options)) return null;
    const whole = wholeSymbol(scored, plan.source, NAMED_LINES_MAX);
    const { startLine, endLine } = whole.entity.location;
    if (plan.source.hidden?.some((lines) => overlaps(lines, [startLine, endLine]))) return null;
    // A part may begin with a comment above its symbol; both are the same place.
    const place = `${plan.path}#${whole === scored ? startLine : whole.entity.qualifiedName}-${endLine}`;
    if (places.has(place) || quotedShare([startLine, endLine], quoted.get(plan.path) ?? []) >= QUOTED_FROM) return null;
    places.add(place);
    return whole;
  };
  const sorted = left
    .map((left) => ({ ...left, worth: worthOfName(left, options.floors) }))
    .sort((a, b) => b.worth - a.worth);
  const highest = sorted.reduce((top, { scored }) => Math.max(top, worthOf(scored, options.floors)), 0);
  const { namesEach, namesLikely = 0 } = options;
  const least = options.floors.likely === undefined || namesEach !== undefined ? 0 : highest * LEAST_NAMED_SHARE;
  const best: { scored: Scored; because: Omission['because']; worth: number; isPartner?: true }[] = [];
  const likely = plans.filter(({ file }) => namesEach === undefined || (file?.likelihood ?? 1) >= namesLikely);
  const mapped = likely.length > 0 ? new Set(likely.map(({ path }) => path)) : null;
  // Partners are named before code, mostly by likelihood; on a page of quotes with little room, after it.
  const partnerWorth = namesEach !== undefined || room >= max + PARTNERS_ROOM ? PARTNER_WORTH : 0;
  for (const partner of unquotedPartners(left, quoted, options)) {
    const own = sorted.filter(({ scored }) => scored.path === partner.scored.path);
    const part = own.reduce<Scored | null>((found, one) => found ?? partToName(one), null) ?? partToName(partner, true);
    const worth = partnerWorth * partnerSignal(partner.scored)!.value ** 2;
    if (part) best.push({ scored: part, because: partner.because, worth, isPartner: true });
  }
  for (const { scored: candidate, because, worth } of sorted) {
    if (best.length >= CONSIDERED_MAX) break;
    if (!mustBeNamed(because) && (worthOf(candidate, options.floors) < least || mapped?.has(candidate.path) === false))
      continue;
    const scored = partToName({ scored: candidate, because });
    if (scored) best.push({ scored, because, worth });
  }
  return best;
}

// Files that probably change along with the likeliest code and of which nothing is quoted, likeliest first.
function unquotedPartners(
  left: readonly Omission[],
  quoted: ReadonlyMap<string, unknown>,
  { tuning: { partnersMax } }: BudgetOptions,
): readonly Omission[] {
  const likelihoodOf = ({ scored }: Omission) => partnerSignal(scored)?.value ?? 0;
  return left
    .filter((one) => likelihoodOf(one) > 0 && !quoted.has(one.scored.path) && !mustBeNamed(one.because))
    .sort((a, b) => likelihoodOf(b) - likelihoodOf(a))
    .slice(0, partnersMax);
}

/** The file of a plan with how many functions of it the blocks quote, and how many it has. */
export function describeFile(plan: FilePlan, blocks: readonly Quote[]): RankedFile {
  const functions = plan.source.facts.symbols.filter(({ kind }) => FUNCTION_KINDS.has(kind));
  const ranked = rankedFile(plan, blocks.length === 0);
  if (functions.length === 0) return ranked;
  const isQuoted = ({ signatureLines, endLine }: (typeof functions)[number]) =>
    quotedShare([signatureLines[0], endLine], blocks) >= QUOTED_FROM;
  return { ...ranked, functions: { quoted: functions.filter(isQuoted).length, all: functions.length } };
}

function quotedShare(part: LineRange, blocks: readonly Quote[]): number {
  const inside = blocks.flatMap(({ lines }) => lines.filter((range) => overlaps(range, part)));
  return countLines(inside.map((range) => sharedLines(range, part))) / countLines([part]);
}

/** Reasons that a reader may want to act on; the others are only counted. */
const WORTH_A_LINE: ReadonlySet<Exclusion> = new Set(['budget', 'limit', 'seen', 'unreadable']);

// After this many lines that cost too much, no further line is tried, unless lines have room of their own.
const MISSES_MAX = 3;

interface ReferenceOptions {
  readonly layout: Layout;
  readonly pricer: Pricer;
  readonly room: number;
  readonly max: number;
  /** Reasons the page prints already, by path. */
  readonly printedReasons: ReadonlyMap<string, string>;
  readonly lines: LineRoom | undefined;
}

interface Omission {
  readonly scored: Scored;
  readonly because: Exclusion;
}

/** Makes references, in the given order, to candidates whose reason is worth a line; `fitsAll`: none lacked room. */
export function makeReferences(
  left: readonly Omission[],
  options: ReferenceOptions,
): { readonly references: readonly Reference[]; readonly tokens: number; readonly fitsAll: boolean } {
  const separator = options.pricer.price(options.layout.references.separator);
  const references: Reference[] = [];
  let room = options.room;
  let characters = options.lines?.most ?? 0;
  let misses = 0;
  const printed = new Set<string>();
  for (const { scored, because } of left) {
    if (!WORTH_A_LINE.has(because)) continue;
    if (references.length >= options.max) break;
    const fullReference = referenceTo(scored, because, options.printedReasons.get(scored.path));
    // A reason is printed once.
    const reference = printed.has(fullReference.because) ? { ...fullReference, because: '' } : fullReference;
    const line = options.layout.references.item(reference);
    const length = options.lines?.lengthOf(line) ?? 0;
    if (length > characters) continue;
    const cost = options.pricer.price(line) + separator;
    if (cost > room) {
      misses++;
      if (!options.lines && misses >= MISSES_MAX) break;
      continue;
    }
    printed.add(fullReference.because);
    references.push(reference);
    room -= cost;
    characters -= length;
  }
  return { references, tokens: options.room - room, fitsAll: misses === 0 };
}

/** Keeps every candidate of a quoted file, and one of each other file: the file itself, or its best part. */
export function representatives(left: readonly Omission[], quotedPaths: ReadonlySet<string>): readonly Omission[] {
  const standsFor = new Map<string, EntityId>();
  for (const { scored } of left) {
    const isFile = scored.entity.container === null;
    if (!standsFor.has(scored.path) || isFile) standsFor.set(scored.path, scored.id);
  }
  return left.filter(({ scored }) => quotedPaths.has(scored.path) || standsFor.get(scored.path) === scored.id);
}

function referenceTo(scored: Scored, because: Exclusion, printedReasons: string | undefined): Reference {
  const { kind, name, location } = scored.entity;
  const strongest = strongestClause(scored.listReasons());
  const [startLine, endLine] = scored.text ? fileSpan(scored.text, linesOf(location)) : linesOf(location);
  return {
    id: scored.id,
    kind,
    name,
    path: scored.path,
    startLine,
    endLine,
    score: scored.score,
    excludedBecause: because,
    because: strongest === printedReasons ? '' : strongest,
    tokens: null,
  };
}
