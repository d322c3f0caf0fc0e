// table
import type { MentionKind } from '../../../model/task.ts';

// Names so common that they point nowhere; they count only when marked as code.
const COMMON = new Set(
  `get set put post patch delete head options index show store create update destroy edit new add remove handle handler run main start
stop open close read write load save find all first last count size length name names value values key keys id ids type types data item
items list map filter reduce foreach each push pop call apply bind test tests setup teardown init constructor construct tostring string
equals hashcode clone copy parse format render build make check is has can do on off emit next done then catch finally error errors
result results config options settings util utils helper helpers base model models view views self this super object array function class
module exports require import export default return true false null none undefined void int str bool float print log debug info warn
path file files request response user users node child children parent root state props context args kwargs params query body text html
message event events action actions callback fn func method attr attrs field fields form table row column foo bar baz qux example sample
describe expect assert console math date json promise window document process len range dict tuple`.split(/\s+/),
);

// Brands, languages and systems written like classes.
const BRANDS = new Set(
  `github gitlab bitbucket javascript typescript coffeescript postgresql mysql mariadb mongodb sqlite graphql websocket websockets nodejs
macos ios ipados youtube linkedin wordpress openai chatgpt docker stackoverflow devtools vscode intellij pycharm phpstorm webstorm webkit
firefox codesandbox stackblitz codepen jsfiddle jsbin playwright numpy scipy pytorch tensorflow jupyter ipython powershell gitbook npmjs
dotnet latex pep8 openapi oauth oauth2 json5 webassembly linux ubuntu centos redhat opensuse freebsd openbsd bigquery dynamodb cloudflare
opentelemetry kubernetes elasticsearch circleci travisci`.split(/\s+/),
);

// Words of the languages themselves: they name nothing, however they are marked.
const LITERALS = new Set(
  'true false none null undefined nil nan self this super int integer str string bool boolean float double void object any never number select insert and or not if else return'.split(
    ' ',
  ),
);

const PASCAL = /^[A-Z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$/;
const CAMEL = /^[_$]?[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*$/;
const SNAKE = /^_{0,2}[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+_{0,2}[?!]?$/;
const PRIVATE = /^_{1,2}[A-Za-z][A-Za-z0-9]+_{0,2}$/;
const IDENTIFIER = /^[@$#]?[A-Za-z_$][\w$]*[?!]?$/;

export const isIdentifier = (name: string): boolean => name.length > 1 && name.length <= 120 && IDENTIFIER.test(name);
export const isCommonName = (name: string): boolean => COMMON.has(name.toLowerCase());
export const isLiteral = (name: string): boolean => LITERALS.has(name.toLowerCase());
export const isBrand = (name: string): boolean => BRANDS.has(name.toLowerCase());

/** The kind a name has by its shape; null for a plain word. */
export function shapeOf(name: string): MentionKind | null {
  if (name.length > 120 || /^[A-Z]+(?:s|v\d{1,3})?$/.test(name)) return null;
  if (CAMEL.test(name)) return 'method';
  // Two capitals and digits alone (`V8`, `H2`, `CI`) are no class.
  if (PASCAL.test(name)) return /[a-z]/.test(name) && name.length > 3 ? 'class' : null;
  if (SNAKE.test(name)) return /[a-z]/.test(name) ? 'method' : 'identifier';
  return PRIVATE.test(name) ? 'method' : null;
}
