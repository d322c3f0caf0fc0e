/** A framework as data, so that a new one is a file and a line in the list. */
export interface Framework {
  readonly name: string;
  readonly title: string;
  /** Any of these files shows that the framework is in use at and below its folder. */
  readonly signs: readonly Sign[];
  /** Extensions of files that can have a role; a change of other files needs no look at the framework. */
  readonly extensions: readonly string[];
  /** The first pattern that fits a path gives its role. */
  readonly roles: readonly RolePattern[];
  readonly rules: readonly FrameworkRule[];
  /** Domains the framework brings: name → words of a task that speak of it. */
  readonly domains: Readonly<Record<string, readonly string[]>>;
  /** Patterns in the syntax of .gitignore that `knap init` proposes. */
  readonly ignore: readonly string[];
}

/** A file that tells of a framework. */
export interface Sign {
  /** Base name of a file. */
  readonly file: string;
  /** What its text must contain; null when the file alone is enough. */
  readonly contains: RegExp | null;
}

/** A role and the paths that have it. */
interface RolePattern {
  readonly role: string;
  /** Tried on the path below the framework's folder. Group `stem` is the name, group `place` the folder it belongs to. */
  readonly path: RegExp;
}

/** Files of one role that belong with a file of another. */
export interface FrameworkRule {
  readonly from: string;
  readonly to: string;
  /**
   * `stem`: the names speak of the same thing, one may say more. `same-stem`: they are equal. `place`: they belong to
   * the same folder. `above`: the nearest one in the folder or above it. `mention`: the text names it.
   */
  readonly by: 'stem' | 'same-stem' | 'place' | 'above' | 'mention';
  /** 0..1 */
  readonly weight: number;
}
