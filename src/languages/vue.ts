import { angle, language } from './language.ts';

export const vue = language({ name: 'vue', extensions: ['vue'], comment: angle, layout: 'script-blocks' });
