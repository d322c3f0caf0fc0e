import * as z from 'zod';
import { nearest } from '../../config/did-you-mean.ts';
import { VERSION } from '../../config/version.ts';
import { ContextError } from '../../model/errors.ts';
import { AIMS } from '../../operations/index.ts';
import { answer, field } from '../../operations/operation.ts';
import { defineCommand, type ListedTyped } from '../cli/local-call.ts';
import { GLOBALS, type PageOption, pageOf } from './command-page.ts';
import { type ManualPage, type ManualSection, plainText, roffText } from './manual-page.ts';

const input = z.strictObject({
  command: field(z.array(z.string().min(1)).optional().describe('The command to read about; without it all of them'), {
    placeholder: 'COMMAND',
  }),
  man: z.boolean().optional().describe('In the language of man: knap manual pack --man | man -l -'),
});

/** The manual, made from the same definitions as the commands. */
export const manual = defineCommand<typeof input, ManualPage>({
  input,
  positional: 'command',
  examples: ['knap manual', 'knap manual pack', 'knap manual packs open --man | man -l -'],
  async run({ commands }, { command = [], man = false }) {
    const page = command.length === 0 ? overview(commands) : await commandPage(find(commands, command));
    return answer(page, { text: man ? roffText(page) : plainText(page) });
  },
});

function overview(commands: readonly ListedTyped[]): ManualPage {
  return {
    title: 'knap',
    version: VERSION,
    sections: [
      section('NAME', { paragraphs: ['knap - packs the right context for a language model'] }),
      section('SYNOPSIS', { verbatim: ['knap COMMAND [OPTIONS]'] }),
      ...[...Map.groupBy(commands, ({ aim }) => aim)].map(([aim, own]) =>
        section(AIMS[aim].toUpperCase(), {
          entries: own.map(({ name, summary, isDefault }) => ({
            term: `knap ${name.join(' ')}`,
            text: isDefault ? `${summary}; also: knap ${name[0]}` : summary,
          })),
        }),
      ),
      section('OPTIONS', { entries: entriesOf(GLOBALS) }),
      section('SEE ALSO', {
        paragraphs: [
          'knap manual COMMAND says everything about one command, knap help TOPIC prints a page of the guide; knap help guide lists them.',
        ],
      }),
    ],
  };
}

async function commandPage(listed: ListedTyped): Promise<ManualPage> {
  const page = await pageOf(listed);
  const name = `knap ${page.words.join(' ')}`;
  const entries = page.argument ? [{ term: page.argument.written, text: page.argument.description }] : [];
  return {
    title: name.replaceAll(' ', '-'),
    version: VERSION,
    sections: [
      section('NAME', { paragraphs: [`${name.replaceAll(' ', '-')} - ${page.summary.toLowerCase()}`] }),
      section('SYNOPSIS', { verbatim: [`${name}${page.argument ? ` ${page.argument.written}` : ''} [OPTIONS]`] }),
      section('DESCRIPTION', {
        paragraphs: [`${page.summary}.`, ...(page.details === null ? [] : [page.details])],
      }),
      section('OPTIONS', { entries: [...entries, ...entriesOf(page.options)] }),
      section('OPTIONS OF ALL COMMANDS', { entries: entriesOf(GLOBALS) }),
      section('EXAMPLES', { verbatim: page.examples }),
    ].filter(({ paragraphs, verbatim, entries: rows }) => paragraphs.length + verbatim.length + rows.length > 0),
  };
}

const section = (heading: string, parts: Partial<Omit<ManualSection, 'heading'>>): ManualSection => ({
  heading,
  paragraphs: [],
  verbatim: [],
  entries: [],
  ...parts,
});

const entriesOf = (options: readonly PageOption[]): ManualSection['entries'] =>
  options
    .filter(({ isHidden }) => !isHidden)
    .map(({ flags, description }) => ({ term: flags.replace(/<(.*)>/, '$1'), text: description }));

function find(commands: readonly ListedTyped[], words: readonly string[]): ListedTyped {
  const wanted = words.join(' ');
  const found =
    commands.find(({ name }) => name.join(' ') === wanted) ??
    commands.find(({ name, isDefault }) => isDefault && name[0] === wanted);
  if (found) return found;
  const near = nearest(
    wanted,
    commands.map(({ name }) => name.join(' ')),
  );
  throw new ContextError(
    'BAD_INPUT',
    `There is no command "${wanted}"${near === null ? '; see: knap manual' : `; did you mean "${near}"?`}`,
  );
}
