// Tells words from random letters by how often one letter follows another.

// The surprise, in bits up to nine, of a small letter (column) after another (row), counted in open source projects.
const SURPRISE: readonly string[] = [
  '55547757565343858343567866267738863683783894573879693868389249457837956459996836752775378676379557478967',
  '56545657576453768334767676387734782884883884554999692688285537757548945747696928872989387666379574487969',
  '46454658765452468434768766287728983867763797463889882888397638657638955547696927752778277477379955578959',
  '24872887388657349757487969385336383667854898435789686555665766544255934445587728773875497488359355498969',
  '38655886497477576666167879366527683866563795444679684848388438456645774347796738682884388677479445488857',
  '45555657565443758334677776287828892886764895675799792776287537667547955759885936463576387657539663688458',
  '2655366747555444954557697725762876276665479666566954',
];
const COST = Uint8Array.from(SURPRISE.join(''), Number);
const FIRST_LETTER = 'a'.charCodeAt(0);
// About 1 in 135 random texts of 16 letters stays below this mean; most words do.
const MEAN_SURPRISE_MAX = 4.65;
// The mean of a short word varies more.
const SHORT_MEAN_SURPRISE_MAX = 5.3;
const SHORT_LETTERS_MAX = 8;
const JUDGED_LETTERS_MIN = 4;
const SIGN_SURPRISE = 5;
const PART_CHARACTERS_MEAN_MIN = 2.9;

const ACRONYM =
  /^(?:pwd|https?|ssh|svc|csrf|xsrf|jwt|xml|html|css|tls|ssl|gpg|cmd|ctx|src|dst|str|ptr|msg|cfg|tmp|sql|npm|php|dns|rpc|grpc|tcp|cdn|crud|ldap|smtp)$/i;

/** Says whether letters follow one another as they do in words. Fewer than four, and other signs, count as a word. */
export function isWordLike(letters: string): boolean {
  const small = letters.toLowerCase();
  if (small.length < JUDGED_LETTERS_MIN || /[^a-z]/.test(small) || ACRONYM.test(small)) return true;
  return (
    measureSurprise(small) / (small.length - 1) <=
    (small.length > SHORT_LETTERS_MAX ? MEAN_SURPRISE_MAX : SHORT_MEAN_SURPRISE_MAX)
  );
}

/** Measures, in bits, how surprising it is that these characters follow one another. */
export function measureSurprise(text: string): number {
  const small = text.toLowerCase();
  let sum = 0;
  for (let at = 1; at < small.length; at++) {
    const [before, letter] = [small.charCodeAt(at - 1) - FIRST_LETTER, small.charCodeAt(at) - FIRST_LETTER];
    sum += before >= 0 && before < 26 && letter >= 0 && letter < 26 ? COST[before * 26 + letter]! : SIGN_SURPRISE;
  }
  return sum;
}

/** Splits a name into words, at signs and before the capital that begins a word. */
export function splitWords(text: string): readonly string[] {
  return text
    .split(/[^A-Za-z0-9\u00c0-\uffff]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word !== '');
}

/** Says whether a text is made of words and small numbers, and not of random letters and digits. */
export function isMadeOfWords(text: string): boolean {
  return hasWordShape(text) && splitWords(text).every((word) => isWordLike(word.replace(/\d+$/, '')));
}

const WORD =
  /^(?:[A-Z]?[a-z\u00c0-\uffff]+|[A-Z]+s?|[A-Za-z]{0,3}\d{1,4}|\d{1,3}[a-z]{1,2}|[A-Z]?[a-z]{3,}\d{1,3}|[A-Z]{3,}\d{1,4})$/;
const VOWEL = /[aeiouyAEIOUY\u00c0-\uffff]/;

/** Says whether a text has the shape of words and small numbers, whatever its letters are. */
export function hasWordShape(text: string): boolean {
  const words = splitWords(text);
  const named = words.filter((word, at) => /[A-Za-z\u00c0-\uffff]/.test(word) && (at > 0 || word.length > 1));
  const length = named.reduce((sum, word) => sum + word.length, 0);
  if (length < PART_CHARACTERS_MEAN_MIN * named.length && (named.length > 2 || named.some((word) => word.length < 2)))
    return false;
  const isJoined = /[_.\-/ =]/.test(text);
  const pieces = text.split(/[^A-Za-z0-9]+/);
  if (
    pieces.some(
      (piece) =>
        piece.length > 1 &&
        splitWords(piece)
          .slice(1, -1)
          .some((word) => /^[^AI]$/.test(word)),
    )
  )
    return false;
  const mixed = named.filter((word) => /\d/.test(word)).length;
  return (
    named.length > 0 &&
    mixed * 2 <= named.length + 1 &&
    mixed < 3 &&
    words.every((word) => WORD.test(word)) &&
    (isJoined ||
      named.every((word) => word.length < 3 || !/^[A-Z]?[a-z]+$/.test(word) || VOWEL.test(word) || ACRONYM.test(word)))
  );
}
