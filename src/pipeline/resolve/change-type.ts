import { CHANGE_TYPES, type ChangeType } from '../../model/task.ts';
import { stem, termsOfWord, words } from '../../model/terms.ts';
import { type Passage, PLACES } from './read-text.ts';

/** The words that tell what kind of change is asked for; other forms of them count too. */
const INDICATORS: Readonly<Record<(typeof CHANGE_TYPES)[number], readonly string[]>> = {
  bugfix: list(
    'fix bug error issue broken fails failure crash exception wrong incorrect regression traceback bugfix hotfix unexpected',
  ),
  feature: list('add added adding adds implement create new support feature feat introduce allow enable'),
  refactor: list(
    'refactor refactoring clean cleanup improve optimize simplify rename restructure reorganize extract deduplicate',
  ),
  perf: list('performance perf slow fast faster slower optimize cache speed latency'),
  security: list(
    'security vulnerability auth authentication authorization permission cve xss csrf injection exploit insecure',
  ),
};

const STEMS = new Map(CHANGE_TYPES.map((type) => [type, new Set(INDICATORS[type].map((word) => stem(word)))]));
// `feat(router): …`: the author has said it outright.
const PREFIX = /^\s*(fix|feat|feature|refactor|perf|security|bugfix|hotfix)(?:\([^()]{0,60}\))?!?:/i;
const PREFIX_TYPES: Readonly<Record<string, ChangeType>> = { feat: 'feature', fix: 'bugfix', hotfix: 'bugfix' };
const PREFIX_HITS = 5;

/** The kind with the most hits, words of the title counting twice and an error nearly as much as an outright word; the table's order settles ties. */
export function changeTypeOf(passages: readonly Passage[], isError: boolean): ChangeType {
  const hits = new Map<ChangeType, number>(isError ? [['bugfix', PREFIX_HITS - 1]] : []);
  const hit = (type: ChangeType, count: number) => hits.set(type, (hits.get(type) ?? 0) + count);
  for (const { place, text } of passages) {
    if (place !== 'title' && place !== 'body') continue;
    const prefix = PREFIX.exec(text)?.[1]?.toLowerCase();
    if (prefix !== undefined && place === 'title')
      hit(PREFIX_TYPES[prefix] ?? CHANGE_TYPES.find((type) => type === prefix) ?? 'bugfix', PREFIX_HITS);
    for (const word of words(text)) {
      const term = termsOfWord(word.toLowerCase())[0] ?? '';
      for (const type of CHANGE_TYPES) if (STEMS.get(type)?.has(term)) hit(type, PLACES[place].weight);
    }
  }
  const best = Math.max(0, ...hits.values());
  return CHANGE_TYPES.find((type) => best > 0 && hits.get(type) === best) ?? 'unknown';
}

function list(text: string): readonly string[] {
  return text.split(' ');
}
