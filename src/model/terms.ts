import { stemmer } from 'stemmer';
import { ownText, putBounded } from './memory.ts';

// Letters and digits of any script; identifiers keep their underscores and dollars until they are split.
const WORD = /[\p{L}\p{N}_$]+/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const CJK_RUNS = new RegExp(`${CJK.source}+|[^${CJK.source.slice(1)}+`, 'gu');
// Letters of an acronym stay together in its plural and before its version: `URLs`, `IPv6`.
const PART = /\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}{2,}(?=v\p{N})|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu;
// The same where all signs are of ASCII, as they nearly always are: many times quicker to find.
const PLAIN = /^[\w$]*$/;
const PLAIN_PART = /[A-Z]{2,}s(?![a-z])|[A-Z]{2,}(?=v[0-9])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const ACRONYMS = /^\p{Lu}{2,}s$/u;
const PLAIN_KEY = /^[a-z0-9]*$/;
const isPlain = (word: string): boolean => PLAIN.test(word);
const TERM_LENGTH_MAX = 64;
/** A longer word has no terms. */
export const WORD_LENGTH_MAX = 4 * TERM_LENGTH_MAX;
const CACHE_MAX = 20_000;

/** The words of an identifier: `getHTTPResponse_v2` → get, HTTP, Response, v, 2. */
export function splitIdentifier(identifier: string): readonly string[] {
  return identifier.match(isPlain(identifier) ? PLAIN_PART : PART) ?? [];
}

