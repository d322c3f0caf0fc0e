// Finds in one pass where the finders must search, because most of a text holds nothing that looks like a secret. It also
// joins the positions that the finders return.
import { endianness } from 'node:os';
import type { Trust } from './credential-check.ts';
import { measureSurprise } from './letter-frequencies.ts';

/** The places of a text that the finders search. */
export interface SearchHints {
  /** Runs of the characters of tokens that contain a long word unlike a name. */
  readonly runs: readonly (readonly [start: number, end: number])[];
  /** The positions at which words for secrets begin. */
  readonly words: readonly number[];
  /** The hints that occur, with their positions. */
  readonly hints: ReadonlyMap<string, readonly number[]>;
}

// These words count only with one of the signs behind them.
const SHORT_WORDS = {
  '=| |:|"|\'|)|,|1|2|_': 'pw',
  '=| |:|"|\'|)|,': '_pat|authtok',
  '=|:| =|"|\'': 'auth',
  '=|:|"|\'': 'pin',
  ':|：|=| |"|是|为': '密码|密碼|口令|密钥|암호',
};
const WORDS = [
  ...'pass|pwd|secret|token|credential|key|psk|salt|mnemonic|pepper|otp_seed|totp|zugangsdaten|kennwort|暗証番号'.split(
    '|',
  ),
  ...'recovery code|recovery_code|recovery phrase|backup code|backup_code|seedphrase|seed_phrase|seed phrase|schlüssel'.split(
    '|',
  ),
  ...'schluessel|contrase|senha|clave|wachtwoord|mdp|parola|heslo|lozinka|sifre|haslo|salasana|geslo'.split('|'),
  ...'chiave_api|chave_api|llave_api|klucz_api|cle_api|clé_api|sleutel_api|nyckel_api|adgangskode|kodeord|mật khẩu|סיסמה|كلمة المرور|รหัสผ่าน|пароль|ключ|şifre|hasło|lösenord|jelszó|パスワード|비밀번호'.split(
    '|',
  ),
  ...Object.entries(SHORT_WORDS).flatMap(([signs, words]) =>
    words.split('|').flatMap((word) => signs.split('|').map((sign) => word + sign)),
  ),
];
const WORD_CHARACTERS_MIN = 16;
const IN_RUN = 1;
const IN_WORD = 2;
const UPPER = 4;
// A long word of a name in code seldom has a digit or this many capitals.
const MARKS_MIN = 5 * UPPER;

// Marks the characters of tokens and of the addresses around them. Every other character ends a run.
const CLASSES = new Uint8Array(1 << 16);
CLASSES.set(Array.from({ length: 128 }, (_, code) => classifyCharacter(String.fromCharCode(code))));

function classifyCharacter(character: string): number {
  if (/\d/.test(character)) return IN_RUN | IN_WORD | MARKS_MIN;
  if (/[A-Z]/.test(character)) return IN_RUN | IN_WORD | UPPER;
  if (/[a-z_-]/.test(character)) return IN_RUN | IN_WORD;
  return /[+/=.~:%$&?;@]/.test(character) ? IN_RUN : 0;
}

// Hashes the last three characters, whatever their case: older characters have been shifted out.
const BITS = 18;
const hashNext = (before: number, code: number): number => ((before << (BITS / 3)) ^ (code | 32)) & ((1 << BITS) - 1);
const hashText = (text: string): number =>
  Array.from(text.slice(0, 3), (sign) => sign.charCodeAt(0)).reduce(hashNext, 0);

/** Creates a function that finds runs, words for secrets and these hints, of three characters or more, in one pass. */
export function createHintFinder(hints: readonly string[]): (text: string) => SearchHints {
  const byAnchor = new Map<number, Phrase[]>();
  const addPhrase = (form: string, sought: Pick<Phrase, 'text' | 'isWord'>) => {
    const offset = pickAnchor(form);
    const anchor = hashText(form.slice(offset, offset + 3));
    const [first, last] = [form.charCodeAt(0) | 32, form.charCodeAt(form.length - 1) | 32];
    byAnchor.set(anchor, [...(byAnchor.get(anchor) ?? []), { ...sought, offset, first, last, length: form.length }]);
  };
  for (const word of WORDS)
    for (const form of new Set([word, capitalize(word)])) addPhrase(form, { text: word, isWord: true });
  for (const hint of new Set(hints)) addPhrase(hint, { text: hint, isWord: false });
  // One bit for each hash keeps the table within the cache of the processor.
  const isAnchor = new Uint8Array(1 << (BITS - 3));
  for (const anchor of byAnchor.keys()) isAnchor[anchor >> 3]! |= 1 << (anchor & 7);

  return (text) => {
    const found: (readonly [start: number, end: number])[] = [];
    const seen = new Map<string, number[]>();
    const checkPhrases = (anchor: number, at: number) => {
      for (const { text: sought, offset, isWord, first, last, length } of byAnchor.get(anchor)!) {
        const start = at - offset;
        // The first and last characters reject most texts with the same hash.
        if ((text.charCodeAt(start) | 32) !== first || (text.charCodeAt(start + length - 1) | 32) !== last) continue;
        const part = text.slice(start, start + sought.length);
        if ((isWord ? part.toLowerCase() : part) === sought) {
          if (isWord) found.push([start, start + length]);
          else if (seen.has(sought)) seen.get(sought)!.push(start);
          else seen.set(sought, [start]);
        }
      }
    };
    const runs = findRuns(text, isAnchor, checkPhrases);
    return { runs, words: dropNested(found), hints: seen };
  };
}

