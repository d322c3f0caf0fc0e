/** How much is enough: what is surely needed, what is likely needed, or all that the budget holds. */
export const AIMS = ['focused', 'balanced', 'full'] as const;
export type Aim = (typeof AIMS)[number];
