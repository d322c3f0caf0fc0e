// These patterns find the declared type of a name, so that a call of a method leads to its class.

// Each pattern matches forms of declaration, with the groups `name` and `type`. Types start with a capital unless a
// language has no such custom. A wrong match does little harm: hardly any class of that name has the called member.
const TYPE = String.raw`(?<type>[A-Z]\w*)`;
// Matches only at the beginning of a word, which keeps the search fast.
const NAME = String.raw`(?<![\w$])(?<name>[\w$]+)`;

/** `books: BookRepo`, also as an optional, a reference or in a namespace. */
export const TYPED_AFTER = new RegExp(
  String.raw`${NAME}[?!]?\s*:\s*(?:&\s*)?(?:mut\s+)?(?:[a-z]\w*(?:\.|::))*${TYPE}`,
  'g',
);

/** `BookRepo books`, also with type arguments, as an array or optional, or with the sign of a pointer or reference. */
export const TYPED_BEFORE = new RegExp(
  String.raw`\b${TYPE}(?:<[^<>;(){}]{0,80}>)?(?:\[\]|\?)?(?:\s*[*&]\s*|\s+)(?<name>[a-z_]\w*)\b`,
  'g',
);

/** `books = new BookRepo`. */
export const MADE_NEW = new RegExp(String.raw`${NAME}\s*=\s*new\s+\\?(?:\w+[.\\])*${TYPE}`, 'g');

/** `books = BookRepo(…)`, `BookRepo{…}`, `BookRepo.new`, `BookRepo::new` and finders such as `Book.find`. */
export const MADE_BY_CALL = new RegExp(String.raw`${NAME}\s*=\s*(?:await\s+)?(?:\w+\.)*${TYPE}(?=[({]|\.\w|::\w)`, 'g');

/** `BookRepo $books`, and `@var BookRepo` in a comment before it. */
export const PHP_TYPED = new RegExp(String.raw`\??\\?(?:\w+\\)*\b${TYPE}(?:\|null)?\s+\$(?<name>\w+)`, 'g');
export const PHP_NOTED = new RegExp(
  String.raw`@var\s+\\?(?:\w+\\)*${TYPE}[^\n]*\n(?:\s*\*[^\n]*\n){0,6}[^\n$]{0,60}\$(?<name>\w+)`,
  'g',
);

/** `books *BookRepo`, `s Store` in a struct or a parameter list, and `books := &BookRepo{`. */
export const GO_TYPED = /\b(?<name>[a-zA-Z_]\w*)\s+\*?(?:\w+\.)?(?<type>[A-Za-z]\w*)(?=\s*[,)\n`{])/g;
export const GO_MADE = /\b(?<name>\w+)\s*:?=\s*&?(?:\w+\.)?(?<type>[A-Z]\w*)\{/g;
