/** A framework as data, so that a new one is a file and a line in the list. */
export interface Framework {
  readonly name: string;
  readonly title: string;
  /** Any of these files shows that the framework is in use at and below its folder. */
  readonly signs: readonly Sign[];
  /** Extensions of files that can have a role; changes of other files are ignored. */
  readonly extensions: readonly string[];
  /** The first pattern that matches a path gives its role. */
  readonly roles: readonly RolePattern[];
  readonly rules: readonly FrameworkRule[];
  /** Domains of the framework: name → words of a task that point to it. */
  readonly domains: Readonly<Record<string, readonly string[]>>;
  /** Patterns in the syntax of .gitignore that `knap init` proposes. */
  readonly ignore: readonly string[];
}

/** A file that shows that a framework is in use. */
export interface Sign {
  /** Base name of a file. */
  readonly file: string;
  /** A pattern that its text must match; null if the file alone is enough. */
  readonly contains: RegExp | null;
}

/** A role and the paths that have it. */
interface RolePattern {
  readonly role: string;
  /** Matches the path below the framework's folder. Group `stem` is the name, group `place` the folder it belongs to. */
  readonly path: RegExp;
}

/** Connects files of one role with files of another. */
export interface FrameworkRule {
  readonly from: string;
  readonly to: string;
  /**
   * `stem`: one name contains the words of the other. `same-stem`: the names are equal. `place`: they belong to
   * the same folder. `above`: the nearest file in the folder or above it. `mention`: the text names it.
   */
  readonly by: 'stem' | 'same-stem' | 'place' | 'above' | 'mention';
  /** 0..1 */
  readonly weight: number;
}
