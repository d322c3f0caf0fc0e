/** What the caller said about room; undefined where nothing was said. */
export interface AskedRoom {
  readonly context?: number | undefined;
  readonly references?: number | undefined;
}

/** Code points for the context and for the list of references. */
export interface ShowLimits {
  readonly context: number;
  readonly references: number;
}

/**
 * What holds: the caller's word, then the target's own `doc-context-budget`, then the default. No room for context
 * means the target alone, so references are listed then only when they were asked for.
 */
export function showLimits(asked: AskedRoom, ownBudget: number | null, defaults: ShowLimits): ShowLimits {
  const context = asked.context ?? Math.max(0, ownBudget ?? defaults.context);
  return { context, references: asked.references ?? (context === 0 ? 0 : defaults.references) };
}
