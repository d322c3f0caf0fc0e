// table
import type { Trust } from './credential-check.ts';

// A value ends at its quote, the next tag, the end of its line, word, cell or indented block, or the next bracket. A list,
// words, dashes and a map hold several values.
type ValueEnd =
  | 'quoted'
  | 'tagged'
  | 'line'
  | 'word'
  | 'braced'
  | 'cell'
  | 'block'
  | 'list'
  | 'words'
  | 'dashes'
  | 'map';

/** A syntax that assigns a value to the name of a secret: what may stand between the two. */
export interface AssignmentSyntax {
  /** A text in which this syntax leads to a credential. A test checks each example. */
  readonly example: string;
  /** The characters with which the syntax may begin, directly behind the name. */
  readonly begins: string;
  /** A sticky pattern that starts where the name ends. The group `quote` holds the opening quote. */
  readonly pattern: RegExp;
  /** Says where the value ends. */
  readonly value: ValueEnd;
  /** A pattern for the text that must stand before the name. */
  readonly follows?: RegExp;
  /** A pattern that must match the name. */
  readonly named?: RegExp;
  /** Says that the value is a setting, although it could be code elsewhere. */
  readonly reading?: 'setting';
  /** How much a value must look like a secret, if the syntax demands more than the name does. */
  readonly trust?: Trust;
}

const TICK = '`';
const QUOTE = String.raw`(?<quote>"""|「|'''|R"\(|(?:%?(?:qq?|Q)|%(?!\([\w.]{1,40}\)[sd]))[{([|](?!\s)|\[\[(?!["'\s])|${TICK}${TICK}|\\{0,3}["'${TICK}])`;
const CLOSE = String.raw`(?:\\{0,3}["'${TICK}])?`;
const BLANK = String.raw`[ \t\u00a0\u3000]`;
const WRAPPED = String.raw`(?:new )?(?:SecretStr|[sS]ecret|SecureString|String|String::from|\[\]byte|Some|Ok|Buffer\.from|Optional\.of|PlainText|Redacted|bytes|str|MD5|SHA1|SHA2|PASSWORD|crypt|btoa|Field|(?:\w{1,20}\.)?(?:encode|hash|hashpw|hashSync|make|make_password|generate_password_hash|GetBytes|sensitive)|QStringLiteral|QLatin1String|QString|QByteArray|_T|TEXT|std::string|SecretString::(?:from|new))\(\s{0,40}(?:default${BLANK}?=${BLANK}?)?`;
// Letters and calls around a literal that change its type and not its text: N'…', b"…", @"…", {"…"}, Some("…").
const LITERAL = String.raw`(?:${WRAPPED}|[{(](?=[bu@]?["'][^"'\r\n]{1,200}["']\s?[})]))?(?:(?!R"\()(?:[NnUuBbRrLFfEeCcqQ]{1,2}|u8|raw)#?(?=["'])|@(?=["'])|!!?\w{1,12} |&\w{1,20} )?`;
const SIGN = String.raw`=>|:=|[|?]{2}=?|\?:|[?+]?[=＝](?!=)|::?|：|<-|[是为は]|\{ get; (?:set|init); \} =`;
const TYPE = String.raw`:${BLANK}?(?:[\w.&*?|]|\[[\w, ]{0,12}\]|'\w{1,12} |<[^<>\r\n]{1,40}>|${BLANK}(?![:=])){1,40}${BLANK}{0,4}=`;
const TYPED = String.raw`${TYPE}|:${BLANK}?\w{1,20} by lazy \{|${BLANK}{1,4}(?:string|securestring|As${BLANK}{1,4}\w{1,20})${BLANK}{0,4}=|${BLANK}PIC${BLANK}[\w()]{1,20}${BLANK}VALUE`;
const AFTER_NAME = String.raw`${CLOSE}(?:\[\w{0,8}\])?[\])*]{0,3}[?!]?`;
const AFTER_SIGN = `${AFTER_NAME}${BLANK}{0,30}(?:${TYPED}|${SIGN})`;
// The fields of a record between the field that names the secret and the field that holds it.
const FIELDS = String.raw`(?:(?:,\s{0,20}|\s{1,20})["']?\w{1,20}["']?\s?[:=]\s?(?:["'][^"'\r\n]{0,60}["']|\w{1,20})){0,3}`;
const VALUE_FIELD = String.raw`["']?(?:[A-Za-z]{1,12}_?)?(?:[vV]alue|val|[dD]efault|content|plain(?:[tT]ext)?|raw|text|secret|literal|S)["']?\s{0,2}(?:[:=]|=>)\s{0,4}`;
const STRINGS = String.raw`(?:(?:"[^"\r\n]{0,60}"|'[^'\r\n]{0,60}'|&?[\w$.]{1,40})\s{0,2},\s{0,8}){0,5}`;
// A word that a sentence hardly contains: it has a digit or a sign, or is very long.
const UNLIKE_TALK = String.raw`(?=\S{0,60}[A-Za-z])(?=\S{0,60}[\d!#$%^&*@?_+~]|[a-z]{14,60}(?:[\s.,]|$))(?![a-z_]{1,40}=)`;
// The words of a password may also be joined by dashes or dots.
const JOINED_WORDS = String.raw`(?=[A-Za-zÀ-ž]{4,12}(?<joint>[.-])[A-Za-zÀ-ž]{3,12}\k<joint>[A-Za-zÀ-ž]{3,12}(?![\w(/]))`;

