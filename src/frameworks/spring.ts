import type { Framework } from './framework.ts';

/** Spring, by the suffixes of its stereotypes. */
export const SPRING: Framework = {
  name: 'spring',
  title: 'Spring',
  signs: [
    { file: 'pom.xml', contains: /org\.springframework/ },
    { file: 'build.gradle', contains: /org\.springframework/ },
    { file: 'build.gradle.kts', contains: /org\.springframework/ },
  ],
  extensions: ['java', 'kt', 'groovy'],
  roles: [
    { role: 'controller', path: /(?:^|\/)main\/(?:.*\/)?(?<stem>\w+?)(?:Rest)?(?:Controller|Resource)\.(?:java|kt)$/ },
    { role: 'service', path: /(?:^|\/)main\/(?:.*\/)?(?<stem>\w+?)Service(?:Impl)?\.(?:java|kt)$/ },
    {
      role: 'repository',
      path: /(?:^|\/)main\/(?:.*\/)?(?<stem>\w+?)(?:Repository|Dao|Mapper)(?:Impl)?\.(?:java|kt)$/,
    },
    { role: 'DTO', path: /(?:^|\/)main\/(?:.*\/)?(?<stem>\w+?)(?:D[tT][oO]|Request|Response|Form)\.(?:java|kt)$/ },
    { role: 'entity', path: /(?:^|\/)main\/(?:.*\/)?(?<stem>[A-Z]\w*?)(?:Entity)?\.(?:java|kt)$/ },
  ],
  rules: [
    { from: 'controller', to: 'service', by: 'stem', weight: 0.9 },
    { from: 'controller', to: 'repository', by: 'same-stem', weight: 0.7 },
    { from: 'controller', to: 'entity', by: 'same-stem', weight: 0.7 },
    { from: 'controller', to: 'DTO', by: 'stem', weight: 0.7 },
    { from: 'service', to: 'repository', by: 'stem', weight: 0.9 },
    { from: 'service', to: 'entity', by: 'same-stem', weight: 0.8 },
    { from: 'repository', to: 'entity', by: 'same-stem', weight: 0.9 },
  ],
  domains: {
    web: ['controller', 'rest', 'endpoint', 'mapping', 'request', 'response'],
    persistence: ['repository', 'entity', 'jpa', 'hibernate', 'transaction', 'query'],
    beans: ['bean', 'configuration', 'autowired', 'component', 'profile'],
  },
  ignore: ['target/', 'build/', '.gradle/', 'out/'],
};
