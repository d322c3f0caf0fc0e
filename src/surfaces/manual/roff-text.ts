import type { ManualPage, ManualSection } from './manual-page.ts';

/** A page in the language of `man`. It carries no date, so that the same version is the same page. */
export function roffText({ title, version, sections }: ManualPage): string {
  const head = `.TH ${quoted(title.toUpperCase())} 1 "" ${quoted(`knap ${version}`)} "Manual of knap"`;
  return [head, '.nh', '.ad l', ...sections.flatMap(sectionLines)].join('\n');
}

function sectionLines({ heading, paragraphs, verbatim, entries }: ManualSection): readonly string[] {
  return [
    `.SH ${quoted(heading)}`,
    ...paragraphs.flatMap((text, index) => (index === 0 ? [escaped(text)] : ['.PP', escaped(text)])),
    ...(verbatim.length > 0 ? ['.nf', ...verbatim.map(escaped), '.fi'] : []),
    ...entries.flatMap(({ term, text }) => ['.TP', `.B ${quoted(term)}`, escaped(text)]),
  ];
}

// A line that begins with a dot or a quote would be read as a command, and letters beyond ASCII as two or three others.
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(
      /[^\0-\x7f]/gu,
      (character) => `\\[u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/^([.'])/, '\\&$1');
}

const quoted = (text: string): string => `"${escaped(text).replaceAll('"', '\\(dq')}"`;
