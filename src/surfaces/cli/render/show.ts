import type { ShowAnswer, ShowPage } from '../../../engine.ts';
import { markdown } from '../../../formats/markdown/index.ts';
import type { Sheet } from './sheet.ts';

// Told apart at a glance: what can be started, what runs, what is stuck, what is over.
const STATUS_COLORS = {
  open: 'green',
  pinned: 'cyan',
  in_progress: 'yellow',
  blocked: 'red',
  deferred: 'magenta',
  closed: 'gray',
  tombstone: 'gray',
} as const satisfies Readonly<Record<string, keyof Sheet['colors']>>;

/** The page as it is printed anywhere, with the status of an issue in its colour. */
export function renderShow(value: ShowAnswer, { colors }: Sheet): string | null {
  // A file shown as it is stays as it is.
  if (value.view === 'raw') return null;
  const status = (text: string, name: string) =>
    Object.hasOwn(STATUS_COLORS, name) ? colors[STATUS_COLORS[name as keyof typeof STATUS_COLORS]](text) : text;
  return markdown.show(value.pages.map(withoutControls), { status });
}

// Only what a terminal would obey is taken out: lines and tabs stay.
function withoutControls(page: ShowPage): ShowPage {
  const clean = (text: string) =>
    text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
  return JSON.parse(JSON.stringify(page), (_, inner) => (typeof inner === 'string' ? clean(inner) : inner));
}
