import { demanded, tooSmall } from '../model/budget.ts';
import { entityId } from '../model/entity.ts';
import type { Exclusion } from '../model/pack.ts';
import type { Layout, LeftOut, Quote } from '../ports/formatter.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';
import type { AssembledContext, ContextBlock } from './assemble-results.ts';
import { arrange } from './compose/arrange.ts';
import { fitMost } from './fit.ts';
import { type Formatted, format } from './format/format.ts';

export interface PrintOptions {
  readonly layout: Layout;
  readonly tokenizer: Tokenizer;
  readonly isGrouped: boolean;
  /** Null for no limit. */
  readonly budgetTokens: number | null;
  readonly languageOf: (path: string) => string | null;
}

/** Prints what was assembled once more, as any page; where that costs more than it may, the weakest blocks go first. */
export function printAssembled(context: AssembledContext, options: PrintOptions): string {
  const most = options.budgetTokens ?? Number.MAX_SAFE_INTEGER;
  const whole = printed(context, context.blocks, options);
  if (whole.cost <= most) return whole.text;
  const best = context.blocks.toSorted((a, b) => b.printedScore - a.printedScore);
  // Where there is no room for the blocks there is none for lines about others; they are counted with the rest.
  const bare = { ...context, references: [] };
  const page = fitMost([0, Math.max(0, best.length - 1)], (count) => {
    const kept = new Set(best.slice(0, count));
    const blocks = context.blocks.filter((block) => kept.has(block));
    const { cost, text } = printed(bare, blocks, options);
    return cost <= most ? { text } : tooSmall(`A budget of ${most} is too small for the frame of the page.`);
  });
  return demanded(page).text;
}

function printed(context: AssembledContext, blocks: readonly ContextBlock[], options: PrintOptions): Formatted {
  const { tokenizer, layout, isGrouped } = options;
  const budget = options.budgetTokens ?? Number.MAX_SAFE_INTEGER;
  const usage = { budget, used: budget, tokenizer: tokenizer.name };
  const quotes = blocks.map((block) => quoteOf(block, options));
  const left: Record<Exclusion, number> = { ...context.summary.excluded };
  for (const reference of context.references) left[reference.excludedBecause]--;
  left.budget += coveredBy(context.blocks) - coveredBy(blocks);
  return format(
    {
      usage,
      files: [],
      blocks: arrange(quotes, { isGrouped }),
      references: context.references,
      excluded: left as LeftOut,
    },
    {
      layout,
      tokenizer,
      isGrouped,
      head: { task: null, text: context.query, isBrief: false, usage, coverage: null, notes: [] },
    },
  );
}

function coveredBy(blocks: readonly ContextBlock[]): number {
  return blocks.reduce((sum, { context }) => sum + 1 + (context.relatedEntities?.length ?? 0), 0);
}

function quoteOf(block: ContextBlock, { languageOf }: PrintOptions): Quote {
  const { filePath, startLine, endLine } = block.location;
  const { window } = block;
  return {
    id: entityId(block.id),
    kind: block.entity.type,
    name: block.entity.name,
    qualifiedName: block.entity.qualifiedName,
    path: filePath,
    entityLines: [startLine, endLine],
    entities: block.entities,
    startLine: window.startLine,
    endLine: window.endLine,
    lines: [[window.startLine, window.endLine]],
    level: block.level,
    score: block.printedScore,
    reasons: [],
    // Pages of assembled results print no hash; fresh and stale text of one file must still be told apart.
    hash: block.isStale ? `stored:${block.id}` : '',
    language: filePath === '' ? null : languageOf(filePath),
    text: block.code,
    imports: block.context.imports ?? null,
    importLines: [],
    isStale: block.isStale,
    covers: [entityId(block.id), ...(block.context.relatedEntities ?? []).map(entityId)],
    note: block.note,
    doc: block.summary,
  };
}
