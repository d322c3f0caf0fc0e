import type { Framework } from './framework.ts';

/** Express (and its like), by the folder names its projects use. */
export const EXPRESS: Framework = {
  name: 'express',
  title: 'Express',
  signs: [{ file: 'package.json', contains: /"(?:express|koa|fastify)"\s*:/ }],
  extensions: ['js', 'ts', 'mjs', 'cjs'],
  roles: [
    {
      role: 'route',
      path: /(?:^|\/)rout(?:es?|ers?)\/(?:.*\/)?(?<stem>[\w-]+?)(?:[.-]?(?:[rR]out(?:es?|er)))?\.[mc]?[jt]s$/,
    },
    { role: 'controller', path: /(?:^|\/)controllers?\/(?:.*\/)?(?<stem>[\w-]+?)(?:[.-]?[cC]ontroller)?\.[mc]?[jt]s$/ },
    { role: 'middleware', path: /(?:^|\/)middlewares?\/(?:.*\/)?(?<stem>[\w-]+?)(?:[.-]?[mM]iddleware)?\.[mc]?[jt]s$/ },
    { role: 'model', path: /(?:^|\/)models?\/(?:.*\/)?(?<stem>[\w-]+?)(?:[.-]?[mM]odel)?\.[mc]?[jt]s$/ },
    { role: 'service', path: /(?:^|\/)services?\/(?:.*\/)?(?<stem>[\w-]+?)(?:[.-]?[sS]ervice)?\.[mc]?[jt]s$/ },
    {
      role: 'validator',
      path: /(?:^|\/)valid(?:ators?|ations?)\/(?:.*\/)?(?<stem>[\w-]+?)(?:[.-]?[vV]alidat(?:or|ion))?\.[mc]?[jt]s$/,
    },
  ],
  rules: [
    { from: 'route', to: 'controller', by: 'stem', weight: 0.9 },
    { from: 'route', to: 'middleware', by: 'mention', weight: 0.7 },
    { from: 'route', to: 'validator', by: 'same-stem', weight: 0.7 },
    { from: 'controller', to: 'service', by: 'stem', weight: 0.9 },
    { from: 'controller', to: 'model', by: 'stem', weight: 0.8 },
    { from: 'service', to: 'model', by: 'stem', weight: 0.8 },
  ],
  domains: {
    routing: ['route', 'router', 'endpoint', 'handler', 'middleware', 'request', 'response'],
    sessions: ['session', 'cookie', 'cors', 'csrf', 'token'],
  },
  ignore: ['node_modules/', 'dist/', 'coverage/', 'logs/'],
};
