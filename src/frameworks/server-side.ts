// These rows describe web frameworks of Python, PHP, Ruby, Java and Kotlin.
import type { Framework } from './framework.ts';

/** Django, by the modules of an app; modules in the folder of one app belong together. */
export const DJANGO: Framework = {
  name: 'django',
  title: 'Django',
  detectedBy: [
    { file: 'manage.py', contains: null },
    { file: 'requirements.txt', contains: /^django\b/im },
    { file: 'pyproject.toml', contains: /["']django\s*[<>=~![;]|["']django["']\s*[,\]]|^django\s*=/im },
    { file: 'Pipfile', contains: /^django\b/im },
  ],
  extensions: ['py', 'html'],
  roles: [
    ['URL table', /^(?:(?<place>.+)\/)?urls(?:\.py|\/[^/]+\.py)$/],
    ['view', /^(?:(?<place>.+)\/)?(?:views|viewsets|api)(?:\.py|\/.+\.py)$/],
    ['model', /^(?:(?<place>.+)\/)?models(?:\.py|\/.+\.py)$/],
    ['serializer', /^(?:(?<place>.+)\/)?serializers(?:\.py|\/.+\.py)$/],
    ['form', /^(?:(?<place>.+)\/)?forms(?:\.py|\/.+\.py)$/],
    ['admin', /^(?:(?<place>.+)\/)?admin(?:\.py|\/.+\.py)$/],
    ['manager', /^(?:(?<place>.+)\/)?(?:managers|querysets)\.py$/],
    ['signal', /^(?:(?<place>.+)\/)?(?:signals|receivers)\.py$/],
    ['task', /^(?:(?<place>.+)\/)?tasks(?:\.py|\/.+\.py)$/],
    ['migration', /^(?:(?<place>.+)\/)?migrations\/\d+_\w+\.py$/],
    ['template', /^(?:(?<place>.+)\/)?templates\/.+\.html$/],
  ],
  rules: [
    { from: 'URL table', by: 'place', to: { view: 0.9 } },
    { from: 'view', by: 'place', to: { model: 0.8, serializer: 0.8, form: 0.8, template: 0.6, 'URL table': 0.7 } },
    { from: 'serializer', by: 'place', to: { model: 0.8 } },
    { from: 'form', by: 'place', to: { model: 0.8 } },
    { from: 'admin', by: 'place', to: { model: 0.8, form: 0.6 } },
    { from: 'model', by: 'place', to: { migration: 0.6, manager: 0.8, signal: 0.6, admin: 0.6 } },
  ],
  domains: {
    orm: ['model', 'queryset', 'migration', 'manager', 'field', 'foreignkey'],
    forms: ['form', 'widget', 'field', 'validation', 'csrf'],
    admin: ['admin', 'modeladmin', 'inline', 'changelist'],
    templates: ['template', 'tag', 'filter', 'context', 'render'],
    rest: ['serializer', 'viewset', 'permission', 'throttle', 'pagination'],
  },
  ignore: ['__pycache__/', '*.pyc', 'staticfiles/', 'media/', '.venv/', 'venv/', 'db.sqlite3'],
};

