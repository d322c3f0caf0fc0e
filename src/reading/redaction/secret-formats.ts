// table
import { isCredential, isRandom, PASSWORD } from './credential-check.ts';
import { isHarmless, isPlaceholder } from './harmless-values.ts';
import { isWordLike } from './letter-frequencies.ts';
import { type SearchHints, type SecretSpan, spanOf } from './search-hints.ts';

/** A format by which a secret is found without the name of a secret before it. */
interface SecretFormat {
  readonly name: string;
  /** The pattern is tried only around these texts. */
  readonly hints: readonly string[];
  /** A global pattern. The first named group that matched is replaced, else the whole match. */
  readonly pattern: RegExp;
  /** If given, the pattern is tried only in the arguments that this pattern finds. */
  readonly within?: RegExp;
  readonly accept: (secret: string) => boolean;
  /** Texts in which the format finds the secret. A test checks each of them. */
  readonly examples: readonly string[];
}

/** The checks that decide whether a found text is a secret. */
const ACCEPT: Readonly<Record<string, SecretFormat['accept']>> = {
  real: (secret) => !isPlaceholder(secret),
  random: isRandom,
  password: (secret) => isCredential(secret, PASSWORD),
  marked: (secret) => isRandom(secret) || isCredential(secret, { ...PASSWORD, trust: 'marked' }),
  longRandom: (secret) => isCredential(secret, { ...PASSWORD, trust: 'long-random' }),
  // A command or a log-in takes only passwords there, so one word or several are enough.
  given: (secret) => secret.length >= 6 && !isHarmless(secret),
  chosen: (secret) => ACCEPT.given!(secret) && !/^\d{1,7}$/.test(secret),
  piped: (secret) => ACCEPT.given!(secret) && !/^[\w.-]{1,40}:/.test(secret),
  inAddress: (secret) => !isHarmless(secret) && !/^[A-Z]{2,20}$|^\[/.test(secret),
  header: (secret) =>
    secret.length < 16 ? /\d/.test(secret) && ACCEPT.password!(secret) : isRandom(secret) || ACCEPT.password!(secret),
  number: (secret) => !/^(.)\1*$|^0?1234/.test(secret),
  unspoken: (secret) => secret.split(/[ -]/).filter((word) => !isWordLike(word)).length > 1,
  ofRouter: (secret) =>
    isCredential(secret, { ...PASSWORD, reading: 'setting' }) && !(/^[a-z]+$/.test(secret) && isWordLike(secret)),
};

// A value with or without quotes.
const VALUE = String.raw`(?:(?<=")[^"\r\n]{6,200}(?=")|(?<=')[^'\r\n]{6,200}(?=')|[^\s"'${'`'}|;]{6,200})`;
const GIVEN = `["']?(?<secret>${VALUE})`;
// A backslash continues a command in the next line.
const ARGUMENTS = String.raw`(?<arguments>(?:[^\r\n\\]|\\(?:\r?\n)?){0,400})`;
const USER = String.raw`["']?[^\s"':]{1,80}:`;

/**
 * A row holds programs, the syntax before their password (`^`: at the beginning of the arguments) and an example. `␠` is a
 * blank, `⏎` ends a line.
 */
const COMMANDS = String.raw`
curl|wget (?:-[uU]␠?|--(?:proxy-)?user[␠=])${USER} curl -u deploy:gk3mx82p https://a.dev
http␠-|xh␠- (?:-a|--auth)[␠=](?:${USER}|(?!\S{1,80}:)) http -a u:gk3mx82p https://a.dev
mysql|mariadb -p mysqldump -u root -pgk3mx82p shop
sshpass|docker␠login|podman␠login|helm␠registry␠login|az␠login|oc␠login|cqlsh|mongosh|mongodump|mongorestore|cypher-shell|arangosh|twine -p␠?(?!-) sshpass -p gk3mx82p ssh a@b
redis-cli -a␠ redis-cli -a gk3mx82p ping
ldapsearch|ldapmodify|ldapadd|ldappasswd|ldapwhoami|ldapdelete -w␠? ldapsearch -D cn=a \⏎  -w 'gk3mx82p' -b b
sqlcmd|ipmitool|bcp␠|isql|tsql|zip␠|unzip -P␠? sqlcmd -S db -U sa -P gk3mx82p
xfreerdp|cmdkey /p(?:ass)?: xfreerdp /v:a /u:b /p:gk3mx82p
snmpwalk|snmpget|snmpset|snmpusm -[AXc]␠ snmpwalk -u a -A gk3mx82p 10.0.0.1
7z␠a|7z␠x|7z.exe|unrar -p 7z a -pgk3mx82p x.7z
smbclient|rpcclient|smbget (?:-U|--user)[␠=]?["']?[^\s"'%]{1,80}% smbclient //a/b -U 'A\b%gk3mx82p' -c ls
lftp -u␠?["']?[^\s"',]{1,80}, lftp -u web,gk3mx82p ftp.a.dev
schtasks /rp␠ schtasks /create /ru a /rp gk3mx82p
psexec|PsExec|useradd|usermod -p␠ psexec \\h -u a -p gk3mx82p ipconfig
openssl␠enc -k␠ openssl enc -aes256 -k gk3mx82p
openssl -pass(?:in|out)?␠pass: openssl rsa -passin pass:gk3mx82p
mc␠alias␠set|mc␠config␠host ^(?:add␠)?\S{1,60}␠\S{1,100}␠\S{1,100}␠ mc alias set s https://s.dev ann gk3mx82p
ansible-vault encrypt_string␠(?=["']) ansible-vault encrypt_string 'gk3mx82p' --name a
qpdf␠--encrypt ^(?:\S{1,100}␠)? qpdf --encrypt gk3mx82p gk3mx82p 256 -- a b
sysadminctl|dscl␠ (?:-password|-passwd␠\S{1,80})␠ dscl . -passwd /Users/ann gk3mx82p
kadmin|kinit|evil-winrm -[wH]␠ kadmin -p admin -w gk3mx82p -q listprincs
security␠unlock|security␠import|security␠set -[pP]␠ security unlock-keychain -p gk3mx82p build.keychain
nmcli password␠ nmcli dev wifi connect cafe password gk3mx82p
rabbitmqctl (?:add_user|change_password)␠\S{1,60}␠ rabbitmqctl add_user worker gk3mx82p
ssh-keygen -[NP]␠ ssh-keygen -t rsa -N 'gk3mx82p' -f id
rar␠a -hp rar a -hpgk3mx82p x.rar
rclone␠obscure ^ rclone obscure gk3mx82p
rclone pass␠ rclone config create a webdav user b pass gk3mx82p
winrs␠ -p: winrs -r:win -u:a -p:gk3mx82p ipconfig
dotnet␠user-secrets ^set␠\S{1,80}␠ dotnet user-secrets set "Jwt:Key" "gk3mx82p"
consul␠kv␠put|etcdctl␠put|doppler␠secrets␠set|chamber␠write|pulumi␠config␠set|poetry␠config|composer␠config|git␠config ^(?:--?\w[\w-]{0,20}␠){0,3}(?:[\w-]{1,40}␠)?\S{0,80}(?:pass|secret|token|key|http-basic)\S{0,80}␠(?:[\w.-]{1,40}␠(?=\S{6,200}$))? consul kv put shop/db/password gk3mx82p
mysqladmin ^(?:-{1,2}\S{1,60}␠|\S{1,40}␠){0,6}password␠ mysqladmin -u root password gk3mx82p
cargo␠login|gh␠auth␠login␠--with-token ^ cargo login gk3mx82p
htpasswd|mosquitto_passwd -\w{0,6}b\w{0,6}␠\S{1,100}␠\S{1,60}␠ htpasswd -b .htpasswd deploy gk3mx82p
vault␠login|net␠user ^(?!-|[/\w]{1,20}␠?/)(?:[\w.-]{1,40}␠(?=\S{1,200}(?:␠/|$)))? net user anna gk3mx82p /add
`;

const STRING = String.raw`(?:"[^"\r\n]{0,200}"|'[^'\r\n]{0,200}')`;
const ARGUMENT = String.raw`(?:${STRING}(?:\.\w{1,20}\(\))?|[\w$.:>-]{1,60}(?:\([^()\r\n]{0,80}\)|\[[^[\]\r\n]{0,40}\])?)\s{0,4}(?:,|=>)\s{0,40}`;
const SECRET_STRING = String.raw`(?:Some\()?[bruN@]?(?:"(?<secret>(?:[^"\r\n]|""(?=\w)){6,300})"|'(?<other>(?:[^'\\\r\n]|\\.|''(?=\w)){6,300})')`;
const HASH_NAME = String.raw`["'][\w-]{1,30}["']\s{0,4},\s{0,8}`;
// Commands that read a password from a pipe.
const ASKS = String.raw`(?:(?:docker|podman) secret create|kubectl (?:-\S+ \S+ )?create secret|secrets? (?:set|put|add)|sudo(?:\s+-\w+){0,3}\s+-S|--?password-stdin|cryptsetup|passwd|--stdin|--passphrase-fd|kinit)`;

/** The other formats. A row holds the name, the check with flags of the pattern, and the hints; pattern and examples follow. */
const ROWS = String.raw`
command-password marked ␠-u␠|␠-U␠|--user␠|--user=
  \s-[uU] ?[^\s"'-][^\s"']{0,60}\s(?:[^\r\n]{0,80}\s)?-[pP] ?["']?(?<secret>[^\s"'\x60|;/]{6,100})|\s--user[ =]["']?[\w.@-]{1,40}:(?<other>[^\s"'\x60|;]{6,100})
  mosquitto_sub -h mq -u ann -P gk3mx82p
  etcdctl --user root:gk3mx82p get /
command-password password echo␠|printf␠
  \b(?:echo|printf)\s+(?:-\w{1,2}\s+)?["']?(?<secret>[^\s"'|<>$]{6,200})["']?\s{0,4}>{1,2}\s{0,4}["']?[\w.~/$-]{0,80}(?:pass|secret|token|credential|pwd)[\w.-]{0,30}
  echo gk3mx82p > ~/.vault_pass
call-token longRandom Client(|OAuth|provider␠:|Bot(|.run(|login(|.init(|.configure(|')('|")("|lio(
  (?<=(?:(?:Client|Bot|OAuth\w{0,30}|twilio|\.run|\.login|\.init|\.configure|require\(["']\w{1,40}["']\))\s?\(\s{0,20}|\bprovider :\w{1,40},\s{1,20})(?:${ARGUMENT}){0,3})${SECRET_STRING}
  sg = SendGridAPIClient("gk3mx82pQ7vK2wYt9bLp")
  twilio("AC0123", "gk3mx82pQ7vK2wYt9bLp")
  provider :github, 'Iv1', 'gk3mx82pQ7vK2wYt9bLp'
terminal-password longRandom/gm AUTH␠
  \bAUTH (?:PLAIN |LOGIN\r?\n)?(?<secret>[A-Za-z0-9+/]{20,2000}={0,2})(?=\s|$)
  AUTH PLAIN gk3mx82pQ7vK2wYt9bLp
password-compared password .equals(
  "(?<secret>[^"\r\n]{6,100})"\.equals\(\w{0,20}(?:[pP]ass(?:word|wd|phrase)?|[pP]wd|[sS]ecret|pw)\)
  "gk3mx82p".equals(password)
password-hash given bcrypt|hashSync|hashpw|compareSync|Hash::make(|password_hash(|ncoder.encode(|make_password(|hash_password(|hashPassword(
  (?:\bbcrypt(?:js)?(?:\.(?:hash|hashSync|compare|compareSync|hashpw))?|\bhashpw|\bHash::make|\bgenerate_password_hash|\bmake_password|\bhash_?[pP]assword|(?<!\| )\bpassword_hash|[pP]asswordEncoder\.encode)\s?\(\s{0,20}${SECRET_STRING}
  bcrypt.hashSync("gk3mx82p", 10)
  Hash::make('gk3mx82p')
database-key given PRAGMA␠key|PRAGMA␠rekey
  \bPRAGMA (?:re)?key\s?=\s?["'](?<secret>[^"'\r\n]{6,200})["']
  PRAGMA key = 'gk3mx82p';
session-cookie marked/gi ookie:␠
  \bcookie: (?:[^\r\n]{0,200}?[ ;])?\w{0,20}(?:auth|jwt|sess|sid|remember|token)\w{0,60}=(?<secret>[A-Za-z0-9._%+/-]{16,2000}={0,2})
  Cookie: auth=gk3mx82pQ7vK2wYt
url-password inAddress ://
  :\/\/[^\s:@/'"\x60<>]{0,100}:(?<secret>[^\s/'"\x60<>]{3,200})@(?=[\w.[{$%'"-])
  postgres://shop:gk3mx82p@db:5432/shop
  mysql://u:gk3mx82p@${'$'}{host}/a
  mongodb://u:gk3mx82p@%s/a
url-password given :{quote|:{url|{encodeURI|#{CGI|#{ERB|#{URI
  :\/\/[^\s:@/]{1,80}:[$#]?\{[\w.:]{1,40}\(["'](?<secret>[^"'\r\n]{6,100})["'][^}\r\n]{0,40}\}@
  f"https://u:{quote('gk3mx82p')}@h/a"
url-password password encodeURIComponent|quote_plus|urlencode
  (?:encodeURIComponent|quote_plus|urlencode)\(["'](?<secret>[^\s"']{6,200})["']\)
  'mongodb://shop:' + encodeURIComponent('p@gk3mx82p') + '@db/shop'
url-password inAddress/gm CONNECT␠|connect␠|jdbc:oracle|sqlplus|impdp|expdp|sqlldr|rman␠target
  (?:jdbc:oracle:\w{2,5}:|^\s{0,8}(?:CONNECT|connect)\s|\b(?:sqlplus|impdp|expdp|sqlldr|rman target)\s+(?:-\w+\s+){0,4})[^\s/@"']{1,60}\/(?<secret>[^\s/@"']{6,100})(?=[@\s]|$)
  jdbc:oracle:thin:scott/gk3mx82p@db:1521/x
  sqlplus shop/gk3mx82p@//db:1521/SHOP
url-password inAddress @tcp(|@unix(
  [\w-]{1,60}:(?<secret>[^\s"'\x60:]{4,200})@(?:tcp|unix)\(
  shop:gk3mx82p@tcp(db:3306)/shop
url-token random ://
  :\/\/(?<secret>[A-Za-z0-9_-]{18,200})(?::x-oauth-basic)?@[\w.-]
  https://gk3mx82pQ7vK2wYt9b@git.dev/a.git
bot-token real telegram.org/bot
  telegram\.org\/bot(?<secret>\d{6,12}:[\w-]{20,60})
  https://api.telegram.org/bot1446825482:gk3mx82pQ7vK2wYt9bLpZ4/send
authorization-header header/gi earer|EARER|asic␠|SSWS␠|ion:␠token|ion:␠Token
  \b(?:bearer|basic|ssws|authorization: token)\s{1,2}(?<secret>[A-Za-z0-9._~+/-]{8,2000}={0,2})
  Authorization: Bearer gk3mx82pQ7vK2wYt
authorization-header real Digest␠
  \bDigest\s(?=[^\r\n]{0,200}realm=)[^\r\n]{0,300}?response="(?<secret>[0-9a-f]{32,64})"
  Digest username="a", realm="b", response="3f9a7c21d0e85b643f9a7c21d0e85b64"
command-password given /d␠|uci␠set
  \breg add [^\r\n]{1,200}?\/v "?\w{0,20}[pP]assw\w{0,10}"? [^\r\n]{0,60}?\/d ${GIVEN}|\buci set [\w.@[\]-]{1,80}\.(?:key\d?|\w{0,20}password|psk|pw)=["']?(?<other>[^"'\r\n]{6,100})
  reg add HKLM\x /v DefaultPassword /t REG_SZ /d gk3mx82p /f
  uci set wireless.a.key='gk3mx82p'
signing-key given "Jwt"|"JWT"|"jwt"|jwt:|Jwt:
  ["']?\b[jJ][wW][tT]["']?\s{0,4}[:=]\s{0,4}\{[^{}]{0,200}?["']?(?:[kK]ey|[sS]ecret)["']?\s{0,2}[:=]\s{0,2}${SECRET_STRING}
  "Jwt": { "Key": "gk3mx82p" }
authorization-header given "Basic␠"|'Basic␠'|btoa(|b64encode(|base64_encode(|␠base64
  (?:btoa|b64encode|base64_encode|(?:"Basic "|'Basic ')\s?[+.,]\s?[\w.$]{1,40})\([bf]?["'][\w.@-]{1,60}:(?<secret>[^"'\r\n]{6,200})["']\)|\becho (?:-n )?["'][\w.@-]{1,60}:(?<other>[^"'\r\n]{6,200})["'] ?\| ?base64
  'Basic ' + btoa('svc:gk3mx82p')
pair marked/gi login=|auth␠|_auth|auth:|auth=|htpasswd|creds|asicAuth|redentials|REDENTIALS|USERPWD
  (?:\b(?:login|basic_?auth|htpasswd|creds|CURLOPT_USERPWD)|(?<=\b(?:\w{0,12}_)?)auth|(?<=\b\w{0,20})credentials?)["']?(?: are)?(?:[:=,]\s{0,2}|\s)["']?[\w.@-]{1,40}[:/](?<secret>[^\s"':/,;()]{6,100})
  stats auth admin:gk3mx82p
  curl_setopt($c, CURLOPT_USERPWD, 'ann:gk3mx82p')
pair given stats␠auth␠|USERPWD
  \b(?:stats auth |CURLOPT_USERPWD["']?[,:=]\s?["'])[\w.@-]{1,40}:(?<secret>[^\s"':,;()]{6,100})
  stats auth admin:gk3mx82p
pair password/gi login=|auth=|AUTH=|creds=|edentials=|userpwd=|npmAuthIdent|LOGIN=|EDENTIALS=
  (?:\b|_)(?:login|auth|creds|credentials|userpwd|npmAuthIdent)(?:=|: ")[\w.@-]{1,40}:(?<secret>[^\s"':/,;()]{6,100})
  cache_peer proxy.a.dev parent 3128 0 login=ann:gk3mx82p
pair marked/gi ␠/␠
  (?:^|\n)[ \t*-]{0,8}[\w .-]{2,30}: \S{1,40} \/ \x60?(?<other>[a-zß-ž\d]{3,40}[!#$%^*+=?&][a-zß-ž\d][^\s"'\x60<>/]{2,40})(?=\x60?[ \t]*(?:\r?\n|$))|(?:\b(?:admin|root|user|account)[\x60'"*]{0,2}|\b(?:log[ -]?in|zugang|account|user)\b(?:[^\r\n/]|\/(?! )){1,80}|@[\w.-]{3,40})\s\/\s[\x60'"*]{0,2}(?<secret>(?=\S{0,40}[A-Za-z])(?=\S{0,40}[\d!#$%^*@?])[^\s"'<>/]{8,60})
  Router admin / gk3mx82p (see note)
  Untis: ann / orbit!gk3mx82p
command-password given/gi net␠use
  \bnet use\s+(?:[A-Za-z*]:?\s+)?\\\\\S{1,100}\s+(?:\/user:\S{1,80}\s+(?<secret>[^\s/"']{6,100})|"(?<third>[^"\r\n]{6,100})"\s+\/user:|(?<other>[^\s/"']{6,100})\s+\/user:)
  net use Z: \\srv\data /user:scan gk3mx82p
  net use X: \\fs\pub gk3mx82p /user:reader
command-password piped sudo␠-S|secret␠create|create␠secret|secret␠put|secret␠set|password-stdin|cryptsetup|--stdin|passwd|--passphrase-fd|kinit
  \b(?:echo|printf)\s+(?:-\w{1,2}\s+)?(?:(?:"%s(?:\\n)?"|'%s(?:\\n)?')\s+)?(?:"(?<secret>[^"\r\n]{6,200})"|'(?<other>[^'\r\n]{6,200})'|(?<third>[^\s"'|$]{6,200}))\s{0,4}\|[^\r\n|]{0,120}?${ASKS}
  echo 'gk3mx82p' | sudo -S apt-get update
  echo gk3mx82p | docker login -u a --password-stdin
command-password given <<<
  \b(?:gpg|passwd|cryptsetup|sudo|kinit|docker|smbpasswd)\b[^\r\n]{0,200}?<<<\s{0,4}${GIVEN}
  passwd --stdin bob <<< "gk3mx82p"
command-password chosen openssl␠passwd|mkpasswd|wpa_passphrase
  \b(?:openssl passwd|mkpasswd)\s+(?:-[\w-]{1,20}\s+){0,4}["']?(?<secret>(?:(?<=")[^"\r\n]{6,200}(?=")|(?<=')[^'\r\n]{6,200}(?=')|[^\s"'\x60|;)]{6,200}))|\bwpa_passphrase\s+(?:${STRING}|\S{1,40})\s+["']?(?<other>[^\s"']{6,200})
  useradd -p "$(openssl passwd -1 gk3mx82p)" a
  wpa_passphrase Net gk3mx82p
command-password given/gm chpasswd
  ["']?[\w-]{1,40}:(?<secret>[^\s"':]{6,200}|(?<=["'][\w-]{1,40}:)[^\r\n"':]{6,200})["']?\s{0,4}\|\s{0,4}(?:sudo\s+)?chpasswd|(?<=\bchpasswd:[^:]{0,80}(?:\n[^\r\n]{1,200}){0,20}\n\s{1,20}(?:- )?[\w-]{1,40}:)(?<other>[^\s:]{6,200})(?=\r?$)
  echo "deploy:gk3mx82p" | chpasswd
  chpasswd:⏎  list: |⏎    root:gk3mx82p
command-password given ConvertTo-SecureString
  ConvertTo-SecureString\s+(?:-String\s+)?(?:${SECRET_STRING}|(?<fourth>[^\s"'$(-][^\s"')]{5,100}))|["'](?<third>[^"'\r\n]{6,200})["']\s{0,4}\|\s{0,4}ConvertTo-SecureString
  ConvertTo-SecureString "gk3mx82p" -AsPlainText
  'gk3mx82p' | ConvertTo-SecureString -AsPlainText
command-password marked vault␠|config:set␠|secrets␠set␠|variables␠set␠
  (?<=\b(?:vault (?:kv )?(?:put|patch|write)|config:set|secrets set|variables set)\s(?:[^\r\n]{0,200}\s)?[\w.-]{1,60}=["']?)${VALUE}
  vault kv put secret/shop stripe=gk3mx82pQ7vK2wYt mail=a
command-password given put-parameter|secret␠set␠|secret:create
  \b(?:put-parameter\b(?=[^\r\n]{0,300}(?:SecureString|pass|secret|token|key))|gh secret set |secret:create )[^\r\n]{0,200}?\s(?:--(?:value|body)[ =]|-b ?)${GIVEN}
  aws ssm put-parameter --name db_pass --value "gk3mx82p"
terminal-password given send␠"|send␠--␠"|send␠'|sendline(|chan.send(|shell.send(
  [aA]ssw(?:or)?d[^\r\n]{0,20}(?:\r?\n|[{;]|\s)\s{0,40}(?:send\s+(?:--\s+)?["'](?<secret>(?:[^"'\r\n\\]|\\[^rn]){6,200})(?:\\[rn]){1,2}["']|[\w.]{1,30}\.(?:sendline|send(?=\([brf]?["'][^"'\r\n]{6,200}\\n["']))\([brf]?["'](?<other>[^"'\r\n\\]{6,200})(?:\\[rn]){0,2}["'])
  expect "assword:"⏎send "gk3mx82p\r"
  expect { "password:" { send "gk3mx82p\r" } }
terminal-password given <auth-user-pass>
  <auth-user-pass>\s{1,8}\S{1,80}\s{1,8}(?<secret>\S{6,100})\s
  <auth-user-pass>⏎ann⏎gk3mx82p⏎</auth-user-pass>
terminal-password marked/gm ftp␠|IDENTIFY␠
  \bftp [^\r\n]{0,100}(?:\r?\n[^\r\n]{0,100}){0,2}\r?\n\s{0,8}user \S{1,60} (?<secret>[^\s"']{6,100})|\bIDENTIFY (?:\w{1,30} )?(?<other>[^\s"']{6,100})$
  /msg NickServ IDENTIFY gk3mx82p
router-password given/gm set␠snmp|snmp-server␠comm|rocommunity|rwcommunity
  (?:\b(?:set snmp|snmp-server) community (?=\S{1,100} (?:R[OW]|r[ow]|authorization|view|\d))|^r[ow]community )(?!public|private)(?<secret>[^\s"';]{6,100})
  set snmp community gk3mx82p authorization read-only
router-password ofRouter/gm ␠password␠0␠|␠password␠7␠|␠secret␠0␠|␠secret␠5␠|␠secret␠9␠|enable␠secret|enable␠password|ap␠password|community|pre-shared-key|radius-server|tacacs-server|isakmp␠key|authentication-key|wpa-psk|option␠key
  \b(?:(?:ch|p)ap\spassword\s|username\s\S{1,40}\s(?:privilege\s\d{1,2}\s)?(?:password|secret)\s|enable\s(?:secret|password)\s|snmp-server community\s|^r[ow]community\s|(?:radius-server|tacacs-server|isakmp)(?: host \S{1,40})? key\s|authentication-key\s|wpa-psk\s(?:ascii\s)?|option key\s|^community\s|pre-shared-key\s(?:ascii-text\s|address\s\S{1,40}\skey\s)?)(?:\d\s)?["']?(?<secret>[^\s"']{6,100})
  username admin password 0 gk3mx82p
  enable secret gk3mx82p
router-password given :␠PSK|:␠EAP|:␠XAUTH
  : (?:PSK|EAP|XAUTH)\s{1,8}${GIVEN}
  : PSK "gk3mx82p"
redis-password given requirepass|masterauth|REDISCLI_AUTH|␠on␠>
  \b(?:(?:requirepass|masterauth|REDISCLI_AUTH)[\s="',]{1,8}|user \S{1,40} on >)(?<secret>[^\s"'\x60]{6,200})
  requirepass gk3mx82p
  user worker on >gk3mx82p ~jobs:*
log-in given login(|Login(|BasicAuth|asicAuth(|asic_auth|auth=(|auth␠=␠(|auth(|"cred|creds|redentials␠=|redentials":|uth_basic(|DigestAuth|NetworkCredential|PasswordCredential|PasswordAuthentication|UsernamePassword|AWSCredentials(|WiFi.begin(|httpBasic|AuthProvider(|ssh2_auth|signIn|etCredentials(|ithCredentials(|dentials.basic(|dentials::new(|etAuth(|auth.basic␠|auth.digest␠
  (?:\b(?:(?:ftp_)?[lL]ogin|HTTP(?:Basic|Digest)Auth|BasicAuth|[sS]etBasicAuth|set_basic_auth|basic_auth|(?:req_)?auth_basic|basicAuth|httpBasic|auth|NetworkCredential|UsernamePasswordCredentials?|UsernamePasswordAuthenticationToken|BasicAWSCredentials|AWSCredentials|WiFi\.begin|PasswordAuthentication|PasswordCredential|PlainTextAuthProvider|PlainAuthProvider|[sS]etCredentials|WithCredentials|Credentials(?:\.basic|::new)|setAuth|ssh2_auth_password|signIn\w{0,30})\s?|\b(?:auth|creds?|credentials?)["']?\s?[=:]\s?)[([]\s{0,40}(?:\$?\w{1,30},\s?(?=["'][^"'\r\n]{1,100}["'],))?${ARGUMENT}${SECRET_STRING}(?=\s{0,40}[)\]]|\.to[CS_]|,\s?["'](?:digest|basic|ntlm)|,\s?["'][A-Z][A-Z\d.-]{1,40}["']\s?\))|\b(?:auth\.)?(?:basic_auth|basic|digest) ${ARGUMENT}["'](?<third>[^"'\r\n]{6,200})["']
  auth=('u', 'gk3mx82p')
  req.SetBasicAuth("u", "gk3mx82p")
  server.login("a@b.dev", "gk3mx82p")
  new NetworkCredential("u", "pnze afzd cdfz jrls")
  req.basic_auth 'u', 'gk3mx82p'
log-in given mysqli|PDO->|Sql.newInst|DBI->connect|sql.connect(|SQLdb.connect(|getConnection(|PDO(|Sequelize(|FTP(|ldap3.Connection(|oci_connect|ldap_bind|PlainAuth(|imap_open|FTP_TLS(|set_password(|␠database(|sp_add|create_user(|create_superuser(
  \b(?:(?:mysqli|PDO)(?:->__construct)?|mysqli(?:_connect|_real_connect)|Sql\.newInstance|DBI->connect|pymysql\.connect|MySQLdb\.connect|cx_Oracle\.connect|getConnection|Sequelize|FTP|FTP_TLS|ldap3\.Connection|smtp\.PlainAuth|imap_open|ldap_bind|database|keyring\.set_password|a?create_user|create_superuser)\(\s{0,40}(?:${ARGUMENT}){2}${SECRET_STRING}|\b(?:oci_connect\(\s{0,20}|sp_add\w{0,20}login (?:${ARGUMENT}){0,3})${ARGUMENT}N?["'](?<third>[^"'\r\n]{6,200})["']
  new mysqli('h', 'u', 'gk3mx82p', 'db')
  DriverManager.getConnection(url, "u", "gk3mx82p")
  new Sequelize('shop', 'u', 'gk3mx82p', {})
  EXEC sp_addlogin 'svc', 'gk3mx82p', 'shop'
log-in marked connect(|redentials(|uthenticate(|create_user(|createUser(|create_superuser(
  (?<=(?:connect|[cC]redentials|authenticate|create_?[uU]ser|create_superuser)\(\s{0,20}(?:${ARGUMENT}){1,3})(?!["'][a-z\d-]{1,60}(?:\.[a-z\d-]{1,60}){1,4}["'],)${SECRET_STRING}(?=\s{0,8}[,;)])
  ssh.connect("10.0.0.4", 22, "root", "gk3mx82p")
log-in marked :auth(|.auth(|>auth(|cookieParser(
  (?:[:.>]auth|cookieParser)\s?\(\s{0,20}${SECRET_STRING}
  red:auth("xdojitjxfvziqahq")
  app.use(cookieParser("MulS6WVtimi1VDdQ"))
signing-key given jwt.|JWT|Hmac(|hash_hmac|hmac.|HMAC|hmacShaKeyFor|createCipher|createDecipher|Fernet(|signWith(|SecurityKey(|JWT::|pgp_sym_|openssl_encrypt(|openssl_decrypt(|CookieStore(|AES.|from_secret(|from_slice(|AES_ENCRYPT(|AES_DECRYPT(|aes_encrypt(|SafeSerializer(|TimestampSigner(|MessageVerifier|plainText(
  (?:\b(?:jwt|JWT|jsonwebtoken|jose)(?:\.|::)(?:sign|verify|encode|decode|SignedString)\(\s{0,20}(?:\{[^{}]{0,300}\}|[^,()'"{}]{1,120}|\w{1,40}\([^()]{0,80}\))\s{0,4},\s{0,20}|\bcreate(?:Hmac|Cipheriv|Decipheriv)\(\s{0,20}${HASH_NAME}(?:Buffer\.from\()?|\bhash_hmac\(\s{0,8}["'][\w-]{1,30}["']\s{0,4,[^,()]{1,120},\s{0,8}|\bhmac\.new\(\s{0,8}|\bhmac\.New\([\w.]{1,30},\s?\[\]byte\(|\bhmacShaKeyFor\(\s{0,8}|\bFernet\(\s{0,8}|\bsignWith\(\s{0,8}[\w.]{1,60},\s{0,8}|\bHMAC(?:256|384|512)\(\s{0,8}|\bSymmetricSecurityKey\(\s{0,8}(?:[\w.]{1,60}\()?|\b(?:OpenSSL::HMAC\.\w{1,20})\(\s{0,8}${HASH_NAME}|\bnew HMACSHA\d{1,3}\((?:[\w.]{1,60}\()?|\b(?:pgp_sym_\w{1,20}|(?:AES|aes)_(?:EN|DE|en|de)(?:CRYPT|crypt))\((?:[^,()'"]{1,80}|${STRING}),\s{0,8}|CookieStore\((?:\[\]byte\()?|\bCryptoJS\.\w{1,10}(?:\.\w{1,10})?\([^,()'"]{1,80},\s{0,8}|\bAES\.new\(\s{0,8}|(?:\b|new_)from_(?:secret|slice)\(|\b(?:Serializer|TimestampSigner)\(\s{0,8}|\bMessageVerifier\.new\(\s{0,8}|\bInMemory::plainText\(|\bopenssl_(?:en|de)crypt\([^,()'"]{1,80},\s?["'][\w-]{1,30}["'],\s{0,8})${SECRET_STRING}
  jwt.sign(user, 'gk3mx82p')
  crypto.createHmac('sha256', 'Mein Hamster frisst Kekse')
  hmac.new(b"gk3mx82p", body)
  jwt.encode({"sub": "42"}, "gk3mx82p", algorithm="HS256")
signing-key given SecretKeySpec(|PBEKeySpec(|.toCharArray()
  \b(?:(?:SecretKeySpec|PBEKeySpec)\(|PasswordProtection\((?=[^\r\n]{0,200}toCharArray)|(?:load|store|getKey|init|PasswordAuthentication|setPassword)\((?:[\w.]{1,30},\s?|"[^"\r\n]{0,60}",\s?){0,2}(?="[^"\r\n]{6,200}"\.toCharArray))${SECRET_STRING}
  new SecretKeySpec("gk3mx82p".getBytes(), "AES")
  ks.load(stream, "gk3mx82p".toCharArray())
signing-key given/gi GetBytes(|getBytes(
  \b\w{0,20}(?:key|secret)\w{0,8}\s?=\s?[\w.]{1,40}GetBytes\(${SECRET_STRING}|\b\w{0,20}(?:key|secret)\w{0,8}\s?=\s?"(?<third>[^"\r\n]{6,200})"\.getBytes\(
  var key = Encoding.UTF8.GetBytes("gk3mx82p wie noch");
session-cookie marked/gi SESSID|SESSIONID|sessionid=|session_id|connect.sid|session=|csrftoken=|sid=
  \b(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sessionid|_?session_id|session|csrftoken|sid|[A-Z_]{2,20}SESSID|[A-Z_]{0,20}SESSIONID)(?:=(?:s%3A)?|["']\s?[,:]\s?["'])(?<secret>[A-Za-z0-9._%+/-]{16,2000}={0,2})
  Set-Cookie: sessionid=XPulCnuPdwfvsAqK; Path=/
  Cookie: a=b; PHPSESSID=fcsardrtnlbofefkgqpmlapfvt
key-of-jwk random "kty"|'kty'|kty:
  ["']?\b(?:d|p|q|dp|dq|qi|k)["']?\s{0,4}:\s{0,4}["'](?<secret>[A-Za-z0-9_+/-]{20,2000}={0,2})["']
  {"kty":"EC","x":"a","d":"tCMtre5G7siIyRHumzbmxui7kclTyo3N"}
wallet-key real accounts:|accounts"|Wallet(
  (?:accounts["']?\s?:\s?\[|Wallet\()\s{0,20}["'\x60](?<secret>(?:0x)?[0-9a-fA-F]{64})["'\x60]
  accounts: ["0x3f9a3f9a3f9a3f9a3f9a3f9a3f9a3f9a3f9a3f9a3f9a3f9a3f9a3f9a3f9a3f9a"]
joined-token real _'␠+|_"␠+|-'␠+|-"␠+|_'␠.|_"␠.|-'␠.|_'+|_"+|-'+|-"+|IA'␠+|IA"␠+|za'␠+|za"␠+
  ["'](?:gh[pousr]_|github_pat_|glpat-|sk-(?:proj-|ant-(?:api03-)?)?|[rs]k_(?:["']\s?[+.]\s?["'])?(?:live|test)_|xox[abeoprs]-|npm_|AKIA|ASIA|AIza|hf_|dop_v1_|SG\.)["']\s{0,4}[+.]\s{0,20}["'](?<secret>[A-Za-z0-9_-]{10,200})["']
  'ghp_' + 'gk3mx82pQ7vK2wYt9bLp'
sql-password given/gi IDENTIFIED|identified|Identified
  \bidentified\s+(?:with\s+["']?\w{1,40}["']?\s+)?(?:by|(?<=\bwith\s[^\r\n]{1,40}\s)as)\s+(?:password\s+|values\s+)?(?:"(?<secret>[^"\r\n]{6,200})"|'(?<other>(?:[^'\r\n]|''){6,200})')|\b(?:user|role|to)\s+\S{1,60}\s+identified\s+by\s+(?<third>[A-Za-z][^\s"';,]{5,60})
  CREATE USER a IDENTIFIED BY 'gk3mx82p'
  ALTER USER system IDENTIFIED BY Winterhafen_Ost
mail-password given/gm ]:587|]:465|]:25|:587␠|:465␠
  ^\[?[\w.-]{1,100}\]?(?::\d{2,5})?[ \t]{1,20}[^\s:]{1,80}:(?<secret>[^\s:]{6,200})[ \t]*$
  [smtp.a.dev]:587 relay@a.dev:gk3mx82p
registry-auth marked "auth"|"bearer"|secure:␠|_auth|sonar.login
  (?:"auth"\s{0,4}:\s{0,4}"|"bearer"\s{0,4}:\s{0,4}\{\s{0,40}"[\w.-]{1,80}"\s{0,4}:\s{0,4}"|\bsecure: ["']?(?=[A-Za-z0-9+/]{24})|\b_auth(?:Token)?\s{0,2}=\s{0,2}"?|\bsonar\.login\s{0,2}[=:]\s{0,2})(?<secret>[A-Za-z0-9+/_.-]{8,2000}={0,2})
  "auth": "Z2szbXg4MnBRN3ZLMndZdA=="
  _authToken=gk3mx82pQ7vK2wYt
password-hash real $apr1$|$1$|$2a$|$2b$|$2x$|$2y$|2y$$|2b$$|2a$$|$5$|$6$|$y$|$argon2
  \$(?:apr1|1)\$[\w./-]{2,8}\$[\w./-]{16,24}|\${1,2}2[abxy]\${1,2}\d\d\${1,2}[\w./-]{53}|\$[56y]\$(?:rounds=\d{1,9}\$)?[\w./-]{2,24}(?:\$[\w./-]{8,24})?\$[\w./-]{43,86}|\$argon2(?:id|i|d)\$v=\d{1,3}\$[\w=,]{1,60}\$[\w+/]{10,60}\$[\w+/]{20,100}
  $apr1$gk3mx82p$Q7vK2wYt9bLpZ4sD6fGh8j
azure-key real sig=|Key=
  (?:\bsig|(?:Account|SharedAccess)Key)=(?<secret>[A-Za-z0-9%+/_-]{40,120}={0,2})
  ?sv=2022-11-02&sig=gk3mx82pgk3mx82pgk3mx82pgk3mx82pgk3mx82pgk3mx82p%3D
signed-url real X-Amz-S|X-Goog-S|Signature=
  X-(?:Amz|Goog)-(?:Signature|Security-Token)=(?<secret>[A-Za-z0-9%_+/-]{6,4000}={0,2})|[?&]Signature=(?<other>[A-Za-z0-9%_+/~-]{20,400}={0,2})(?=[&\s"'<)]|$)
  ?X-Amz-Signature=gk3mx82pQ7vK2wYt
webhook real infura.io/|alchemy.com/|anaconda.org/t/|/private-|hooks.zapier.com|/hooks/|hook.eu|hook.us|hook.integromat|ifttt.com
  :\/\/[^\s"'<>]{3,120}?\/(?:v\d|t|private)[/-](?=[\w-]{0,60}\d)(?<fifth>[\w-]{32,80})(?=[/\s"'\x60)<]|$)|hooks\.zapier\.com\/hooks\/catch\/(?<secret>\d{3,12}\/[A-Za-z0-9]{5,12})|hook\.[\w.]{2,20}\.com\/(?<other>[a-z0-9]{20,60})|\/hooks\/(?<fourth>[a-z0-9]{26})(?=[\s"'\x60)<]|$)|ifttt\.com\/trigger\/\w{1,60}\/(?:json\/)?with\/key\/(?<third>[\w-]{10,60})
  https://hooks.zapier.com/hooks/catch/1234567/ab3de7f/
password-hash real {PLAIN}|{CLEAR|{plain}|{SHA|{SSHA|{CRYPT}|{MD5}|{PBKDF2|SCRAM-SHA-256$
  \{(?:PLAIN|CLEAR(?:TEXT)?|plain)\}(?<fourth>[^\s:"']{6,200})|\{S?SHA(?:256|384|512)?\}(?<secret>[A-Za-z0-9+/]{27,160}={0,2})|\{MD5\}(?<other>[A-Za-z0-9+/]{22}==)|SCRAM-SHA-256\$(?<third>\d{3,7}:[A-Za-z0-9+/=]{16,40}\$[A-Za-z0-9+/=]{40,60}:[A-Za-z0-9+/=]{40,60})
  webdav:{SHA}gk3mx82pQ7vK2wYt9bLpZ4sD6fGh8j
key-pair random AKIA|ASIA|LTAI|AKID|('AC|("AC
  \b(?:AKIA|ASIA|LTAI|AKID|AC)[A-Za-z0-9]{12,34}(?:["']\s{0,4}[,:]\s{0,20}["']|:|[ \t]{1,4})(?<secret>[A-Za-z0-9/+]{20,64}={0,2})
  Twilio::REST::Client.new('AC0123456789abcdef0123456789abcdef', 'gk3mx82pQ7vK2wYt9bLp')
url-parameter random appid=|app_id=|&auth=|?auth=|?code=|&code=|?k=|&k=
  [?&](?:app_?id|auth|code|k)=(?<secret>[A-Za-z0-9_%-]{24,200}={0,2})(?=["'\s&#)<]|$)
  https://api.a.dev/now?city=b&appid=gk3mx82pQ7vK2wYt9bLpZ4sD
one-time-seed real 2FA|2fa|MFA|mfa|otp|OTP|uthenticator
  \b(?:2FA|2fa|MFA|mfa|T?OTP|t?otp|[aA]uthenticator)[ _-]?(?:[sS]eed|[sS]ecret|SECRET|SEED|[kK]ey|KEY|[cC]ode|setup key)?["']?(?:\s?[:=]\s?["']?|\?\r?\n\w{1,20}[:>] )(?<secret>(?=[A-Z]{0,60}[2-7])[A-Z2-7]{16,64}|(?:[a-z2-7]{4} ){3,15}[a-z2-7]{4})\b
  2FA seed: GKBMXD2PQGVKCWYT
cookie-of-cluster random/gi rlang cookie|rlang_cookie|rlang-cookie|rlangCookie|LANG_COOKIE|setcookie|set_cookie(
  (?:erlang[ _-]?cookie["']?[\s:=]{1,3}|-setcookie\s|set_cookie\([^,'"]{1,40},\s?)["']?(?<secret>[A-Za-z0-9_-]{16,100})
  %% erlang cookie: JBXPKFVXCVNFHHXUFMYS
router-password given createUser␠
  (?<=\bcreateUser [^\r\n]{1,100}(?:SHA(?:-\d{3})?|MD5|AES(?:-?\d{3})?|DES) )["']?(?<secret>[^\s"']{6,100})
  createUser monitor SHA "gk3mx82p" AES "gk3mx82p"
log-in given LoginModule
  (?<=LoginModule[^;]{1,600}\suser_[\w.-]{1,40}=")(?<secret>[^"\r\n]{6,200})
  PlainLoginModule required⏎ user_ann="gk3mx82p"
log-in given CreateAsync(|wordAsync(|wordSignInAsync(|heck_password(|erify_password(|heckPassword(|erifyPassword(|hangePassword(
  (?:\.(?:User)?CreateAsync|\w{0,20}PasswordAsync|PasswordSignInAsync|(?:check|verify|change|reset)_?[pP]assword)\(\s{0,8}(?:${STRING}|[^"'\r\n;]{1,80}(?:${STRING}[^"'\r\n;()]{0,80}){0,4}),\s{0,8}${SECRET_STRING}
  await users.CreateAsync(new User { UserName = "ann" }, "gk3mx82p#7");
  assert check_password(user, "gk3mx82p")
wifi-code real WIFI:
  \bWIFI:[^\r\n]{0,120}?;P:"?(?<secret>(?:[^;\\\r\n"]|\\.){6,100})"?;
  WIFI:T:WPA;S:net;P:gk3mx82p\;b;;
state-password given random_password
  (?<="random_password"[^\0]{0,1500}"result":\s?")(?<secret>[^"\r\n]{6,300})
  {"type": "random_password", "instances": [{"result": "gk3mx82p"}]}
url-password given %s:%s@
  %s:%s@[^"'\r\n]{0,80}["']\s?[,%]\s?\(?\s?[\w.$"']{1,40},\s?["'](?<secret>[^"'\r\n]{6,200})["']
  fmt.Sprintf("%s:%s@tcp(%s)/%s", u, "gk3mx82p", host)
authorization-header given ':'␠+␠'|":"␠+␠"|":"␠.␠"|':'␠.␠'
  (?<=(?:Basic|btoa|Buffer\.from|base64)[^\r\n]{0,60}["']:["'] [+.] ["'])(?<secret>[^"'\r\n]{6,200})(?=["'])
  'Basic ' + Buffer.from('svc' + ':' + 'gk3mx82p').toString('base64')
app-password unspoken Apple:|Apple␠ID|pp␠password|pp␠Password|pp-spec|pp-Passw|Gmail|GMAIL
  (?<![\w-]|[a-z] )[a-z]{4}(?:([ -])[a-z]{4})(?:\1[a-z]{4}){2}(?![\w-]| [a-z])
  Apple: cqnp-nlnb-htku-gdag
recovery-phrase real/gi ecovery phrase|ecovery Phrase|eed phrase|eed Phrase|nemonic|NEMONIC|ecovery words|eed words
  \b(?:(?:seed|recovery|backup|secret)[ _-](?:phrase|words)|mnemonic)["']?[^\r\n:=]{0,40}[:=]\s{0,8}["'\x60]?(?<secret>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\b
  Ledger recovery phrase:⏎ladder cotton visit sudden orbit maple genuine frost theory bonus cradle swim
door-code number/gim puk␠|PUK|kod␠do|ódigo␠de|odice␠|ode␠für|ин-код|pin␠|Pin␠|PIN␠|PIN:|Pin:|pincode|PIN=|door␠code|larm␠code|alarme|ürcode|asscode|oor␠code|"pin"|PIN"|alarm_code|tresor|Tresor
  (?<=\bpin \d{4,8} |-|^)(?:sim )?p(?:in|uk) (?<code>\d{4,8})(?= p|[ \t]*$)|(?:(?:\b|(?=п))(?:pin ?code|pin|(?:code|c[oó]digo|codice|kod) (?:(?:de|del|della|do|für|zum|zur|der|die|la|le) ){0,3}(?:alarm\w{0,3}|allarme|puerta|porta\w{0,3}|cancello|tür|tor|bramy|drzwi|garage|tresor|safe|gate|door)|пин-код [а-я]{3,20}|(?:door|alarm|gate|safe)[ _-]?code|passcode|code de l'alarme|türcode)["']?(?: (?:de|van|vom|of|für|for|der|des|the|zum) (?:\w{2,12} ){0,2}\w{2,20})?(?:\?\r?\n\w{1,20})?(?:\s?[:=]\s?| is | lautet | (?=\d{4,8}#))["']?|["'](?:name|key)["']\s?:\s?["']pin["'],\s{0,20}["']value["']\s?:\s?["'])(?<secret>[*#]?\d{4,8}[A-Z#]?|(?=[^\d\s]{0,7}\d)[A-Za-zА-Я0-9]{5,8})(?=["']?[\s,;.)|]|["']?$)
  door code is 44719
  { "key": "pin", "value": "80317" }
  PIN vom Tresor?⏎Ines: 770942
auth-code marked/gi auth-code|authcode|auth_code|Auth-Code|AuthCode|AUTH_CODE|EPP␠|epp-code|epp_code
  \b(?:auth|epp)[ _-]?code["']?(?:::?|\s?=)\s{0,4}["']?(?<secret>[^\s"',;]{8,60})
  auth-code:: c4!iZA!L#gk3mx82p
master-password real <master>|<keyMat
  <master>\{?(?<secret>[^<>{}\s]{6,200})\}?<\/master>|<keyMaterial>(?<other>[^<>\r\n]{6,200})<
  <master>{gk3mx82pQ7vK2wYt}</master>
database-key given PWD={|Pwd={|pwd={|assword={
  \b(?:pwd|PWD|Pwd|[pP]assword)=\{(?<secret>(?:[^}\r\n]|\}\}){6,200})\}(?=[;"'\r\n])
  "UID=ro;PWD={gk3mx82p;b}"
signing-key given secure_link_md5
  secure_link_md5 [^\r\n;]{0,100}[\s"'](?<secret>[\w#!@%^*.-]{6,100})["';]
  secure_link_md5 "$secure_link_expires$uri gk3mx82p";
pgpass-line real/gm :5432:|:6432:|:5433:|:*:
  ^[ \t#>*-]{0,8}[\w.*-]{1,100}:(?:\d{4,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:(?<secret>(?:[^\s:\\]|\\.){6,200})\r?$
  db.shop.dev:5432:shop:deploy:gk3mx82p
`;

const plain = (written: string): string => written.replaceAll('␠', ' ').replaceAll('⏎', '\n');

const FORMATS: readonly SecretFormat[] = [
  ...COMMANDS.trim()
    .split('\n')
    .map((row): SecretFormat => {
      const [, programs = '', given = '', example = ''] = /^(\S+) (\S+) (.+)$/.exec(row)!.map(plain);
      const named = programs.replaceAll(/ -?(?=\||$)/g, '');
      const before = given.startsWith('^') ? String.raw`^\s${given.slice(1)}` : String.raw`\s(?:${given})`;
      const pattern = new RegExp(`(?<=${before}["']?)${VALUE}`, 'g');
      const within = new RegExp(String.raw`(?<![\w.])(?:${named})[\w-]{0,12}(?:\.exe)?(?=[\s"'])${ARGUMENTS}`, 'g');
      const form = { name: 'command-password', hints: programs.split('|'), pattern, within };
      return { ...form, accept: ACCEPT.given!, examples: [example] };
    }),
  ...ROWS.trim()
    .split(/\n(?=\S)/)
    .map((row): SecretFormat => {
      const [head, pattern, ...examples] = row.split('\n').map((line) => line.trim()) as [string, string, ...string[]];
      const [name, accepted, hints] = head.split(' ') as [string, string, string];
      const [accept, flags = 'g'] = accepted.split('/') as [string, string?];
      const form = { name, hints: plain(hints).split('|'), pattern: new RegExp(pattern, flags) };
      return { ...form, accept: ACCEPT[accept]!, examples: examples.map(plain) };
    }),
];

/** A text without any of these hints is not searched for the formats. */
export const FORMAT_HINTS: readonly string[] = FORMATS.flatMap(({ hints }) => hints);
const FORMATS_BY_HINT: ReadonlyMap<string, readonly SecretFormat[]> = new Map(
  FORMAT_HINTS.map((hint) => [hint, FORMATS.filter(({ hints }) => hints.includes(hint))]),
);

export const FORMAT_EXAMPLES: readonly string[] = FORMATS.flatMap(({ examples }) => examples);

/** Finds secrets by their formats: each format is searched for around its hints. */
export function findFormats(text: string, { hints: seen }: SearchHints): readonly SecretSpan[] {
  if (seen.size === 0) return [];
  const forms = new Set([...seen.keys()].flatMap((hint) => FORMATS_BY_HINT.get(hint) ?? []));
  return [...forms].flatMap((form) => {
    const places = form.hints.flatMap((hint) => seen.get(hint) ?? []);
    return cutWindows(text, places).flatMap(([start, end]) => findFormat(text.slice(start, end), start, form));
  });
}

const BEFORE_CHARACTERS = 1500;
const AFTER_CHARACTERS = 2500;

// Begins windows at the beginning of a line, so that a pattern for that place still matches.
function cutWindows(text: string, places: readonly number[]): readonly (readonly [start: number, end: number])[] {
  const windows: [start: number, end: number][] = [];
  for (const place of places.toSorted((a, b) => a - b)) {
    const end = Math.min(text.length, place + AFTER_CHARACTERS);
    const last = windows.at(-1);
    if (last && place - BEFORE_CHARACTERS <= last[1]) last[1] = end;
    else windows.push([text.lastIndexOf('\n', Math.max(0, place - BEFORE_CHARACTERS)) + 1, end]);
  }
  return windows;
}

function findFormat(text: string, offset: number, form: SecretFormat): readonly SecretSpan[] {
  if (!form.within) return findSpans(text, offset, form);
  return [...text.matchAll(form.within)].flatMap(({ 0: whole, groups, index }) => {
    const given = groups!.arguments!;
    return findSpans(given, offset + index + whole.length - given.length, form);
  });
}

function findSpans(text: string, offset: number, { name, pattern, accept }: SecretFormat): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const match of text.matchAll(pattern)) {
    const secret = Object.values(match.groups ?? {}).find((group) => group !== undefined) ?? match[0];
    if (!accept(secret)) continue;
    // The secret stands near the end of the match, so searching from there does not find an equal name before it.
    spans.push(spanOf(offset + match.index + match[0].lastIndexOf(secret), secret, name));
  }
  return spans;
}
