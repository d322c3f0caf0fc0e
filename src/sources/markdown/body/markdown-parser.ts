import MarkdownIt, { type Env, type MarkdownIt as Markdown, type StateInline, type Token } from 'markdown-it';

/** A parser that says where links, images and code spans stand, and that knows wikilinks. */
export interface MarkdownParser {
  /** Blocks only; what stands in them is parsed on demand. */
  blocks(text: string): { readonly tokens: readonly Token[]; readonly references: Env };
  /** Emphasis costs most and matters in headings alone. */
  inline(content: string, references: Env, options?: { readonly emphasis: boolean }): readonly Token[];
}

const QUICK = createParser([
  'text',
  'newline',
  'escape',
  'backticks',
  'wikilink',
  'link',
  'image',
  'autolink',
  'html_inline',
  'entity',
]);
const THOROUGH = createParser(null);

/** The one parser; it keeps nothing between calls. */
export const MARKDOWN: MarkdownParser = {
  blocks: (text) => {
    const tokens: Token[] = [];
    const references: Env = {};
    QUICK.block.parse(normalized(text), QUICK, references, tokens);
    return { tokens, references };
  },
  inline: (content, references, options) => {
    const tokens: Token[] = [];
    const parser = options?.emphasis ? THOROUGH : QUICK;
    parser.inline.parse(content, parser, references, tokens);
    return tokens;
  },
};

/** Where in its block a token stands, as far as the parser tells. */
export function offsetOf(token: Token): number {
  return typeof token.meta?.offset === 'number' ? token.meta.offset : 0;
}

function createParser(inlineRules: string[] | null): Markdown {
  const parser = new MarkdownIt({ html: true, linkify: false, typographer: false });
  // Targets are kept as they are written: what is no safe address in a browser is still a link to report.
  parser.normalizeLink = (url) => url;
  parser.validateLink = () => true;
  parser.inline.State = placedState(parser);
  parser.inline.ruler.before('link', 'wikilink', readWikilink);
  if (inlineRules !== null) parser.inline.ruler.enableOnly(inlineRules);
  return parser;
}

// markdown-it gives inline tokens no positions, so each gets one when it is made.
function placedState(parser: Markdown): typeof StateInline {
  return class extends parser.inline.State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const token = super.push(type, tag, nesting);
      token.meta = { offset: this.pos };
      return token;
    }
  };
}

const WIKILINK = /!?\[\[([^[\]\n]+)\]\](?![[(])/y;

function readWikilink(state: StateInline, silent: boolean): boolean {
  const first = state.src.charCodeAt(state.pos);
  if (first !== 0x5b && first !== 0x21) return false;
  WIKILINK.lastIndex = state.pos;
  const match = WIKILINK.exec(state.src);
  const inner = match?.[1];
  // A test of the shell is written [[ like this ]].
  if (match === null || inner === undefined || /^\s/.test(inner) || WIKILINK.lastIndex > state.posMax) return false;
  if (!silent) state.push(first === 0x21 ? 'wiki_embed' : 'wikilink', '', 0).content = inner;
  state.pos += match[0].length;
  return true;
}

// Lines end in a newline; a lone carriage return would be counted as one more line than there is.
function normalized(text: string): string {
  const unix = text.includes('\r') ? text.replace(/\r\n/g, '\n').replace(/\r/g, ' ') : text;
  return unix.includes('\0') ? unix.replaceAll('\0', '\uFFFD') : unix;
}
