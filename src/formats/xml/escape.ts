import { oneLine, visible } from '../../model/visible-text.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text between tags, on one line. */
export function text(value: string): string {
  return oneLine(value).replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? '');
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
  return `<![CDATA[${visible(value).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
