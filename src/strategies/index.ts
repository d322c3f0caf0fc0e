import type { Strategy } from '../ports/strategy.ts';
import { graph } from './graph.ts';
import { keyword } from './keyword.ts';
import { semantic } from './semantic.ts';

/** All ways to search; their weights are those of reciprocal-rank fusion. */
export const STRATEGIES = [keyword, semantic, graph] as const satisfies readonly Strategy[];
export type StrategyName = (typeof STRATEGIES)[number]['name'];
