import { languageOfPath } from '../../../languages/index.ts';

// What has a registered type; every other language gets the customary one.
const REGISTERED: Readonly<Record<string, string>> = {
  markdown: 'text/markdown',
  javascript: 'text/javascript',
  json: 'application/json',
  html: 'text/html',
  css: 'text/css',
  xml: 'application/xml',
  yaml: 'application/yaml',
};

/** The type of a file's text, by its name. */
export function mimeTypeOf(path: string): string {
  const language = languageOfPath(path)?.name;
  return language === undefined ? 'text/plain' : (REGISTERED[language] ?? `text/x-${language}`);
}
