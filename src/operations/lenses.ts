// The operation `lenses`: lists the lenses that questions can use.
import * as z from 'zod';
import { allLenses, LENSES } from '../lenses/index.ts';
import type { Lens } from '../model/edge.ts';
import { oneLine } from '../model/visible-text.ts';
import { createRedact } from '../reading/redaction/redact.ts';
import { dataFormat } from './input/fields.ts';
import { answer, defineOperation, whoseName } from './operation.ts';

export const lenses = defineOperation({
  input: z.strictObject({ format: dataFormat }),
  examples: ['knap lenses', 'knap lenses --json'],
  async run({ config, fromRepository }, { format }) {
    const redact = createRedact();
    const all = await Promise.all(
      allLenses(config.lenses).map(async (lens) => ({
        ...lens,
        description: (await redact(lens.description, 'lens')).text,
        origin: LENSES.some(({ name }) => name === lens.name)
          ? 'built in'
          : whoseName(lens.name, fromRepository?.lenses),
      })),
    );
    return answer(all, { text: all.map(({ origin, ...lens }) => lensText(origin, lens)).join('\n\n'), format });
  },
});

// The origin is `yours`, `this repository's` or `built in`.
function lensText(origin: string, { name, description, edges, depthMax, boostTags, fields, liftRoles }: Lens): string {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['lifts', boostTags.map((tag) => `#${oneLine(tag)}`)],
    ['shows first', fields.map((name) => oneLine(name))],
    ['full score for', liftRoles],
  ];
  return [
    `${name} (${origin})${description === '' ? '' : `: ${oneLine(description)}`}`,
    `  follows ${edges.join(', ')}; ${depthMax} ${depthMax === 1 ? 'step' : 'steps'} at most`,
    ...lists.flatMap(([what, words]) => (words.length === 0 ? [] : [`  ${what} ${words.join(', ')}`])),
  ].join('\n');
}
