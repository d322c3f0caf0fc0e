// A caller may name the strategies of a search (`--strategies`). This list holds them.
import type { Strategy } from '../ports/strategy.ts';
import { graph } from './graph.ts';
import { keyword, semantic } from './keyword-and-semantic.ts';

const STRATEGY_NAMES = ['keyword', 'semantic', 'graph'] as const;
export type StrategyName = (typeof STRATEGY_NAMES)[number];
const BY_NAME: Readonly<Record<StrategyName, Strategy>> = { keyword, semantic, graph };

export const STRATEGIES: readonly Strategy[] = STRATEGY_NAMES.map((name) => BY_NAME[name]);
