// A task may name files or folders. This signal finds them; it is the strongest evidence.
import type { Mention } from '../model/task.ts';
import type { Hit, SignalFinder, View } from '../ports/signal-finder.ts';
import { baseName, filesByName } from '../search/path-matches.ts';

const FOLDER_FILES_MAX = 200;
const FOLDER_VALUE = 0.5;

/** Finds the files that the task names, and with less value those of a folder that it names. */
export const fileHintExact: SignalFinder = {
  kind: 'fileHintExact',
  tier: 'explicit',
  weight: 1.3,
  applies: ({ task }) => task.mentions.some(isFile),
  async find({ task, view }) {
    const byName = filesByName(view).bases;
    return task.mentions.filter(isFile).flatMap((mention) => findNamed(mention, byName, view));
  },
};

function findNamed(mention: Mention, byName: ReadonlyMap<string, readonly string[]>, view: View): readonly Hit[] {
  if (mention.kind === 'path') return findBelow(mention, view);
  const wanted = mention.text.replace(/^\.?\//, '').toLowerCase();
  const named = byName.get(baseName(wanted)) ?? [];
  const matching = named.filter((path) => path.toLowerCase() === wanted || path.toLowerCase().endsWith(`/${wanted}`));
  // A whole path means that file alone, even if other files have the same name.
  const exact = matching.filter((path) => path.toLowerCase() === wanted);
  const paths = (exact.length > 0 ? exact : matching).filter((path) => view.files.has(path));
  const { weight = 1, isExplicit } = mention;
  // A name in back-ticks counts a little more.
  const value = (isExplicit ? Math.sqrt(weight) : weight) / Math.sqrt(Math.max(1, paths.length));
  return paths.map((path) => ({
    path,
    value,
    because: `named in the task (${mention.text})`,
    ...makeEvidence(mention),
  }));
}

// Finds the files of a named folder; each counts less if there are many.
function findBelow(mention: Mention, view: View): readonly Hit[] {
  const folder = `${mention.text.replace(/^\.?\/|\/+$/g, '')}/`;
  const paths = [...view.files.keys()].filter((path) => path.startsWith(folder));
  if (paths.length > FOLDER_FILES_MAX) return [];
  const value = (FOLDER_VALUE * (mention.weight ?? 1)) / Math.sqrt(Math.max(1, paths.length));
  return paths.map((path) => ({ path, value, because: `in the folder the task names (${mention.text})` }));
}

function makeEvidence(mention: Mention): Pick<Hit, 'evidence'> {
  const { line } = mention;
  return line === null ? {} : { evidence: [{ lines: [line, line], value: 1 }] };
}

function isFile(mention: Mention): boolean {
  return mention.kind === 'file' || mention.kind === 'path';
}
