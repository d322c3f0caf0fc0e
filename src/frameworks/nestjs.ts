import type { Framework } from './framework.ts';

/** NestJS, by the dotted suffixes of its generator. */
export const NESTJS: Framework = {
  name: 'nestjs',
  title: 'NestJS',
  signs: [{ file: 'package.json', contains: /"@nestjs\/(?:core|common)"\s*:/ }],
  extensions: ['ts', 'js'],
  roles: [
    { role: 'controller', path: /(?:^|\/)(?<stem>[\w-]+)\.controller\.[jt]s$/ },
    { role: 'resolver', path: /(?:^|\/)(?<stem>[\w-]+)\.resolver\.[jt]s$/ },
    { role: 'service', path: /(?:^|\/)(?<stem>[\w-]+)\.service\.[jt]s$/ },
    { role: 'module', path: /(?:^|\/)(?<stem>[\w-]+)\.module\.[jt]s$/ },
    { role: 'DTO', path: /(?:^|\/)(?<stem>[\w-]+?)\.(?:dto|input)\.[jt]s$/ },
    { role: 'repository', path: /(?:^|\/)(?<stem>[\w-]+)\.repository\.[jt]s$/ },
    { role: 'entity', path: /(?:^|\/)(?<stem>[\w-]+)\.(?:entity|schema|model)\.[jt]s$/ },
    { role: 'guard', path: /(?:^|\/)(?<stem>[\w-]+)\.guard\.[jt]s$/ },
    { role: 'strategy', path: /(?:^|\/)(?<stem>[\w-]+)\.strategy\.[jt]s$/ },
  ],
  rules: [
    { from: 'controller', to: 'service', by: 'stem', weight: 0.9 },
    { from: 'controller', to: 'DTO', by: 'stem', weight: 0.8 },
    { from: 'controller', to: 'module', by: 'same-stem', weight: 0.7 },
    { from: 'resolver', to: 'service', by: 'stem', weight: 0.9 },
    { from: 'resolver', to: 'DTO', by: 'stem', weight: 0.8 },
    { from: 'resolver', to: 'module', by: 'same-stem', weight: 0.7 },
    { from: 'service', to: 'repository', by: 'stem', weight: 0.9 },
    { from: 'service', to: 'entity', by: 'stem', weight: 0.9 },
    { from: 'guard', to: 'strategy', by: 'stem', weight: 0.7 },
  ],
  domains: {
    modules: ['module', 'provider', 'inject', 'dependency', 'scope'],
    requests: ['controller', 'guard', 'pipe', 'interceptor', 'filter', 'dto', 'validation'],
    microservices: ['microservice', 'transport', 'pattern', 'grpc', 'kafka', 'nats', 'rabbitmq'],
    graphql: ['graphql', 'resolver', 'mutation', 'subscription', 'schema'],
  },
  ignore: ['node_modules/', 'dist/', 'coverage/'],
};
