// These rows describe web frameworks of JavaScript and TypeScript.
import type { Framework } from './framework.ts';

/** Express, Koa and Fastify, by the folder names their projects use. */
export const EXPRESS: Framework = {
  name: 'express',
  title: 'Express',
  detectedBy: [{ file: 'package.json', contains: /"(?:express|koa|fastify)"\s*:/ }],
  extensions: ['js', 'ts', 'mjs', 'cjs'],
  roles: [
    ['route', /(?:^|\/)rout(?:es?|ers?)\/(?:.*\/)?(?<stem>[\w-]+?)(?:[.-]?(?:[rR]out(?:es?|er)))?\.[mc]?[jt]s$/],
    ['controller', /(?:^|\/)controllers?\/(?:.*\/)?(?<stem>[\w-]+?)(?:[.-]?[cC]ontroller)?\.[mc]?[jt]s$/],
    ['middleware', /(?:^|\/)middlewares?\/(?:.*\/)?(?<stem>[\w-]+?)(?:[.-]?[mM]iddleware)?\.[mc]?[jt]s$/],
    ['model', /(?:^|\/)models?\/(?:.*\/)?(?<stem>[\w-]+?)(?:[.-]?[mM]odel)?\.[mc]?[jt]s$/],
    ['service', /(?:^|\/)services?\/(?:.*\/)?(?<stem>[\w-]+?)(?:[.-]?[sS]ervice)?\.[mc]?[jt]s$/],
    [
      'validator',
      /(?:^|\/)valid(?:ators?|ations?)\/(?:.*\/)?(?<stem>[\w-]+?)(?:[.-]?[vV]alidat(?:or|ion))?\.[mc]?[jt]s$/,
    ],
  ],
  rules: [
    { from: 'route', by: 'stem', to: { controller: 0.9 } },
    { from: 'route', by: 'mention', to: { middleware: 0.7 } },
    { from: 'route', by: 'same-stem', to: { validator: 0.7 } },
    { from: 'controller', by: 'stem', to: { service: 0.9, model: 0.8 } },
    { from: 'service', by: 'stem', to: { model: 0.8 } },
  ],
  domains: {
    routing: ['route', 'router', 'endpoint', 'handler', 'middleware', 'request', 'response'],
    sessions: ['session', 'cookie', 'cors', 'csrf', 'token'],
  },
  ignore: ['node_modules/', 'dist/', 'coverage/', 'logs/'],
};

/** NestJS, by the dotted suffixes of its file names. */
export const NESTJS: Framework = {
  name: 'nestjs',
  title: 'NestJS',
  detectedBy: [{ file: 'package.json', contains: /"@nestjs\/(?:core|common)"\s*:/ }],
  extensions: ['ts', 'js'],
  roles: [
    ['controller', /(?:^|\/)(?<stem>[\w-]+)\.controller\.[jt]s$/],
    ['resolver', /(?:^|\/)(?<stem>[\w-]+)\.resolver\.[jt]s$/],
    ['service', /(?:^|\/)(?<stem>[\w-]+)\.service\.[jt]s$/],
    ['module', /(?:^|\/)(?<stem>[\w-]+)\.module\.[jt]s$/],
    ['DTO', /(?:^|\/)(?<stem>[\w-]+?)\.(?:dto|input)\.[jt]s$/],
    ['repository', /(?:^|\/)(?<stem>[\w-]+)\.repository\.[jt]s$/],
    ['entity', /(?:^|\/)(?<stem>[\w-]+)\.(?:entity|schema|model)\.[jt]s$/],
    ['guard', /(?:^|\/)(?<stem>[\w-]+)\.guard\.[jt]s$/],
    ['strategy', /(?:^|\/)(?<stem>[\w-]+)\.strategy\.[jt]s$/],
  ],
  rules: [
    { from: 'controller', by: 'stem', to: { service: 0.9, DTO: 0.8 } },
    { from: 'controller', by: 'same-stem', to: { module: 0.7 } },
    { from: 'resolver', by: 'stem', to: { service: 0.9, DTO: 0.8 } },
    { from: 'resolver', by: 'same-stem', to: { module: 0.7 } },
    { from: 'service', by: 'stem', to: { repository: 0.9, entity: 0.9 } },
    { from: 'guard', by: 'stem', to: { strategy: 0.7 } },
  ],
  domains: {
    modules: ['module', 'provider', 'inject', 'dependency', 'scope'],
    requests: ['controller', 'guard', 'pipe', 'interceptor', 'filter', 'dto', 'validation'],
    microservices: ['microservice', 'transport', 'pattern', 'grpc', 'kafka', 'nats', 'rabbitmq'],
    graphql: ['graphql', 'resolver', 'mutation', 'subscription', 'schema'],
  },
  ignore: ['node_modules/', 'dist/', 'coverage/'],
};

