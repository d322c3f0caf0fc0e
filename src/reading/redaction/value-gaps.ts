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

const QUOTE = String.raw`(?<quote>"""|「|'''|R"\(|%?qq?[{(]|\[\[(?!["'\s])|${'``'}|\\{0,3}["'${'`'}])`;
const CLOSE = String.raw`(?:\\{0,3}["'${'`'}])?`;
const BLANK = String.raw`[ \t\u00a0\u3000]`;
const WRAPPED = String.raw`(?:new )?(?:SecretStr|Secret|SecureString|String|String::from|\[\]byte|Some|Ok|Buffer\.from|Optional\.of|PlainText|Redacted|bytes|str|MD5|SHA1|SHA2|PASSWORD|crypt|btoa|Field|(?:\w{1,20}\.)?(?:encode|hash|hashpw|hashSync|make|make_password|generate_password_hash|GetBytes|sensitive)|SecretString::(?:from|new))\(\s{0,40}(?:default${BLANK}?=${BLANK}?)?`;
// The letters before a literal, and what makes it the same in another type: N'…', b"…", @"…", {"…"}, []byte("…"), Some("…").
const LITERAL = String.raw`(?:${WRAPPED}|[{(](?=[bu@]?["'][^"'\r\n]{1,200}["']\s?[})]))?(?:(?!R"\()(?:[NnUuBbRrLFfEeCcqQ]{1,2}|u8|raw)#?(?=["'])|@(?=["'])|!!?\w{1,12} |&\w{1,20} )?`;
const SIGN = String.raw`=>|:=|[|?]{2}=?|\?:|[?+]?[=＝](?!=)|::?|：|<-|[是为は]|\{ get; (?:set|init); \} =`;
const TYPE = String.raw`:${BLANK}?(?:[\w.&*?|]|\[[\w, ]{0,12}\]|'\w{1,12} |<[^<>\r\n]{1,40}>|${BLANK}(?![:=])){1,40}${BLANK}{0,4}=`;
const TYPED = String.raw`${TYPE}|${BLANK}{1,4}(?:string|securestring|As${BLANK}{1,4}\w{1,20})${BLANK}{0,4}=|${BLANK}PIC${BLANK}[\w()]{1,20}${BLANK}VALUE`;
const AFTER_NAME = String.raw`${CLOSE}(?:\[\w{0,8}\])?[\])]{0,3}[?!]?`;
const AFTER_SIGN = `${AFTER_NAME}${BLANK}{0,30}(?:${TYPED}|${SIGN})`;
// The other fields of a record between the one that says what it is and the one that holds it.
const FIELDS = String.raw`(?:,?\s{1,20}["']?\w{1,20}["']?\s?[:=]\s?(?:["'][^"'\r\n]{0,60}["']|\w{1,20})){0,3}`;
const VALUE_FIELD = String.raw`["']?(?:[A-Za-z]{1,12}_?)?(?:[vV]alue|val|[dD]efault|content|plain(?:[tT]ext)?|raw|text|secret|literal|S)["']?\s{0,2}(?:[:=]|=>)\s{0,4}`;
const STRINGS = String.raw`(?:(?:"[^"\r\n]{0,60}"|'[^'\r\n]{0,60}'|[\w$.]{1,40})\s{0,2},\s{0,8}){0,5}`;
// A word that no sentence has: letters and a digit, or a sign within it.
const UNLIKE_TALK = String.raw`(?=\S{0,60}[A-Za-z])(?=\S{0,60}[\d!#$%^*@?_+~]|[a-z]{14,60}(?:\s|$))(?![a-z_]{1,40}=)`;
const quoted = (before: string): RegExp => new RegExp(before + LITERAL + QUOTE, 'y');
const QUOTES = '"\'`\\';
const NO_PASS = /^(?!pass$)/i;

const string = (example: string, begins: string, before: string, more: Partial<Gap> = {}): Gap => ({
  example,
  begins,
  pattern: quoted(before),
  value: 'quoted',
  ...more,
});
const bare = (example: string, begins: string, pattern: RegExp, more: Partial<Gap> & Pick<Gap, 'value'>): Gap => ({
  example,
  begins,
  pattern,
  ...more,
});

