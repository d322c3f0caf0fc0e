import type { Source } from '../../ports/source.ts';
import type { ReadOutcome } from '../../reading/read-file.ts';
import type { FileReader } from '../../reading/reader.ts';

/** A source that answers for its own paths, which no reader of files can. */
export interface SourceApart extends Source {
  outcome(path: string): Promise<ReadOutcome>;
  /** Reads what a path holds anew when it is asked for next. */
  forget?(path: string): void;
}

/** Conversations and graphs answer for their own paths, the disk for all others. */
export function joinReaders(apart: readonly SourceApart[], disk: FileReader): FileReader {
  const ownerOf = (path: string) => apart.find((source) => source.owns(path));
  return {
    outcome: (path) => (ownerOf(path) ?? disk).outcome(path),
    async read(path) {
      const owner = ownerOf(path);
      if (owner === undefined) return disk.read(path);
      const outcome = await owner.outcome(path);
      return 'file' in outcome ? outcome.file : null;
    },
    forget: (path) => (ownerOf(path) ?? disk).forget?.(path),
  };
}
