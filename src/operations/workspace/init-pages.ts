import * as z from 'zod';
import { USER_ONLY_KEYS } from '../../config/check-layer.ts';
import { configSchema } from '../../config/schema.ts';
import type { Stack } from './init-stacks.ts';

// Shown where a default says too little.
const SAMPLES: Readonly<Record<string, string>> = {
  format: 'markdown',
  exclude: '["fixtures/**"]',
  domains: '{ shipping: { description: Sending goods, keywords: [parcel, label, carrier] } }',
  disabledDomains: '[chat]',
};

/** A configuration that sets nothing: every key with what it does and its default, as a comment. */
export function configPage(): string {
  const keys = Object.entries(configSchema.shape).filter(([key]) => !USER_ONLY_KEYS.includes(key));
  const entries = keys.map(([key, schema]) => {
    const sample = SAMPLES[key] ?? JSON.stringify(schema instanceof z.ZodDefault ? schema.def.defaultValue : null);
    return `# ${schema.description}\n# ${key}: ${sample}\n`;
  });
  return [
    '# Settings of knap for everyone who works in this repository. Remove a "#" to change one.',
    '',
    ...entries,
  ].join('\n');
}

/** Patterns for the stacks that were found, in the syntax of .gitignore. */
export function ignorePage(stacks: readonly Pick<Stack, 'name' | 'ignore'>[]): string {
  const head = [
    '# What never enters a pack, in the syntax of .gitignore; the last matching line wins.',
    '# .gitignore is honoured already; a line here with "!" brings a file back.',
  ];
  const seen = new Set<string>();
  const sections = stacks.map(({ name, ignore }) => {
    const fresh = ignore.filter((pattern) => !seen.has(pattern));
    for (const pattern of fresh) seen.add(pattern);
    return fresh.length > 0 ? ['', `# ${name}`, ...fresh].join('\n') : `\n# ${name}: nothing more`;
  });
  return `${[...head, ...sections].join('\n')}\n`;
}
