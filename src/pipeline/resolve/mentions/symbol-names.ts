// Tells names of code, error codes and HTTP statuses from plain words, by their shape and by lists of common words.
import type { MentionKind } from '../../../model/task.ts';

// table

// Names so common that a bare one in a sentence counts as no name.
const COMMON = wordSet(
  `get set put post patch delete head options index show store create update destroy edit new add remove handle handler run main start
stop open close read write load save find all first last count size length name names value values key keys id ids type types data item
items list map filter reduce foreach each push pop call apply bind test tests setup teardown init constructor construct tostring string
equals hashcode clone copy parse format render build make check is has can do on off emit next done then catch finally error errors
result results config options settings util utils helper helpers base model models view views self this super object array function class
module exports require import export default return true false null none undefined void int str bool float print log debug info warn
path file files request response user users node child children parent root state props context args kwargs params query body text html
message event events action actions callback fn func method attr attrs field fields form table row column foo bar baz qux example sample
describe expect assert console math date json promise window document process len range dict tuple`,
);

// Brands, languages and systems written like classes.
const BRANDS = wordSet(
  `github gitlab bitbucket javascript typescript coffeescript postgresql mysql mariadb mongodb sqlite graphql websocket websockets nodejs
macos ios ipados youtube linkedin wordpress openai chatgpt docker stackoverflow devtools vscode intellij pycharm phpstorm webstorm webkit
firefox codesandbox stackblitz codepen jsfiddle jsbin playwright numpy scipy pytorch tensorflow jupyter ipython powershell gitbook npmjs
dotnet latex pep8 openapi oauth oauth2 json5 webassembly linux ubuntu centos redhat opensuse freebsd openbsd bigquery dynamodb cloudflare
opentelemetry kubernetes elasticsearch circleci travisci`,
);

// Words of the languages themselves: they name nothing, however they are marked.
const LITERALS = wordSet(
  'true false none null undefined nil nan self this super int integer str string bool boolean float double void object any never number select insert and or not if else return',
);

