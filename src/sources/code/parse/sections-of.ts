import type { ImportFact, SymbolFacts } from '../../../model/facts.ts';
import type { LineIndex } from './line-index.ts';

interface Heading {
  readonly level: number;
  readonly title: string;
  readonly line: number;
  /** Last line of the heading itself: an underlined one has two. */
  readonly lastLine: number;
}

const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
// A line that cannot be the text of an underlined heading.
const NO_PARAGRAPH = /^\s*$|^ {4}|^\s*(?:[-*+>|]|\d+[.)])\s|^ {0,3}#{1,6}\s|^\s*\|/;
const HEADING_CHARACTERS_MAX = 1000;
const LINK = /\]\(([^()\s]{1,300})/g;
const ELSEWHERE = /^(?:\w+:|#|\/\/)/;

/** Headings as a tree of sections, each reaching to the next heading of its level. */
export function sectionsOf(index: LineIndex): readonly SymbolFacts[] {
  const headings = headingsOf(index);
  const ends = headings.map(() => index.count);
  const sections: SymbolFacts[] = [];
  const open: number[] = [];
  const taken = new Map<string, number>();
  for (const [at, heading] of headings.entries()) {
    while (open.length > 0 && (headings[open.at(-1) ?? 0]?.level ?? 0) >= heading.level) {
      ends[open.pop() ?? 0] = heading.line - 1;
    }
    const parent = open.at(-1) ?? null;
    const path = parent === null ? heading.title : `${sections[parent]?.qualifiedName} > ${heading.title}`;
    const count = (taken.get(path) ?? 0) + 1;
    taken.set(path, count);
    sections.push(sectionOf(index, heading, count === 1 ? path : `${path}~${count}`, parent));
    open.push(at);
  }
  return sections.map((section, at) => ({ ...section, endLine: ends[at] ?? index.count }));
}

function sectionOf(index: LineIndex, heading: Heading, qualifiedName: string, parent: number | null): SymbolFacts {
  return {
    name: heading.title,
    qualifiedName,
    kind: 'section',
    startLine: heading.line,
    endLine: index.count,
    signatureLines: [heading.line, heading.lastLine],
    signature: index.lineText(heading.line),
    doc: null,
    parent,
    calls: [],
  };
}

/** Links to other files of the workspace. */
export function linksOf(index: LineIndex): readonly ImportFact[] {
  return [...index.text.matchAll(LINK)].flatMap((link) => {
    const target = (link[1] ?? '').replace(/^<|>$/g, '');
    const specifier = target.split('#', 1)[0] ?? '';
    return specifier === '' || ELSEWHERE.test(target) ? [] : [{ specifier, names: [], line: index.lineAt(link.index) }];
  });
}

function headingsOf(index: LineIndex): readonly Heading[] {
  const headings: Heading[] = [];
  let fence: string | null = null;
  for (let line = firstBodyLine(index); line <= index.count; line++) {
    const text = index.lineText(line);
    const mark = FENCE.exec(text)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && text.trim() === mark) fence = null;
      continue;
    }
    if (mark !== undefined) fence = mark;
    else {
      const heading = headingAt(index, line, text);
      if (heading !== null) headings.push(heading);
    }
  }
  return headings;
}

function headingAt(index: LineIndex, line: number, text: string): Heading | null {
  // No heading is this long, and the patterns are not made for it.
  if (text.length > HEADING_CHARACTERS_MAX) return null;
  const atx = ATX.exec(text);
  if (atx) return titled({ level: atx[1]?.length ?? 1, title: atx[2] ?? '', line, lastLine: line });
  if (line >= index.count || NO_PARAGRAPH.test(text)) return null;
  const underline = UNDERLINE.exec(index.lineText(line + 1));
  // A longer paragraph before an underline is seldom meant as a heading.
  if (!underline || (line > 1 && !/^\s*$|^---$/.test(index.lineText(line - 1)))) return null;
  return titled({ level: underline[1]?.startsWith('=') ? 1 : 2, title: text, line, lastLine: line + 1 });
}

function titled(heading: Heading): Heading | null {
  const title = heading.title
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>|[`*]/g, '')
    .trim();
  return title === '' ? null : { ...heading, title };
}

// Front matter is fenced by dashes, the last of which would underline a heading.
function firstBodyLine(index: LineIndex): number {
  if (index.count === 0 || index.lineText(1).trimEnd() !== '---') return 1;
  for (let line = 2; line <= index.count; line++) {
    if (/^(?:---|\.\.\.)\s*$/.test(index.lineText(line))) return line + 1;
  }
  return 1;
}
