import type { Scored } from '../../model/candidate.ts';
import type { LineRange } from '../../model/facts.ts';
import { countLines, overlaps } from '../../model/line-ranges.ts';
import type { RankedFile, Reference } from '../../model/pack.ts';
import type { Quote } from '../../ports/formatter.ts';
import type { Floors } from '../../ports/ranker.ts';
import { worthOf } from '../worth-reading.ts';
import type { BudgetOptions } from './budget-options.ts';
import { type FilePlan, isHunk, rangeOf, wholeSymbol } from './file-plan.ts';
import { rankedFile } from './ledger.ts';
import type { Pricer } from './pricer.ts';
import { type Left, referenceTo } from './refer.ts';
import { saysNothing } from './says-nothing.ts';

/** A name with more lines than this does not say where to look. */
const NAMED_LINES_MAX = 120;
/** What is quoted to this share needs no name besides. */
const QUOTED_FROM = 0.8;

interface Naming {
  readonly plans: readonly FilePlan[];
  readonly blocks: readonly Quote[];
  readonly options: BudgetOptions;
  readonly pricer: Pricer;
  readonly room: number;
}

/**
 * Names what is not quoted and likely needed, with its lines: as much as the room holds, what is worth most for its tokens first. The
 * places of one file stand together in the order of its lines; files stand in the order of their best place, on a map in that of their rank.
 */
export function nameParts(left: readonly Left[], naming: Naming) {
  const { layout, tuning, namesEach = Number.POSITIVE_INFINITY } = naming.options;
  const isMap = naming.options.namesEach !== undefined;
  const plans = new Map(naming.plans.map((plan, rank) => [plan.path, { plan, rank }]));
  // A map prints nothing of a file that is not known yet; a pack may tell how much of it is shown.
  const headingOf = (reference: Reference) => {
    const found = isMap ? plans.get(reference.path) : undefined;
    return layout.referenceFile(found ? rankedFile(found.plan) : reference);
  };
  const { pricer } = naming;
  const separator = layout.references.separator;
  const waiting = worthNaming(left, naming).map(({ scored, because, worth }) => {
    const reference = referenceTo(scored, because, undefined);
    return { reference, worth, item: layout.references.item(reference), heading: headingOf(reference) };
  });
  const byFile = new Map<string, Reference[]>();
  const piecesOf = ({ reference, item, heading }: (typeof waiting)[number]) =>
    byFile.has(reference.path) || heading === '' ? [separator, item] : [heading, isMap ? '' : FILE_REMARK, item];
  let { room } = naming;
  let count = 0;
  while (count < tuning.referencesMax && waiting.length > 0) {
    let best = 0;
    let most = 0;
    for (const [at, one] of waiting.entries()) {
      const value = one.worth / Math.sqrt(piecesOf(one).reduce((sum, piece) => sum + piece.length, 1));
      if (value > most) [best, most] = [at, value];
    }
    const [next] = waiting.splice(best, 1) as [(typeof waiting)[number]];
    if ((byFile.get(next.reference.path)?.length ?? 0) >= namesEach) continue;
    const cost = piecesOf(next).reduce((sum, piece) => sum + pricer.price(piece), 0);
    if (cost > room) {
      if (room < LEAST_ROOM) break;
      continue;
    }
    room -= cost;
    count++;
    const own = byFile.get(next.reference.path);
    if (own) own.push(next.reference);
    else byFile.set(next.reference.path, [next.reference]);
  }
  const rankOf = ([path]: readonly [string, unknown]) => plans.get(path)?.rank ?? plans.size;
  const files = isMap ? [...byFile].sort((a, b) => rankOf(a) - rankOf(b)) : [...byFile];
  const references = files.flatMap(([, own]) => own.toSorted((a, b) => a.startLine - b.startLine));
  return { references, tokens: naming.room - room, isAll: true };
}

