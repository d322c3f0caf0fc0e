// The command `config`: prints each setting with its value and where it was set.
import * as z from 'zod';
import { didYouMean } from '../../config/did-you-mean.ts';
import { CONFIG_KEYS, type Config, type ConfigKey } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import { visibleData } from '../../model/visible-text.ts';
import { dataFormat } from '../../operations/input/fields.ts';
import { answer, optional } from '../../operations/operation.ts';
import { table } from '../../operations/text-table.ts';
import { redactText } from '../../reading/redaction/redact.ts';
import { readAddress } from '../../stores/shared-stores.ts';
import { defineCommand } from '../cli/local-call.ts';

export const config = defineCommand({
  input: z.strictObject({
    keys: optional.texts('Show only these settings', { placeholder: 'KEY', offered: CONFIG_KEYS }),
    format: dataFormat,
  }),
  positional: 'keys',
  details:
    'Later sources win: defaults < your file < the file of the repository < environment < flags. Tokens, keys and passwords are not printed.',
  examples: ['knap config', 'knap config budget embedder', 'knap config --json'],
  async run(call, { keys = [], format }) {
    const unknown = keys.find((key) => !isKey(key));
    if (unknown !== undefined)
      throw new ContextError('BAD_INPUT', `There is no setting "${unknown}"${didYouMean(unknown, CONFIG_KEYS)}`);
    const settings = CONFIG_KEYS.filter((key) => keys.length === 0 || keys.includes(key)).map((key) => ({
      key,
      value: shownValue(key, call.config),
      from: call.settings.origins[key] ?? [],
    }));
    const rows = settings.map(({ key, value, from }) => [key, from.join(' + ') || 'default', valueText(value)]);
    return answer(settings, { text: table(rows, call.columns).join('\n'), format });
  },
});

const isKey = (key: string): key is ConfigKey => CONFIG_KEYS.some((known) => known === key);

const HIDDEN = '(set, not shown)';

function shownValue(key: ConfigKey, config: Config): unknown {
  if (key === 'store' && config.store !== undefined) return readAddress(config.store).shown;
  if (key === 'tanaToken' && config.tanaToken !== undefined) return HIDDEN;
  if (key === 'embedder') {
    const { key: secret, url, ...visibleFields } = config.embedder;
    // The address without the name and password in front of the host.
    const address = url?.replace(/\/\/[^/@]*@/, '//');
    return {
      ...visibleFields,
      ...(address === undefined ? {} : { url: address }),
      ...(secret === undefined ? {} : { key: HIDDEN }),
    };
  }
  // A repository's file may contain secrets anywhere.
  return visibleData(config[key] ?? null, (text) => redactText(text).text);
}

function valueText(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value);
}