/** The form names are compared in: lower case, no separators. */
export function nameKey(name: string): string {
  const lower = name.toLowerCase();
  return PLAIN_KEY.test(lower) ? lower : lower.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Words as written, in order. */
export function words(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

const cache = new Map<string, readonly string[]>();

/**
 * Index terms of one word: its stemmed parts, and the whole identifier when it has several parts.
 * Scripts without spaces are cut into overlapping pairs, names written among them apart.
 */
export function termsOfWord(word: string): readonly string[] {
  if (word.length > WORD_LENGTH_MAX) return [];
  const before = cache.get(word);
  if (before) return before;
  const key = ownText(word);
  // Bounded, because a workspace can hold any number of distinct words.
  return putBounded(cache, CACHE_MAX, [key, termsOfNewWord(key)]);
}

/** Index terms of a text, in order, repeated as often as they occur. */
export function termsOf(text: string): readonly string[] {
  return words(text).flatMap((word) => termsOfWord(word));
}

/** The stem a single lower-case word is indexed by. */
export function stem(word: string): string {
  const lower = word.toLowerCase();
  return /^[a-z]+$/.test(lower) && lower.length > 3 ? stemmer(lower) : lower;
}

/** The same without remembering it, for who does. */
export function termsOfNewWord(word: string): readonly string[] {
  // `使用foreach元素` is a name between words of another script.
  if (!isPlain(word) && CJK.test(word))
    return (word.match(CJK_RUNS) ?? []).flatMap((run) => (CJK.test(run) ? pairs(run) : termsOfName(run)));
  return termsOfName(word);
}

function termsOfName(word: string): readonly string[] {
  const parts = splitIdentifier(word).map((part) => (ACRONYMS.test(part) ? part.slice(0, -1) : part).toLowerCase());
  const terms = parts.filter((part) => isIndexable(part)).map((part) => stem(part).slice(0, TERM_LENGTH_MAX));
  const whole = nameKey(word);
  if (parts.length > 1 && whole.length <= TERM_LENGTH_MAX && isIndexable(whole)) terms.push(whole);
  return terms;
}

// Single letters and long digit runs say nothing about a file.
function isIndexable(part: string): boolean {
  return part.length > 1 && !(part.length > 6 && /^\p{N}+$/u.test(part));
}

function pairs(word: string): readonly string[] {
  const letters = [...word.toLowerCase()];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** The last of the names a mention is made of: `pay` of `Shop.pay`. */
export function lastName(text: string): string {
  return text.split(/::|[.#]|->/).findLast(Boolean) ?? text;
}

/** The keys a mention of a symbol is looked up by: the whole of it, and its last name. */
export function mentionKeys(text: string): readonly string[] {
  return [nameKey(text), nameKey(lastName(text))];
}

/** Order of texts by code unit: the same on every machine and in every store, whatever its own collation. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

// table
const ENGLISH =
  split(`a about above after again against all almost along already also although always am among an and another any
anyone anything are aren around as at away back be became because become been before being below between both but by came can cannot
cant come comes could couldn did didn do does doesn doing don done down during each either else enough especially etc even ever every
everything exactly few first following for from further gave get gets getting give given gives go goes going gone got had hadn has
hasn have haven having he hence her here hers herself him himself his how however i ie eg if im in inside instead into is isn it its
itself ive just keep kind know known last least less let lets like likely ll look looks lot lots made mainly make makes making many
may maybe me mean means might mine more moreover most much must my myself near need needed needs neither never no nobody non none nor
not nothing now nowhere of off often ok okay on once one ones only onto or other others otherwise ought our ours out outside over own
per perhaps please possible possibly pretty put quite rather re really regarding same saw say says second see seem seems seen several
shall she should shouldn simply since so some somehow someone something sometimes somewhere soon still such sure take takes taken than
thank thanks that the their theirs them themselves then there therefore these they thing things think this those though three through
thus to together too took toward towards tried tries truly try trying two under unless until up upon us use used uses using usually
various ve very via vs want wanted wants was wasn way we well went were weren what whatever when whenever where whereas wherever
whether which while who whoever whole whom whose why will with within without won work works would wouldn yes yet you your yours
yourself hi hello hey btw imo imho dont doesnt didnt isnt wasnt wont cant couldnt shouldnt ive ill thats theres whats afaik fyi tl dr s t d m o`);

const OTHER_LANGUAGES: Readonly<Record<string, ReadonlySet<string>>> = {
  german:
    split(`aber alle als am an auch auf aus bei beim bin bis bitte da damit dann das dass dem den der des die dies diese dieser
dieses doch dort du durch ein eine einem einen einer eines er es euch für gegen gibt habe haben hat hier ich ihr ihre im immer in ist
ja jede jeder kann kein keine können man mehr mein mit muss müssen nach nicht noch nur ob oder ohne sehr sein seine sich sie sind so
soll sollte sollten über um und uns unser unter vom von vor war warum was weil wenn wer werden wie wir wird wo wurde zu zum zur zwischen`),
  french:
    split(`à alors au aucun aussi autre aux avec avoir bon c ça car ce cela ces cet cette ceux chaque ci comme comment d dans de des
deux devrait doit donc dont du elle elles en encore est et être eu fait faire fois il ils j je l la le les leur leurs lors lorsque lui
ma mais me même mes mon n ne non nos notre nous on ont ou où par parce pas peu peut plus pour pourquoi qu quand que quel quelle qui sa
sans se sera ses si son sont sous sur ta te tes toi ton tous tout toute très tu un une vers vos votre vous`),
  italian:
    split(`a ad agli ai al alla alle allo anche ancora aver avere c che chi ci come con cosa cui d da dagli dai dal dalla dalle
dei del della delle dello di dove due e è ed essere fa fare fra gli ha hanno ho i il in io l la le lei lo loro lui ma me mi molto ne
nei nel nella nelle nello noi non nostro o ogni per perché però più poi qualche quando quanto quello questa queste questi questo qui
quindi sarà se sei senza si sia siamo sono sopra sotto su sua sugli sul sulla sulle suo te ti tra tu tutti tutto un una uno viene voi`),
  spanish:
    split(`a al algo algunos ante antes así aunque cada como con contra cual cuando cuándo de debe del desde donde dos e el él
ella ellas ellos en entre era es esa ese eso esta está están estar este esto estos fue ha hace hacer hasta hay la las le les lo los
más me mi mientras mis mucho muy nada ni no nos o otra otro otros para pero poco por porque puede que qué quien se sea según ser si sí
sin sobre solo son su sus también tan tanto te tiene todo todos tu tus un una uno unos y ya yo`),
};

// Below this share of a text's words a foreign list is taken for chance: English has `die`, `on` and `son` too.
const LANGUAGE_SHARE_MIN = 0.12;
const SAMPLE_WORDS_MAX = 400;

/** The words that carry no meaning in a text: English ones, and those of the other language it seems to be in. */
export function stopWordsOf(texts: readonly string[]): (word: string) => boolean {
  const sample = texts.slice(0, SAMPLE_WORDS_MAX).map((word) => word.toLowerCase());
  const foreign = Object.values(OTHER_LANGUAGES).filter((list) => {
    const hits = sample.filter((word) => list.has(word) && !ENGLISH.has(word));
    return new Set(hits).size > 1 && hits.length >= sample.length * LANGUAGE_SHARE_MIN;
  });
  return (word) => ENGLISH.has(word) || foreign.some((list) => list.has(word));
}

function split(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
