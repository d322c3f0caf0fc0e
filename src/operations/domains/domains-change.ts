import { type Document, isSeq } from 'yaml';
import * as z from 'zod';
import { nearest } from '../../config/did-you-mean.ts';
import { editConfigFile } from '../../config/edit-file.ts';
import { ContextError } from '../../model/errors.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, type Call, defineOperation, field } from '../operation.ts';
import { domainName, domainsFile, user } from './domains-file.ts';
import { listDomains } from './domains-list.ts';

export interface ChangedDomain {
  readonly name: string;
  readonly file: string;
}

const common = { name: domainName, user, format: dataFormat };
const addInput = z.strictObject({
  ...common,
  keywords: field(
    z.array(z.string().trim().min(1).max(60)).min(1, 'at least one word').describe('Words that point at the domain'),
    {
      placeholder: 'WORDS',
      hasCommas: true,
    },
  ),
  description: field(z.string().max(200).default('').describe('What the domain is about'), { placeholder: 'TEXT' }),
});
const nameInput = z.strictObject(common);

/** Adds a domain of your own, or replaces one. */
export const domainsAdd = defineOperation<typeof addInput, ChangedDomain>({
  input: addInput,
  positional: 'name',
  examples: ['knap domains add shipping --keywords parcel,label,carrier --description "Sending goods"'],
  run: (call, { name, user: isUser, format, keywords, description }) =>
    change(call, { name, isUser, format, verb: 'added' }, (document) =>
      document.setIn(['domains', name], document.createNode({ description, keywords })),
    ),
});

/** Removes a domain of your own. */
export const domainsRemove = defineOperation<typeof nameInput, ChangedDomain>({
  input: nameInput,
  positional: 'name',
  examples: ['knap domains remove shipping'],
  run: (call, { name, user: isUser, format }) =>
    change(call, { name, isUser, format, verb: 'removed' }, (document) => {
      if (document.getIn(['domains', name]) === undefined) {
        throw new ContextError(
          'BAD_INPUT',
          `${domainsFile(call, isUser)} has no domain "${name}"; built-in ones can be disabled: knap domains disable ${name}`,
        );
      }
      document.deleteIn(['domains', name]);
    }),
});

/** Stops looking for a domain. */
export const domainsDisable = defineOperation<typeof nameInput, ChangedDomain>({
  input: nameInput,
  positional: 'name',
  examples: ['knap domains disable chat'],
  run: async (call, { name, user: isUser, format }) => {
    await checkKnown(call, name);
    return change(call, { name, isUser, format, verb: 'disabled' }, (document) =>
      setDisabled(document, (names) => [...new Set([...names, name])]),
    );
  },
});

/** Looks for a disabled domain again. */
export const domainsEnable = defineOperation<typeof nameInput, ChangedDomain>({
  input: nameInput,
  positional: 'name',
  examples: ['knap domains enable chat'],
  run: async (call, { name, user: isUser, format }) => {
    await checkKnown(call, name);
    return change(call, { name, isUser, format, verb: 'enabled' }, (document) =>
      setDisabled(document, (names) => names.filter((other) => other !== name)),
    );
  },
});

interface DomainEdit {
  readonly name: string;
  readonly isUser: boolean | undefined;
  readonly format: string | undefined;
  readonly verb: string;
}

async function change(call: Call, { name, isUser, format, verb }: DomainEdit, edit: (document: Document) => void) {
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

async function checkKnown(call: Call, name: string): Promise<void> {
  const names = (await listDomains(call)).map((domain) => domain.name);
  if (names.includes(name)) return;
  const near = nearest(name, names);
  throw new ContextError(
    'BAD_INPUT',
    `There is no domain "${name}"${near === null ? '. See them with: knap domains' : `; did you mean "${near}"?`}`,
  );
}