// How likely a place to go on lies in it: a test is seldom one. What the reader has, or cannot have, is told first.
function worthNamed({ scored, because }: Left, floors: Floors): number {
  if (isTold(because)) return Number.MAX_SAFE_INTEGER;
  const { role, location } = scored.entity;
  return worthOf(scored, floors) * Math.sqrt(location.endLine - location.startLine + 1) * (role === 'test' ? 0.5 : 1);
}

function isTold(because: Left['because']): boolean {
  return because === 'seen' || because === 'unreadable';
}

/** So many of the best are looked at: the room is for far fewer. */
const CONSIDERED_MAX = 120;
/** The widest that the heading of a file may say beside its path. */
const FILE_REMARK = ' (99 of 999 functions shown)';
/** What is needed less than this share of the most needed that is not quoted is not worth a name. */
const LEAST_NAMED_SHARE = 0.01;
/** With less room than this nothing more is tried. */
const LEAST_ROOM = 8;

// The best of them: functions and types with all their lines, and what else says something by itself. A file stands for itself only where
// it has no parts.
function worthNaming(left: readonly Left[], { plans, blocks, options }: Naming) {
  const planOf = new Map(plans.flatMap((plan) => plan.all.map((one) => [one, plan] as const)));
  const quoted = Map.groupBy(blocks, ({ path }) => path);
  const known = new Set<string>();
  // Whoever has a whole file has each of its parts.
  const files = new Set(
    left.flatMap(({ scored, because }) => (isTold(because) && scored.entity.container === null ? [scored.path] : [])),
  );
  const named = ({ scored, because }: Left): Scored | null => {
    const plan = planOf.get(scored);
    const isFile = scored.entity.container === null;
    if (isTold(because)) return isFile || !files.has(scored.path) ? scored : null;
    if (plan === undefined || because === 'duplicate' || because === 'noLocation' || isHunk(scored)) return null;
    if (isFile ? plan.all.length > 1 : saysNothing(plan, scored, [rangeOf(scored, plan.source)], options)) return null;
    const whole = wholeSymbol(scored, plan.source, NAMED_LINES_MAX);
    const { startLine, endLine } = whole.entity.location;
    if (plan.source.hidden?.some((lines) => overlaps(lines, [startLine, endLine]))) return null;
    const place = `${plan.path}:${startLine}-${endLine}`;
    if (known.has(place) || shareQuoted([startLine, endLine], quoted.get(plan.path) ?? []) >= QUOTED_FROM) return null;
    known.add(place);
    return whole;
  };
  const sorted = left
    .map((one) => ({ ...one, worth: worthNamed(one, options.floors) }))
    .sort((a, b) => b.worth - a.worth);
  const most = sorted.reduce((top, { scored }) => Math.max(top, worthOf(scored, options.floors)), 0);
  const least = options.floors.likely === undefined || options.namesEach !== undefined ? 0 : most * LEAST_NAMED_SHARE;
  const best: { scored: Scored; because: Left['because']; worth: number }[] = [];
  for (const { scored: one, because, worth } of sorted) {
    if (best.length >= CONSIDERED_MAX) break;
    if (!isTold(because) && worthOf(one, options.floors) < least) continue;
    const scored = named({ scored: one, because });
    if (scored) best.push({ scored, because, worth });
  }
  return best;
}

/** How many functions of a file the blocks quote, and how many it has; undefined where it has none. */
export function functionsQuoted({ source }: FilePlan, blocks: readonly Quote[]): RankedFile['functions'] {
  const functions = source.facts.symbols.filter(({ kind }) => kind === 'function' || kind === 'method');
  if (functions.length === 0) return undefined;
  const isQuoted = ({ signatureLines, endLine }: (typeof functions)[number]) =>
    shareQuoted([signatureLines[0], endLine], blocks) >= QUOTED_FROM;
  return { quoted: functions.filter(isQuoted).length, all: functions.length };
}

function shareQuoted([first, last]: LineRange, blocks: readonly Quote[]): number {
  const inside = blocks.flatMap(({ lines }) =>
    lines.map(([from, to]) => [Math.max(first, from), Math.min(last, to)] as const).filter(([from, to]) => from <= to),
  );
  return countLines(inside) / (last - first + 1);
}
