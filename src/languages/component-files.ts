import { angle, language } from './language.ts';

export const vue = language({ name: 'vue', extensions: ['vue'], comment: angle, layout: 'script-blocks' });

export const svelte = language({ name: 'svelte', extensions: ['svelte'], comment: angle, layout: 'script-blocks' });
