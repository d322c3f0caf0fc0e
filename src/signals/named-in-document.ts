// Tasks in Chinese, Japanese or Korean hardly share words with code. This signal reads the strongest candidates, mostly
// documents, and finds the files that define the names which stand near words of the task there.
import type { Candidate } from '../model/candidate.ts';
import { nameKey } from '../model/terms.ts';
import type { Hit, Question, SignalFinder } from '../ports/signal-finder.ts';

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** The least share of the task's word weight that is in such a script. */
const SCRIPT_SHARE_MIN = 0.5;
const DOCUMENTS_MAX = 4;
const LINES_MAX = 5000;
const LINE_CHARACTERS_MAX = 2000;
/** A name counts if words are at most this many lines away, the less the further they are. */
const REACH = 12;
const NAMES_MAX = 60;
const FILES_MAX = 3;
// Matches names of code: with a capital or underscore inside (`getItem`, `get_item`), or before a parenthesis (`pay(`).
const NAME = /\b[A-Za-z_$][\w$]*(?:[A-Z_]\w|[a-z][A-Z])[\w$]*\b|\b[a-z_$][\w$]*(?=\()/g;

export const namedInDocument: SignalFinder = {
  kind: 'namedInDocument',
  tier: 'structural',
  weight: 0.1,
  applies: ({ task: { keywords } }) => {
    const all = keywords.reduce((sum, { weight }) => sum + weight, 0);
    const other = keywords.reduce((sum, { stem, weight }) => sum + (CJK.test(stem) ? weight : 0), 0);
    return other > 0 && other >= SCRIPT_SHARE_MIN * all;
  },
  async expand(question, seeds) {
    const names = await collectNames(question, seeds);
    const best = [...names].sort((a, b) => b[1].value - a[1].value || (a[0] < b[0] ? -1 : 1)).slice(0, NAMES_MAX);
    const { definitions } = await question.store.words({ definitions: best.map(([key]) => key) });
    const byKey = Map.groupBy(definitions, ({ name }) => nameKey(name));
    const most = best[0]?.[1].value || 1;
    return best.flatMap(([key, { value, document, name }]): readonly Hit[] => {
      const files = [...new Set((byKey.get(key) ?? []).map(({ path }) => path))].filter(
        (path) => question.view.files.get(path)?.role === 'source',
      );
      if (files.length > FILES_MAX) return [];
      return files.map((path) => ({
        path,
        value: value / most / Math.sqrt(files.length),
        because: `${document} names ${name} beside words of the task`,
        distance: 1,
        via: [{ from: document, kind: 'references' as const }],
      }));
    });
  },
};

interface NameNearWords {
  value: number;
  readonly name: string;
  readonly document: string;
}

async function collectNames(
  question: Question,
  seeds: readonly Candidate[],
): Promise<ReadonlyMap<string, NameNearWords>> {
  const { task, view, textOf } = question;
  const stems = task.keywords.filter(({ stem }) => CJK.test(stem)).map(({ stem }) => stem);
  const names = new Map<string, NameNearWords>();
  for (const { path } of seeds.slice(0, DOCUMENTS_MAX)) {
    const text = await textOf(view.files.get(path)!);
    const lines = (text ?? '').split('\n', LINES_MAX);
    const nearness = measureNearness(lines, stems);
    for (const [index, line] of lines.entries()) {
      if (nearness[index] === 0 || line.length > LINE_CHARACTERS_MAX) continue;
      for (const [name] of line.matchAll(NAME)) {
        const key = nameKey(name);
        const before = names.get(key) ?? { value: 0, name, document: path };
        before.value += nearness[index]!;
        names.set(key, before);
      }
    }
  }
  return names;
}

// Measures how many of the words stand on or near each line; nearer words count more.
function measureNearness(lines: readonly string[], stems: readonly string[]): Float64Array {
  const shares = lines.map((line) => stems.filter((stem) => line.includes(stem)).length / stems.length);
  const nearness = new Float64Array(lines.length);
  for (const [index, share] of shares.entries())
    for (let at = Math.max(0, index - REACH); share > 0 && at <= Math.min(lines.length - 1, index + REACH); at++)
      nearness[at] = Math.max(nearness[at]!, share ** 2 * (1 - Math.abs(at - index) / (REACH + 1)));
  return nearness;
}
