// table
import type { Trust } from './plausible.ts';

/** What may stand between a telling name and its value. */
export interface Gap {
  /** A text in which it leads to the value `gk3mx82p`; each is held against it by a test. */
  readonly example: string;
  /** The characters it may begin with. */
  readonly begins: string;
  /** Sticky, from the end of the name. The group `quote` is what the value ends with. */
  readonly pattern: RegExp;
  /**
   * Where the value ends: at its quote, at the next tag, with its line or word, at the next bracket, with its cell or with the
   * indented lines; or a list of quoted values, or of lines with a dash.
   */
  readonly value: 'quoted' | 'tagged' | 'line' | 'word' | 'braced' | 'cell' | 'block' | 'list' | 'dashes';
  /** What must stand before the name. */
  readonly follows?: RegExp;
  /** How the whole name must be written. */
  readonly named?: RegExp;
  /** How a value reads here that could be code elsewhere. */
  readonly reading?: 'setting';
  /** How much a value must look like a secret, where this says less than the name. */
  readonly trust?: Trust;
}

const QUOTE = String.raw`(?<quote>"""|'''|R"\(|q\{|q\(|qq\{|\[\[(?!["'\s])|\\{0,3}["'${'`'}])`;
const CLOSE = String.raw`(?:\\{0,3}["'${'`'}])?`;
const BLANK = String.raw`[ \t\u00a0\u3000]`;
// The letters before a literal, and what makes it the same in another type: N'…', b"…", @"…", []byte("…"), Some("…").
const LITERAL = String.raw`(?:(?:new )?(?:SecretStr|Secret|SecureString|String|String::from|\[\]byte|Some|Ok|Buffer\.from|Optional\.of|PlainText|Redacted|bytes|str|MD5|SHA1|SHA2|PASSWORD|crypt|btoa|(?:\w{1,20}\.)?(?:encode|hash|hashpw|hashSync|make|make_password|generate_password_hash)|SecretString::from|SecretString::new)\(\s{0,40})?(?:(?!R"\()(?:[NnUuBbRrLFfEeCcqQ]{1,2}|u8|raw)#?(?=["'])|@(?="))?`;
const SIGN = String.raw`=>|:=|[|?]{2}=?|\?:|[=＝](?!=)|[:：](?!:)|<-|[是为]|\{ get; (?:set|init); \} =`;
const TYPED = String.raw`:${BLANK}?&?\[(?:u8|char|byte)\]${BLANK}?=|${BLANK}{1,4}(?:string|securestring)${BLANK}{0,4}=|:${BLANK}?(?:&(?:'\w{1,12} )?(?:mut )?|\*|\?)?[\w.]{1,40}(?:<[\w, .&'?[\]]{1,40}>)?(?:\[\])?\??(?: ?\| ?\w{1,20}){0,3}${BLANK}{0,4}=|${BLANK}{1,4}As${BLANK}{1,4}\w{1,20}${BLANK}{0,4}=`;
const AFTER_NAME = String.raw`${CLOSE}(?:\[\w{0,8}\])?[\])]{0,3}[?!]?`;
// The other fields of a record between the one that says what it is and the one that holds it.
const FIELDS = String.raw`(?:,?\s{1,20}["']?\w{1,20}["']?\s?[:=]\s?(?:["'][^"'\r\n]{0,60}["']|\w{1,20})){0,3}`;
const VALUE_FIELD = String.raw`["']?(?:[a-z]{1,12}_?)?(?:[vV]alue|val|default|content|plain(?:[tT]ext)?|raw|text|secret|literal)["']?\s{0,2}(?:[:=]|=>)\s{0,4}`;
const AFTER_SIGN = `${AFTER_NAME}${BLANK}{0,30}(?:${TYPED}|${SIGN})`;
const quoted = (before: string): RegExp => new RegExp(before + LITERAL + QUOTE, 'y');
const QUOTES = '"\'`\\';

