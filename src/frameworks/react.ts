import type { Framework } from './framework.ts';

/** React, by the names of components, hooks, contexts and style sheets. */
export const REACT: Framework = {
  name: 'react',
  title: 'React',
  signs: [{ file: 'package.json', contains: /"(?:react|preact)"\s*:/ }],
  extensions: ['tsx', 'jsx', 'ts', 'js', 'css', 'scss', 'sass', 'less'],
  roles: [
    { role: 'hook', path: /(?:^|\/)use-?(?<stem>[A-Z]\w*|(?<=-)[a-z][\w-]*)\.[jt]sx?$/ },
    { role: 'context', path: /(?:^|\/)(?<stem>[\w-]+?)[-._]?(?:[cC]ontext|Provider)(?:[-._]?[pP]rovider)?\.[jt]sx?$/ },
    { role: 'context', path: /(?:^|\/)contexts?\/(?<stem>[\w-]+)\.[jt]sx?$/ },
    { role: 'style', path: /(?:^|\/)(?<stem>[\w-]+?)(?:\.module|[.-]?[sS]tyles?|\.styled)?\.(?:css|scss|sass|less)$/ },
    { role: 'style', path: /(?:^|\/)(?<stem>[\w-]+?)\.(?:styles?|styled|css)\.[jt]sx?$/ },
    { role: 'component', path: /(?:^|\/)(?<stem>[A-Z]\w*)\/index\.[jt]sx$/ },
    { role: 'component', path: /(?:^|\/)(?<stem>[A-Z]\w*)\.[jt]sx$/ },
    { role: 'component', path: /(?:^|\/)components\/(?:.*\/)?(?<stem>[\w-]+)\.(?:[jt]sx|js)$/ },
  ],
  rules: [
    { from: 'component', to: 'hook', by: 'stem', weight: 0.8 },
    { from: 'component', to: 'context', by: 'stem', weight: 0.7 },
    { from: 'component', to: 'style', by: 'same-stem', weight: 0.8 },
  ],
  domains: {
    components: ['component', 'render', 'props', 'jsx', 'button', 'modal', 'form'],
    state: ['state', 'hook', 'context', 'reducer', 'store', 'effect', 'memo'],
    styling: ['style', 'css', 'theme', 'layout', 'responsive', 'dark'],
  },
  ignore: ['node_modules/', 'dist/', 'build/', 'coverage/', 'storybook-static/'],
};
