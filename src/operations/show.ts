// The operation `show`: its options, and the limits on related documents.
import * as z from 'zod';
import { DEFAULTS } from '../config/defaults.ts';
import { ContextError } from '../model/errors.ts';
import type { ShowAnswer, ShowInput } from '../ports/knowledge.ts';
import { budgetField, copy, packFormat, tokenizer } from './input/fields.ts';
import { defineOperation, type FieldsOf, field, optional } from './operation.ts';
import { showOutput } from './output/document-output.ts';

const characters = z.int('a whole number of characters').min(0).max(10_000_000).optional();

/** The fields of `show` and `ready` that limit a page and say how it is written. */
export const pageFields = {
  context: field(
    characters.describe(`Most characters of related documents (default: ${DEFAULTS.show.contextCharacters})`),
    { placeholder: 'N' },
  ),
  withContext: field(z.boolean().default(true).describe('Show related documents and references'), { flag: 'context' }),
  references: field(
    characters.describe(`Most characters of the list of references (default: ${DEFAULTS.show.referenceCharacters})`),
    { placeholder: 'N', isFine: true },
  ),
  budget: budgetField(),
  format: packFormat,
  tokenizer,
  // Servers always fence, because a model reads their answers.
  fenced: optional.yesNo('Quote documents in fences that their text cannot close, as servers always do', {
    isLocal: true,
  }),
} as const;

const VIEWS = ['peek', 'sections', 'raw'] as const;

export const show = defineOperation({
  input: z.strictObject({
    targets: field(z.array(z.string()).optional().describe('Ids, paths or names, one after the other'), {
      placeholder: 'TARGET',
      isPath: true,
    }),
    ...pageFields,
    maxContext: optional.yesNo(`Up to ${DEFAULTS.show.mostCharacters} characters of related documents`, {
      isFine: true,
    }),
    brief: optional.yesNo('A briefing: also blockers, documents that link here, and finished sibling issues'),
    peek: optional.yesNo('Only the frontmatter'),
    sections: optional.yesNo('Only the outline: headings or symbols with their lines'),
    section: optional.text('Only this section: its title, anchor or id', { placeholder: 'NAME' }),
    copy,
    raw: optional.yesNo('Print only the unchanged file'),
  } satisfies FieldsOf<ShowInput, 'withContext' | 'maxContext' | 'copy' | (typeof VIEWS)[number]>),
  output: showOutput,
  positional: 'targets',
  asksAll: true,
  details:
    'A target is an id, a path (docs/a.md, docs/a.md#anchor, src/a.ts:12-40, src/a.ts#Shop.pay), a folder, or a name that only one document or symbol has. Folders, and files longer than the budget, are shown as an outline.',
  examples: ['knap show docs/design.md', 'knap show LAAAB --context 20000', 'knap show "payment retries" --sections'],
  async run(call, { targets = [], ...asked }) {
    if (targets.length === 0) throw new ContextError('NO_TARGET', 'There is nothing to show.');
    const engine = await call.engine();
    const value = await engine.show({
      ...limitsOf(asked),
      targets,
      brief: asked.brief,
      view: viewOf(asked),
      section: asked.section,
      format: asked.format ?? call.config.format,
      fenced: asked.fenced || call.isServed,
    });
    if (asked.copy) call.copy?.(value.text);
    return {
      value,
      text: value.text,
      nothingFound: null,
      notes: [...value.notes, ...(call.isServed ? [] : [costOf(value)])],
      warnings: [],
    };
  },
});

/** Reads the limits from the options, and refuses options that contradict each other. */
export function limitsOf(
  asked: RelatedLimits & Partial<Record<'withContext' | 'maxContext' | 'brief', boolean | undefined>>,
) {
  const { context, withContext, maxContext, brief, references, budget, tokenizer: tokenizerName } = asked;
  const flags = [
    ...(context === undefined ? [] : ['--context']),
    ...(withContext === false ? ['--no-context'] : []),
    ...(maxContext ? ['--max-context'] : []),
    ...(brief ? ['--brief'] : []),
  ];
  if (flags.length > 1) throw new ContextError('BAD_INPUT', `${flags.join(' and ')} exclude each other.`);
  const contextMax = withContext === false ? 0 : maxContext ? DEFAULTS.show.mostCharacters : context;
  return { context: contextMax, references, budget, tokenizer: tokenizerName };
}

type RelatedLimits = Pick<ShowInput, 'context' | 'references' | 'budget' | 'tokenizer'>;

/** A note on how much was printed and how many tokens it costs. */
export function costOf({ usage }: ShowAnswer): string {
  const tokens = usage.tokens === null ? '' : `, ${usage.tokens} tokens in all`;
  return `${usage.target} characters of the target, ${usage.context} of its context${tokens}`;
}

function viewOf(asked: Partial<Record<(typeof VIEWS)[number], boolean | undefined>>): ShowInput['view'] {
  const views = VIEWS.filter((view) => asked[view]);
  if (views.length > 1)
    throw new ContextError('BAD_INPUT', `${views.map((view) => `--${view}`).join(' and ')} exclude each other.`);
  return views[0] ?? 'page';
}