/**
 * The reader takes the first row that leads to a credential. A row holds an example (`⏎` ends a line); where the value
 * ends, the trust, the reading and the first characters (`␠` is a blank); the pattern (a quote follows it if the value
 * is quoted or a list, unless it has one itself); patterns for the text before the name and for the name.
 */
const TABLE = String.raw`
password = "gk3mx82p"
  quoted any - "'${TICK}\\[])?!*␠\t\u00a0\u3000:=+|：＝<{是为は
  ${AFTER_SIGN}\*{0,2}\s{0,8}
password == "gk3mx82p"
  quoted any - "'${TICK}\\])␠␠\t=!
  ${CLOSE}[\])]{0,2}${BLANK}{0,8}[=!]={1,2}${BLANK}{0,8}
os.getenv("X_TOKEN") or 'gk3mx82p'
  quoted any - "'${TICK}\\)]}␠\t
  ${CLOSE}[\])}]{0,3}${BLANK}{1,8}(?:or|(?<=\}${BLANK})\/\/)${BLANK}{1,8}
password = find("KP") ?: "gk3mx82p"
  quoted any - :=␠
  ${BLANK}?[:=]${BLANK}?[^"'\r\n;]{1,60}(?:[([]["'][\w.]{1,40}["'][)\]])?${BLANK}?(?:\?\?|\?:|\|\||\bor\b)${BLANK}?
env::var("X_TOKEN").unwrap_or("gk3mx82p".into())
  quoted any - "'${TICK}\\)]
  [^;\r\n]{0,80}?(?:\r?\n\s{0,40}\.)?\b(?:default|else|unset|fallback|unwrap_or(?:_else)?|or_?[eE]lse|getOrElse|ifEmpty|get_or)\b(?:_value)?[ =:(]{1,6}(?:\|_?\w?\|${BLANK}?|\(\) ?-> ?)?
token: {{ default "gk3mx82p" .Values.token }}
  quoted any - :=␠"'
  ["']?\s?[:=]\s?["']?\{\{[^}\r\n]{0,80}?\b(?:default|coalesce)\b[ (]{1,2}(?:[\w.]{1,40} )?\\?
source.setPassword("gk3mx82p");
  quoted any - (
  \(
  named/i ^set\w{0,40}pass|[.>]\w{0,40}pass\w{0,10}$
client.token("gk3mx82p")
  quoted marked - (
  \(
  named/i ^(?!.{0,60}(?:get|generate|create|find|read|load|parse|delete|remove|valid|has|from|fetch|make|new)_?[A-Z_a-z]{0,20}(?:key|token)$)(?:.{0,60}[.>]\w{0,60}$|set|\w{0,20}token$)
page.fill('#password', 'gk3mx82p')
  quoted any - "']
  ["'\]]{1,3}(?:\s{0,2},\s{0,4}(?:with:${BLANK}?)?|${BLANK}with${BLANK})
  follows/i (?:fill|fill[_ ]in|type|typeText|fillField|setValue|enterText|setInput|input)[( ]\s{0,4}["'][#.[\w=~*"-]{0,30}$
find(By.ID, "password").send_keys("gk3mx82p")
  quoted any - "']
  ["'\]]{1,3}\){1,2}\.(?:clear\(\)\.)?(?:send_?[kK]eys|type|fill|setValue|set|val|sendText|typeText|input)\(
The password is ${TICK}orbit-gk3mx82p${TICK}.
  quoted any - ␠
  [ \t](?:is|was)[ \t:]{1,3}(?:now )?(?=["'\x60]\S{0,60}[\d!#$%^*@_-])
define('DB_PASSWORD', 'gk3mx82p')
  quoted any - "'
  ["']\s{0,2},\s{0,20}(?:default${BLANK}?[:=]${BLANK}?)?
  follows/i (?:define|env|getenv|get|put|set|set_?property|setenv|putenv|config|getProperty|fetch|add|append|header|str|string\w{0,5}|default|arg|option|argument|set\w{0,20}|Map\.of|Field)\(\s{0,8}${STRINGS}["']-{0,2}$|\(\d{1,9},\s?'$
{default_pass, <<"gk3mx82p">>}
  quoted any - ,
  ,\s?<<
SET PASSWORD FOR 'ann'@'%' = 'gk3mx82p'
  quoted any - ␠
  [ \t]FOR [^=;\r\n]{1,80}=\s?
login("db.password", "gk3mx82p")
  quoted marked - "'
  ["']\s{0,2},\s{0,4}(?:default${BLANK}?[:=]${BLANK}?)?
  follows [([]\s{0,4}["']$
options('Username', 'ann', 'Password', 'Gk3mx82p-a')
  quoted marked - "'
  ["']\s?,\s?(?=["'](?=[^"'\s]{0,60}[A-Z])(?=[^"'\s]{0,60}\d)[^"'\s]{0,60}[!#$%^&*@?+~-])
  follows [([](?:(?:"[^"\r\n]{0,60}"|'[^'\r\n]{0,60}'),\s?){1,6}["']$
set system root plain-text-password-value "gk3mx82p"
  quoted any - ␠
  ${BLANK}
  named ^[a-z]+(?:-[a-z]+)*-(?:password|secret|passphrase)(?:-value)?$
["password", "gk3mx82p!"]
  quoted any - "'
  ["']\s?,\s?(?=["'][^"'\r\n]{0,60}[\d!#$%^&*?+~][^"'\r\n]{0,60}["']\s?\])
  follows \[["']$
Zoom: meeting 814, passcode gk3mx82p |
  word marked setting ␠
  [ \t](?:${UNLIKE_TALK}|${JOINED_WORDS})(?=[^\s"'(),;=]{6,60}(?:[,;.]?[ \t]*(?:$|[\r\n|])|, | (?:to|for|on|und|pour) ))
  follows (?:[,;:–*-]|^|\n|\b(?:[uU]s(?:e|ing)|[wW]ith|[mM]it|avec))[ \t]{1,3}$|(?:^|\n)$
  named/i ^(?:passcode|pw|pwd|password|passwor[dt]|kennwort|wachtwoord|mdp|contraseña|senha|lösenord|hasło|heslo|salasana|пароль)$
#define WIFI_PASSWORD "gk3mx82p"
  quoted any - ␠\t
  ${BLANK}{1,20}(?:to )?
  follows #define\s{1,8}$|\b(?:secret set|setenv|set|setq|define|def|login|options?|with|(?:user(?:name)?|login) ["'][^"'\r\n]{1,40}["']) (?:\/\w{1,12} )?\(?:?$|[ ({]:$|(?:^|\n)[ \t]{0,40}$|\b(?:ROLE|USER|LOGIN)\b[^\r\n]{0,60}$|\(user '[^']{1,40}', $
  named/i ^(?!pass$)
the password "gk3mx82p"
  quoted marked - ␠\t\u00a0
  ${BLANK}{1,20}
  named/i ^(?!pass$)
{"key":"DB_PASSWORD","value":"gk3mx82p"}
  quoted any - "'
  ["']${FIELDS}(?:\s?,)?\s{0,60}${VALUE_FIELD}(?<quote>["'])
- name: DB_PASSWORD⏎  # old⏎  value: "gk3mx82p"
  quoted any - "'␠\t#\r\n
  ["']?[ \t]{0,8}(?:#[^\r\n]{0,200})?(?:\r?\n[ \t]{0,40}(?:#[^\r\n]{0,200})?){0,5}\r?\n[ \t]{0,40}value:[ \t]{0,4}(?<quote>["'])
- name: DB_PASSWORD⏎  value: gk3mx82p
  line any setting "'␠\t#\r\n
  ["']?[ \t]{0,8}(?:#[^\r\n]{0,200})?(?:\r?\n[ \t]{0,40}(?:#[^\r\n]{0,200})?){0,5}\r?\n[ \t]{0,40}[vV]alue:[ \t]{0,4}(?!["'])
variable "db_pass" {⏎  default = "gk3mx82p"⏎}
  quoted any - "'
  ["']\s?\{(?:[^{}"]|"[^"\r\n]{0,60}"){0,300}?\b(?:default|value|secret_string|secret_data)\s{0,20}=\s{0,4}(?<quote>")
<password><![CDATA[gk3mx82p]]></password>
  tagged any - >"'␠
  (?:["' ][^<>\r\n]{0,300})?>\s{0,20}(?:<[vV]alue>)?(?:<!\[CDATA\[)?
  follows <(?:\w{1,20}:)?$|<(?!a\s|div|span|label|input|button|p\s|h\d|td|th|li)[\w:.]{1,20}\s[^<>]{0,40}["']$
<Password value="gk3mx82p"/>
  quoted any - ␠
  [ \t](?:value|plainText)=
  follows <(?:\w{1,20}:)?$
<key>ApiKey</key>⏎<string>gk3mx82p</string>
  tagged any - <
  <\/[\w:.-]{1,40}>\s{0,40}<[\w:.-]{1,40}>(?:<!\[CDATA\[|<\w{1,8}>)?
"passwords": ["gk3mx82p", "vR7kQ2wz"]
  list any - "'${TICK}\\␠:=[
  ${AFTER_SIGN}\s{0,8}(?:new \w{1,20}\[\]\s?|(?:\w{1,20}\.of|Arrays\.asList|vec!|array|\[\]string|@))?[[({]\s{0,40}
API_KEYS = %w[gk3mx82p vR7kQ2wz]
  words any setting ␠=
  ${BLANK}?=${BLANK}?(?:%[wWiI][[({<]|qw ?[[({/])\s{0,40}(?=[\w-])
PASSWORDS=(gk3mx82p vR7kQ2wz)
  words any setting =
  =\((?=[\w-][^\r\n()"'$]{5,2000}\)[ \t]*(?:$|[\r\n#]))
  named/i s$
parametrize("password", ["gk3mx82p"])
  list marked - "'
  ["']\s?,\s{0,4}\[\s{0,40}
  follows parametrize\(\s?["'][\w, ]{0,40}$
PASSWORDS = {ann: "gk3mx82p", bob: "vR7kQ2wz"}
  list any - "'${TICK}\\␠:=
  ${AFTER_SIGN}\s{0,8}(?:new \w{1,20}|map\[string\]string)?[[({]\s{0,40}["']?(?!(?:messages?|description|label|title|text|hint|placeholder|help|errors?|other|one|defaultMessage|translation|caption|tooltip)\b)[\w.@-]{1,40}["']?\s{0,4}(?::|=>?)\s{0,4}
  follows (?:^|[^/])$
Recovery codes (of May):⏎gk3mx-82pab⏎vR7kQ-2wzab
  dashes any - :␠\r\n
  (?:[ \t][^\r\n]{1,60})?:?[ \t]{0,4}\r?\n(?=[ \t]{0,8}\S{0,40}\d)
  named/i ^(?:recovery|backup)
passwords:⏎  - gk3mx82p
  dashes any - :
  :[ \t]{0,4}\r?\n(?=[ \t]{0,40}- )
credentials:⏎  ann: gk3mx82p
  map any - :=
  :[ \t]{0,4}\r?\n(?=[ \t]{1,40}[\w.@-]{1,40}: )
  named/i (?:passwords|credentials|secrets|tokens|api_?keys)$
[passwords]⏎ann = gk3mx82p
  map any - ]
  \][ \t]{0,4}\r?\n(?=[ \t]{0,8}[\w.@-]{1,40}[ \t]?=)
  follows (?:^|\n)[ \t]{0,8}\[(?:[\w.-]{1,40}\.)?$
  named/i (?:passwords|credentials|secrets|tokens|api_?keys)$
pw: ${'$'}{X_TOKEN:-gk3mx82p}
  braced any - :-=
  (?::?[-=]|:(?!\/))["']?
  follows (?:\$\{|["'(]_?env:)$
- {name: DB_PASSWORD, value: gk3mx82p}
  braced any - ,
  ,[ \t]{0,4}value:[ \t]{1,4}["']?
  follows \{[ \t]{0,4}(?:name|key):[ \t]{1,4}$
api_key: |⏎  gk3mx82p
  block any - :
  :[ \t]{0,4}[|>][-+]?\d?\r?\n(?=[ \t])
DB_PASS <<END⏎gk3mx82p⏎END
  line any setting ␠=
  [ \t]{0,4}=?[ \t]{0,4}(?:<<<?[-~]?[ \t]?["']?\w{1,20}["']?;?|@['"])\r?\n[ \t]{0,20}
DB_PASSWORD=gk3mx82p
  line any - "'${TICK}\\␠*\t\u00a0\u3000:=?：＝是为
  ${CLOSE}(?:\*\*)?(?:::(?=[ \t])|${BLANK}{0,30}(?::=|[?]?[=＝是为]|[:：](?!:)))(?:\*\*)?${BLANK}{0,8}(?:!!?[\w-]{1,20} |&\w{1,20} )?\x60?
account gmail⏎user anna⏎password gk3mx82p
  line any - ␠\t
  [ \t]{1,8}(?:--?\w{1,20}[ \t]|\d[ \t])?
  follows (?:^|\n)[ \t]{0,8}$
${'$'}{DB PASSWORD}    gk3mx82p
  line any setting }
  \}(?:[ \t]{2,20}|\t|[ \t]?=[ \t]{1,4})
  follows (?:^|\n)[|]?[ \t]{0,8}\$\{(?:[\w ]{0,40} )?$
password { "gk3mx82p" }
  quoted any - "'${TICK}\\)␠{
  ${CLOSE}[\])]{0,2}${BLANK}?\{${BLANK}?
DBPassword:⏎    Type: String⏎    Default: gk3mx82p
  line any setting :
  :[ \t]{0,4}\r?\n(?:[ \t]{1,40}(?!Default)\w{1,30}:[^\r\n]{0,100}\r?\n){0,4}[ \t]{1,40}(?:[dD]efault|value|example|plain(?:text)?|raw|literal):[ \t]{1,4}(?!["'])
ENV ADMIN_PASSWORD gk3mx82p
  line any setting ␠
  [ \t]{1,4}(?=[^\s=]{6,200}[ \t]*(?:$|[\r\n]))
  follows (?:^|\n)[ \t]{0,8}ENV[ \t]{1,4}$
./deploy --db-password gk3mx82p
  word any setting ␠\t
  [ \t]{1,8}
  named ^--?\w
user ann insecure-password gk3mx82p
  word any setting ␠\t
  [ \t]{1,8}
  follows \buser\s{1,4}\S{1,40}\s{1,8}$
  named ^insecure-password$
user ann password gk3mx82p
  word marked setting ␠\t
  [ \t]{1,8}${UNLIKE_TALK}
  follows \b(?:user(?:name)?|neighbor|peer)\s{1,4}\S{1,40}\s{1,8}$
  named/i password$
machine a.b login deploy password gk3mx82p
  word any setting ␠\t
  [ \t]{1,8}
  follows \blogin\s{1,4}\S{1,40}\s{1,8}$|\s\/\w[^\r\n]{0,200}\s\/$
aws configure set aws_secret_access_key gk3mx82p
  word any - ␠\t
  [ \t]{1,8}(?:ENC )?
  follows (?:-[gU]{0,2}x|\bENV|\b[sS]et(?:x|env|Env)?|set-environment(?: -g)?|\bconfig(?: --\w{4,8})?)[ \t]{1,4}(?:\/\/[\w./-]{1,80}:)?$
["--password", "gk3mx82p"]
  quoted any - "'␠
  ["']?\s{0,4},?\s{1,20}
  named ^--?\w
| DB_PASSWORD | ${TICK}gk3mx82p${TICK} |
  cell any - ${TICK}*"␠|
  [\x60*"]{0,4}[ \t]{0,20}\|[ \t]{0,20}[\x60*"]{0,3}(?=[^|\r\n]{0,80}[\d!#$%^*@_-]|[a-z]{4} [a-z]{4} |[a-z]{14,40}[\x60*" |])
  follows (?:^|\n)[ \t]{0,8}\|[^\r\n]{0,70}$
The password is gk3mx82p until next week.
  word marked - ␠は是为는은
  (?:[ \t](?:is|was|ist|war|lautet|est|es|[eéè]|is now|(?<=(?:wor[dt]|passe|phrase|code|secret|pwd|pw|has[lł]o|clave|senha) )(?:to|auf|à)|->|→|[-–—])[ \t:]{1,3}|[は是为는은][ \t:]{0,3}(?=[!-~]{6}))(?:${UNLIKE_TALK}|${JOINED_WORDS})
A temporary password is generated for root@localhost: gk3mx82p
  word marked setting ␠
  [ \t](?:[\wÀ-žа-яё@.'-]{1,30}[ \t]){0,7}[\wÀ-žа-яё@.'()-]{1,40}:[ \t]{1,4}${UNLIKE_TALK}(?=\S{6,80}[ \t]*(?:$|[\r\n]))
ann: what is the db password?⏎bob: gk3mx82p
  word marked setting ␠?
  (?:[ \t][^\r\n:=]{0,60})?\??\r?\n[^\s:>=]{1,20}[:>][ \t](?:[^\s:=]{1,14} ){0,5}${UNLIKE_TALK}(?=\S{8,60}[ \t]*(?:$|[\r\n]))
credentials: ann / gk3mx82p
  word marked - :
  :[ \t]{1,4}[\w.@-]{1,40}[ \t]{1,2}[/|][ \t]{1,2}${UNLIKE_TALK}
user, password = "ann", "gk3mx82p"
  quoted any - ])␠=
  [\])]?\s{0,4}=\s{0,4}[[(]?(?:"[^"\r\n]{1,40}"|'[^'\r\n]{1,40}'),\s{0,4}
  follows ,\s?[$@]?$
Content-Disposition: form-data; name="password"⏎⏎gk3mx82p
  line any setting "
  "\r?\n\r?\n
  follows name="$
## Password⏎gk3mx82p
  line marked setting :\r\n*_␠
  [*_]{0,2}:?[*_]{0,2}[ \t]{0,4}\r?\n(?:[ \t]{0,4}\r?\n)?(?:\x60{3}\w{0,10}\r?\n)?[ \t]{0,8}(?=\w)${UNLIKE_TALK}(?=[^\s()]{8,200}[ \t]*(?:$|[\r\n]))
  follows (?:^|\n)[ \t]{0,8}(?:#{1,6} |[-*] )?[*_]{0,2}(?:\w{1,20} ){0,3}$
<li>Password: <code>gk3mx82p</code></li>
  word marked setting ␠:<*_
  (?:<\/\w{1,8}>)?[*_]{0,2}(?:[ \t]{0,4}:|[ \t](?:is|was)\b|[ \t]?\.{3,80})?(?:[*_]{1,2}|<\/\w{1,8}>)?[ \t]{1,4}(?:<\w{1,8}>|\x60)?${UNLIKE_TALK}(?=[^\s<>]{6,80}(?:[<\x60]|[ \t]*(?:$|[\r\n])))
password,gk3mx82p
  word marked setting ,
  ,${UNLIKE_TALK}(?=[^\s,]{6,80}(?:$|[\r\n]))
  follows (?:^|\n)$
strcpy(password, "orbit-gk3mx82p")
  quoted marked - "'${TICK})]},␠\t:=.(|
  [^"'${TICK};\r\n]{1,60}?(?<quote>["'])(?=[^"'\r\n]{0,60}[\d!#$%^@?+~])
  named/i (?:pass(?:word|wd|phrase|wort)|pwd|pw|secret|psk|pre-shared-key)$
set(token, of: user, to: "gk3mx82pQ7vK2wYt9bLp")
  quoted long-random - "'${TICK}\\)]},␠\t:=.(|
  [^"'\x60;\r\n]{1,60}?(?:["'][A-Z_]{2,40}["'],?\s)?
`;

