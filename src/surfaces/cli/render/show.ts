import { printShow } from '../../../engine/show/show-page.ts';
import type { ShowAnswer } from '../../../engine.ts';
import { markdown } from '../../../formats/markdown/index.ts';
import { visibleData } from '../../../model/visible-text.ts';
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
  // A file shown as it is has no page.
  if (value.view === 'raw') return null;
  const status = (text: string, name: string) =>
    Object.hasOwn(STATUS_COLORS, name) ? colors[STATUS_COLORS[name as keyof typeof STATUS_COLORS]](text) : text;
  const pages = visibleData(value.pages);
  return printShow(pages, markdown, { isFenced: value.isFenced, paint: { status } });
}
