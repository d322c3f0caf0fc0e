import type { SignalFinder } from '../ports/signal-finder.ts';
import { filesOfCommits, similarCommits } from '../search/similar-commits.ts';

const FILES_MAX = 60;
const SUBJECT_MAX = 44;

/** A file that past commits with a similar message touched. */
export const historyMatch: SignalFinder = {
  kind: 'historyMatch',
  tier: 'semantic',
  weight: 0.3,
  applies: ({ task, commits }) => commits > 0 && task.keywords.length > 0,
  async find(question) {
    const { task, view } = question;
    const terms = task.keywords.map(({ stem, word, weight }) => ({ term: stem, word, weight }));
    const files = filesOfCommits(await similarCommits(terms, question), (path) => view.files.has(path));
    return files.slice(0, FILES_MAX).map(({ path, value, commits, commit }) => ({
      path,
      value,
      because: `${commits === 1 ? 'a similar commit' : `${commits} similar commits`} touched it: "${subject(commit.message)}"`,
    }));
  },
};

function subject(message: string): string {
  const line = message.split('\n', 1)[0] ?? '';
  return line.length > SUBJECT_MAX ? `${line.slice(0, SUBJECT_MAX - 1)}…` : line;
}
