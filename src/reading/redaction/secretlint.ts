import { SECRETLINT_HINTS } from './rules.ts';
import type { SecretSpan } from './secret-span.ts';

type Lint = (text: string, path: string) => Promise<readonly SecretSpan[]>;

const RULE_PREFIX = /^@secretlint\/secretlint-rule-/;
const EXTENSION = /\.[^./]*$/;

let loading: Promise<Lint> | null = null;

/** What secretlint's recommended rules find. It is loaded for the first text that could hold something for it. */
export async function findWithSecretlint(text: string, path: string): Promise<readonly SecretSpan[]> {
  if (!SECRETLINT_HINTS.test(text)) return [];
  loading ??= load();
  return (await loading)(text, path);
}

async function load(): Promise<Lint> {
  const [{ lintSource }, { creator }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };
  return async (text, path) => {
    const source = {
      filePath: `/${path}`,
      ext: EXTENSION.exec(path)?.[0] ?? '',
      contentType: 'text' as const,
      // A remark in a file that switches the rules off is a wish of the file's author, not of the reader.
      content: text.replaceAll('secretlint-disable', 'secretlint_disable'),
    };
    const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
    return messages.map(({ range, ruleId }) => ({
      start: range[0],
      end: range[1],
      rule: ruleId.replace(RULE_PREFIX, ''),
    }));
  };
}
