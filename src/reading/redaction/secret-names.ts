// Recognizes the names of secrets, and says how much a value under each must look like a secret.
import type { Trust } from './credential-check.ts';
import { matchAt, type SecretName } from './search-hints.ts';

const CORE =
  /pass(?:[_.-]?w(?:or)?(?:d|t)|ord(?![a-z])|wd|[_.-]?phrase|code|e(?![a-z]))?|pwd|pw|psk|secret|token|credential|zugangsdaten|keystore|key|kennwort|(?:chiave|chave|llave|klucz|cl[eé]|sleutel|nyckel)_api|contrase(?:ñ|n|ny)a|senha|clave|wachtwoord|mdp|mnemonic|seed[_ -]?phrase|salt|parola(?:n[ıi]z|n|m)?|[sş]ifre(?:niz|n|m)?|has[lł]o|heslo|l[oö]senord|jelsz[oó]|lozinka|salasana(?:si|ni|nne)?|adgangskode|kodeord|geslo|m[aậ]t kh[aẩ]u|סיסמה|كلمة المرور|รหัสผ่าน|암호|密钥|schl[uü]ssel|ключ|пароль|密码|密碼|口令|パスワード|비밀번호|_pat(?![a-z])|pepper|otp[_ -]?seed|totp|(?:recovery|backup)[_ -]codes?|recovery[_ ]phrase|pin(?=["']?[=:])|暗証番号|auth(?=["']? ?[=:])|authtok(?!en)/iy;
// `key` alone says little. Behind these words it is a secret; behind those of KEY_PERHAPS_OF it may also name an entry.
const KEY_OF =
  /(?:api|access|private|secret|signing|sign|encrypt|encryption|fernet|master|auth|hmac|aes|webhook|ssh|deploy|licen[cs]e|activation|jwt|sa|ssl|tls|gpg|pgp|app|pre-?shared|wi-?fi|wlan|wpa2?)[_.\- ]?$|\bwlan\b[^\r\n]{0,40}$/i;
// People choose these keys as they choose passwords.
const KEY_OF_WIFI = /(?:wi-?fi|wlan|wpa2?|pre-?shared)[_.\- ]?$/i;
const KEY_PERHAPS_OF =
  /(?:account|admin|client|session|shared|storage|service|crypto|cipher|bot|rsa|write|server|read)[_.\- ]?$/i;
// Behind these words `key` names an entry or is public.
const KEY_OF_ENTRY =
  /(?:public|publishable|primary|foreign|cache|sort|partition|lookup|unique|index|row|hash|map|object|message|format|translation|group|dict|host|site|pub|verify|websocket|fields?)[_.\- ]?$/i;
const SALT_OF = /(?:auth|nonce|hash|password|pass|app|logged_in|signing|encryption|secret|session|cookie)_$/i;
// Words that count only as a whole word, so that `bypass` and `passing` do not.
const WHOLE_WORD = /^(?:pass|passe|pw|psk|mdp|salt|clave|senha|mnemonic|pin|parola|sifre|haslo|heslo|lozinka)$/i;
const PASSWORD =
  /^(?:pass|secret|pw|psk|pepper|pin$|authtok|recovery|backup|kennwort|contrase|senha|clave|wachtwoord|mdp|parola|[sş]ifre|has[lł]|heslo|l[oö]sen|jelsz|lozinka|salasana|adgangs|kodeord|geslo|m[aậ]t|סיס|كلمة|รหัส|암호|seed|пароль|密|口令|パ|비|暗)/i;
const SUFFIX = /[\w.-]{0,40}/y;
// With these endings a name is still that of a secret.
const EXACT =
  /^s?(?:[_.-]?(?:keys?|base|values?|data|string|text|plain|raw|prod(?:uction)?|dev|staging|test|live|old|new|\d{1,2}|b64|base64|hex|default|confirm(?:ation)?|json|api|db|bd|root|smtp|ftp|wifi|main|local|admin|[a-z](?![a-z\d]))){0,3}[.-]?$/i;
// A name with such an ending is about a secret and does not hold it.
const ABOUT =
  /(?:errors?|codes?|names?|fields?|labels?|messages?|ids?|types?|ur[li]s?|endpoint|path|file(?:name)?|dir|prefix|suffix|length|size|count|limit|ttl|expir\w{0,8}|age|policy|pattern|regexp?|format|header|param(?:eter)?s?|attr(?:ibute)?s?|class|hint|title|placeholder|exception|event|action|status|state|manager|provider|service|storage|store|handler|validator|encoder|strategy|method|region|fingerprint|thumbprint|version|kind|index|column|table|entity|model|schema|property|option|usage|description|help|text|info|tag|ref|selector|selected|icon|input|form|view|page|route|link|mask|rules?|grant|scope|algorithm|algo?|scheme|backend|issuer|audience|address|contract|symbol|charset|separator|delimiter|source|target|map|set|list|with|\w{2,20}(?:ers?|ors?))$/i;
// Actions on a password and its faults: names with these words hold titles and messages.
const ACTION_WORDS = new Set(
  'not existing should log forgot forgotten reset change changed show hide invalid wrong missing expired no has is need needs require requires required empty create update delete remove max min num total input output prompt completion cached bad unexpected unknown next current previous expected ignore without get lost choose enter'.split(
    ' ',
  ),
);
const LAST_WORD = /([A-Z]?[a-z]+|[A-Z]+)[_.-]?$/;
const NAME_CHARACTER = /[\w.-]/;
const NAME_CHARACTERS_MAX = 60;

/** Reads the name around a word for a secret; null if it names none. `hasRun`: a random value may follow. */
export function readName(text: string, index: number, hasRun: boolean): SecretName | null {
  const core = matchAt(CORE, text, index)?.[0] ?? '';
  const trust = rateName(text, index, core);
  if (trust === null || (trust === 'long-random' && !hasRun)) return null;
  const suffix = matchAt(SUFFIX, text, index + core.length)?.[0] ?? '';
  if (WHOLE_WORD.test(core) && !isWholeWord(text, index, suffix)) return null;
  if (suffix !== '' && /^(?:psk|salt)$/i.test(core)) return null;
  const start = findNameStart(text, index);
  const isDone = index > start && ACTION_WORDS.has(LAST_WORD.exec(text.slice(start, index))?.[1]?.toLowerCase() ?? '');
  const end = index + core.length + suffix.length;
  // A plural names a list, or what is counted or done.
  const isMany = /^s/i.test(suffix) && /^(?:secret|token)$/i.test(core);
  const isPassword =
    PASSWORD.test(core) || (/^key$/i.test(core) && KEY_OF_WIFI.test(text.slice(Math.max(0, index - 12), index)));
  // `txtPassword.Text` holds what the field contains.
  const isPlain = !/^\.[a-z]/i.test(suffix) || (isPassword && /^\.(?:text|value)$/i.test(suffix));
  const isExact = suffix === '' || (EXACT.test(suffix) && isPlain);
  if (!isExact && ABOUT.test(suffix) && !/^secret_?id$/i.test(core + suffix)) return null;
  const said = { start, end, isPassword };
  if (trust === 'long-random') return { ...said, trust };
  if (isExact && !isDone) return { ...said, trust: isMany ? 'marked' : trust };
  // A longer name may still be that of a password, unless a method is called on it.
  return { ...said, trust: isPassword && core.length > 4 && !/^\.[a-z]/.test(suffix) ? 'marked' : 'random' };
}

// Rates the word by itself and by the text around it; this rejects most places.
function rateName(text: string, index: number, core: string): Trust | null {
  if (core.length > 5) return /^schl/i.test(core) ? 'marked' : 'any';
  const small = core.toLowerCase();
  const before = text.slice(Math.max(0, index - 12), index);
  if (small === 'pass') return /[a-z]/.test(text[index + 4] ?? '') ? null : 'any';
  if (small === 'key')
    return KEY_OF.test(before)
      ? 'any'
      : KEY_PERHAPS_OF.test(before)
        ? 'marked'
        : KEY_OF_ENTRY.test(before)
          ? null
          : /[A-Z]_$/.test(before) && core === 'KEY'
            ? 'marked'
            : 'long-random';
  if (small === 'totp') return /[a-z]/i.test(text[index + 4] ?? '') ? null : 'random';
  if (small === 'auth') return 'long-random';
  if (small === 'token') return /tik$/i.test(before) ? null : 'any';
  if (small === 'salt') return SALT_OF.test(before) || /[A-Z]_$/.test(before) ? 'marked' : null;
  // PW is also the code of a country.
  if (core === 'PW') return /["'](?:[a-z]{2}_)?$/.test(before) ? null : 'any';
  return small === 'ключ' ? 'marked' : 'any';
}

// Accepts `db_pass`, `dbPass` and `DB_PASS`.
function isWholeWord(text: string, index: number, suffix: string): boolean {
  const before = text[index - 1] ?? ' ';
  const isCapital = /[A-Z]/.test(text[index]!);
  const startsWord =
    !/[A-Za-z]/.test(before) ||
    (isCapital && /[a-z]/.test(before)) ||
    /(?:root|user|db|admin|store|key|pg|my|ldap|smtp|mail|ftp|wifi|sudo|ssh|bind|auth|proxy|vnc|rcon|rpc)$/i.test(
      text.slice(Math.max(0, index - 5), index),
    );
  return startsWord && !/^[a-z]/.test(suffix);
}

function findNameStart(text: string, index: number): number {
  let start = index;
  while (start > 0 && index - start < NAME_CHARACTERS_MAX && NAME_CHARACTER.test(text[start - 1]!)) start--;
  return start;
}
