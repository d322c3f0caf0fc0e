// Small workspaces are edited more often than they are large: below this many, dead contents cost nothing to keep.
export const DEAD_CONTENTS_MIN = 256;

/**
 * Whether contents that left the view should be forgotten: not while switching back to them (another branch) is
 * likelier than not, that is until there are more of them than contents in the view.
 */
export function isPruneDue(live: number, dead: number, deadMin: number): boolean {
  return dead > live && dead >= deadMin;
}
