// The command `manual`: prints manual pages for a terminal or for `man`.
import * as z from 'zod';
import { didYouMean } from '../../config/did-you-mean.ts';
import { VERSION } from '../../config/this-package.ts';
import { ContextError } from '../../model/errors.ts';
import { PURPOSES } from '../../operations/index.ts';
import { answer, optional } from '../../operations/operation.ts';
import { wrapText } from '../../operations/text-table.ts';
import { defineCommand, type ListedHelp } from '../cli/local-call.ts';
import { GLOBALS, type PageOption, pageOf } from './command-page.ts';

export const manual = defineCommand({
  input: z.strictObject({
    command: optional.texts('The command; without it, an overview of all', { placeholder: 'COMMAND' }),
    man: optional.yesNo('Print in the format of man: knap manual pack --man | man -l -'),
  }),
  positional: 'command',
  examples: ['knap manual', 'knap manual pack', 'knap manual packs open --man | man -l -'],
  async run({ commands }, { command = [], man = false }) {
    const page = command.length === 0 ? overview(commands) : await commandPage(find(commands, command));
    return answer(page, { text: man ? roffText(page) : plainText(page) });
  },
});

function overview(commands: readonly ListedHelp[]): ManualPage {
  return {
    title: 'knap',
    version: VERSION,
    sections: [
      { heading: 'NAME', paragraphs: ['knap - packs the right context for a language model'] },
      { heading: 'SYNOPSIS', verbatim: ['knap COMMAND [OPTIONS]'] },
      ...[...Map.groupBy(commands, ({ purpose }) => purpose)].map(([purpose, own]) => ({
        heading: PURPOSES[purpose].toUpperCase(),
        entries: own.map(({ name, summary, isDefault }) => ({
          term: `knap ${name.join(' ')}`,
          text: isDefault ? `${summary}; also: knap ${name[0]}` : summary,
        })),
      })),
      { heading: 'OPTIONS', entries: entriesOf(GLOBALS) },
      { heading: 'SEE ALSO', paragraphs: [SEE_ALSO] },
    ],
  };
}

async function commandPage(listed: ListedHelp): Promise<ManualPage> {
  const page = await pageOf(listed);
  const name = `knap ${page.words.join(' ')}`;
  const argument = page.argument ? [{ term: page.argument.written, text: page.argument.description }] : [];
  const own = [...argument, ...entriesOf(page.options)];
  return {
    title: name.replaceAll(' ', '-'),
    version: VERSION,
    sections: [
      { heading: 'NAME', paragraphs: [`${name.replaceAll(' ', '-')} - ${page.summary.toLowerCase()}`] },
      { heading: 'SYNOPSIS', verbatim: [`${name}${page.argument ? ` ${page.argument.written}` : ''} [OPTIONS]`] },
      { heading: 'DESCRIPTION', paragraphs: [`${page.summary}.`, ...(page.details === null ? [] : [page.details])] },
      ...(own.length === 0 ? [] : [{ heading: 'OPTIONS', entries: own }]),
      { heading: 'OPTIONS OF ALL COMMANDS', entries: entriesOf(GLOBALS) },
      { heading: 'EXAMPLES', verbatim: page.examples },
    ],
  };
}

const SEE_ALSO =
  'knap manual COMMAND describes one command in full, knap help TOPIC prints a page of the guide; knap help guide lists the pages.';

const entriesOf = (options: readonly PageOption[]) =>
  options
    .filter(({ isHidden }) => !isHidden)
    .map(({ flags, description }) => ({ term: flags.replace(/<(.*)>/, '$1'), text: description }));

function find(commands: readonly ListedHelp[], words: readonly string[]): ListedHelp {
  const wanted = words.join(' ');
  const exactCommand =
    commands.find(({ name }) => name.join(' ') === wanted) ??
    commands.find(({ name, isDefault }) => isDefault && name[0] === wanted);
  if (exactCommand) return exactCommand;
  const all = commands.map(({ name }) => name.join(' '));
  throw new ContextError(
    'BAD_INPUT',
    `There is no command "${wanted}"${didYouMean(wanted, all) || '; see: knap manual'}`,
  );
}

interface ManualPage {
  readonly title: string;
  readonly version: string;
  readonly sections: readonly ManualSection[];
}

interface ManualSection {
  readonly heading: string;
  readonly paragraphs?: readonly string[];
  /** Lines that are not wrapped. */
  readonly verbatim?: readonly string[];
  readonly entries?: readonly { readonly term: string; readonly text: string }[];
}

const WIDTH = 78;
const INDENT = '    ';

function plainText({ sections }: ManualPage): string {
  return sections.map((section) => [section.heading, ...body(section)].join('\n')).join('\n\n');
}

function body({ paragraphs = [], verbatim = [], entries = [] }: ManualSection): readonly string[] {
  const blocks = [
    ...paragraphs.map((text) => wrapText(text, INDENT, WIDTH)),
    ...(verbatim.length > 0 ? [verbatim.map((line) => INDENT + line)] : []),
    ...entries.map(({ term, text }) => [INDENT + term, ...wrapText(text, INDENT + INDENT, WIDTH)]),
  ];
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

/** Formats a page for `man`. It has no date, so that one version always gives the same page. */
export function roffText({ title, version, sections }: ManualPage): string {
  const head = `.TH ${quoteRoff(title.toUpperCase())} 1 "" ${quoteRoff(`knap ${version}`)} "Manual of knap"`;
  return [head, '.nh', '.ad l', ...sections.flatMap(sectionLines)].join('\n');
}

function sectionLines({ heading, paragraphs = [], verbatim = [], entries = [] }: ManualSection): readonly string[] {
  return [
    `.SH ${quoteRoff(heading)}`,
    ...paragraphs.flatMap((text, index) => (index === 0 ? [escapeRoff(text)] : ['.PP', escapeRoff(text)])),
    ...(verbatim.length > 0 ? ['.nf', ...verbatim.map(escapeRoff), '.fi'] : []),
    ...entries.flatMap(({ term, text }) => ['.TP', `.B ${quoteRoff(term)}`, escapeRoff(text)]),
  ];
}

// Escapes what roff reads as markup or a command, and characters beyond ASCII, which it misreads.
function escapeRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(
      /[^\0-\x7f]/gu,
      (character) => `\\[u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/^([.'])/, '\\&$1');
}

const quoteRoff = (text: string): string => `"${escapeRoff(text).replaceAll('"', '\\(dq')}"`;
