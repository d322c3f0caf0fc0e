// Documents in reStructuredText, AsciiDoc and other markup are read line by line with the patterns of their language.
// The result has the same form as that of markdown.
import type { MarkupRules } from '../../../languages/language.ts';
import { createEmptyBody, type GatheredBody, type ReadBody, type ReadHeading } from './read-body.ts';

// The most characters of a line that are read.
const LINE_CHARACTERS = 2000;
// The line below a title in reStructuredText: one sign, three times or more.
const ADORNMENT = /^([=\-~^"'#*+.:_`])\1{2,}\s*$/;
const OUTSIDE = /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i;
const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|ico|bmp)$/i;

export function readMarkup(text: string, firstLine: number, rules: MarkupRules): ReadBody {
  const body = createEmptyBody();
  const lines = text.split('\n').map((line) => line.slice(0, LINE_CHARACTERS).trimEnd());
  const levels: string[] = [];
  const usesUnderlines = rules.heading === null;
  let until: RegExp | null = null;
  for (const [index, line] of lines.entries()) {
    if (until !== null) {
      if (!until.test(line)) continue;
      until = null;
      // In reStructuredText this line stands below the code block, elsewhere it is the last of the block.
      if (!usesUnderlines) continue;
    }
    const place = firstLine + index;
    const codeBlock: MarkupRules['verbatim'][number] | undefined = rules.verbatim.find(([from]) => from.test(line));
    if (codeBlock !== undefined) {
      until = codeBlock[1];
      continue;
    }
    const heading = usesUnderlines
      ? readUnderlinedHeading(lines, index, levels, place)
      : readMarkedHeading(rules, line, place);
    if (heading !== null) body.headings.push(heading);
    else if (body.lead === null && isProse(line, lines[index + 1])) body.lead = line.trim();
    gatherLine(body, line, place, rules);
  }
  return body;
}

function readMarkedHeading({ heading }: MarkupRules, line: string, place: number): ReadHeading | null {
  const groups = heading?.exec(line)?.groups;
  return groups === undefined ? null : headingOf(groups.title ?? '', (groups.marks ?? '').length, place, false);
}

// The level of a heading is the place of its kind of underline among those of the text, in order of appearance.
function readUnderlinedHeading(
  lines: readonly string[],
  index: number,
  levels: string[],
  place: number,
): ReadHeading | null {
  const title = lines[index] ?? '';
  const underline = ADORNMENT.exec(lines[index + 1] ?? '')?.[1];
  if (underline === undefined || title.trim() === '' || ADORNMENT.test(title)) return null;
  const isOverlined = ADORNMENT.exec(lines[index - 1] ?? '')?.[1] === underline;
  const key = isOverlined ? underline + underline : underline;
  if (!levels.includes(key)) levels.push(key);
  return headingOf(title.trim(), levels.indexOf(key) + 1, place, true);
}

function headingOf(written: string, level: number, line: number, isSetext: boolean): ReadHeading {
  const title = written.replace(/[`*]|:\w+:(?=`)/g, '').trim();
  return { level, line, isSetext, isNested: false, id: null, title, anchorText: title, givenAnchor: null };
}

const isProse = (line: string, next: string | undefined): boolean =>
  /^[\p{L}\p{N}"'`*(]/u.test(line) && !ADORNMENT.test(next ?? '') && !ADORNMENT.test(line);

function gatherLine(body: GatheredBody, text: string, line: number, { links, anchors, codeSpan }: MarkupRules): void {
  for (const anchor of anchors) {
    const name = anchor.exec(text)?.groups?.name;
    if (name !== undefined) body.anchors.push({ name: name.trim(), line });
  }
  for (const pattern of links) for (const { groups } of text.matchAll(pattern)) addLink(body, groups ?? {}, line);
  for (const { groups } of text.matchAll(codeSpan)) {
    const code = groups?.code ?? groups?.named;
    if (code !== undefined) body.codeSpans.push({ text: code, line });
  }
}

function addLink(body: GatheredBody, groups: Readonly<Record<string, string | undefined>>, line: number): void {
  const target = groups.label === undefined ? (groups.target ?? '').trim() : `#${groups.label.trim()}`;
  if (target === '') return;
  if (OUTSIDE.test(target)) body.external.push({ target, line });
  else if (PICTURE.test(target)) body.images.push({ target, line });
  else body.links.push({ isWiki: false, text: groups.text?.trim() || target, target, line });
}