const SIGNS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };
const plain = (written: string): string =>
  written
    .replaceAll('␠', ' ')
    .replace(/\\u([0-9a-f]{4})|\\(.)/g, (_, code, sign) =>
      code === undefined ? (SIGNS[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
    );

export const ASSIGNMENT_SYNTAXES: readonly AssignmentSyntax[] = TABLE.trim()
  .split(/\n(?=\S)/)
  .map((row): AssignmentSyntax => {
    const [example, head, pattern, ...more] = row.split('\n').map((line) => line.trim()) as [string, string, string];
    const [value, trust, reading, begins] = head.split(' ') as [ValueEnd, Trust, string, string];
    const isOpen = (value === 'quoted' || value === 'list') && !pattern.includes('(?<quote>');
    const given = (key: string): RegExp | undefined => {
      const match = more.map((line: string) => new RegExp(`^${key}(?:/(\\w+))? (.+)$`).exec(line)).find(Boolean);
      return match ? new RegExp(match[2]!, match[1]) : undefined;
    };
    const [follows, named] = [given('follows'), given('named')];
    return {
      example: example.replaceAll('⏎', '\n'),
      begins: plain(begins),
      pattern: new RegExp(isOpen ? `${pattern}${LITERAL}${QUOTE}(?:\\{noop\\})?` : pattern, 'y'),
      value,
      trust,
      ...(reading === '-' ? {} : { reading: 'setting' as const }),
      ...(follows && { follows }),
      ...(named && { named }),
    };
  });

/** The same rows, grouped by the character behind the name. */
export const SYNTAXES_BY_FIRST_CHARACTER: ReadonlyMap<string, readonly AssignmentSyntax[]> = new Map(
  [...new Set(ASSIGNMENT_SYNTAXES.flatMap(({ begins }) => [...begins]))].map((sign) => [
    sign,
    ASSIGNMENT_SYNTAXES.filter(({ begins }) => begins.includes(sign)),
  ]),
);
