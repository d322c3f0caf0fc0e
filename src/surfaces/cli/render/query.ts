import type { QueryAnswer } from '../../../engine.ts';
import { oneLine } from '../../../model/visible-text.ts';
import { counted, cut, cutLeft, grouped, INDENT, type Sheet } from './sheet.ts';

const PLACE_WIDTH_MAX = 52;
const NAME_WIDTH_MAX = 32;

/** The results of a question as a list, the best first: a terminal shows code only where a format is asked for. */
export function renderQuery(answer: QueryAnswer, { colors, columns, isQuiet }: Sheet): string | null {
  const { query, results, summary, tokenCount, budget, notes } = answer;
  const [best] = results;
  if (best === undefined) return null;
  const rows = results.map(({ entity, location, because }) => ({
    place: oneLine(`${location.path}:${location.startLine}-${location.endLine}`),
    name: oneLine(entity.name),
    because: oneLine(because),
  }));
  if (isQuiet) return rows.map(({ place }) => place).join('\n');
  const place = Math.min(PLACE_WIDTH_MAX, ...[Math.max(...rows.map((row) => row.place.length))]);
  const name = Math.min(NAME_WIDTH_MAX, Math.max(...rows.map((row) => row.name.length)));
  const doubt = notes.filter((note) => /^(?:Probably|Perhaps) not here:/.test(note));
  return [
    `${colors.bold('knap')}  ${cut(oneLine(query), columns - INDENT.length)}`,
    ...doubt.map((note) => `${INDENT}${colors.yellow(note)}`),
    ...rows.map((row, at) => {
      const shown = cutLeft(row.place, place).padEnd(place);
      const named = cut(row.name, name).padEnd(name);
      const why = cut(row.because, columns - (4 + 2 + place + 2 + name + 2));
      return `${String(at + 1).padStart(4)}  ${colors.cyan(shown)}  ${colors.bold(named)}  ${colors.dim(why)}`.trimEnd();
    }),
    `${INDENT}${counted(results.length, 'result')} in ${counted(new Set(results.map((one) => one.location.path)).size, 'file')}; their code costs ${grouped(tokenCount)} of ${grouped(budget)} tokens${summary.truncated ? ' (not all fits)' : ''}: add --format markdown`,
    `${INDENT}${colors.dim('one of them:')} knap show '${oneLine(best.entity.id)}'`,
  ].join('\n');
}
