import { angle, language } from './language.ts';

export const svelte = language({ name: 'svelte', extensions: ['svelte'], comment: angle, layout: 'script-blocks' });