/** Laravel, by the folders of its projects, most of which `artisan make:` writes to. */
export const LARAVEL: Framework = {
  name: 'laravel',
  title: 'Laravel',
  detectedBy: [{ file: 'composer.json', contains: /"laravel\/framework"\s*:/ }],
  extensions: ['php'],
  roles: [
    ['controller', /(?:^|\/)Controllers\/(?:.*\/)?(?<stem>\w+?)Controller\.php$/],
    ['request', /(?:^|\/)Requests\/(?:.*\/)?(?<stem>\w+?)(?:Request)?\.php$/],
    ['resource', /(?:^|\/)Http\/Resources\/(?:.*\/)?(?<stem>\w+?)(?:Resource|Collection)?\.php$/],
    ['middleware', /(?:^|\/)Middleware\/(?:.*\/)?(?<stem>\w+?)(?:Middleware)?\.php$/],
    [
      'migration',
      /(?:^|\/)migrations\/(?:[^/]+\/)*(?:\d[\d_]*_(?![\d_]))?(?:create_)?(?:\w+?_(?:to|from|in|on)_)?(?<stem>\w+?)(?:_table)?\.php$/,
    ],
    ['factory', /(?:^|\/)factories\/(?:.*\/)?(?<stem>\w+?)Factory\.php$/],
    ['seeder', /(?:^|\/)seed(?:er)?s\/(?:.*\/)?(?<stem>\w+?)(?:Table)?Seeder\.php$/],
    ['policy', /(?:^|\/)Policies\/(?:.*\/)?(?<stem>\w+?)Policy\.php$/],
    ['observer', /(?:^|\/)Observers\/(?:.*\/)?(?<stem>\w+?)Observer\.php$/],
    ['view', /(?:^|\/)resources\/views\/(?:.*\/)?(?<stem>[\w-]+)\/[\w-]+\.blade\.php$/],
    ['route', /(?:^|\/)routes\/(?:.*\/)?(?<stem>\w+)\.php$/],
    ['model', /(?:^|\/)app\/(?:Models\/(?:.*\/)?)?(?<stem>[A-Z]\w*)\.php$/],
    ['model', /(?:^|\/)Models\/(?:.*\/)?(?<stem>[A-Z]\w*)\.php$/],
  ],
  rules: [
    { from: 'controller', by: 'stem', to: { request: 0.9, resource: 0.8, model: 0.9 } },
    { from: 'controller', by: 'same-stem', to: { policy: 0.6, view: 0.6 } },
    { from: 'model', by: 'same-stem', to: { migration: 0.9, factory: 0.8, seeder: 0.7, policy: 0.6, observer: 0.6 } },
    { from: 'route', by: 'mention', to: { controller: 0.9, middleware: 0.7 } },
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

/** Ruby on Rails, by the folders below app, config, db, spec and test. */
export const RAILS: Framework = {
  name: 'rails',
  title: 'Rails',
  detectedBy: [{ file: 'Gemfile', contains: /^[ \t]*gem[ \t]+["']rails["']/m }],
  extensions: ['rb', 'erb', 'haml', 'slim', 'jbuilder', 'yml'],
  roles: [
    ['controller', /(?:^|\/)app\/controllers\/(?:.*\/)?(?<stem>\w+)_controller\.rb$/],
    ['model', /(?:^|\/)app\/models\/(?:.*\/)?(?<stem>\w+)\.rb$/],
    ['view', /(?:^|\/)app\/views\/(?:.*\/)?(?<stem>\w+)\/[^/]+$/],
    ['mailer', /(?:^|\/)app\/mailers\/(?:.*\/)?(?<stem>\w+)_mailer\.rb$/],
    ['helper', /(?:^|\/)app\/helpers\/(?:.*\/)?(?<stem>\w+)_helper\.rb$/],
    ['job', /(?:^|\/)app\/jobs\/(?:.*\/)?(?<stem>\w+)_job\.rb$/],
    ['policy', /(?:^|\/)app\/policies\/(?:.*\/)?(?<stem>\w+)_policy\.rb$/],
    ['serializer', /(?:^|\/)app\/serializers\/(?:.*\/)?(?<stem>\w+)_serializer\.rb$/],
    ['migration', /(?:^|\/)db\/migrate\/\d+_(?:create_|(?:\w+_)?(?:to|from|on|in)_)?(?<stem>\w+)\.rb$/],
    [
      'spec',
      /(?:^|\/)(?:spec|test)\/(?:.*\/)?(?<stem>\w+?)(?:_controller|_mailer|_helper|_request)?_(?:spec|test)\.rb$/,
    ],
    ['fixture', /(?:^|\/)(?:spec|test)\/(?:fixtures|factories)\/(?:.*\/)?(?<stem>\w+)\.(?:yml|rb)$/],
    ['route table', /(?:^|\/)config\/routes(?:\/\w+)?\.rb$/],
  ],
  rules: [
    { from: 'controller', by: 'stem', to: { model: 0.9 } },
    {
      from: 'controller',
      by: 'same-stem',
      to: { view: 0.8, helper: 0.7, mailer: 0.6, policy: 0.6, serializer: 0.6, spec: 0.5 },
    },
    { from: 'model', by: 'same-stem', to: { migration: 0.8, spec: 0.5, fixture: 0.5 } },
    { from: 'mailer', by: 'stem', to: { view: 0.7 } },
    { from: 'job', by: 'stem', to: { model: 0.6 } },
    { from: 'route table', by: 'mention', to: { controller: 0.8 } },
  ],
  domains: {
    activerecord: ['activerecord', 'association', 'migration', 'scope', 'validation', 'callback'],
    controllers: ['controller', 'params', 'route', 'redirect', 'filter'],
    views: ['erb', 'partial', 'helper', 'turbo', 'stimulus', 'hotwire'],
    jobs: ['activejob', 'sidekiq', 'job', 'mailer', 'cable'],
  },
  ignore: ['vendor/bundle/', 'log/', 'tmp/', 'storage/', 'public/assets/', 'public/packs/', 'node_modules/'],
};

/** Spring, by the usual suffixes of the classes below `main`; any other class there counts as an entity. */
export const SPRING: Framework = {
  name: 'spring',
  title: 'Spring',
  detectedBy: [
    { file: 'pom.xml', contains: /org\.springframework/ },
    { file: 'build.gradle', contains: /org\.springframework/ },
    { file: 'build.gradle.kts', contains: /org\.springframework/ },
  ],
  extensions: ['java', 'kt'],
  roles: [
    ['controller', /(?:^|\/)main\/(?:.*\/)?(?<stem>\w+?)(?:Rest)?(?:Controller|Resource)\.(?:java|kt)$/],
    ['service', /(?:^|\/)main\/(?:.*\/)?(?<stem>\w+?)Service(?:Impl)?\.(?:java|kt)$/],
    ['repository', /(?:^|\/)main\/(?:.*\/)?(?<stem>\w+?)(?:Repository|Dao|Mapper)(?:Impl)?\.(?:java|kt)$/],
    ['DTO', /(?:^|\/)main\/(?:.*\/)?(?<stem>\w+?)(?:D[tT][oO]|Request|Response|Form)\.(?:java|kt)$/],
    ['entity', /(?:^|\/)main\/(?:.*\/)?(?<stem>[A-Z]\w*?)(?:Entity)?\.(?:java|kt)$/],
  ],
  rules: [
    { from: 'controller', by: 'stem', to: { service: 0.9, DTO: 0.7 } },
    { from: 'controller', by: 'same-stem', to: { repository: 0.7, entity: 0.7 } },
    { from: 'service', by: 'stem', to: { repository: 0.9 } },
    { from: 'service', by: 'same-stem', to: { entity: 0.8 } },
    { from: 'repository', by: 'same-stem', to: { entity: 0.9 } },
  ],
  domains: {
    web: ['controller', 'rest', 'endpoint', 'mapping', 'request', 'response'],
    persistence: ['repository', 'entity', 'jpa', 'hibernate', 'transaction', 'query'],
    beans: ['bean', 'configuration', 'autowired', 'component', 'profile'],
  },
  ignore: ['target/', 'build/', '.gradle/', 'out/'],
};
