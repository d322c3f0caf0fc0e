// table
// Lists of words that say little about a subject: they ask for a change, fill reports or code, or are about diffs.
import { stem, termsOfWord } from '../../model/terms.ts';

// Words that ask for a change or complain, and do not name the subject.
const ASKING =
  stems(`fix bug issue error problem add added adding update change create implement improve remove support new feature
request broken fail failing failure wrong incorrect incorrectly correct correctly bugfix hotfix todo wip chore feat refactor revert bump
expected unable properly`);

// Words that many reports use. In a title they may be the subject; elsewhere they count less.
const CHATTER =
  stems(`actual actually behavior behaviour happen happens reproduce reproduction repro step describe description version
example current currently allow allows ability able proposal propose suggest suggestion question additional context information detail
output result code sample snippet minimal screenshot latest environment system patch ticket pr pull merge commit branch run running ran
show shows note cause causes caused due solution workaround help find found report reported appear case different differently number
return returns line lines message since simple possible previously specific existing multiple single following include includes call
called calling pass passing passed above below consistent inconsistent work idea wonder today day better best good bad nice part place happy obvious usually approach notice noticed useful value
values type types function method class file files name`);

// Keywords of languages and common names of folders and variables, which say little in quoted code.
const CODE = new Set(
  `self this import from def class return function const var let if else elif for while try except catch finally raise throw
throws public private protected static void new int str string bool float double true false null none nil undefined async await yield
lambda package namespace using include require module exports export default struct enum fn func impl pub mut end begin do then lib site
packages tmp usr home py js ts file line foo bar baz print println printf console log main args kwargs name test`.split(
    /\s+/,
  ),
);

// Words people use about a diff as such; they do not describe what it changes.
const CHANGE = stems(
  'patch diff change commit review break affect impact adapt update file merge pull request check look verify code run test',
);

/** Whether a word asks for a change or complains, whatever the subject: `fix`, `bug`, `update`, `unable`. */
export function isAskingWord(word: string): boolean {
  return ASKING.has(stemOf(word));
}

/** Whether many reports use a word, whatever they are about: `version`, `reproduce`, `output`. */
export function isChatter(word: string): boolean {
  return CHATTER.has(stemOf(word));
}

/** Whether a word is about a diff as such, like `patch` and `break`. */
export function isChangeWord(word: string): boolean {
  return CHANGE.has(stemOf(word));
}

/** Whether a lower-case word is syntax or a common name in quoted code. */
export function isCodeWord(word: string): boolean {
  return CODE.has(word);
}

// Uses termsOfWord because it caches stems; these functions run for every word.
const stemOf = (word: string): string => termsOfWord(word.toLowerCase())[0] ?? '';

function stems(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).map((word) => stem(word)));
}
