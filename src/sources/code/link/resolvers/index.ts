import { C_FAMILY } from './c-family.ts';
import { GO, SWIFT } from './go-and-swift.ts';
import { CSHARP, JVM } from './jvm-and-csharp.ts';
import type { Family } from './language-family.ts';
import { PATH_FAMILIES } from './paths.ts';
import { PHP, RUBY } from './php-and-ruby.ts';
import { PYTHON } from './python.ts';
import { RUST } from './rust.ts';
import { SCRIPT } from './script.ts';

const ALL: readonly Family[] = [SCRIPT, PYTHON, GO, RUST, JVM, CSHARP, PHP, RUBY, C_FAMILY, SWIFT, ...PATH_FAMILIES];

/** Language → how its imports become files. */
export const FAMILIES: ReadonlyMap<string, Family> = new Map(
  ALL.flatMap((family) => family.languages.map((language) => [language, family] as const)),
);
