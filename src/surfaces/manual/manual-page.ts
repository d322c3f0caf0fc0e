import { wrapped } from '../../operations/text-table.ts';

/** A page in parts, before it is set for a screen or for `man`. */
export interface ManualPage {
  readonly title: string;
  readonly version: string;
  readonly sections: readonly ManualSection[];
}

export interface ManualSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Lines that are typed as they stand. */
  readonly verbatim: readonly string[];
  readonly entries: readonly { readonly term: string; readonly text: string }[];
}

const WIDTH = 78;
const INDENT = '    ';

/** A page to read in a terminal. */
export function plainText({ sections }: ManualPage): string {
  return sections.map(({ heading, ...parts }) => [heading, ...body(parts)].join('\n')).join('\n\n');
}

function body({ paragraphs, verbatim, entries }: Omit<ManualSection, 'heading'>): readonly string[] {
  const blocks = [
    ...paragraphs.map((text) => wrapped(text, INDENT, WIDTH)),
    ...(verbatim.length > 0 ? [verbatim.map((line) => INDENT + line)] : []),
    ...entries.map(({ term, text }) => [INDENT + term, ...wrapped(text, INDENT + INDENT, WIDTH)]),
  ];
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

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
