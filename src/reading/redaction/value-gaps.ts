// table

/** What may stand between a telling name and its value. */
export interface Gap {
  /** Sticky, from the end of the name. The group `quote` is what the value ends with. */
  readonly pattern: RegExp;
  readonly value: 'quoted' | 'bare' | 'tagged';
  /** What must stand before the name. */
  readonly follows?: RegExp;
  /** How the whole name must be written. */
  readonly named?: RegExp;
  /** Only what looks drawn by lot is taken. */
  readonly isLoose?: boolean;
}

const QUOTE = String.raw`(?<quote>\\{0,3}["'${'`'}])`;
const CLOSE = String.raw`(?:\\{0,3}["'${'`'}])?`;
// The letters before a literal: N'…', b"…", @"…".
const LITERAL = '(?:[A-Za-z]{1,2}(?=["\'])|@(?="))?';

/** Tried in their order; the first that leads to a credential counts. */
export const GAPS: readonly Gap[] = [
  // name = "value", "name": "value", name => 'value', name || 'value', typed or not.
  {
    pattern: new RegExp(
      String.raw`${CLOSE}(?:\[\w{0,8}\])?[\])]{0,2}\??[ \t]{0,30}(?::[ \t]?[&\w.<>[\]?|]{1,40}[ \t]{0,4}=|=>|:=|[|?]{2}=?|={1,3}|[:=]|\{ get; (?:set|init); \} =)\s{0,8}${LITERAL}${QUOTE}`,
      'y',
    ),
    value: 'quoted',
  },
  // setName("value"), .name("value")
  { pattern: new RegExp(String.raw`\(${LITERAL}${QUOTE}`, 'y'), value: 'quoted', named: /[.>]\w{0,60}$|^set/ },
  { pattern: new RegExp(String.raw`\(${LITERAL}${QUOTE}`, 'y'), value: 'quoted', isLoose: true },
  // call("NAME", "value")
  {
    pattern: new RegExp(String.raw`["']\s{0,2},\s{0,4}${LITERAL}${QUOTE}`, 'y'),
    value: 'quoted',
    follows: /\(\s{0,4}["']$/,
  },
  // #define NAME "value", the password "value"
  { pattern: new RegExp(String.raw`[ \t]{1,20}${LITERAL}${QUOTE}`, 'y'), value: 'quoted' },
  // A pair of name and value: attributes, JSON, YAML, a variable's default.
  { pattern: /["'](?:\s?,)?\s{1,60}["']?value["']?\s{0,2}[:=]\s{0,4}(?<quote>["'])/y, value: 'quoted' },
  { pattern: /["']?\r?\n[ \t]{0,40}value:[ \t]{0,4}(?<quote>["'])/y, value: 'quoted' },
  { pattern: /["']?\r?\n[ \t]{0,40}value:[ \t]{0,4}/y, value: 'bare' },
  { pattern: /["']\s?\{[^{}"]{0,300}?default\s{0,20}=\s{0,4}(?<quote>")/y, value: 'quoted' },
  // <name>value</name>, <name>NAME</name><value>value</value>
  {
    pattern: /(?:["'][^<>\r\n]{0,80})?>\s{0,20}/y,
    value: 'tagged',
    follows: /<(?:\w{1,20}:)?$|<\w{1,20}\s[^<>]{0,40}["']$/,
  },
  { pattern: /<\/\w{1,20}>\s{0,40}<\w{1,20}>/y, value: 'tagged' },
  // name=value, name: value, --name=value, **name:** value
  { pattern: new RegExp(String.raw`${CLOSE}[ \t]{0,30}(?::=|[:=])(?!:)(?:\*\*)?[ \t]{0,8}`, 'y'), value: 'bare' },
  { pattern: /:[ \t]{0,4}[|>][-+]?\r?\n[ \t]{1,40}/y, value: 'bare' },
  // --name value, set -x NAME value, ENV NAME value, the lines of a netrc
  { pattern: /[ \t]{1,8}/y, value: 'bare', named: /^--/ },
  { pattern: /[ \t]{1,8}/y, value: 'bare', follows: /(?:-x |\bENV )$/ },
  { pattern: /[ \t]{1,8}/y, value: 'bare', follows: /\blogin\s{1,4}\S{1,40}\s{1,8}$/ },
  { pattern: /[ \t](?:is|was)[ \t](?:now )?/y, value: 'bare' },
];
