import type { Framework } from './framework.ts';

/** Next.js, by the special files of an app segment. */
export const NEXT: Framework = {
  name: 'next',
  title: 'Next.js',
  signs: [
    { file: 'package.json', contains: /"next"\s*:\s*"/ },
    { file: 'next.config.js', contains: null },
    { file: 'next.config.mjs', contains: null },
    { file: 'next.config.ts', contains: null },
  ],
  extensions: ['tsx', 'jsx', 'ts', 'js'],
  roles: [
    { role: 'page', path: /(?:^|\/)app\/(?:.*\/)?page\.[jt]sx?$/ },
    { role: 'layout', path: /(?:^|\/)app\/(?:.*\/)?layout\.[jt]sx?$/ },
    { role: 'template', path: /(?:^|\/)app\/(?:.*\/)?template\.[jt]sx?$/ },
    { role: 'route', path: /(?:^|\/)app\/(?:.*\/)?route\.[jt]s$/ },
    { role: 'loading state', path: /(?:^|\/)app\/(?:.*\/)?loading\.[jt]sx?$/ },
    { role: 'error boundary', path: /(?:^|\/)app\/(?:.*\/)?(?:error|not-found)\.[jt]sx?$/ },
    { role: 'action', path: /(?:^|\/)app\/(?:.*\/)?actions?\.[jt]s$/ },
    { role: 'middleware', path: /(?:^|\/)(?:middleware|proxy)\.[jt]s$/ },
  ],
  rules: [
    { from: 'page', to: 'layout', by: 'above', weight: 0.8 },
    { from: 'page', to: 'template', by: 'above', weight: 0.6 },
    { from: 'page', to: 'loading state', by: 'place', weight: 0.7 },
    { from: 'page', to: 'error boundary', by: 'place', weight: 0.7 },
    { from: 'page', to: 'action', by: 'place', weight: 0.8 },
    { from: 'page', to: 'route', by: 'place', weight: 0.6 },
    { from: 'route', to: 'middleware', by: 'above', weight: 0.5 },
  ],
  domains: {
    routing: ['page', 'layout', 'route', 'segment', 'middleware', 'redirect', 'rewrite'],
    rendering: ['ssr', 'server', 'static', 'revalidate', 'streaming', 'hydration', 'suspense'],
  },
  ignore: ['node_modules/', '.next/', 'out/', '.vercel/'],
};
