// These types describe a framework as data: mostly how to detect it, the roles of files, and what connects them.

export interface Framework {
  readonly name: string;
  readonly title: string;
  /** Each of these files can show that the framework is in use in its folder and below. */
  readonly detectedBy: readonly DetectionFile[];
  /** Extensions of files that can have a role. */
  readonly extensions: readonly string[];
  /**
   * The first pattern that matches the path of a file, relative to the framework's folder, gives its role. The group
   * `stem` is the name of what the file is about, the group `place` the folder it belongs to.
   */
  readonly roles: readonly (readonly [role: string, path: RegExp])[];
  readonly rules: readonly FrameworkRule[];
  /** Domains of the framework: for each name the words of a task that point to it. */
  readonly domains: Readonly<Record<string, readonly string[]>>;
  /** Patterns in the syntax of .gitignore that `knap init` proposes. */
  readonly ignore: readonly string[];
}

export interface DetectionFile {
  /** The base name of the file. */
  readonly file: string;
  /** A pattern that its text must match; null if the file alone is enough. */
  readonly contains: RegExp | null;
}

/** A rule connects files of one role with files of others. */
export interface FrameworkRule {
  readonly from: string;
  /**
   * `stem`: one name contains the words of the other. `same-stem`: the names have the same words. `place`: both belong
   * to the same folder. `above`: the others in the nearest folder, beside the file or above. `mention`: its text names
   * the other.
   */
  readonly by: 'stem' | 'same-stem' | 'place' | 'above' | 'mention';
  /** The other roles, each with the weight of its edges, 0..1. */
  readonly to: Readonly<Record<string, number>>;
}
