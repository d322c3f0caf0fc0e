import { existsSync } from 'node:fs';
import * as z from 'zod';
import { repositoryFiles } from '../../config/load.ts';
import { type Call, field } from '../operation.ts';

/** Where a change of domains is kept: with the repository, for everyone, or with the user alone. */
export const user = z.boolean().optional().describe('Keep it in your own configuration instead of the repository’s');

export const domainName = field(
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'a name of lower-case letters, digits and dashes')
    .describe('The domain'),
  { placeholder: 'NAME' },
);

/** The configuration file such a change goes to. */
export function domainsFile(call: Call, isUser: boolean | undefined): string {
  if (isUser) return call.userFile;
  const [preferred, ...others] = repositoryFiles(call.root);
  return others.find((path) => existsSync(path) && !existsSync(preferred!)) ?? preferred!;
}
