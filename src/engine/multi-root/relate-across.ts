import { DEFAULTS } from '../../config/defaults.ts';
import { namingOf } from '../../languages/index.ts';
import type { Scored } from '../../model/candidate.ts';
import type { Edge } from '../../model/edge.ts';
import { relate } from '../../pipeline/relate/relate.ts';
import type { Definition, Store } from '../../ports/store.ts';
import type { Found } from '../found.ts';
import { isImportOf } from './packages-of.ts';
import type { PathsSeen } from './paths-seen.ts';

/** A workspace among several, as the others can lean on it. */
export interface LeanedOn {
  readonly store: Store;
  readonly paths: PathsSeen;
  /** Its files, as they are seen. */
  readonly files: readonly string[];
  readonly open: Found['open'];
  /** Names its code is imported by. */
  readonly packages: readonly string[];
}

/** Brings what the best units lean on in other workspaces: what they use of a package that one of those is. */
export function relateAcross(scored: readonly Scored[], all: readonly LeanedOn[]): Promise<readonly Scored[]> {
  const importsOf = new Map(scored.map(({ path, text }) => [path, text?.facts.imports ?? []]));
  const holderOf = (path: string) => all.find(({ paths }) => paths.own(path) !== null);
  const leansOn = (path: string, { packages }: LeanedOn) => {
    // What a workspace has itself it does not mean of another.
    const foreign = packages.filter((name) => !holderOf(path)?.packages.includes(name));
    return (importsOf.get(path) ?? []).some(({ specifier }) => foreign.some((name) => isImportOf(name, specifier)));
  };
  return relate(scored, {
    definitions: async (keys) => (await Promise.all(all.map((one) => definitionsIn(one, keys)))).flat(),
    edgesOf: async (paths) =>
      paths.flatMap((from) => all.filter((one) => leansOn(from, one)).flatMap((one) => importsFrom(from, one))),
    asked: { terms: new Set(), actions: [] },
    keywords: [],
    namingOf,
    open: async (path, role) => {
      const units = (await holderOf(path)?.open(path)) ?? [];
      return units.slice(1).filter(({ entity }) => role === 'any' || entity.role === role);
    },
    whole: [],
    options: DEFAULTS.learned.related,
  });
}

// Which file of a package an import leads to matters little: of its names, few are defined twice.
function importsFrom(from: string, { files }: LeanedOn): readonly Edge[] {
  return files.map((to) => ({ from, to, kind: 'imports', weight: 1, because: '' }));
}

async function definitionsIn({ store, paths }: LeanedOn, keys: readonly string[]): Promise<readonly Definition[]> {
  const { definitions } = await store.words({ definitions: keys });
  return definitions.map((one) => ({ ...one, path: paths.seen(one.path) }));
}
