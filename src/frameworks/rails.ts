import type { Framework } from './framework.ts';

/** Ruby on Rails, by the folders below app, config, db and spec. */
export const RAILS: Framework = {
  name: 'rails',
  title: 'Rails',
  signs: [{ file: 'Gemfile', contains: /^[ \t]*gem[ \t]+["']rails["']/m }],
  extensions: ['rb', 'erb', 'haml', 'slim', 'jbuilder', 'yml'],
  roles: [
    { role: 'controller', path: /(?:^|\/)app\/controllers\/(?:.*\/)?(?<stem>\w+)_controller\.rb$/ },
    { role: 'model', path: /(?:^|\/)app\/models\/(?:.*\/)?(?<stem>\w+)\.rb$/ },
    { role: 'view', path: /(?:^|\/)app\/views\/(?:.*\/)?(?<stem>\w+)\/[^/]+$/ },
    { role: 'mailer', path: /(?:^|\/)app\/mailers\/(?:.*\/)?(?<stem>\w+)_mailer\.rb$/ },
    { role: 'helper', path: /(?:^|\/)app\/helpers\/(?:.*\/)?(?<stem>\w+)_helper\.rb$/ },
    { role: 'job', path: /(?:^|\/)app\/jobs\/(?:.*\/)?(?<stem>\w+)_job\.rb$/ },
    { role: 'policy', path: /(?:^|\/)app\/policies\/(?:.*\/)?(?<stem>\w+)_policy\.rb$/ },
    { role: 'serializer', path: /(?:^|\/)app\/serializers\/(?:.*\/)?(?<stem>\w+)_serializer\.rb$/ },
    { role: 'migration', path: /(?:^|\/)db\/migrate\/\d+_(?:create_|(?:\w+_)?(?:to|from|on|in)_)?(?<stem>\w+)\.rb$/ },
    {
      role: 'spec',
      path: /(?:^|\/)(?:spec|test)\/(?:.*\/)?(?<stem>\w+?)(?:_controller|_mailer|_helper|_request)?_(?:spec|test)\.rb$/,
    },
    { role: 'fixture', path: /(?:^|\/)(?:spec|test)\/(?:fixtures|factories)\/(?:.*\/)?(?<stem>\w+)\.(?:yml|rb)$/ },
    { role: 'route table', path: /(?:^|\/)config\/routes(?:\/\w+)?\.rb$/ },
  ],
  rules: [
    { from: 'controller', to: 'model', by: 'stem', weight: 0.9 },
    { from: 'controller', to: 'view', by: 'same-stem', weight: 0.8 },
    { from: 'controller', to: 'helper', by: 'same-stem', weight: 0.7 },
    { from: 'controller', to: 'mailer', by: 'same-stem', weight: 0.6 },
    { from: 'controller', to: 'policy', by: 'same-stem', weight: 0.6 },
    { from: 'controller', to: 'serializer', by: 'same-stem', weight: 0.6 },
    { from: 'controller', to: 'spec', by: 'same-stem', weight: 0.5 },
    { from: 'model', to: 'migration', by: 'same-stem', weight: 0.8 },
    { from: 'model', to: 'spec', by: 'same-stem', weight: 0.5 },
    { from: 'model', to: 'fixture', by: 'same-stem', weight: 0.5 },
    { from: 'mailer', to: 'view', by: 'stem', weight: 0.7 },
    { from: 'job', to: 'model', by: 'stem', weight: 0.6 },
    { from: 'route table', to: 'controller', by: 'mention', weight: 0.8 },
  ],
  domains: {
    activerecord: ['activerecord', 'association', 'migration', 'scope', 'validation', 'callback'],
    controllers: ['controller', 'params', 'route', 'redirect', 'filter'],
    views: ['erb', 'partial', 'helper', 'turbo', 'stimulus', 'hotwire'],
    jobs: ['activejob', 'sidekiq', 'job', 'mailer', 'cable'],
  },
  ignore: ['vendor/bundle/', 'log/', 'tmp/', 'storage/', 'public/assets/', 'public/packs/', 'node_modules/'],
};
