import type { Token } from 'markdown-it';
import { latticeId } from '../lattice-id.ts';
import { plainText } from './plain-text.ts';

/** A heading as it is written. */
export interface ReadHeading {
  readonly level: number;
  readonly line: number;
  readonly isSetext: boolean;
  /** In a list or a quotation: it has an anchor, and makes no section. */
  readonly isNested: boolean;
  readonly id: string | null;
  /** Plain text, without the id and the given anchor. */
  readonly title: string;
  /** Plain text with the id, which is part of the anchor that is made from it. */
  readonly anchorText: string;
  readonly givenAnchor: string | null;
}

const GIVEN_ANCHOR = /\{:?\s*#([^\s{}]+)(?:\s[^{}]*)?\}\s*$/;
// Changelogs write `## [LATEST] - 2024-01-01`, which names no section.
const SECTION_ID = /^\[([Ll][A-Za-z0-9]+)\][ \t]+(?![-–—])(?=\S)/;

/** Reads a heading from its parsed content. */
export function headingOf(opener: Token, content: string, parsed: readonly Token[], line: number): ReadHeading {
  const whole = plainText(parsed);
  const givenAnchor = GIVEN_ANCHOR.exec(whole)?.[1] ?? null;
  const anchorText = whole.replace(GIVEN_ANCHOR, '').trim();
  const id = sectionId(content);
  return {
    level: Number(opener.tag.slice(1)),
    line,
    isSetext: opener.markup !== '' && !opener.markup.startsWith('#'),
    isNested: opener.level > 0,
    id,
    title: id === null ? anchorText : anchorText.replace(/^\[[^\]]*\]\s*/, ''),
    anchorText,
    givenAnchor,
  };
}

// A capitalised word in brackets is a word; an id is written in capitals or has a digit in it.
function sectionId(content: string): string | null {
  const written = SECTION_ID.exec(content)?.[1];
  if (written === undefined || !(/\d/.test(written) || written === written.toUpperCase())) return null;
  return latticeId(written);
}
