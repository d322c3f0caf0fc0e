// table
const ERRNO = new Set(
  `E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EALREADY EBADF EBADMSG EBUSY ECANCELED ECHILD ECONNABORTED ECONNREFUSED
ECONNRESET EDEADLK EDESTADDRREQ EDOM EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN EHOSTUNREACH EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN
EISDIR ELOOP EMFILE EMLINK EMSGSIZE ENAMETOOLONG ENETDOWN ENETRESET ENETUNREACH ENFILE ENOBUFS ENODATA ENODEV ENOENT ENOEXEC ENOLCK
ENOMEM ENOMSG ENOPROTOOPT ENOSPC ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTFOUND ENOTSOCK ENOTSUP ENOTTY ENXIO EOPNOTSUPP EOVERFLOW EPERM
EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EROFS ESHUTDOWN ESOCKETTIMEDOUT ESPIPE ESRCH ESTALE ETIME ETIMEDOUT ETXTBSY EWOULDBLOCK
EXDEV EAI_AGAIN ERESOLVE EJSONPARSE EINTEGRITY ELIFECYCLE EBADENGINE ENEEDAUTH ENOTARGET EUNSUPPORTEDPROTOCOL EPUBLISHCONFLICT`.split(
    /\s+/,
  ),
);

// Standards, algorithms and sizes that have the shape of a compiler's code.
const NOT_CODES =
  /^(?:SHA|UTF|ISO|RFC|ES|MD|BASE|AES|RS|HS|PS|EC|CVE|WIN|IPV|PR|GH|MP|RTX|GTX|KB|MB|GB|PEP|BPO|LTS|RC|X|CP|LATIN|HTTP|VS|PY)-?\d/;
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

const STATUS_CONTEXT = new Set(
  `http https status code error errors response responses returns return returned returning got get gets getting gives give throws throw
throwing with a an not found internal bad forbidden unauthorized unprocessable server client gateway service too many timeout instead`.split(
    /\s+/,
  ),
);
const STATUS_NOUNS = new Set(
  'http https status error response statuscode not internal bad forbidden unauthorized unprocessable'.split(' '),
);

/** `E_USER_DEPRECATED`, `ECONNREFUSED`, `ERR_MODULE_NOT_FOUND`, `TS2345`, `SQLSTATE[42S02]`. */
export function isErrorCode(text: string): boolean {
  if (text.length > 120) return false;
  return ERRNO.has(text) || (!NOT_CODES.test(text) && CODE_SHAPES.some((shape) => shape.test(text)));
}

/** A number of 400 to 599 that the words beside it make an HTTP status. */
export function isHttpStatus(text: string, before: string, after: string): boolean {
  if (!/^[45]\d\d$/.test(text)) return false;
  const [left, right] = [before.toLowerCase(), after.toLowerCase()];
  // `returns 500 rows` has a verb before it but no noun of the trade after it.
  return (
    STATUS_NOUNS.has(left) ||
    STATUS_NOUNS.has(right) ||
    (STATUS_CONTEXT.has(left) && (right === '' || STATUS_CONTEXT.has(right)))
  );
}
