import type { Scored, SourceText } from '../../model/candidate.ts';
import type { Found } from '../found.ts';
import type { PathsSeen } from './paths-seen.ts';

/** What was found in a workspace, with its paths as another sees them. */
export function foundSeen(found: Found, { seen, own }: PathsSeen): Found {
  // Parts of one file go on sharing its text.
  const texts = new Map<SourceText, SourceText>();
  const textSeen = (text: SourceText): SourceText => {
    const known = texts.get(text) ?? { ...text, path: seen(text.path) };
    texts.set(text, known);
    return known;
  };
  const oneSeen = (one: Scored): Scored =>
    copied(one, {
      id: seen(one.id),
      path: seen(one.path),
      via: one.via.map((step) => ({ ...step, from: seen(step.from) })),
      entity: {
        ...one.entity,
        id: seen(one.entity.id),
        container: one.entity.container && seen(one.entity.container),
        location: { ...one.entity.location, path: seen(one.entity.location.path) },
      },
      text: one.text && textSeen(one.text),
    });
  return {
    ...found,
    scored: found.scored.map(oneSeen),
    closed: found.closed.map(oneSeen),
    whole: found.whole.map((path) => seen(path)),
    opening: { ...found.opening, files: found.opening.files.map((file) => ({ ...file, path: seen(file.path) })) },
    open: async (path) => (await found.open(own(path) ?? path)).map(oneSeen),
  };
}

/** The same candidate with something else about it. Its reasons are made when somebody asks, which is seldom. */
export function copied(one: Scored, change: Partial<Scored>): Scored {
  return {
    ...one,
    ...change,
    get reasons() {
      return one.reasons;
    },
  };
}
