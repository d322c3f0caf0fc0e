import type { Framework } from './framework.ts';

/** Laravel, by the folders `artisan make:` writes to. */
export const LARAVEL: Framework = {
  name: 'laravel',
  title: 'Laravel',
  signs: [{ file: 'composer.json', contains: /"laravel\/framework"\s*:/ }],
  extensions: ['php'],
  roles: [
    { role: 'controller', path: /(?:^|\/)Controllers\/(?:.*\/)?(?<stem>\w+?)Controller\.php$/ },
    { role: 'request', path: /(?:^|\/)Requests\/(?:.*\/)?(?<stem>\w+?)(?:Request)?\.php$/ },
    { role: 'resource', path: /(?:^|\/)Http\/Resources\/(?:.*\/)?(?<stem>\w+?)(?:Resource|Collection)?\.php$/ },
    { role: 'middleware', path: /(?:^|\/)Middleware\/(?:.*\/)?(?<stem>\w+?)(?:Middleware)?\.php$/ },
    {
      role: 'migration',
      path: /(?:^|\/)migrations\/(?:[^/]+\/)*(?:\d[\d_]*_(?![\d_]))?(?:create_)?(?:\w+?_(?:to|from|in|on)_)?(?<stem>\w+?)(?:_table)?\.php$/,
    },
    { role: 'factory', path: /(?:^|\/)factories\/(?:.*\/)?(?<stem>\w+?)Factory\.php$/ },
    { role: 'seeder', path: /(?:^|\/)seed(?:er)?s\/(?:.*\/)?(?<stem>\w+?)(?:Table)?Seeder\.php$/ },
    { role: 'policy', path: /(?:^|\/)Policies\/(?:.*\/)?(?<stem>\w+?)Policy\.php$/ },
    { role: 'observer', path: /(?:^|\/)Observers\/(?:.*\/)?(?<stem>\w+?)Observer\.php$/ },
    { role: 'view', path: /(?:^|\/)resources\/views\/(?:.*\/)?(?<stem>[\w-]+)\/[\w-]+\.blade\.php$/ },
    { role: 'route', path: /(?:^|\/)routes\/(?:.*\/)?(?<stem>\w+)\.php$/ },
    { role: 'model', path: /(?:^|\/)app\/(?:Models\/(?:.*\/)?)?(?<stem>[A-Z]\w*)\.php$/ },
    { role: 'model', path: /(?:^|\/)Models\/(?:.*\/)?(?<stem>[A-Z]\w*)\.php$/ },
  ],
  rules: [
    { from: 'controller', to: 'request', by: 'stem', weight: 0.9 },
    { from: 'controller', to: 'resource', by: 'stem', weight: 0.8 },
    { from: 'controller', to: 'model', by: 'stem', weight: 0.9 },
    { from: 'controller', to: 'policy', by: 'same-stem', weight: 0.6 },
    { from: 'controller', to: 'view', by: 'same-stem', weight: 0.6 },
    { from: 'model', to: 'migration', by: 'same-stem', weight: 0.9 },
    { from: 'model', to: 'factory', by: 'same-stem', weight: 0.8 },
    { from: 'model', to: 'seeder', by: 'same-stem', weight: 0.7 },
    { from: 'model', to: 'policy', by: 'same-stem', weight: 0.6 },
    { from: 'model', to: 'observer', by: 'same-stem', weight: 0.6 },
    { from: 'route', to: 'controller', by: 'mention', weight: 0.9 },
    { from: 'route', to: 'middleware', by: 'mention', weight: 0.7 },
  ],
  domains: {
    eloquent: ['eloquent', 'model', 'relationship', 'migration', 'factory', 'seeder', 'scope'],
    routing: ['route', 'controller', 'middleware', 'request', 'redirect'],
    queue: ['queue', 'job', 'dispatch', 'horizon', 'worker', 'listener', 'event'],
    views: ['blade', 'view', 'component', 'livewire', 'inertia'],
    console: ['artisan', 'command', 'schedule', 'kernel'],
  },
  ignore: ['vendor/', 'storage/', 'bootstrap/cache/', 'public/build/', 'public/hot', 'node_modules/'],
};