// The forms of names: `ShopCart`, `payAll`, `pay_all`, `_pay`, and any identifier, also of Ruby (`paid?`, `@cart`).
const PASCAL = /^[A-Z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$/;
const CAMEL = /^[_$]?[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*$/;
const SNAKE = /^_{0,2}[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+_{0,2}[?!]?$/;
const PRIVATE = /^_{1,2}[A-Za-z][A-Za-z0-9]+_{0,2}$/;
const IDENTIFIER = /^[@$#]?[A-Za-z_$][\w$]*[?!]?$/;

export const isIdentifier = (name: string): boolean => name.length > 1 && name.length <= 120 && IDENTIFIER.test(name);
export const isCommonName = (name: string): boolean => COMMON.has(name.toLowerCase());
export const isLiteral = (name: string): boolean => LITERALS.has(name.toLowerCase());
export const isBrand = (name: string): boolean => BRANDS.has(name.toLowerCase());

/** Tells the kind of a name by its form; null for a plain word. */
export function shapeOf(name: string): MentionKind | null {
  if (name.length > 120 || /^[A-Z]+(?:s|v\d{1,3})?$/.test(name)) return null;
  if (CAMEL.test(name)) return 'method';
  // Capitals and digits alone (`X11R6`) and names of three characters (`IoT`) do not name a class.
  if (PASCAL.test(name)) return /[a-z]/.test(name) && name.length > 3 ? 'class' : null;
  if (SNAKE.test(name)) return /[a-z]/.test(name) ? 'method' : 'identifier';
  return PRIVATE.test(name) ? 'method' : null;
}

// table
const ERRNO = wordSet(
  `E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EALREADY EBADF EBADMSG EBUSY ECANCELED ECHILD ECONNABORTED ECONNREFUSED
ECONNRESET EDEADLK EDESTADDRREQ EDOM EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN EHOSTUNREACH EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN
EISDIR ELOOP EMFILE EMLINK EMSGSIZE ENAMETOOLONG ENETDOWN ENETRESET ENETUNREACH ENFILE ENOBUFS ENODATA ENODEV ENOENT ENOEXEC ENOLCK
ENOMEM ENOMSG ENOPROTOOPT ENOSPC ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTFOUND ENOTSOCK ENOTSUP ENOTTY ENXIO EOPNOTSUPP EOVERFLOW EPERM
EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EROFS ESHUTDOWN ESOCKETTIMEDOUT ESPIPE ESRCH ESTALE ETIME ETIMEDOUT ETXTBSY EWOULDBLOCK
EXDEV EAI_AGAIN ERESOLVE EJSONPARSE EINTEGRITY ELIFECYCLE EBADENGINE ENEEDAUTH ENOTARGET EUNSUPPORTEDPROTOCOL EPUBLISHCONFLICT`,
);

// Standards, algorithms, sizes and numbers of issues that have the shape of an error code.
const NOT_CODES =
  /^(?:SHA|UTF|ISO|RFC|ES|MD|BASE|AES|RS|HS|PS|EC|CVE|WIN|IPV|PR|GH|MP|RTX|GTX|KB|MB|GB|PEP|BPO|LTS|RC|X|CP|LATIN|HTTP|VS|PY)-?\d/;
// `E_NOTICE`, `ERR_TLS`, `TS2345`, `ESC101`, `PLR091`, `SQLSTATE[42S02]`, `0x80070057`, `PAYMENT_FAILED`.
const CODE_SHAPES = [
  /^E_[A-Z][A-Z_]{2,60}$/,
  /^ERR_[A-Z][A-Z0-9_]{2,80}$/,
  /^[A-Z]{1,6}-?\d{4,6}$/,
  /^[A-Z]{2,6}-?\d{3}$/,
  /^(?:E|F|W|C|R|N|D|PL[CEWR]|S|B|UP|SIM|RUF)\d{3}$/,
  /^SQLSTATE\[[0-9A-Z]{5}\]$/,
  /^0x[89A-F][0-9A-F]{7}$/i,
  /^[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){0,6}_(?:ERROR|EXCEPTION|FAILED|INVALID|FAILURE|DENIED|TIMEOUT|NOT_FOUND)$/,
];

const STATUS_CONTEXT = wordSet(
  `http https status code error errors response responses returns return returned returning got get gets getting gives give throws throw
throwing with a an not found internal bad forbidden unauthorized unprocessable server client gateway service too many timeout instead`,
);
const STATUS_NOUNS = wordSet(
  'http https status error response statuscode not internal bad forbidden unauthorized unprocessable',
);

/** Whether a text is an error code: `ECONNREFUSED`, `ERR_MODULE_NOT_FOUND`, `TS2345`, `SQLSTATE[42S02]`. */
export function isErrorCode(text: string): boolean {
  if (text.length > 120) return false;
  return ERRNO.has(text) || (!NOT_CODES.test(text) && CODE_SHAPES.some((shape) => shape.test(text)));
}

/** Whether a number is an HTTP status: 400 to 599 beside words like "error" or "returns". */
export function isHttpStatus(text: string, before: string, after: string): boolean {
  if (!/^[45]\d\d$/.test(text)) return false;
  const [left, right] = [before.toLowerCase(), after.toLowerCase()];
  // In `returns 500 rows` the word after the number shows that it counts something.
  return (
    STATUS_NOUNS.has(left) ||
    STATUS_NOUNS.has(right) ||
    (STATUS_CONTEXT.has(left) && (right === '' || STATUS_CONTEXT.has(right)))
  );
}

// Names of things that only look like files; they count when the workspace really has such a file.
const PRODUCTS =
  /^(?:node|vue|next|nuxt|react|express|three|d3|ember|backbone|angular|require|discord|chart|moment|day|alpine|solid|p5|nest|meteor|knockout|socket|p2|asp|ml|vb|index)\.(?:js|io|net)$/i;
// Objects whose members read like files (`res.json`, `app.css`); the workspace may have such a file.
const OBJECTS =
  /^(?:this|self|req|res|request|response|ctx|c|e|event|app|window|document|process|module|exports|console|data|args|obj|cls|np|pd|plt|ax|os|sys)$/i;

/** Whether a path may as well be a library's name or a member of an object: `node.js`, `res.json`. */
export function mayBeNoFile(path: string): boolean {
  const isMember = OBJECTS.test(path.slice(0, path.lastIndexOf('.'))) && !/\.(?:py|[jt]sx?)$/i.test(path);
  return isMember || isProductName(path.slice(path.lastIndexOf('/') + 1));
}

/** Whether a name is that of a library, although it ends like the name of a file. */
export const isProductName = (name: string): boolean => PRODUCTS.test(name);

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
