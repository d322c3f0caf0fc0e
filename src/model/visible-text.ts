/** A text on one line: what would move a cursor or break a line is shown as its code. */
export function oneLine(text: string): string {
  return text.replace(/[\0-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
