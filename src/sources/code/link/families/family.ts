import type { ImportFact } from '../../../../model/facts.ts';
import type { Configs } from '../configs.ts';
import type { Tree } from '../tree.ts';

/** How one family of languages turns names into files. Adding a family is one file and one row in `families.ts`. */
export interface Family {
  /** Names of the languages, as the view records them. */
  readonly languages: readonly string[];
  /** Whether it looks at the names a file uses; gathering them costs. */
  readonly readsUses: boolean;
  /** Base names (without extension) of files that hand on what others define; null when the family has none. */
  readonly barrels: ReadonlySet<string> | null;
  /** Reads the configuration these files need, once; the answers afterwards are pure. */
  open(context: FamilyContext, files: readonly LinkFile[]): Promise<Resolver>;
}

/** What a family may ask while it opens. */
export interface FamilyContext {
  readonly tree: Tree;
  readonly configs: Configs;
  /** What is known of files, whether they are being linked or not. */
  readonly load: (paths: readonly string[]) => Promise<ReadonlyMap<string, LinkFile>>;
  /** Files of the view written in these languages, sorted. */
  readonly filesOf: (languages: readonly string[]) => readonly string[];
}

/** What a resolver knows of the file it resolves for. */
export interface LinkFile {
  readonly path: string;
  readonly imports: readonly ImportFact[];
  readonly packageName: string | null;
  /** Names it defines outside of any other symbol. */
  readonly defines: readonly string[];
  /** Names its symbols call, construct or refer to; empty when the family does not ask. */
  readonly uses: ReadonlySet<string>;
}

/** Answers for one link of the tree, from tables made beforehand. */
export interface Resolver {
  /** Files an import means; empty for one outside the view. */
  imported(fact: ImportFact, file: LinkFile): readonly LinkedFile[];
  /** Files meant without an import, by names the language finds on its own. */
  referenced?(file: LinkFile): readonly LinkedFile[];
}

/** A file that was meant, and how surely. */
export interface LinkedFile {
  readonly path: string;
  /** 0..1 */
  readonly weight: number;
  /** When the specifier itself does not say it. */
  readonly because?: string;
}

/** How sure a link is, by how it was found. */
export const SURENESS = {
  exact: 1,
  configured: 0.95,
  named: 0.9,
  /** A folder or namespace was named and the file is one of its own. */
  member: 0.7,
  /** Handed on by the file that was named. */
  handedOn: 0.8,
  sibling: 0.6,
  guessed: 0.5,
} as const;