/** Next.js, by the usual files of its `app` folder and its middleware. */
export const NEXT: Framework = {
  name: 'next',
  title: 'Next.js',
  detectedBy: [
    { file: 'package.json', contains: /"next"\s*:\s*"/ },
    { file: 'next.config.js', contains: null },
    { file: 'next.config.mjs', contains: null },
    { file: 'next.config.ts', contains: null },
  ],
  extensions: ['tsx', 'jsx', 'ts', 'js'],
  roles: [
    ['page', /(?:^|\/)app\/(?:.*\/)?page\.[jt]sx?$/],
    ['layout', /(?:^|\/)app\/(?:.*\/)?layout\.[jt]sx?$/],
    ['template', /(?:^|\/)app\/(?:.*\/)?template\.[jt]sx?$/],
    ['route', /(?:^|\/)app\/(?:.*\/)?route\.[jt]s$/],
    ['loading state', /(?:^|\/)app\/(?:.*\/)?loading\.[jt]sx?$/],
    ['error boundary', /(?:^|\/)app\/(?:.*\/)?(?:error|not-found)\.[jt]sx?$/],
    ['action', /(?:^|\/)app\/(?:.*\/)?actions?\.[jt]s$/],
    ['middleware', /(?:^|\/)(?:middleware|proxy)\.[jt]s$/],
  ],
  rules: [
    { from: 'page', by: 'above', to: { layout: 0.8, template: 0.6 } },
    { from: 'page', by: 'place', to: { 'loading state': 0.7, 'error boundary': 0.7, action: 0.8, route: 0.6 } },
    { from: 'route', by: 'above', to: { middleware: 0.5 } },
  ],
  domains: {
    routing: ['page', 'layout', 'route', 'segment', 'middleware', 'redirect', 'rewrite'],
    rendering: ['ssr', 'server', 'static', 'revalidate', 'streaming', 'hydration', 'suspense'],
  },
  ignore: ['node_modules/', '.next/', 'out/', '.vercel/'],
};

/** React and Preact, by the names and folders of components, hooks, contexts and style sheets. */
export const REACT: Framework = {
  name: 'react',
  title: 'React',
  detectedBy: [{ file: 'package.json', contains: /"(?:react|preact)"\s*:/ }],
  extensions: ['tsx', 'jsx', 'ts', 'js', 'css', 'scss', 'sass', 'less'],
  roles: [
    ['hook', /(?:^|\/)use-?(?<stem>[A-Z]\w*|(?<=-)[a-z][\w-]*)\.[jt]sx?$/],
    ['context', /(?:^|\/)(?<stem>[\w-]+?)[-._]?(?:[cC]ontext|Provider)(?:[-._]?[pP]rovider)?\.[jt]sx?$/],
    ['context', /(?:^|\/)contexts?\/(?<stem>[\w-]+)\.[jt]sx?$/],
    ['style', /(?:^|\/)(?<stem>[\w-]+?)(?:\.module|[.-]?[sS]tyles?|\.styled)?\.(?:css|scss|sass|less)$/],
    ['style', /(?:^|\/)(?<stem>[\w-]+?)\.(?:styles?|styled|css)\.[jt]sx?$/],
    ['component', /(?:^|\/)(?<stem>[A-Z]\w*)\/index\.[jt]sx$/],
    ['component', /(?:^|\/)(?<stem>[A-Z]\w*)\.[jt]sx$/],
    ['component', /(?:^|\/)components\/(?:.*\/)?(?<stem>[\w-]+)\.(?:[jt]sx|js)$/],
  ],
  rules: [
    { from: 'component', by: 'stem', to: { hook: 0.8, context: 0.7 } },
    { from: 'component', by: 'same-stem', to: { style: 0.8 } },
  ],
  domains: {
    components: ['component', 'render', 'props', 'jsx', 'button', 'modal', 'form'],
    state: ['state', 'hook', 'context', 'reducer', 'store', 'effect', 'memo'],
    styling: ['style', 'css', 'theme', 'layout', 'responsive', 'dark'],
  },
  ignore: ['node_modules/', 'dist/', 'build/', 'coverage/', 'storybook-static/'],
};
