import type { Head } from '../ports/formatter.ts';

/** Why a page ends where it does, and what more would bring, in a sentence; none where nothing else is worth it. */
export function endOf({ stop = null, isBrief, coverage }: Head): readonly string[] {
  if (stop === null) return [];
  if (stop.by === 'aim') {
    // Of a part of the index nobody knows what comes next.
    const { functions, likelihood } = stop;
    const clauses = [
      functions && functions.quoted < functions.all
        ? `${functions.quoted} of ${counted(functions.all, 'function')} of the best file shown`
        : '',
      likelihood === null || coverage?.left ? '' : `the next file is ${likely(likelihood)} likely`,
    ].filter((said) => said !== '');
    const where = clauses.length === 0 ? '' : `: ${clauses.join(', ')}`;
    return isBrief ? [] : [`Ends here${where}; aim ${stop.aim} would add up to ${counted(stop.files, 'file')}.`];
  }
  if (isBrief) return [`Ends: ${thousands(stop.hunks + stop.files + stop.parts)} more did not fit.`];
  const counts = [counted(stop.hunks, 'hunk'), counted(stop.files, 'file'), counted(stop.parts, 'part')];
  const more = counts.filter((count) => !count.startsWith('0 ')).join(', ');
  const where = stop.by === 'limit' ? 'limits on files and lines' : 'budget';
  return [`Ends at the ${where}: ${more.replace(' ', ' more ')} did not fit.`];
}

/** `10 %` */
export function likely(share: number): string {
  return share < 0.01 ? 'under 1 %' : `${Math.round(100 * share)} %`;
}

/** `3 files` */
export function counted(count: number, thing: string): string {
  return `${thousands(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** `16,000` */
export function thousands(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
