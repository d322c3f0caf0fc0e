// These rows describe markdown and other markup, whose documents are read by headings, and notebooks.
import { angle, hash, type Language, language } from './language.ts';

/** Texts with headings and links. */
export const DOCUMENTS: readonly Language[] = [
  language({
    name: 'markdown',
    extensions: ['md', 'mdx', 'markdown', 'mdown', 'mkd', 'mdc', 'rmd', 'qmd'],
    comment: angle,
    isCode: false,
    layout: 'headings',
  }),
  language({
    name: 'rst',
    extensions: ['rst', 'rest'],
    comment: (remark) => `.. ${remark}`,
    isCode: false,
    layout: 'headings',
    markup: {
      heading: null,
      verbatim: [[/^\.\. (?:code|code-block|sourcecode|highlight|parsed-literal|literal|math|raw)::/, /^\S/]],
      links: [
        /:(?:doc|download|any):`(?:(?<text>[^`<>]*?)\s*<)?(?<target>[^`<>]+)>?`/g,
        /:ref:`(?:[^`<>]*<)?(?<label>[^`<>]+)>?`/g,
        /`(?<text>[^`<>]+?)\s*<(?<target>[^`<>\s]+)>`__?/g,
        /^\.\. (?:include|literalinclude|figure|image)::\s+(?<target>\S+)/g,
      ],
      anchors: [/^\.\. _`?(?<name>[^`:]+)`?:/],
      codeSpan:
        /``(?<code>[^`]+)``|:(?:py:|c:|js:|cpp:)?(?:class|func|meth|mod|attr|exc|file|data|obj|const):`[~!]?(?<named>[^`<>]+)`/g,
    },
  }),
  language({
    name: 'asciidoc',
    extensions: ['adoc', 'asciidoc', 'asc'],
    isCode: false,
    layout: 'headings',
    markup: {
      heading: /^(?<marks>={1,6})\s+(?<title>\S.*)$/,
      verbatim: [
        [/^-{4,}$/, /^-{4,}$/],
        [/^\.{4,}$/, /^\.{4,}$/],
        [/^\/{4,}$/, /^\/{4,}$/],
        [/^```/, /^```/],
      ],
      links: [
        /\b(?:link|xref):(?<target>[^\s[\]]+)\[(?<text>[^\]]*)\]/g,
        /<<(?<label>[^<>,.#]+)(?:,[^<>]*)?>>/g,
        /<<(?<target>[^<>,#.]*\.[^<>,]+)(?:,\s*(?<text>(?:[^\s<>][^<>]*)?))?>>/g,
        /^include::(?<target>[^\s[\]]+)\[/g,
      ],
      anchors: [/^\[\[(?<name>[^\],]+)[^\]]*\]\]/, /^\[#(?<name>[^\],]+)[^\]]*\]/],
      codeSpan: /`(?<code>[^`\n]+)`/g,
    },
  }),
  language({
    name: 'org',
    extensions: ['org'],
    comment: hash,
    isCode: false,
    layout: 'headings',
    markup: {
      heading:
        /^(?<marks>\*{1,8})\s+(?:(?:TODO|DONE|NEXT|WAITING)\s+)?(?:\[#\w\]\s+)?(?<title>\S.*?)(?:\s+:[\w@:]+:)?$/,
      verbatim: [[/^\s*#\+begin_/i, /^\s*#\+end_/i]],
      links: [
        /\[\[(?:file:)?(?<target>[^[\]]+)\](?:\[(?<text>[^[\]]*)\])?\]/g,
        /^#\+(?:include|INCLUDE):\s+"?(?<target>[^"\s]+)/g,
      ],
      anchors: [/^<<(?<name>[^<>]+)>>/, /^\s*:CUSTOM_ID:\s*(?<name>\S+)/],
      codeSpan: /[=~](?<code>[^\s=~][^=~\n]*)[=~]/g,
    },
  }),
];

/** Notebooks: cells of code and text in JSON. */
export const notebook = language({
  name: 'notebook',
  extensions: ['ipynb'],
  comment: hash,
  isCode: false,
  layout: 'cells',
});
