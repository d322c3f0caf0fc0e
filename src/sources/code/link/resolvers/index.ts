// This list says which resolver handles the imports of which language. To add a resolver, write it beside this file and
// add it here.
import { GO, SWIFT } from './go-and-swift.ts';
import { CSHARP, JVM } from './jvm-and-csharp.ts';
import type { LanguageFamily } from './language-family.ts';
import { BY_PATH } from './path-imports.ts';
import { PHP, RUBY } from './php-and-ruby.ts';
import { PYTHON } from './python.ts';
import { RUST } from './rust.ts';
import { SCRIPT } from './script.ts';

const ALL: readonly LanguageFamily[] = [SCRIPT, PYTHON, GO, RUST, JVM, CSHARP, PHP, RUBY, SWIFT, ...BY_PATH];

/** The family of each language, by the name of the language. */
export const FAMILIES: ReadonlyMap<string, LanguageFamily> = new Map(
  ALL.flatMap((family) => family.languages.map((language) => [language, family] as const)),
);
