// A task may name files or folders. This signal finds the files, and with less value those of the folders.
import type { Mention } from '../model/task.ts';
import type { Hit, SignalFinder, View } from '../ports/signal-finder.ts';
import { filesEndingIn } from '../search/path-matches.ts';

const FOLDER_FILES_MAX = 200;
const FOLDER_VALUE = 0.5;

export const fileHintExact: SignalFinder = {
  kind: 'fileHintExact',
  tier: 'explicit',
  weight: 1.3,
  applies: ({ task }) => task.mentions.some(isFile),
  async find({ task, view }) {
    return task.mentions
      .filter(isFile)
      .flatMap((mention) => (mention.kind === 'path' ? findBelow(mention, view) : findNamed(mention, view)));
  },
};

function findNamed({ text, line, weight = 1, isExplicit }: Mention, view: View): readonly Hit[] {
  const wanted = text.replace(/^\.?\//, '').toLowerCase();
  const matching = filesEndingIn(wanted, view);
  // A whole path means that file alone, even if other files have the same name.
  const exact = matching.filter((path) => path.toLowerCase() === wanted);
  const paths = exact.length > 0 ? exact : matching;
  // A name that is marked, as with back-ticks, counts a little more.
  const value = (isExplicit ? Math.sqrt(weight) : weight) / Math.sqrt(Math.max(1, paths.length));
  const evidence = line === null ? {} : { evidence: [{ lines: [line, line] as const, value: 1 }] };
  return paths.map((path) => ({ path, value, because: `named in the task (${text})`, ...evidence }));
}

// Finds the files of a named folder: each counts less if there are many, and none if there are very many.
function findBelow(mention: Mention, view: View): readonly Hit[] {
  const folder = `${mention.text.replace(/^\.?\/|\/+$/g, '')}/`;
  const paths = [...view.files.keys()].filter((path) => path.startsWith(folder));
  if (paths.length > FOLDER_FILES_MAX) return [];
  const value = (FOLDER_VALUE * (mention.weight ?? 1)) / Math.sqrt(Math.max(1, paths.length));
  return paths.map((path) => ({ path, value, because: `in the folder the task names (${mention.text})` }));
}

function isFile(mention: Mention): boolean {
  return mention.kind === 'file' || mention.kind === 'path';
}
