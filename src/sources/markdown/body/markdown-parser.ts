// Documents are parsed with markdown-it. This file sets it up so that tokens other than text know their offsets and
// wikilinks are read, and parses blocks first and their contents only on demand.
import MarkdownIt, { type Env, type MarkdownIt as Markdown, type StateInline, type Token } from 'markdown-it';

const QUICK = createParser('text newline escape backticks wikilink link image autolink html_inline entity'.split(' '));
const THOROUGH = createParser(null);

/** The parser; it keeps no state between calls. */
export const MARKDOWN = {
  /** Parses the blocks of a text, but not their contents. */
  blocks: (text: string): { readonly tokens: readonly Token[]; readonly references: Env } => {
    const tokens: Token[] = [];
    const references: Env = {};
    QUICK.block.parse(normalizeText(text), QUICK, references, tokens);
    return { tokens, references };
  },
  /** Parses the content of a block. Emphasis takes the most time, so callers ask for it only to get the visible text. */
  inline: (content: string, references: Env, options?: { readonly emphasis: boolean }): readonly Token[] => {
    const tokens: Token[] = [];
    const parser = options?.emphasis ? THOROUGH : QUICK;
    parser.inline.parse(content, parser, references, tokens);
    return tokens;
  },
};

/** Returns the offset of a token in its block; 0 for text, whose offset is unknown. */
export const offsetOf = (token: Token): number => (typeof token.meta?.offset === 'number' ? token.meta.offset : 0);

function createParser(inlineRules: string[] | null): Markdown {
  const parser = new MarkdownIt({ html: true, linkify: false, typographer: false });
  // Targets stay as they are written, because checks also report links that a browser would refuse.
  parser.normalizeLink = (url) => url;
  parser.validateLink = () => true;
  parser.inline.State = createPlacedState(parser);
  parser.inline.ruler.before('link', 'wikilink', readWikilink);
  if (inlineRules !== null) parser.inline.ruler.enableOnly(inlineRules);
  return parser;
}

// markdown-it does not record positions of inline tokens, so each but plain text gets one when it is made.
function createPlacedState(parser: Markdown): typeof StateInline {
  return class extends parser.inline.State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const token = super.push(type, tag, nesting);
      token.meta = { offset: this.pos };
      return token;
    }
  };
}

// Not followed by a bracket, because `[[x]](y)` and `[[x]][y]` are ordinary links.
const WIKILINK = /!?\[\[([^[\]\n]+)\]\](?![[(])/y;

function readWikilink(state: StateInline, silent: boolean): boolean {
  const first = state.src.charCodeAt(state.pos);
  if (first !== 0x5b && first !== 0x21) return false;
  WIKILINK.lastIndex = state.pos;
  const match = WIKILINK.exec(state.src);
  const inner = match?.[1];
  // A shell test is written [[ like this ]].
  if (match === null || inner === undefined || /^\s/.test(inner) || WIKILINK.lastIndex > state.posMax) return false;
  if (!silent) state.push(first === 0x21 ? 'wiki_embed' : 'wikilink', '', 0).content = inner;
  state.pos += match[0].length;
  return true;
}

// Normalizes line ends and NUL. A lone carriage return ends no line in knap, so it becomes a space.
function normalizeText(text: string): string {
  const unix = text.includes('\r') ? text.replace(/\r\n/g, '\n').replace(/\r/g, ' ') : text;
  return unix.includes('\0') ? unix.replaceAll('\0', '\uFFFD') : unix;
}