/** Tried in their order; the first that leads to a credential counts. */
export const GAPS: readonly Gap[] = [
  {
    example: 'password = "gk3mx82p"',
    begins: `${QUOTES}[])?! \t\u00a0\u3000:=|：＝<{是为`,
    pattern: quoted(String.raw`${AFTER_SIGN}\s{0,8}`),
    value: 'quoted',
  },
  {
    example: 'password == "gk3mx82p"',
    begins: `${QUOTES}])  \t=!`,
    pattern: quoted(String.raw`${CLOSE}[\])]{0,2}${BLANK}{0,8}[=!]={1,2}${BLANK}{0,8}`),
    value: 'quoted',
    trust: 'marked',
  },
  {
    example: `os.getenv("X_TOKEN") or 'gk3mx82p'`,
    begins: `${QUOTES})] \t`,
    pattern: quoted(String.raw`${CLOSE}[\])]{0,3}${BLANK}{1,8}or${BLANK}{1,8}`),
    value: 'quoted',
  },
  {
    example: 'env::var("X_TOKEN").unwrap_or("gk3mx82p".into())',
    begins: `${QUOTES})]`,
    pattern: quoted(
      String.raw`${CLOSE}[\])]{1,3}\??\s{0,40}\.(?:unwrap_or(?:_else)?|or_?[eE]lse|getOrElse|or|ifEmpty|get_or)\((?:\|_?\w?\|${BLANK}?|\(\) ?-> ?)?`,
    ),
    value: 'quoted',
  },
  {
    example: 'source.setPassword("gk3mx82p");',
    begins: '(',
    pattern: quoted(String.raw`\(`),
    value: 'quoted',
    named: /^set\w{0,40}pass|[.>]\w{0,40}pass\w{0,10}$/i,
  },
  {
    example: 'client.token("gk3mx82p")',
    begins: '(',
    pattern: quoted(String.raw`\(`),
    value: 'quoted',
    named:
      /^(?!.{0,60}(?:get|generate|create|find|read|load|parse|delete|remove|valid|has|from|fetch|make|new)_?[A-Z_a-z]{0,20}key$)(?:.{0,60}[.>]\w{0,60}$|set)/i,
    trust: 'marked',
  },
  {
    example: 'Token("gk3mx82pQ7vK2wYt")',
    begins: '(',
    pattern: quoted(String.raw`\(`),
    value: 'quoted',
    trust: 'random',
  },
  {
    example: "page.fill('#password', 'gk3mx82p')",
    begins: '"\']',
    pattern: quoted(String.raw`["'\]]{1,3}\s{0,2},\s{0,4}(?:with:${BLANK}?)?`),
    value: 'quoted',
    follows:
      /(?:fill|fill_in|type|typeText|fillField|setValue|enterText|setInput|input)[( ]\s{0,4}["'][#.[\w=~*"-]{0,30}$/i,
  },
  {
    example: 'find(By.ID, "password").send_keys("gk3mx82p")',
    begins: '"\']',
    pattern: quoted(
      String.raw`["'\]]{1,3}\)\.(?:clear\(\)\.)?(?:send_?[kK]eys|type|fill|setValue|set|val|sendText|typeText|input)\(`,
    ),
    value: 'quoted',
  },
  {
    example: '{password, "gk3mx82p"}.',
    begins: ',',
    pattern: /, {0,2}(?<quote>")/y,
    value: 'quoted',
    follows: /\{\s?$/,
  },
  {
    example: '<password value="gk3mx82p"/>',
    begins: ' ',
    pattern: /\s{1,4}(?:\w{1,20}="[^"\r\n]{0,60}"\s{1,4}){0,2}value\s?=\s?(?<quote>["'])/y,
    value: 'quoted',
    follows: /<(?:\w{1,20}:)?$/,
  },
  {
    example: 'The password is `orbit-gk3mx82p`.',
    begins: ' ',
    pattern: quoted(String.raw`[ \t](?:is|was)[ \t:]{1,3}(?:now )?(?=["'${'`'}]\S{0,60}[\d!#$%^*@_-])`),
    value: 'quoted',
  },
  {
    example: 'DBPassword:\n    Type: String\n    Default: gk3mx82p',
    begins: ':',
    pattern:
      /:[ \t]{0,4}\r?\n(?:[ \t]{1,40}(?!Default)\w{1,30}:[^\r\n]{0,100}\r?\n){0,4}[ \t]{1,40}[Dd]efault:[ \t]{1,4}(?!["'])/y,
    value: 'line',
    reading: 'setting',
  },
  {
    example: "define('DB_PASSWORD', 'gk3mx82p')",
    begins: '"\'',
    pattern: quoted(String.raw`["']\s{0,2},\s{0,4}(?:default${BLANK}?[:=]${BLANK}?)?`),
    value: 'quoted',
    follows:
      /(?:define|env|getenv|get|put|set|setProperty|setenv|putenv|config|getProperty|fetch|add|str|string|default|arg|option)\(\s{0,4}["']$/i,
  },
  {
    example: 'login("db.password", "gk3mx82p")',
    begins: '"\'',
    pattern: quoted(String.raw`["']\s{0,2},\s{0,4}(?:default${BLANK}?[:=]${BLANK}?)?`),
    value: 'quoted',
    follows: /[([]\s{0,4}["']$/,
    trust: 'marked',
  },
  {
    example: '#define WIFI_PASSWORD "gk3mx82p"',
    begins: ' \t',
    pattern: quoted(`${BLANK}{1,20}`),
    value: 'quoted',
    follows: /#define\s{1,8}$|\bsecret set $|\bsetenv $|(?:^|\n)[ \t]{0,40}$/,
    named: /^(?!pass$)/i,
  },
  {
    example: 'the password "gk3mx82p"',
    begins: ' \t\u00a0',
    pattern: quoted(`${BLANK}{1,20}`),
    value: 'quoted',
    named: /^(?!pass$)/i,
    trust: 'marked',
  },
  {
    example: '{"key":"DB_PASSWORD","value":"gk3mx82p"}',
    begins: '"\'',
    pattern: new RegExp(String.raw`["']${FIELDS}(?:\s?,)?\s{0,60}${VALUE_FIELD}(?<quote>["'])`, 'y'),
    value: 'quoted',
  },
  {
    example: '- name: DB_PASSWORD\n  # old\n  value: "gk3mx82p"',
    begins: '"\' \t#\r\n',
    pattern:
      /["']?[ \t]{0,8}(?:#[^\r\n]{0,200})?(?:\r?\n[ \t]{0,40}(?:#[^\r\n]{0,200})?){0,5}\r?\n[ \t]{0,40}value:[ \t]{0,4}(?<quote>["'])/y,
    value: 'quoted',
  },
  {
    example: '- name: DB_PASSWORD\n  value: gk3mx82p',
    begins: '"\' \t#\r\n',
    pattern:
      /["']?[ \t]{0,8}(?:#[^\r\n]{0,200})?(?:\r?\n[ \t]{0,40}(?:#[^\r\n]{0,200})?){0,5}\r?\n[ \t]{0,40}value:[ \t]{0,4}(?!["'])/y,
    value: 'line',
    reading: 'setting',
  },
  {
    example: '"secret": {"value": "gk3mx82p"}',
    begins: `${QUOTES} :=`,
    pattern: new RegExp(
      String.raw`${CLOSE}\s{0,4}(?:[:=]|=>)?\s{0,4}[{[]\s{0,40}(?:["']?(?:type|description|sensitive)["']?\s{0,20}[:=][^\r\n{}]{0,200}[,\r\n]\s{0,40}){0,3}${VALUE_FIELD}(?<quote>["'])`,
      'y',
    ),
    value: 'quoted',
  },
  {
    example: 'variable "db_pass" {\n  default = "gk3mx82p"\n}',
    begins: '"\'',
    pattern: /["']\s?\{[^{}"]{0,300}?default\s{0,20}=\s{0,4}(?<quote>")/y,
    value: 'quoted',
  },
  {
    example: '<password><![CDATA[gk3mx82p]]></password>',
    begins: '>"\' ',
    pattern: /(?:["' ][^<>\r\n]{0,80})?>\s{0,20}(?:<value>)?(?:<!\[CDATA\[)?/y,
    value: 'tagged',
    follows: /<(?:\w{1,20}:)?$|<(?!a\s|div|span|label|input|button|p\s|h\d|td|th|li)[\w:.]{1,20}\s[^<>]{0,40}["']$/,
  },
  {
    example: '<key>ApiKey</key>\n<string>gk3mx82p</string>',
    begins: '<',
    pattern: /<\/\w{1,20}>\s{0,40}<\w{1,20}>(?:<!\[CDATA\[)?/y,
    value: 'tagged',
  },
  {
    example: '"passwords": ["gk3mx82p", "vR7kQ2wz"]',
    begins: `${QUOTES} :=[`,
    pattern: quoted(
      String.raw`${AFTER_SIGN}\s{0,8}(?:new \w{1,20}\[\]\s?|(?:\w{1,20}\.of|Arrays\.asList|vec!|array|\[\]string|@))?[[({]\s{0,40}`,
    ),
    value: 'list',
  },
  { example: 'passwords:\n  - gk3mx82p', begins: ':', pattern: /:[ \t]{0,4}\r?\n(?=[ \t]{0,40}- )/y, value: 'dashes' },
  {
    example: `pw: $${'{'}X_TOKEN:-gk3mx82p}`,
    begins: ':-=',
    pattern: /:?[-=]|:(?!\/)/y,
    value: 'braced',
    follows: /\$\{$/,
  },
  { example: 'api_key: |\n  gk3mx82p', begins: ':', pattern: /:[ \t]{0,4}[|>][-+]?\d?\r?\n(?=[ \t])/y, value: 'block' },
  {
    example: 'DB_PASSWORD=gk3mx82p',
    begins: `${QUOTES} *\t\u00a0\u3000:=：＝是为`,
    pattern: new RegExp(
      String.raw`${CLOSE}(?:\*\*)?${BLANK}{0,30}(?::=|[=＝是为]|[:：](?!:))(?:\*\*)?${BLANK}{0,8}(?:!!str |&\w{1,20} )?\`?`,
      'y',
    ),
    value: 'line',
  },
  {
    example: 'account gmail\nuser anna\npassword gk3mx82p',
    begins: ' \t',
    pattern: /[ \t]{1,8}/y,
    value: 'line',
    follows: /(?:^|\n)[ \t]{0,8}$/,
    trust: 'marked',
  },
  {
    example: "gpg --passphrase 'gk3mx82p'",
    begins: ' \t',
    pattern: quoted(`${BLANK}{1,8}`),
    value: 'quoted',
    named: /^--?\w/,
  },
  {
    example: 'password { "gk3mx82p" }',
    begins: `${QUOTES}) {`,
    pattern: quoted(String.raw`${CLOSE}[\])]{0,2}${BLANK}?\{${BLANK}?`),
    value: 'quoted',
  },
  {
    example: 'password:\n  value: gk3mx82p',
    begins: ':',
    pattern: /:[ \t]{0,4}\r?\n[ \t]{1,40}(?:value|plain(?:text)?|raw|literal):[ \t]{1,4}(?!["'])/y,
    value: 'line',
    reading: 'setting',
  },
  {
    example: './deploy --db-password gk3mx82p',
    begins: ' \t',
    pattern: /[ \t]{1,8}/y,
    value: 'word',
    reading: 'setting',
    named: /^--?\w/,
  },
  {
    example: 'aws configure set aws_secret_access_key gk3mx82p',
    begins: ' \t',
    pattern: /[ \t]{1,8}/y,
    value: 'word',
    follows: /(?:-[gU]{0,2}x|\bENV|\bset(?:x|env)?|\bconfig(?: --\w{4,8})?)[ \t]{1,4}(?:\/\/[\w./-]{1,80}:)?$/,
  },
  {
    example: 'machine a.b login deploy password gk3mx82p',
    begins: ' \t',
    pattern: /[ \t]{1,8}/y,
    value: 'word',
    reading: 'setting',
    follows: /\blogin\s{1,4}\S{1,40}\s{1,8}$/,
  },
  {
    example: '| DB_PASSWORD | `gk3mx82p` |',
    begins: '`*" |',
    pattern: /[`*"]{0,4}[ \t]{0,20}\|[ \t]{0,20}[`*"]{0,3}(?=[^|\r\n]{0,80}[\d!#$%^*@_-]|[a-z]{4} [a-z]{4} )/y,
    value: 'cell',
    follows: /(?:^|\n)[ \t]{0,8}\|[^\r\n]{0,70}$/,
  },
  {
    example: 'admin / Kennwort gk3mx82P',
    begins: ' ',
    pattern: /[ \t](?=\S{0,60}[a-z])(?=\S{0,60}[A-Z])(?=\S{0,60}\d)(?=\S{8,60}[ \t]*(?:$|[\r\n]))/y,
    value: 'word',
    trust: 'marked',
  },
  {
    example: 'The password is gk3mx82p until next week.',
    begins: ' ',
    pattern: /[ \t](?:is|was)[ \t:]{1,3}(?:now )?(?=\S{0,60}[\d!#$%^*@])/y,
    value: 'word',
    trust: 'marked',
  },
];

/** The same, by the character behind the name. */
export const GAPS_BY_BEGINNING: ReadonlyMap<string, readonly Gap[]> = new Map(
  [...new Set(GAPS.flatMap(({ begins }) => [...begins]))].map((sign) => [
    sign,
    GAPS.filter(({ begins }) => begins.includes(sign)),
  ]),
);