/** Tried in their order; the first that leads to a credential counts. */
export const GAPS: readonly Gap[] = [
  string('password = "gk3mx82p"', `${QUOTES}[])?! \t\u00a0\u3000:=+|：＝<{是为は`, String.raw`${AFTER_SIGN}\s{0,8}`),
  string(
    'password == "gk3mx82p"',
    `${QUOTES}])  \t=!`,
    String.raw`${CLOSE}[\])]{0,2}${BLANK}{0,8}[=!]={1,2}${BLANK}{0,8}`,
    {
      trust: 'marked',
    },
  ),
  // A default behind an environment look-up.
  string(
    `os.getenv("X_TOKEN") or 'gk3mx82p'`,
    `${QUOTES})] \t`,
    String.raw`${CLOSE}[\])]{0,3}${BLANK}{1,8}or${BLANK}{1,8}`,
  ),
  string(
    'env::var("X_TOKEN").unwrap_or("gk3mx82p".into())',
    `${QUOTES})]`,
    String.raw`[^;\r\n]{0,80}?\b(?:default|else|unset|fallback|unwrap_or(?:_else)?|or_?[eE]lse|getOrElse|ifEmpty|get_or)\b(?:_value)?[ =:(]{1,6}(?:\|_?\w?\|${BLANK}?|\(\) ?-> ?)?`,
    { trust: 'marked' },
  ),
  string(
    'password: {{ .Values.pw | default "gk3mx82p" }}',
    ':=',
    String.raw`[:=]${BLANK}{0,4}["']?[{<][{%][^{}"'\r\n]{0,80}\bdefault[ (]`,
  ),
  string('source.setPassword("gk3mx82p");', '(', String.raw`\(`, {
    named: /^set\w{0,40}pass|[.>]\w{0,40}pass\w{0,10}$/i,
  }),
  string('client.token("gk3mx82p")', '(', String.raw`\(`, {
    named:
      /^(?!.{0,60}(?:get|generate|create|find|read|load|parse|delete|remove|valid|has|from|fetch|make|new)_?[A-Z_a-z]{0,20}key$)(?:.{0,60}[.>]\w{0,60}$|set)/i,
    trust: 'marked',
  }),
  string('Token("gk3mx82pQ7vK2wYt")', '(', String.raw`\(`, { trust: 'random' }),
  // What a test types into a field.
  string("page.fill('#password', 'gk3mx82p')", '"\']', String.raw`["'\]]{1,3}\s{0,2},\s{0,4}(?:with:${BLANK}?)?`, {
    follows:
      /(?:fill|fill_in|type|typeText|fillField|setValue|enterText|setInput|input)[( ]\s{0,4}["'][#.[\w=~*"-]{0,30}$/i,
  }),
  string(
    'find(By.ID, "password").send_keys("gk3mx82p")',
    '"\']',
    String.raw`["'\]]{1,3}\)\.(?:clear\(\)\.)?(?:send_?[kK]eys|type|fill|setValue|set|val|sendText|typeText|input)\(`,
  ),
  string('{password, "gk3mx82p"}.', ',', ', {0,2}', { follows: /\{\s?$/ }),
  bare(
    '<password value="gk3mx82p"/>',
    ' ',
    /\s{1,4}(?:\w{1,20}="[^"\r\n]{0,60}"\s{1,4}){0,2}value\s?=\s?(?<quote>["'])/y,
    {
      value: 'quoted',
      follows: /<(?:\w{1,20}:)?$/,
    },
  ),
  string(
    'The password is `orbit-gk3mx82p`.',
    ' ',
    String.raw`[ \t](?:is|was)[ \t:]{1,3}(?:now )?(?=["'${'`'}]\S{0,60}[\d!#$%^*@_-])`,
  ),
  bare(
    'DBPassword:\n    Type: String\n    Default: gk3mx82p',
    ':',
    /:[ \t]{0,4}\r?\n(?:[ \t]{1,40}(?!Default)\w{1,30}:[^\r\n]{0,100}\r?\n){0,4}[ \t]{1,40}[Dd]efault:[ \t]{1,4}(?!["'])/y,
    { value: 'line', reading: 'setting' },
  ),
  string(
    "define('DB_PASSWORD', 'gk3mx82p')",
    '"\'',
    String.raw`["']\s{0,2},\s{0,4}(?:default${BLANK}?[:=]${BLANK}?)?`,
    {
      follows: new RegExp(
        String.raw`(?:define|env|getenv|get|put|set|set_?property|setenv|putenv|config|getProperty|fetch|add|append|header|str|string|default|arg|option|argument|set\w{0,20}|Map\.of|Field)\(\s{0,8}${STRINGS}["']-{0,2}$`,
        'i',
      ),
    },
  ),
  string('login("db.password", "gk3mx82p")', '"\'', String.raw`["']\s{0,2},\s{0,4}(?:default${BLANK}?[:=]${BLANK}?)?`, {
    follows: /[([]\s{0,4}["']$/,
    trust: 'marked',
  }),
  string('curl_setopt($c, CURLOPT_USERPWD, "gk3mx82p")', ',', String.raw`\s{0,2},\s{0,4}`, {
    follows: /[(,:]\s{0,4}$/,
    named: /^[A-Z_]+$/,
    trust: 'marked',
  }),
  string('#define WIFI_PASSWORD "gk3mx82p"', ' \t', `${BLANK}{1,20}(?:to )?`, {
    follows:
      /#define\s{1,8}$|\b(?:secret set|setenv|set|setq|define|def|login|options?|with|user "[^"\r\n]{1,40}") (?:\/\w{1,12} )?\(?:?$|[ ({]:$|(?:^|\n)[ \t]{0,40}$|\b(?:ROLE|USER|LOGIN)\b[^\r\n]{0,60}$|\(user '[^']{1,40}', $/,
    named: NO_PASS,
  }),
  string('the password "gk3mx82p"', ' \t\u00a0', `${BLANK}{1,20}`, { named: NO_PASS, trust: 'marked' }),
  bare(
    '{"key":"DB_PASSWORD","value":"gk3mx82p"}',
    '"\'',
    new RegExp(String.raw`["']${FIELDS}(?:\s?,)?\s{0,60}${VALUE_FIELD}(?<quote>["'])`, 'y'),
    { value: 'quoted' },
  ),
  bare(
    '- name: DB_PASSWORD\n  # old\n  value: "gk3mx82p"',
    '"\' \t#\r\n',
    /["']?[ \t]{0,8}(?:#[^\r\n]{0,200})?(?:\r?\n[ \t]{0,40}(?:#[^\r\n]{0,200})?){0,5}\r?\n[ \t]{0,40}value:[ \t]{0,4}(?<quote>["'])/y,
    { value: 'quoted' },
  ),
  bare(
    '- name: DB_PASSWORD\n  value: gk3mx82p',
    '"\' \t#\r\n',
    /["']?[ \t]{0,8}(?:#[^\r\n]{0,200})?(?:\r?\n[ \t]{0,40}(?:#[^\r\n]{0,200})?){0,5}\r?\n[ \t]{0,40}[vV]alue:[ \t]{0,4}(?!["'])/y,
    { value: 'line', reading: 'setting' },
  ),
  bare(
    '"secret": {"value": "gk3mx82p"}',
    `${QUOTES} :=`,
    new RegExp(
      String.raw`${CLOSE}\s{0,4}(?:[:=]|=>)?\s{0,4}[{[]\s{0,40}(?:["']?(?:[tT]ype|[dD]escription|sensitive|NoEcho)["']?\s{0,20}[:=][^\r\n{}]{0,200}[,\r\n]\s{0,40}){0,3}${VALUE_FIELD}(?<quote>["'])`,
      'y',
    ),
    { value: 'quoted' },
  ),
  bare(
    'variable "db_pass" {\n  default = "gk3mx82p"\n}',
    '"\'',
    /["']\s?\{[^{}"]{0,300}?default\s{0,20}=\s{0,4}(?<quote>")/y,
    {
      value: 'quoted',
    },
  ),
  bare(
    '<password><![CDATA[gk3mx82p]]></password>',
    '>"\' ',
    /(?:["' ][^<>\r\n]{0,80})?>\s{0,20}(?:<value>)?(?:<!\[CDATA\[)?/y,
    {
      value: 'tagged',
      follows: /<(?:\w{1,20}:)?$|<(?!a\s|div|span|label|input|button|p\s|h\d|td|th|li)[\w:.]{1,20}\s[^<>]{0,40}["']$/,
    },
  ),
  bare(
    '<key>ApiKey</key>\n<string>gk3mx82p</string>',
    '<',
    /<\/[\w:.-]{1,40}>\s{0,40}<[\w:.-]{1,40}>(?:<!\[CDATA\[)?/y,
    {
      value: 'tagged',
    },
  ),
  string(
    '"passwords": ["gk3mx82p", "vR7kQ2wz"]',
    `${QUOTES} :=[`,
    String.raw`${AFTER_SIGN}\s{0,8}(?:new \w{1,20}\[\]\s?|(?:\w{1,20}\.of|Arrays\.asList|vec!|array|\[\]string|@))?[[({]\s{0,40}`,
    { value: 'list' },
  ),
  string('parametrize("password", ["gk3mx82p"])', '"\'', String.raw`["']\s?,\s{0,4}\[\s{0,40}`, {
    value: 'list',
    follows: /parametrize\(\s?["'][\w, ]{0,40}$/,
  }),
  // A map of them: who, and what.
  string(
    'PASSWORDS = {ann: "gk3mx82p", bob: "vR7kQ2wz"}',
    `${QUOTES} :=`,
    String.raw`${AFTER_SIGN}\s{0,8}(?:new \w{1,20}|map\[string\]string)?[[({]\s{0,40}["']?[\w.@-]{1,40}["']?\s{0,4}(?::|=>?)\s{0,4}`,
    { value: 'list', follows: /(?:^|[^/])$/ },
  ),
  bare('passwords:\n  - gk3mx82p', ':', /:[ \t]{0,4}\r?\n(?=[ \t]{0,40}- )/y, { value: 'dashes' }),
  bare(`pw: $${'{'}X_TOKEN:-gk3mx82p}`, ':-=', /(?::?[-=]|:(?!\/))["']?/y, { value: 'braced', follows: /\$\{$/ }),
  bare('api_key: |\n  gk3mx82p', ':', /:[ \t]{0,4}[|>][-+]?\d?\r?\n(?=[ \t])/y, { value: 'block' }),
  bare(
    'DB_PASS <<END\ngk3mx82p\nEND',
    ' =',
    /[ \t]{0,4}=?[ \t]{0,4}(?:<<<?[-~]?[ \t]?["']?\w{1,20}["']?;?|@['"])\r?\n[ \t]{0,20}/y,
    {
      value: 'line',
      reading: 'setting',
    },
  ),
  bare(
    'DB_PASSWORD=gk3mx82p',
    `${QUOTES} *\t\u00a0\u3000:=?：＝是为`,
    new RegExp(
      String.raw`${CLOSE}(?:\*\*)?${BLANK}{0,30}(?::=|[?]?[=＝是为]|[:：](?!:))(?:\*\*)?${BLANK}{0,8}(?:!!?[\w-]{1,20} |&\w{1,20} )?${'`'}?`,
      'y',
    ),
    { value: 'line' },
  ),
  // Commands and settings whose values follow a blank.
  bare('account gmail\nuser anna\npassword gk3mx82p', ' \t', /[ \t]{1,8}(?:--?\w{1,20}[ \t]|\d[ \t])?/y, {
    value: 'line',
    follows: /(?:^|\n)[ \t]{0,8}$/,
    trust: 'marked',
  }),
  string("gpg --passphrase 'gk3mx82p'", ' \t', `${BLANK}{1,8}`, { named: /^--?\w/ }),
  string('password { "gk3mx82p" }', `${QUOTES}) {`, String.raw`${CLOSE}[\])]{0,2}${BLANK}?\{${BLANK}?`),
  bare(
    'password:\n  value: gk3mx82p',
    ':',
    /:[ \t]{0,4}\r?\n[ \t]{1,40}(?:value|plain(?:text)?|raw|literal):[ \t]{1,4}(?!["'])/y,
    { value: 'line', reading: 'setting' },
  ),
  bare('./deploy --db-password gk3mx82p', ' \t', /[ \t]{1,8}/y, { value: 'word', reading: 'setting', named: /^--?\w/ }),
  string('["--password", "gk3mx82p"]', '"\'', String.raw`["']\s{0,4},?\s{1,20}`, { named: /^--?\w/ }),
  bare('aws configure set aws_secret_access_key gk3mx82p', ' \t', /[ \t]{1,8}/y, {
    value: 'word',
    follows:
      /(?:-[gU]{0,2}x|\bENV|\b[sS]et(?:x|env|Env)?|set-environment(?: -g)?|\bconfig(?: --\w{4,8})?)[ \t]{1,4}(?:\/\/[\w./-]{1,80}:)?$/,
  }),
  bare('machine a.b login deploy password gk3mx82p', ' \t', /[ \t]{1,8}/y, {
    value: 'word',
    reading: 'setting',
    follows: /\blogin\s{1,4}\S{1,40}\s{1,8}$/,
  }),
  bare(
    '| DB_PASSWORD | `gk3mx82p` |',
    '`*" |',
    /[`*"]{0,4}[ \t]{0,20}\|[ \t]{0,20}[`*"]{0,3}(?=[^|\r\n]{0,80}[\d!#$%^*@_-]|[a-z]{4} [a-z]{4} |[a-z]{14,40}[`*" |])/y,
    { value: 'cell', follows: /(?:^|\n)[ \t]{0,8}\|[^\r\n]{0,70}$/ },
  ),
  bare('<td>Password</td><td>gk3mx82p</td>', '<', /<\/t[dh]>\s{0,40}<t[dh]>/y, { value: 'tagged' }),
  bare(
    'admin / Kennwort gk3mx82P',
    ' ',
    new RegExp(String.raw`[ \t]{1,8}(?:\d[ \t])?${UNLIKE_TALK}(?=\S{8,80}[ \t]*(?:$|[\r\n]|\*\/))`, 'y'),
    { value: 'word', trust: 'marked' },
  ),
  bare(
    'The password is gk3mx82p until next week.',
    ' ',
    new RegExp(String.raw`[ \t](?:is|was|ist|war|lautet|est|es|[eéè]|is now|->|→|[-–—])[ \t:]{1,3}${UNLIKE_TALK}`, 'y'),
    {
      value: 'word',
      trust: 'marked',
    },
  ),
  bare(
    'A temporary password is generated for root@localhost: gk3mx82p',
    ' ',
    new RegExp(
      String.raw`[ \t](?:[\w@.'-]{1,30}[ \t]){0,7}[\w@.'()-]{1,40}:[ \t]{1,4}${UNLIKE_TALK}(?=\S{6,80}[ \t]*(?:$|[\r\n]))`,
      'y',
    ),
    { value: 'word', trust: 'marked' },
  ),
  bare(
    'credentials: ann / gk3mx82p',
    ':',
    new RegExp(String.raw`:[ \t]{1,4}[\w.@-]{1,40}[ \t]{1,2}[/|][ \t]{1,2}${UNLIKE_TALK}`, 'y'),
    {
      value: 'word',
      trust: 'marked',
    },
  ),
  // Anything in the same line that looks drawn by lot.
  string(
    'set(token, of: user, to: "gk3mx82pQ7vK2wYt9bLp")',
    `${QUOTES})]}, \t:=.(|`,
    String.raw`[^"'${'`'};\r\n]{1,60}?`,
    {
      trust: 'drawn',
    },
  ),
];

/** The same, by the character behind the name. */
export const GAPS_BY_BEGINNING: ReadonlyMap<string, readonly Gap[]> = new Map(
  [...new Set(GAPS.flatMap(({ begins }) => [...begins]))].map((sign) => [
    sign,
    GAPS.filter(({ begins }) => begins.includes(sign)),
  ]),
);
