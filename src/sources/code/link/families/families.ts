import { C_FAMILY } from './c-family.ts';
import { CSHARP } from './csharp.ts';
import type { Family } from './family.ts';
import { GO } from './go.ts';
import { JVM } from './jvm.ts';
import { PATH_FAMILIES } from './paths.ts';
import { PHP } from './php.ts';
import { PYTHON } from './python.ts';
import { RUBY } from './ruby.ts';
import { RUST } from './rust.ts';
import { SCRIPT } from './script.ts';
import { SWIFT } from './swift.ts';

const ALL: readonly Family[] = [SCRIPT, PYTHON, GO, RUST, JVM, CSHARP, PHP, RUBY, C_FAMILY, SWIFT, ...PATH_FAMILIES];

/** Language → how its imports become files. */
export const FAMILIES: ReadonlyMap<string, Family> = new Map(
  ALL.flatMap((family) => family.languages.map((language) => [language, family] as const)),
);
