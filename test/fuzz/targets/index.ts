import type { Target } from '../target.ts';
import { DOCUMENT_TARGETS } from './documents.ts';
import { GRAPH_TARGETS } from './graphs.ts';
import { LANGUAGE_TARGETS } from './languages.ts';
import { MESSAGE_TARGETS } from './messages.ts';
import { PAGE_TARGETS } from './pages.ts';
import { SETTING_TARGETS } from './settings.ts';
import { TASK_TARGETS } from './tasks.ts';
import { TEXT_TARGETS } from './texts.ts';

/** Everything that reads what strangers write, or prints it. */
export const TARGETS: readonly Target[] = [
  ...DOCUMENT_TARGETS,
  ...TASK_TARGETS,
  ...GRAPH_TARGETS,
  ...MESSAGE_TARGETS,
  ...SETTING_TARGETS,
  ...TEXT_TARGETS,
  ...PAGE_TARGETS,
  ...LANGUAGE_TARGETS,
];
