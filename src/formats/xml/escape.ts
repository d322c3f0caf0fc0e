import { oneLine } from '../describe.ts';

// Characters that no XML 1.0 document may hold, not even escaped.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text between tags, on one line. */
export function text(value: string): string {
  return oneLine(value)
    .replace(FORBIDDEN, '')
    .replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? '');
}

/** Attributes with a leading blank each; those without a value are left out. */
export function attributes(values: Readonly<Record<string, string | number | null>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => ` ${name}="${text(String(value))}"`)
    .join('');
}

/** Text with its lines as they are; the end mark of the section is split between two. */
export function cdata(value: string): string {
  // A carriage return would be read as a line feed; lines are kept, so it is dropped where one follows.
  const lines = value.replace(FORBIDDEN, '').replace(/\r\n?/g, '\n');
  return `<![CDATA[${lines.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