interface Phrase {
  readonly text: string;
  readonly isWord: boolean;
  /** The position in the phrase of the three characters by which it is found. */
  readonly offset: number;
  readonly length: number;
  /** The first and last characters of the phrase, whatever their case. */
  readonly first: number;
  readonly last: number;
}

// Picks the rarest three characters of a phrase, so that few places are checked in vain.
function pickAnchor(text: string): number {
  const offsets = Array.from({ length: text.length - 2 }, (_, offset) => offset);
  return offsets.reduce((best, offset) => (rateRarity(text, offset) > rateRarity(text, best) ? offset : best), 0);
}

const rateRarity = (text: string, offset: number): number => measureSurprise(text.slice(offset, offset + 3));

// Drops the words that begin within another word.
function dropNested(found: readonly (readonly [start: number, end: number])[]): readonly number[] {
  const words: number[] = [];
  let wordEnd = 0;
  for (const [start, end] of found.toSorted((a, b) => a[0] - b[0])) {
    if (start < wordEnd) continue;
    words.push(start);
    wordEnd = end;
  }
  return words;
}

// The search ignores the one bit in which an English letter differs from its capital; other letters need two forms.
const capitalize = (word: string): string =>
  /^[a-z ]/.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);

// Reading an array of numbers is much faster than reading the characters of a text. The buffer is reused.
let kept = Buffer.alloc(1 << 17);
const KEPT_BYTES_MAX = 1 << 22;

function readCodes(text: string): Uint16Array {
  const bytes = 2 * text.length + 2;
  const buffer = bytes <= kept.length ? kept : Buffer.alloc(2 * bytes);
  if (buffer.length <= KEPT_BYTES_MAX) kept = buffer;
  buffer.write(text, 'utf16le');
  buffer.writeUInt16LE(0, bytes - 2);
  if (endianness() === 'BE') buffer.subarray(0, bytes).swap16();
  return new Uint16Array(buffer.buffer, buffer.byteOffset, text.length + 1);
}

function findRuns(
  text: string,
  isAnchor: Uint8Array,
  checkPhrases: (anchor: number, start: number) => void,
): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  const codes = readCodes(text);
  let start = 0;
  let word = 0;
  let marks = 0;
  let anchor = 0;
  let isCandidate = false;
  for (let at = 0; at <= text.length; at++) {
    const code = codes[at]!;
    anchor = hashNext(anchor, code);
    if ((isAnchor[anchor >> 3]! & (1 << (anchor & 7))) !== 0 && at > 1) checkPhrases(anchor, at - 2);
    const kind = CLASSES[code]!;
    if ((kind & IN_WORD) !== 0) {
      marks += kind & ~(IN_RUN | IN_WORD);
      continue;
    }
    if (at - word >= WORD_CHARACTERS_MIN && marks >= MARKS_MIN) isCandidate = true;
    word = at + 1;
    marks = 0;
    if (kind !== 0) continue;
    if (isCandidate) runs.push([start, at]);
    isCandidate = false;
    start = at + 1;
  }
  return runs;
}

/** The position of a secret in a text; `end` is exclusive. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

/** The name of a secret in a text. */
export interface SecretName {
  readonly start: number;
  readonly end: number;
  /** How much a value under this name must look like a secret. */
  readonly trust: Trust;
  /** The name is that of a password, which people choose themselves. */
  readonly isPassword: boolean;
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export function spanOf(start: number, value: string, rule: string): SecretSpan {
  return { start, end: start + value.length, rule };
}

/** Sorts the spans and merges those that overlap; of two it keeps the rule of the longer, else of the first. */
export function mergeSpans(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const sorted = spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const merged: SecretSpan[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else merged[merged.length - 1] = { ...longer(last, span), start: last.start, end: Math.max(last.end, span.end) };
  }
  return merged;
}

const longer = (a: SecretSpan, b: SecretSpan): SecretSpan => (b.end - b.start > a.end - a.start ? b : a);
