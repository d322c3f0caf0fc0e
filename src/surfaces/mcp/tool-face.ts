import type * as z from 'zod';

/** Other fields than the operation's own, for agents that know the tool by them. */
export interface ToolFace {
  readonly input: z.ZodObject;
  /** What they mean to the operation. */
  readonly given: (said: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}
