import type { SourceName } from './engine/source-names.ts';
import type { FormatName } from './formats/index.ts';
import type { PackAim } from './model/budget.ts';
import type { EntityKind, LIFTABLE_ROLES } from './model/entity.ts';
import type { ContextInput as AnyContextInput } from './ports/context.ts';
import type {
  Engine as AnyEngine,
  ExplainInput as AnyExplainInput,
  PackInput as AnyPackInput,
  QueryInput as AnyQueryInput,
} from './ports/engine.ts';
import type { ShowInput as AnyShowInput } from './ports/knowledge.ts';
import type { RankerName } from './rankers/index.ts';
import type { GraphSourceName } from './sources/graph-sources.ts';
import type { StrategyName } from './strategies/index.ts';
import type { TokenizerName } from './tokenizers/index.ts';
import type { TruncatorName } from './truncators/index.ts';

/** Options whose values are names of a list: what is not on the list does not compile. A lens may be a user's own. */
interface Names {
  readonly format: FormatName;
  readonly tokenizer: TokenizerName;
  readonly truncator: TruncatorName;
  readonly ranker: RankerName;
  readonly aim: PackAim;
  readonly include: readonly (keyof typeof LIFTABLE_ROLES)[];
  readonly sources: readonly (SourceName | GraphSourceName)[];
  readonly strategies: readonly StrategyName[];
  readonly types: readonly EntityKind[];
}

/** The same input with names instead of any text. */
type Named<Input> = {
  readonly [Key in keyof Input]: Key extends keyof Names ? Names[Key] | undefined : Input[Key];
};

export type PackInput = Named<AnyPackInput>;
export type ExplainInput = Named<AnyExplainInput>;
export type QueryInput = Named<AnyQueryInput>;
export type ShowInput = Named<AnyShowInput>;
export type ContextInput = Named<AnyContextInput>;

/** Everything knap does for one workspace: the port, given names. Only the types of issues are anybody's own. */
export type Engine = Pick<AnyEngine, 'list'> & {
  [Method in Exclude<keyof AnyEngine, 'list'>]: AnyEngine[Method] extends (...given: infer Given) => infer Answer
    ? (...given: { [Index in keyof Given]: Named<Given[Index]> }) => Method extends 'with' ? Engine : Answer
    : AnyEngine[Method];
};
