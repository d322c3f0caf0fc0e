const SLUG_LENGTH_MAX = 40;
const CLAUSE_WORDS_MIN = 3;

/** `20261115-094300-fix-the-stripe-webhook`: local time, then the task in a few words. */
export function packName(title: string, nowMs: number): string {
  return `${stamp(new Date(nowMs))}-${slug(title)}`;
}

/** The form every pack folder's name has. */
export const PACK_NAME = /^\d{8}-\d{6}-[\p{L}\p{N}-]+$/u;

function stamp(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}

// The first clause says enough, unless it is only a word or two; letters of every script may stand in a file name.
function slug(title: string): string {
  const [clause = ''] = title.split(/[:;.,!?()\n]\s/, 1);
  const inClause = wordsOf(clause);
  const words = inClause.length < CLAUSE_WORDS_MIN ? wordsOf(title) : inClause;
  let text = '';
  for (const word of words) {
    const longer = text === '' ? word : `${text}-${word}`;
    if ([...longer].length > SLUG_LENGTH_MAX) break;
    text = longer;
  }
  return text || [...(words[0] ?? 'pack')].slice(0, SLUG_LENGTH_MAX).join('');
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
