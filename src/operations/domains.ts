// The operations `domains …`: list all domains, and change those of a configuration file.
import { existsSync } from 'node:fs';
import { type Document, isSeq } from 'yaml';
import * as z from 'zod';
import { editConfigFile } from '../config/config-file.ts';
import { didYouMean } from '../config/did-you-mean.ts';
import { repositoryFiles } from '../config/load.ts';
import { DOMAINS } from '../domains/index.ts';
import { configuredDomains } from '../engine/task-input.ts';
import { ContextError } from '../model/errors.ts';
import { dataFormat } from './input/fields.ts';
import { answer, type Call, defineOperation, field, optional, whoseName } from './operation.ts';
import { table } from './text-table.ts';
import { detectWorkspace } from './workspace/init.ts';

export const domainsList = defineOperation({
  input: z.strictObject({ format: dataFormat }),
  examples: ['knap domains', 'knap domains list --json'],
  async run(call, { format }) {
    const domains = await listDomains(call);
    const rows = domains.map(({ name, origin, isEnabled, keywords }) => [
      name,
      isEnabled ? origin : 'disabled',
      keywords.join(', '),
    ]);
    return answer(domains, { text: table(rows, call.columns).join('\n'), format });
  },
});

// Of domains with the same name, the configured one counts, else that of a framework in use. The origin is `yours`,
// `this repository's`, `built in`, or the framework that brings the domain.
async function listDomains({ config, root, fromRepository }: Call) {
  const { frameworks } = await detectWorkspace(root);
  const configured = configuredDomains(config).map((domain) => ({
    ...domain,
    origin: whoseName(domain.name, fromRepository?.domains),
  }));
  const fromFrameworks = frameworks.flatMap(({ title, domains }) =>
    Object.entries(domains).map(([name, keywords]) => ({ name, description: '', keywords, origin: title })),
  );
  const all = [...configured, ...fromFrameworks, ...DOMAINS.map((domain) => ({ ...domain, origin: 'built in' }))];
  return all
    .filter((domain, index) => all.findIndex(({ name }) => name === domain.name) === index)
    .map((domain) => ({ ...domain, isEnabled: !config.disabledDomains.includes(domain.name) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const domainName = field(
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'a name of lower-case letters, digits and dashes')
    .describe('The domain'),
  { placeholder: 'NAME' },
);

const user = optional.yesNo('Write to your user configuration instead of the repository’s');

const common = { name: domainName, user, format: dataFormat };
const nameInput = z.strictObject(common);

export const domainsAdd = defineOperation({
  input: z.strictObject({
    ...common,
    keywords: field(
      z.array(z.string().trim().min(1).max(60)).min(1, 'at least one word').describe('Words that point at the domain'),
      { placeholder: 'WORDS', hasCommas: true },
    ),
    description: field(z.string().max(200).default('').describe('What the domain is about'), { placeholder: 'TEXT' }),
  }),
  positional: 'name',
  examples: ['knap domains add shipping --keywords parcel,label,carrier --description "Sending goods"'],
  run: (call, { keywords, description, ...input }) =>
    change(call, input, 'added', (document) =>
      document.setIn(['domains', input.name], document.createNode({ description, keywords })),
    ),
});

export const domainsRemove = defineOperation({
  input: nameInput,
  positional: 'name',
  examples: ['knap domains remove shipping'],
  run: (call, input) =>
    change(call, input, 'removed', (document) => {
      const { name, user: isUser } = input;
      const hint = `built-in ones can be disabled: knap domains disable ${name}`;
      if (document.getIn(['domains', name]) === undefined)
        throw new ContextError('BAD_INPUT', `${domainsFile(call, isUser)} has no domain "${name}"; ${hint}`);
      document.deleteIn(['domains', name]);
    }),
});

export const domainsDisable = createSwitch('disable', (names, name) => [...new Set([...names, name])]);

export const domainsEnable = createSwitch('enable', (names, name) => names.filter((other) => other !== name));

function createSwitch(verb: string, next: (names: readonly string[], name: string) => readonly string[]) {
  return defineOperation({
    input: nameInput,
    positional: 'name',
    examples: [`knap domains ${verb} chat`],
    run: async (call, input) => {
      await checkDomainExists(call, input.name);
      return change(call, input, `${verb}d`, (document) => setDisabled(document, (names) => next(names, input.name)));
    },
  });
}

type DomainInput = z.output<typeof nameInput>;

async function change(
  call: Call,
  { name, user: isUser, format }: DomainInput,
  verb: string,
  edit: (document: Document) => void,
) {
  const file = domainsFile(call, isUser);
  await editConfigFile(file, edit);
  return answer({ name, file }, { text: `${verb} ${name} in ${file}`, format });
}

function setDisabled(document: Document, next: (names: readonly string[]) => readonly string[]): void {
  const node = document.get('disabledDomains', true);
  const names = next(isSeq(node) ? node.items.map(String) : []);
  if (names.length > 0) document.set('disabledDomains', document.createNode(names));
  else document.delete('disabledDomains');
}

async function checkDomainExists(call: Call, name: string): Promise<void> {
  const names = (await listDomains(call)).map((domain) => domain.name);
  if (names.includes(name)) return;
  const hint = didYouMean(name, names) || '. See them with: knap domains';
  throw new ContextError('BAD_INPUT', `There is no domain "${name}"${hint}`);
}

function domainsFile(call: Call, isUser: boolean | undefined): string {
  if (isUser) return call.userFile;
  const files = repositoryFiles(call.root);
  return files.find((path) => existsSync(path)) ?? files[0]!;
}
