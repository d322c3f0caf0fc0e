import { angle, language } from './language.ts';

export const markdown = language({
  name: 'markdown',
  extensions: ['md', 'mdx', 'markdown', 'mdown', 'mkd', 'mdc'],
  comment: angle,
  isCode: false,
  layout: 'headings',
});
