// Characters that act on whoever prints them, or that nobody sees: controls, direction marks, zero-width characters.
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
const PICTURES = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = '\u2421';

/** A name or message on one line: line breaks and tabs become blanks, and what acts or hides becomes visible. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ')
    .replace(UNSEEN, seen);
}

function seen(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(PICTURES + code);
  return code === DELETE ? DELETE_PICTURE : `\\u${code.toString(16).padStart(4, '0')}`;
}
