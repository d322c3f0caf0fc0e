// Pages name places that they do not quote. This file writes these places, if need be with the reason why they are left
// out, and the counts of what is not even named.
import { strongestClause } from '../model/candidate.ts';
import type { Exclusion, ExclusionCounts, RankedFile, Reference } from '../model/pack.ts';
import { oneLine } from '../model/visible-text.ts';
import type { Layout } from '../ports/formatter.ts';
import { countText, formatShare, groupDigits, joinParts, list } from './layout.ts';
import { BECAUSE_MAX, cutReason, formatLines, formatScore, toClause } from './pack-text.ts';

/** Likelihoods below this are not printed. */
const LIKELY_FROM = 0.02;

interface NamedPlaces {
  readonly opening: string;
  readonly closing?: string;
  readonly bullet?: string;
  /** Makes names and paths harmless for the format. */
  readonly show: (text: string) => string;
  /** The same for free text. */
  readonly prose?: (text: string) => string;
  readonly isMap?: boolean;
}

/** Creates the parts that name places without quoting them, with a line for each file, then for what is left out. */
export function listNamed(
  { opening, closing = '', bullet = '', show, prose = String, isMap = false }: NamedPlaces,
  describeRest: (rest: ExclusionCounts) => string,
): Pick<Layout, 'references' | 'referenceFile' | 'overflow'> {
  return {
    references: list(opening, ', ', (reference) => describePlace(reference, show), { closing }),
    referenceFile: (file) => `\n${bullet}${describeFile(file, show, isMap ? prose : null)}: `,
    overflow: (rest) => describeRest(rest).replace(/^(?=.)/, `\n${bullet}`),
  };
}

/** Writes a place that is named but not quoted, below the name of its file: `verifySignature 50-71`. */
function describePlace(reference: Reference, show: (text: string) => string): string {
  const because = SHOWN_EXCLUSIONS.has(reference.excludedBecause)
    ? ` (${EXCLUSION_WORDS[reference.excludedBecause]})`
    : '';
  const isNamed = reference.kind !== 'file' && reference.kind !== 'region';
  // A reference joins places that touch, so it may hold several names.
  const names = isNamed ? [...new Set(reference.name.split(', '))].map((name) => show(oneLine(name, 80))) : [];
  return `${isNamed ? `${names.join(', ')} ` : ''}${reference.startLine > 0 ? formatLines(reference) : 'whole'}${because}`;
}
const SHOWN_EXCLUSIONS: ReadonlySet<Exclusion> = new Set(['seen', 'unreadable']);

/** Writes the file of places that are only named: `src/a.ts (3 of 9 functions shown)`; with `prose` also its reason. */
function describeFile(
  { path, functions, likelihood = null, reasons = [] }: Pick<RankedFile, 'path'> & Partial<RankedFile>,
  show: (text: string) => string,
  prose: ((text: string) => string) | null,
): string {
  const isQuoted = functions !== undefined && functions.quoted > 0;
  const quoted = isQuoted ? `${functions.quoted} of ${countText(functions.all, 'function')} shown` : '';
  const about = isQuoted || likelihood === null || likelihood < LIKELY_FROM ? quoted : formatShare(likelihood);
  const remarks = joinParts([about, prose?.(cutReason(strongestClause(reasons), 60)) ?? null], ', ');
  return `${show(oneLine(path))}${remarks === '' ? '' : ` (${remarks})`}`;
}

/** The words that say why something is not printed. */
const EXCLUSION_WORDS: Readonly<Record<Exclusion, string>> = {
  budget: 'budget',
  belowFloor: 'unlikely to matter',
  unreadable: 'unreadable',
  duplicate: 'duplicate',
  noLocation: 'without a location',
  ignored: 'ignored',
  seen: 'unchanged since you saw it',
  limit: 'limit',
  hunk: 'hunk of the diff, budget',
};

/** Writes `6 more unlikely to matter, 2 unreadable`; an empty text when nothing is left out. */
export function describeLeftOut(rest: ExclusionCounts): string {
  const counts = Object.entries(rest).filter(([, count]) => count > 0);
  return counts
    .map(([reason, count], index) => {
      const word = COUNTED_WORDS[reason as Exclusion] ?? EXCLUSION_WORDS[reason as Exclusion];
      return `${groupDigits(count)}${index === 0 ? ' more' : ''} ${word}`;
    })
    .join(', ');
}

const COUNTED_WORDS: Readonly<Partial<Record<Exclusion, string>>> = {
  budget: 'over budget',
  limit: 'over the limit',
  hunk: 'hunks of the diff over budget',
};

/** Writes the text in brackets after a reference: why it is relevant, its tokens, and why it is not quoted. */
export function describeReference(reference: Reference): string {
  const why = toClause(reference.because, BECAUSE_MAX) || formatScore(reference.score);
  const tokens = reference.tokens === null ? null : `${groupDigits(reference.tokens)} tokens`;
  return joinParts([why, tokens, EXCLUSION_WORDS[reference.excludedBecause]], ', ');
}
