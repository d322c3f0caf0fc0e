// table
import { isExcused, isPlaceholder } from './excuses.ts';
import { isCredential, isRandom, PASSWORD } from './plausible.ts';
import type { SecretSpan } from './secret-span.ts';
import type { Signs } from './signs.ts';

/** A way of writing that gives a secret away without a telling name before it. */
interface Form {
  readonly name: string;
  /** The pattern is only tried where one of these occurs. */
  readonly hints: readonly string[];
  /** Global, every repetition bounded. The group `secret` is what is replaced. */
  readonly pattern: RegExp;
  readonly accept: (secret: string) => boolean;
  /** Texts in which the secret is found; each is held against it by a test. */
  readonly examples: readonly string[];
}

const isReal = (secret: string): boolean => !isPlaceholder(secret);
const isPassword = (secret: string): boolean => isCredential(secret, PASSWORD);
// What a command or a log-in takes is a password, be it a word or several.
const isGiven = (secret: string): boolean => secret.length >= 6 && !isExcused(secret);
const isInAddress = (secret: string): boolean => !isExcused(secret) && !/^[A-Z]{2,20}$|^\[/.test(secret);
// A bare value, or one in quotes.
const VALUE = String.raw`(?:(?<=")[^"\r\n]{6,200}(?=")|(?<=')[^'\r\n]{6,200}(?=')|[^\s"'${'`'}|;]{6,200})`;
const GIVEN = `["']?(?<secret>${VALUE})`;
// A command may go on in the next line behind a backslash.
const ARGUMENTS = String.raw`(?:[^\r\n]|\\\r?\n){0,200}?\s`;
const command = (start: string, flag: string): RegExp =>
  new RegExp(String.raw`\b(?:${start})\b${ARGUMENTS}(?:${flag})${GIVEN}`, 'g');
const STRING = String.raw`(?:"[^"\r\n]{0,200}"|'[^'\r\n]{0,200}')`;
const SECRET_STRING = String.raw`[bru@]?(?:"(?<secret>[^"\r\n]{6,300})"|'(?<other>[^'\r\n]{6,300})')`;

const FORMS: readonly Form[] = [
  {
    name: 'url-password',
    hints: ['://'],
    pattern: /:\/\/[^\s:@/'"`<>]{0,100}:(?<secret>[^\s@/'"`<>]{3,200})@(?=[\w.[{$%'"-])/g,
    accept: isInAddress,
    examples: [
      'postgres://shop:gk3mx82p@db:5432/shop',
      `mysql://u:gk3mx82p@$${'{'}host}/a`,
      'mongodb://u:gk3mx82p@%s/a',
    ],
  },
  {
    name: 'url-password',
    hints: ['encodeURIComponent', 'quote_plus', 'urlencode'],
    pattern: new RegExp(String.raw`(?:encodeURIComponent|quote_plus|urlencode)\(${SECRET_STRING}\)`, 'g'),
    accept: isPassword,
    examples: ["'mongodb://shop:' + encodeURIComponent('p@gk3mx82p') + '@db/shop'"],
  },
  {
    name: 'url-token',
    hints: ['://'],
    pattern: /:\/\/(?<secret>[A-Za-z0-9_-]{18,200})(?::x-oauth-basic)?@[\w.-]/g,
    accept: isRandom,
    examples: ['https://gk3mx82pQ7vK2wYt9b@git.dev/a.git'],
  },
  {
    name: 'bot-token',
    hints: ['telegram.org/bot'],
    pattern: /telegram\.org\/bot\d{6,12}:(?<secret>[\w-]{20,60})/g,
    accept: isReal,
    examples: ['https://api.telegram.org/bot1446825482:gk3mx82pQ7vK2wYt9bLpZ4/send'],
  },
  {
    name: 'authorization-header',
    hints: ['earer', 'EARER', 'asic ', 'SSWS ', 'ion: token', 'ion: Token'],
    pattern: /\b(?:bearer|basic|ssws|authorization: token)\s{1,2}(?<secret>[A-Za-z0-9._~+/-]{8,2000}={0,2})/gi,
    accept: (secret) =>
      secret.length < 16 ? /\d/.test(secret) && isPassword(secret) : isRandom(secret) || isPassword(secret),
    examples: ['Authorization: Bearer gk3mx82pQ7vK2wYt'],
  },
  {
    name: 'authorization-header',
    hints: ['btoa(', 'b64encode(', 'base64_encode('],
    pattern: /(?:btoa|b64encode|base64_encode)\([bf]?["'][\w.@-]{1,60}:(?<secret>[^"'\r\n]{6,200})["']\)/g,
    accept: isGiven,
    examples: ["'Basic ' + btoa('svc:gk3mx82p')"],
  },
  {
    name: 'command-password',
    hints: ['curl', 'wget'],
    pattern: new RegExp(
      String.raw`\b(?:curl|wget)\b${ARGUMENTS}(?:-u ?|--user[ =])(?:"[^\s":]{1,80}:(?<secret>[^"\r\n]{6,200})"|'[^\s':]{1,80}:(?<other>[^'\r\n]{6,200})'|[^\s"':]{1,80}:(?<third>[^\s"'|;]{6,200}))`,
      'g',
    ),
    accept: isGiven,
    examples: ['curl -u deploy:gk3mx82p https://a.dev', "curl --user 'deploy:gk3mx82p' https://a.dev"],
  },
  {
    name: 'command-password',
    hints: ['mysql', 'mariadb'],
    pattern: command(String.raw`mysql\w{0,12}|mariadb[\w-]{0,12}`, '-p'),
    accept: isPassword,
    examples: ['mysql -u root -pgk3mx82p shop'],
  },
  {
    name: 'command-password',
    hints: [
      'sshpass',
      'docker login',
      'podman login',
      'helm registry login',
      'az login',
      'mongosh',
      'mongo ',
      'mongodump',
      'cypher-shell',
      'cqlsh',
    ],
    pattern: command(
      'sshpass|(?:docker|podman|az|helm registry) login|mongo(?:sh|dump|restore|import|export)?|cypher-shell|cqlsh',
      '-p ?',
    ),
    accept: isGiven,
    examples: ['sshpass -p gk3mx82p ssh a@b', "mongosh db/admin -u root -p 'gk3mx82p' --eval x"],
  },
  {
    name: 'command-password',
    hints: ['redis-cli'],
    pattern: command('redis-cli', '-a '),
    accept: isGiven,
    examples: ['redis-cli -a gk3mx82p ping'],
  },
  {
    name: 'command-password',
    hints: ['ldapsearch', 'ldapmodify', 'ldapadd', 'ldappasswd', 'ldapwhoami', 'ldapdelete'],
    pattern: command(`ldap[a-z]{3,10}`, '-w ?'),
    accept: isGiven,
    examples: ["ldapsearch -x -D cn=a \\\n  -w 'gk3mx82p' -b dc=b"],
  },
  {
    name: 'command-password',
    hints: ['sqlcmd', 'ipmitool', 'bcp ', 'zip -P', 'unzip', 'isql', 'tsql', 'xfreerdp', '7z '],
    pattern: new RegExp(
      String.raw`\b(?:sqlcmd|ipmitool|bcp|zip|unzip|[it]sql)\b${ARGUMENTS}-P ?${GIVEN}|\bxfreerdp\b${ARGUMENTS}\/p:["']?(?<other>[^\s"']{6,200})|\b7z\s+[a-z]\s(?:[^\r\n]{0,100}\s)?-p(?<third>[^\s"']{6,200})`,
      'g',
    ),
    accept: isGiven,
    examples: ['sqlcmd -S db -U sa -P gk3mx82p', 'xfreerdp /v:a /u:b /p:gk3mx82p', '7z a -pgk3mx82p x.7z'],
  },
  {
    name: 'command-password',
    hints: ['smbclient', 'rpcclient', 'smbget'],
    pattern:
      /\b(?:smbclient|rpcclient|smbget)\b[^\r\n]{0,200}?(?:-U|--user)[ =]?["']?[^\s"'%]{1,80}%(?<secret>[^\s"']{6,200})/g,
    accept: isGiven,
    examples: ["smbclient //a/b -U 'EXAMPLE\\scan%gk3mx82p' -c ls"],
  },
  {
    name: 'command-password',
    hints: ['lftp'],
    pattern: /\blftp\b[^\r\n]{0,200}?-u ?["']?[^\s"',]{1,80},(?<secret>[^\s"']{6,200})/g,
    accept: isGiven,
    examples: ['lftp -u web,gk3mx82p ftp.a.dev'],
  },
  {
    name: 'command-password',
    hints: ['net use'],
    pattern:
      /\bnet use\s+(?:[A-Za-z*]:?\s+)?\\\\\S{1,100}\s+(?:\/user:\S{1,80}\s+(?<secret>[^\s/"']{6,100})|(?<other>[^\s/"']{6,100})\s+\/user:)/gi,
    accept: isGiven,
    examples: ['net use Z: \\\\srv\\data /user:scan gk3mx82p', 'net use X: \\\\fs\\pub gk3mx82p /user:reader'],
  },
  {
    name: 'command-password',
    hints: [
      'sudo -S',
      'password-stdin',
      'cryptsetup',
      '--stdin',
      'passwd',
      '--passphrase-fd',
      'su -c',
      'kinit',
      'gpg ',
    ],
    pattern:
      /\b(?:echo|printf)\s+(?:-n\s+)?(?:(?:"%s(?:\\n)?"|'%s(?:\\n)?')\s+)?(?:"(?<secret>[^"\r\n]{6,200})"|'(?<other>[^'\r\n]{6,200})'|(?<third>[^\s"'|$]{6,200}))\s{0,4}\|[^\r\n|]{0,120}?(?:sudo(?:\s+-\w+){0,3}\s+-S|--?password-stdin|cryptsetup|passwd|--stdin|--passphrase-fd|kinit)/g,
    accept: (secret) => isGiven(secret) && !/^[\w.-]{1,40}:/.test(secret),
    examples: ["echo 'gk3mx82p' | sudo -S apt-get update", 'echo gk3mx82p | docker login -u a --password-stdin'],
  },
  {
    name: 'command-password',
    hints: ['<<<'],
    pattern: new RegExp(
      String.raw`\b(?:gpg|passwd|cryptsetup|sudo|kinit|docker|smbpasswd)\b[^\r\n]{0,200}?<<<\s{0,4}${GIVEN}`,
      'g',
    ),
    accept: isGiven,
    examples: ['passwd --stdin bob <<< "gk3mx82p"'],
  },
  {
    name: 'command-password',
    hints: ['openssl passwd', 'mkpasswd', 'wpa_passphrase'],
    pattern: new RegExp(
      String.raw`\b(?:openssl passwd|mkpasswd)\s+(?:-[\w-]{1,20}\s+){0,4}${GIVEN.replace(';]', ';)]')}|\bwpa_passphrase\s+(?:${STRING}|\S{1,40})\s+["']?(?<other>[^\s"']{6,200})`,
      'g',
    ),
    accept: (secret) => isGiven(secret) && !/^\d{1,7}$/.test(secret),
    examples: ['useradd -p "$(openssl passwd -1 gk3mx82p)" a', 'wpa_passphrase Net gk3mx82p'],
  },
  {
    name: 'command-password',
    hints: ['htpasswd'],
    pattern: /\bhtpasswd\s+-\w{0,6}b\w{0,6}\s+\S{1,100}\s+\S{1,60}\s+["']?(?<secret>[^\s"']{6,200})/g,
    accept: isGiven,
    examples: ['htpasswd -b .htpasswd deploy gk3mx82p'],
  },
  {
    name: 'command-password',
    hints: ['chpasswd'],
    pattern: /["']?[\w-]{1,40}:(?<secret>[^\s"':]{6,200})["']?\s{0,4}\|\s{0,4}(?:sudo\s+)?chpasswd/g,
    accept: isGiven,
    examples: ['echo "deploy:gk3mx82p" | chpasswd'],
  },
  {
    name: 'command-password',
    hints: ['pass:'],
    pattern: /\s-(?:pass(?:in|out)?|k)\s+pass:(?<secret>[^\s"']{6,200})/g,
    accept: isGiven,
    examples: ['openssl rsa -passin pass:gk3mx82p'],
  },
  {
    name: 'command-password',
    hints: ['sqlplus', 'impdp', 'expdp'],
    pattern: /\b(?:sqlplus|impdp|expdp)\s+(?:-\w+\s+){0,4}[\w$]{1,40}\/(?<secret>[^\s"'@/]{6,100})@/g,
    accept: isGiven,
    examples: ['sqlplus shop/gk3mx82p@//db:1521/SHOP'],
  },
  {
    name: 'command-password',
    hints: ['ConvertTo-SecureString'],
    pattern: new RegExp(
      String.raw`ConvertTo-SecureString\s+(?:-String\s+)?${SECRET_STRING}|${STRING.replace('(?:"[^"\\r\\n]{0,200}"|\'[^\'\\r\\n]{0,200}\')', '["\'](?<third>[^"\'\\r\\n]{6,200})["\']')}\s{0,4}\|\s{0,4}ConvertTo-SecureString`,
      'g',
    ),
    accept: isGiven,
    examples: ['ConvertTo-SecureString "gk3mx82p" -AsPlainText', "'gk3mx82p' | ConvertTo-SecureString -AsPlainText"],
  },
  {
    name: 'command-password',
    hints: ['net user', '/rp ', 'psexec', 'PsExec', 'unrar', 'openssl enc', 'mysqladmin', 'http -a'],
    pattern: new RegExp(
      String.raw`(?:\bnet user\s+[^\s/]{1,60}\s+(?!\/)|\bschtasks\b[^\r\n]{0,200}?\s\/rp\s+|\bpsexec\b[^\r\n]{0,200}?\s-p\s+|\bunrar\s+[a-z]\s+(?:\S{1,60}\s+)?-p|\bopenssl enc\b[^\r\n]{0,200}?\s-k\s+|\bmysqladmin\b[^\r\n]{0,200}?\spassword\s+|\bhttp\s+(?:-a|--auth)\s+[^\s:]{1,60}:)${GIVEN}`,
      'gi',
    ),
    accept: isGiven,
    examples: [
      'net user anna gk3mx82p /add',
      "mysqladmin -u root password 'gk3mx82p'",
      'http -a u:gk3mx82p https://a.dev',
    ],
  },
  {
    name: 'command-password',
    hints: ['put-parameter', 'keyvault secret', 'secret set ', 'create-secret', 'put-secret-value', 'gcloud secrets'],
    pattern: new RegExp(
      String.raw`\b(?:put-parameter\b(?=[^\r\n]{0,300}(?:SecureString|pass|secret|token|key))|keyvault secret set|create-secret|put-secret-value|secret set|gcloud secrets)\b${ARGUMENTS}(?:--value[ =]|--body[ =]|-b |--secret-string[ =]|<<<\s{0,4})${GIVEN}`,
      'g',
    ),
    accept: isGiven,
    examples: ['gh secret set API_KEY --body "gk3mx82p"', 'az keyvault secret set --name db --value "gk3mx82p"'],
  },
  {
    name: 'terminal-password',
    hints: ['send "', 'send -- "', "send '"],
    pattern:
      /assw(?:or)?d[^\r\n]{0,20}(?:\r?\n|[{;]|\s)\s{0,40}send\s+(?:--\s+)?["'](?<secret>[^"'\r\n\\]{6,200})(?:\\[rn]){1,2}["']/g,
    accept: isGiven,
    examples: ['expect "assword:"\nsend "gk3mx82p\\r"', 'expect { "password:" { send "gk3mx82p\\r" } }'],
  },
  {
    name: 'router-password',
    hints: [
      ' password 0 ',
      ' password 7 ',
      ' secret 0 ',
      ' secret 5 ',
      ' secret 9 ',
      'enable secret',
      'enable password',
      'snmp-server community',
      'pre-shared-key',
    ],
    pattern:
      /\b(?:username\s\S{1,40}\s(?:privilege\s\d{1,2}\s)?(?:password|secret)\s|enable\s(?:secret|password)\s|snmp-server community\s|pre-shared-key\s(?:address\s\S{1,40}\skey\s)?)(?:\d\s)?["']?(?<secret>[^\s"']{6,100})/g,
    accept: (secret) => isCredential(secret, { ...PASSWORD, reading: 'setting' }) && !/^[a-z]+$/.test(secret),
    examples: ['username admin password 0 gk3mx82p', 'enable secret gk3mx82p'],
  },
  {
    name: 'router-password',
    hints: [': PSK', 'nmcli'],
    pattern: /(?:: PSK\s{1,8}|\bnmcli\b[^\r\n]{0,100}\spassword\s)["']?(?<secret>[^\s"']{6,100})/g,
    accept: isGiven,
    examples: [': PSK "gk3mx82p"', 'nmcli dev wifi connect x password gk3mx82p'],
  },
  {
    name: 'password-hash',
    hints: ['bcrypt', 'hashSync', 'hashpw', 'compareSync'],
    pattern: new RegExp(
      String.raw`\b(?:bcrypt(?:js)?\.(?:hash|hashSync|compare|compareSync|hashpw)|hashpw)\(\s{0,8}${SECRET_STRING}`,
      'g',
    ),
    accept: isGiven,
    examples: ['bcrypt.hashSync("gk3mx82p", 10)'],
  },
  {
    name: 'url-password',
    hints: ['jdbc:oracle'],
    pattern: /jdbc:oracle:\w{2,5}:[^\s/@"']{1,60}\/(?<secret>[^\s/@"']{6,100})@/g,
    accept: isInAddress,
    examples: ['jdbc:oracle:thin:scott/gk3mx82p@db:1521/x'],
  },
  {
    name: 'redis-password',
    hints: ['requirepass', 'masterauth', 'REDISCLI_AUTH'],
    pattern: /\b(?:requirepass|masterauth|REDISCLI_AUTH)[\s=]{1,8}["']?(?<secret>[^\s"'`]{6,200})/g,
    accept: isGiven,
    examples: ['requirepass gk3mx82p', 'redis-server --requirepass "gk3mx82p"'],
  },
  {
    name: 'log-in',
    hints: [
      'login(',
      'Login(',
      'BasicAuth',
      'asicAuth(',
      'asic_auth',
      'auth=(',
      'auth(',
      'DigestAuth',
      'NetworkCredential',
      'PasswordCredential',
      'PasswordAuthentication',
      'UsernamePassword',
      'AWSCredentials(',
      'WiFi.begin(',
      'httpBasic',
      'AuthProvider(',
      'ssh2_auth',
      'signIn',
    ],
    pattern: new RegExp(
      String.raw`(?:\b(?:(?:ftp_)?[lL]ogin|HTTP(?:Basic|Digest)Auth|BasicAuth|[sS]etBasicAuth|set_basic_auth|basic_auth|basicAuth|httpBasic|auth|NetworkCredential|UsernamePasswordCredentials?|UsernamePasswordAuthenticationToken|BasicAWSCredentials|AWSCredentials|WiFi\.begin|PasswordAuthentication|PasswordCredential|PlainTextAuthProvider|PlainAuthProvider|ssh2_auth_password|signIn\w{0,30})\s?|\bauth\s?[=:]\s?)[([]\s{0,40}(?:\$?\w{1,30},\s?(?=["'][^"'\r\n]{1,100}["'],))?(?:${STRING}|[\w$.:>-]{1,60})\s{0,4},\s{0,40}${SECRET_STRING}(?=\s{0,40}[)\]]|\.toCharArray)`,
      'g',
    ),
    accept: isGiven,
    examples: [
      "auth=('u', 'gk3mx82p')",
      'req.SetBasicAuth("u", "gk3mx82p")',
      'server.login("a@b.dev", "gk3mx82p")',
      'new NetworkCredential("u", "pnze afzd cdfz jrls")',
    ],
  },
  {
    name: 'log-in',
    hints: [
      'mysqli',
      'DBI->connect',
      'sql.connect(',
      'SQLdb.connect(',
      'getConnection(',
      'PDO(',
      'Sequelize(',
      'FTP(',
      'ldap3.Connection(',
      'oci_connect',
      'ldap_bind',
      'PlainAuth(',
      'imap_open',
      'FTP_TLS(',
    ],
    pattern: new RegExp(
      String.raw`\b(?:mysqli(?:_connect|_real_connect)?|PDO|DBI->connect|pymysql\.connect|MySQLdb\.connect|cx_Oracle\.connect|getConnection|Sequelize|FTP|FTP_TLS|ldap3\.Connection|smtp\.PlainAuth|imap_open|ldap_bind)\(\s{0,40}(?:${STRING}|[\w$.:>-]{1,60})\s{0,4},\s{0,40}(?:${STRING}|[\w$.:>-]{1,60})\s{0,4},\s{0,40}${SECRET_STRING}|\boci_connect\(\s{0,20}${STRING}\s{0,4},\s{0,20}["'](?<third>[^"'\r\n]{6,200})["']`,
      'g',
    ),
    accept: isGiven,
    examples: [
      "new mysqli('h', 'u', 'gk3mx82p', 'db')",
      'DriverManager.getConnection(url, "u", "gk3mx82p")',
      "new Sequelize('shop', 'u', 'gk3mx82p', {})",
    ],
  },
  {
    name: 'log-in',
    hints: [':auth(', '.auth(', 'cookieParser('],
    pattern: new RegExp(String.raw`(?:[:.]auth|cookieParser)\(\s{0,8}${SECRET_STRING}\s{0,8}\)`, 'g'),
    accept: (secret) => isCredential(secret, { ...PASSWORD, trust: 'marked' }) || isRandom(secret),
    examples: ['red:auth("xdojitjxfvziqahq")', 'app.use(cookieParser("MulS6WVtimi1VDdQ"))'],
  },
  {
    name: 'signing-key',
    hints: [
      'jwt.',
      'JWT',
      'Hmac(',
      'hash_hmac',
      'hmac.',
      'HMAC',
      'hmacShaKeyFor',
      'createCipher',
      'createDecipher',
      'Fernet(',
      'signWith(',
      'SecurityKey(',
      'JWT::',
    ],
    pattern: new RegExp(
      String.raw`(?:\b(?:jwt|JWT|jsonwebtoken|jose)(?:\.|::)(?:sign|verify|encode|decode|SignedString)\(\s{0,20}(?:\{[^{}]{0,300}\}|[^,()'"{}]{1,120}|\w{1,40}\([^()]{0,80}\))\s{0,4},\s{0,20}|\bcreate(?:Hmac|Cipheriv|Decipheriv)\(\s{0,20}["'][\w-]{1,30}["']\s{0,4},\s{0,8}(?:Buffer\.from\()?|\bhash_hmac\(\s{0,8}["'][\w-]{1,30}["']\s{0,4},[^,()]{1,120},\s{0,8}|\bhmac\.new\(\s{0,8}|\bhmac\.New\([\w.]{1,30},\s?\[\]byte\(|\bhmacShaKeyFor\(\s{0,8}|\bFernet\(\s{0,8}|\bsignWith\(\s{0,8}[\w.]{1,60},\s{0,8}|\bHMAC(?:256|384|512)\(\s{0,8}|\bSymmetricSecurityKey\(\s{0,8}(?:[\w.]{1,60}\()?|\b(?:OpenSSL::HMAC\.\w{1,20})\(\s{0,8}["'][\w-]{1,20}["']\s{0,4},\s{0,8}|\bnew HMACSHA\d{1,3}\((?:[\w.]{1,60}\()?)${SECRET_STRING}`,
      'g',
    ),
    accept: isGiven,
    examples: [
      "jwt.sign(user, 'gk3mx82p')",
      "crypto.createHmac('sha256', 'Mein Hamster frisst Kekse')",
      'hmac.new(b"gk3mx82p", body)',
      'jwt.encode({"sub": "42"}, "gk3mx82p", algorithm="HS256")',
    ],
  },
  {
    name: 'session-cookie',
    hints: ['SESSID', 'SESSIONID', 'sessionid=', 'session_id=', 'connect.sid', 'session=', 'csrftoken=', 'sid='],
    pattern:
      /\b(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sessionid|_?session_id|session|csrftoken|sid|[A-Z_]{2,20}SESSID|[A-Z_]{0,20}SESSIONID)=(?:s%3A)?(?<secret>[A-Za-z0-9._%+/-]{16,2000}={0,2})/gi,
    accept: (secret) => isRandom(secret) || isCredential(secret, { ...PASSWORD, trust: 'marked' }),
    examples: ['Set-Cookie: sessionid=XPulCnuPdwfvsAqK; Path=/', 'Cookie: a=b; PHPSESSID=fcsardrtnlbofefkgqpmlapfvt'],
  },
  {
    name: 'key-of-jwk',
    hints: ['"kty"', "'kty'", 'kty:'],
    pattern: /["']?\b(?:d|p|q|dp|dq|qi|k)["']?\s{0,4}:\s{0,4}["'](?<secret>[A-Za-z0-9_-]{20,2000})["']/g,
    accept: isRandom,
    examples: ['{"kty":"EC","x":"a","d":"tCMtre5G7siIyRHumzbmxui7kclTyo3N"}'],
  },
  {
    name: 'wallet-key',
    hints: ['accounts:', 'accounts"', 'Wallet('],
    pattern: /(?:accounts["']?\s?:\s?\[|Wallet\()\s{0,20}["'](?<secret>(?:0x)?[0-9a-fA-F]{64})["']/g,
    accept: isReal,
    examples: [`accounts: ["0x${'3f9a'.repeat(16)}"]`],
  },
  {
    name: 'joined-token',
    hints: [
      "_' +",
      '_" +',
      "-' +",
      '-" +',
      "_' .",
      '_" .',
      "-' .",
      "_'+",
      '_"+',
      "-'+",
      '-"+',
      "IA' +",
      'IA" +',
      "za' +",
      'za" +',
    ],
    pattern:
      /["'](?:gh[pousr]_|github_pat_|glpat-|sk-(?:proj-|ant-(?:api03-)?)?|[rs]k_(?:live|test)_|xox[abeoprs]-|npm_|AKIA|ASIA|AIza|hf_|dop_v1_|SG\.)["']\s{0,4}[+.]\s{0,20}["'](?<secret>[A-Za-z0-9_-]{10,200})["']/g,
    accept: isReal,
    examples: [`'ghp_' + 'gk3mx82pQ7vK2wYt9bLp'`],
  },
  {
    name: 'sql-password',
    hints: ['IDENTIFIED', 'identified', 'Identified'],
    pattern:
      /\bidentified\s+(?:with\s+["']?\w{1,40}["']?\s+)?(?:by|(?<=\bwith\s[^\r\n]{1,40}\s)as)\s+(?:password\s+|values\s+)?(?:"(?<secret>[^"\r\n]{6,200})"|'(?<other>[^'\r\n]{6,200})')|\b(?:user|role|to)\s+\S{1,60}\s+identified\s+by\s+(?<third>[A-Za-z][\w#$!]{5,60})/gi,
    accept: isGiven,
    examples: ["CREATE USER a IDENTIFIED BY 'gk3mx82p'", 'ALTER USER system IDENTIFIED BY Winterhafen_Ost'],
  },
  {
    name: 'sql-password',
    hints: ["PASSWORD('", "password('", 'PASSWORD("', 'SET PASSWORD', 'set password'],
    pattern:
      /(?<=[=,]\s{0,8})(?:old_)?password\s{0,2}\(\s{0,4}["'](?<secret>[^"'\r\n]{6,200})["']|\bset password\b[^\r\n=;]{0,100}=\s{0,4}["'](?<other>[^"'\r\n]{6,200})["']/gi,
    accept: isPassword,
    examples: ["SET PASSWORD FOR 'a'@'b' = PASSWORD('gk3mx82p');", "SET PASSWORD = 'gk3mx82p'"],
  },
  {
    name: 'dsn-password',
    hints: ['@tcp(', '@unix('],
    pattern: /[\w-]{1,60}:(?<secret>[^\s"'`:@]{4,200})@(?:tcp|unix)\(/g,
    accept: isInAddress,
    examples: ['shop:gk3mx82p@tcp(db:3306)/shop'],
  },
  {
    name: 'mail-password',
    hints: [']:587', ']:465', ']:25', ':587 ', ':465 '],
    pattern: /^\[?[\w.-]{1,100}\]?(?::\d{2,5})?[ \t]{1,20}[^\s:]{1,80}:(?<secret>[^\s:]{6,200})[ \t]*$/gm,
    accept: isGiven,
    examples: ['[smtp.a.dev]:587 relay@a.dev:gk3mx82p'],
  },
  {
    name: 'registry-auth',
    hints: ['"auth"', '_auth'],
    pattern: /(?:"auth"\s{0,4}:\s{0,4}"|\b_auth(?:Token)?\s{0,2}=\s{0,2}"?)(?<secret>[A-Za-z0-9+/_.-]{8,2000}={0,2})/g,
    accept: (secret) => isRandom(secret) || isCredential(secret, { ...PASSWORD, trust: 'marked' }),
    examples: ['"auth": "Z2szbXg4MnBRN3ZLMndZdA=="', '_authToken=gk3mx82pQ7vK2wYt'],
  },
  {
    name: 'password-hash',
    hints: ['$apr1$', '$1$', '$2a$', '$2b$', '$2x$', '$2y$', '$5$', '$6$', '$y$', '$argon2'],
    pattern:
      /\$(?:apr1|1)\$[\w./-]{2,8}\$[\w./-]{16,24}|\$2[abxy]\$\d\d\$[\w./-]{53}|\$[56y]\$(?:rounds=\d{1,9}\$)?[\w./-]{2,24}(?:\$[\w./-]{8,24})?\$[\w./-]{43,86}|\$argon2(?:id|i|d)\$v=\d{1,3}\$[\w=,]{1,60}\$[\w+/]{10,60}\$[\w+/]{20,100}/g,
    accept: isReal,
    examples: ['$apr1$gk3mx82p$Q7vK2wYt9bLpZ4sD6fGh8j'],
  },
  {
    name: 'azure-key',
    hints: ['sig=', 'Key='],
    pattern: /(?:\bsig|(?:Account|SharedAccess)Key)=(?<secret>[A-Za-z0-9%+/]{40,120}={0,2})/g,
    accept: isReal,
    examples: [`?sv=2022-11-02&sig=${'gk3mx82p'.repeat(6)}%3D`],
  },
  {
    name: 'signed-url',
    hints: ['X-Amz-S', 'X-Goog-S'],
    pattern: /X-(?:Amz|Goog)-(?:Signature|Security-Token)=(?<secret>[A-Za-z0-9%_+/-]{6,4000}={0,2})/g,
    accept: isReal,
    examples: ['?X-Amz-Signature=gk3mx82pQ7vK2wYt'],
  },
  {
    name: 'webhook',
    hints: ['hooks.zapier.com', 'hook.eu', 'hook.us', 'hook.integromat', 'ifttt.com'],
    pattern:
      /hooks\.zapier\.com\/hooks\/catch\/(?<secret>\d{3,12}\/[A-Za-z0-9]{5,12})|hook\.[\w.]{2,20}\.com\/(?<other>[a-z0-9]{20,60})|ifttt\.com\/trigger\/\w{1,60}\/(?:json\/)?with\/key\/(?<third>[\w-]{10,60})/g,
    accept: isReal,
    examples: ['https://hooks.zapier.com/hooks/catch/1234567/ab3de7f/'],
  },
  {
    name: 'pgpass-line',
    hints: [':5432:', ':6432:', ':5433:', ':*:'],
    pattern: /^[ \t#>*-]{0,8}[\w.*-]{1,100}:(?:\d{4,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:(?<secret>[^\s:]{6,200})\r?$/gm,
    accept: isReal,
    examples: ['db.shop.dev:5432:shop:deploy:gk3mx82p'],
  },
];
/** Where none of these occurs, none of the forms does. */
export const FORM_HINTS: readonly string[] = FORMS.flatMap(({ hints }) => hints);
const FORMS_BY_HINT: ReadonlyMap<string, readonly Form[]> = new Map(
  FORM_HINTS.map((hint) => [hint, FORMS.filter(({ hints }) => hints.includes(hint))]),
);

/** What each of them was made for. */
export const FORM_EXAMPLES: readonly string[] = FORMS.flatMap(({ examples }) => examples);

/** Secrets in commands, calls and addresses. */
export function findInForms(text: string, { hints: seen }: Signs): readonly SecretSpan[] {
  if (seen.size === 0) return [];
  const forms = new Set([...seen].flatMap((hint) => FORMS_BY_HINT.get(hint) ?? []));
  return [...forms].flatMap((form) => findInForm(text, form));
}

function findInForm(text: string, { name, pattern, accept }: Form): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const match of text.matchAll(pattern)) {
    const secret = match.groups?.secret ?? match.groups?.other ?? match.groups?.third ?? match[0];
    if (!accept(secret)) continue;
    // The secret closes the match or nearly so; searching from the end cannot meet its name by mistake.
    const start = match.index + match[0].lastIndexOf(secret);
    spans.push({ start, end: start + secret.length, rule: name });
  }
  return spans;
}
