import { expect, test } from 'vitest';
import { createRedact, redactText } from '../../src/reading/redaction/redact.ts';
import { NEAR_MISSES } from '../border/near-misses.ts';

const redact = createRedact();
// Secrets are put together here so that no scanner mistakes this file for a leak.
const lot = (length: number, alphabet = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xYz'): string =>
  Array.from({ length }, (_, index) => alphabet[(index * 7 + (index >> 3) * 5) % alphabet.length]).join('');
const pem = (kind: string): string =>
  `-----BEGIN ${kind}-----\n${lot(64)}\n${lot(64)}\n${lot(20)}==\n-----END ${kind}-----`;
const jwt = `eyJ${lot(33)}.eyJ${lot(60)}.${lot(43)}`;

const SECRETS: [kind: string, text: string, secret: string, path?: string][] = [
  ['AWS access key id', `id = "AKIA${'Q3EGRJ5WNZ7TPKD2'}"`, `AKIA${'Q3EGRJ5WNZ7TPKD2'}`],
  ['AWS secret key', `aws_secret_access_key = ${lot(40)}`, lot(40), 'config.ini'],
  ['RSA private key', `const key = \`${pem('RSA PRIVATE KEY')}\`;`, lot(64)],
  ['OpenSSH private key', pem('OPENSSH PRIVATE KEY'), lot(64)],
  [
    'private key without its end',
    `-----BEGIN PRIVATE KEY-----\n${lot(64)}\n${lot(64)}\n\nnot a key line (really)`,
    lot(64),
  ],
  [
    'private key in an escaped string',
    `"key": "-----BEGIN PRIVATE KEY-----\\n${lot(64)}\\n-----END PRIVATE KEY-----\\n"`,
    lot(64),
  ],
  ['private key on one line, cut short', `-----BEGIN PRIVATE KEY----- ${lot(64)}`, lot(64)],
  ['JWT', `Authorization: Bearer ${jwt}`, jwt],
  ['GitHub token', `token: ghp_${lot(36)}`, `ghp_${lot(36)}`],
  ['GitHub fine-grained token', `x = 'github_pat_${lot(82)}'`, `github_pat_${lot(82)}`],
  ['GitLab token', `x = 'glpat-${lot(20)}'`, `glpat-${lot(20)}`],
  ['Slack token', `x = 'xoxb-${'2894'}12345678-${lot(24)}'`, lot(24)],
  ['Slack webhook', `https://hooks.slack.com/services/T${lot(8)}/B${lot(8)}/${lot(24)}`, lot(24)],
  ['Stripe key', `stripe('sk_${'live'}_${lot(24)}')`, `_${lot(24)}`],
  ['OpenAI key', `client('sk-proj-${lot(48)}')`, lot(48)],
  ['Anthropic key', `client('sk-ant-api03-${lot(93)}AA')`, lot(93)],
  ['Google API key', `maps('AIza${lot(35)}')`, lot(35)],
  ['npm token', `//registry.npmjs.org/:_authToken=npm_${lot(36)}`, lot(36), '.npmrc'],
  ['SendGrid key', `x = 'SG.${lot(22)}.${lot(43)}'`, lot(43)],
  ['Postgres URL', "db = 'postgres://shop:v9K2mQx7@db.internal:5432/shop'", 'v9K2mQx7'],
  ['MongoDB URL', "db = 'mongodb+srv://shop:v9K2mQx7@cluster0.internal/shop'", 'v9K2mQx7'],
  ['URL with basic auth', 'git clone https://deploy:v9K2mQx7Lp@git.shop.dev/a.git', 'v9K2mQx7Lp'],
  ['Azure storage key', `AccountName=a;AccountKey=${lot(86)}==;`, lot(86)],
  ['assigned API key', `const API_KEY = "${lot(32)}";`, lot(32)],
  ['assigned in JSON', `{ "clientSecret": "${lot(28)}" }`, lot(28)],
  ['assigned in Ruby', `:api_key => '${lot(30)}'`, lot(30)],
  ['short password', "password = 'kR7#vQ2!z'", 'kR7#vQ2!z'],
  ['the shortest password', "password = 'kR7#vQ'", 'kR7#vQ'],
  ['unquoted in YAML', `  db_password: ${lot(20)}`, lot(20), 'deploy.yaml'],
  ['unquoted in env', `export SESSION_SECRET=${lot(40)}`, lot(40), 'run.sh'],
  ['switched off by the file itself', `// gitleaks:allow\nx = 'dckr_pat_${lot(27)}'`, `dckr_pat_${lot(27)}`],
  ['a value with a test in it', "password = 'v9K2testQx7'", 'v9K2testQx7'],
  ['letters alone, drawn by lot', "password = 'KfNeNKfooPfdUkWPr'", 'KfNeNKfooPfdUkWPr'],
  ['a passphrase', "password = 'tulip-orbit-maple-42'", 'tulip-orbit-maple-42'],
  ['a passphrase with blanks', "passphrase: 'tulip orbit maple raven 42'", 'tulip orbit maple'],
  ['a property of Logseq', '- api-token:: Kastanie-Regal-77', 'Kastanie-Regal-77'],
  ['several words', 'borg:\n  passphrase: vier Paletten nach Ulm\n  user: ann', 'Paletten'],
  ['letters of another script', "password = 'こねこ2020'", 'こねこ2020'],
  ['a typed field', 'private readonly dbPass: string = "gk3mx82p";', 'gk3mx82p'],
  ['a setter', 'source.setPassword("gk3mx82p");', 'gk3mx82p'],
  ['a call with a name', "define( 'DB_PASSWORD', 'gk3mx82p' );", 'gk3mx82p'],
  ['a default', "process.env.API_SECRET || 'gk3mx82p'", 'gk3mx82p'],
  ['a constant of C', '#define WIFI_PASSWORD "gk3mx82p"', 'gk3mx82p'],
  ['JSON in JSON', '"{\\\\"api_secret\\\\":\\\\"gk3mx82p\\\\"}"', 'gk3mx82p'],
  ['a pair of name and value', '- name: FERNET_KEY\n  value: "gk3mx82p"', 'gk3mx82p'],
  ['an attribute pair', '<add key="ClientSecret" value="gk3mx82p" />', 'gk3mx82p'],
  ['a default of Terraform', 'variable "db_pass" {\n  default = "gk3mx82p"\n}', 'gk3mx82p'],
  ['an XML element', '<password>gk3mx82p</password>', 'gk3mx82p'],
  ['a property list', '<key>ApiKey</key>\n<string>gk3mx82p</string>', 'gk3mx82p'],
  ['unquoted in code', '// staging: db_pass=gk3mx82p', 'gk3mx82p'],
  ['a YAML block', 'api_key: |\n  gk3mx82p\nother: 1', 'gk3mx82p'],
  ['a flag', './deploy --db-password gk3mx82p --now', 'gk3mx82p'],
  ['a netrc', 'machine a.b login deploy password gk3mx82p', 'gk3mx82p'],
  ['a sentence', 'The password is gk3mx82p until next week.', 'gk3mx82p'],
  ['a header', 'X-Api-Key: gk3mx82p', 'gk3mx82p'],
  ['curl', 'curl -u deploy:gk3mx82p https://a.dev', 'gk3mx82p'],
  ['mysql', 'mysql -u root -pgk3mx82p shop', 'gk3mx82p'],
  ['sshpass', "sshpass -p 'gk3mx82p' ssh a@b.dev", 'gk3mx82p'],
  ['redis-cli', 'redis-cli -a gk3mx82p ping', 'gk3mx82p'],
  ['htpasswd', 'htpasswd -b f deploy gk3mx82p', 'gk3mx82p'],
  ['chpasswd', 'echo "deploy:gk3mx82p" | chpasswd', 'gk3mx82p'],
  ['openssl', 'openssl rsa -passin pass:gk3mx82p', 'gk3mx82p'],
  ['sqlplus', 'sqlplus shop/gk3mx82p@//db:1521/SHOP', 'gk3mx82p'],
  ['PowerShell', 'ConvertTo-SecureString "gk3mx82p" -AsPlainText', 'gk3mx82p'],
  ['a Redis server', 'requirepass gk3mx82p', 'gk3mx82p'],
  ['a user of a database', "CREATE USER 'a'@'%' IDENTIFIED BY 'gk3mx82p';", 'gk3mx82p'],
  ['a source name', '"shop:gk3mx82p@tcp(db:3306)/shop"', 'gk3mx82p'],
  ['a token in a URL', `https://${lot(24)}@git.dev/a.git`, lot(24)],
  ['a registry', `{ "auth": "${lot(24)}" }`, lot(24)],
  ['a password hash', `$2y$10$${lot(53)}`, lot(53)],
  ['a shared access signature', `?sv=2022-11-02&sig=${lot(43)}%3D`, lot(43)],
  ['a signed URL', `?X-Amz-Signature=${lot(64)}`, lot(64)],
  ['a webhook', 'https://hooks.zapier.com/hooks/catch/1234567/ab3de7f/', 'ab3de7f'],
  ['a pgpass', 'db.shop.dev:5432:shop:deploy:gk3mx82p', 'gk3mx82p'],
  ['a column', 'name,password\nanna,gk3mx82p', 'gk3mx82p'],
  ['a table', '| user | password |\n|---|---|\n| anna | gk3mx82p |', 'gk3mx82p'],
  ['an inserted row', "INSERT INTO users (name, password) VALUES ('anna', 'gk3mx82p');", 'gk3mx82p'],
  ['a Kubernetes secret', 'kind: Secret\nstringData:\n  extra: gk3mx82p', 'gk3mx82p'],
  ['a Kubernetes secret of a quoted kind', 'kind: "Secret"\nstringData:\n  extra: gk3mx82p', 'gk3mx82p'],
  [
    'a Kubernetes secret in JSON',
    '{\n  "kind": "Secret",\n  "data": {\n    "extra": "Z2szbXg4MnA="\n  }\n}',
    'Z2szbXg4MnA',
  ],
  [
    'a PuTTY key',
    `PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 1\n${lot(64)}\nPrivate-MAC: ${lot(64, '0123456789abcdef')}`,
    lot(64),
  ],
];
for (const [kind, text, secret, path = 'src/a.ts'] of SECRETS) {
  test(`K25 a secret is redacted in place: ${kind}`, async () => {
    const { text: redacted, findings } = await redact(`one\r\n${text}\nlast`, path);
    expect(redacted).not.toContain(secret);
    expect(redacted).toMatch(/\[redacted: [a-z0-9-]+\]/);
    expect(redacted.split('\n')).toHaveLength(`one\r\n${text}\nlast`.split('\n').length);
    expect(redacted.endsWith('\nlast') && redacted.startsWith('one\r\n')).toBe(true);
    expect(findings[0]?.line).toBeGreaterThan(1);
  });
}

const HARMLESS: [kind: string, text: string, path?: string][] = [
  ['a comparison of names', 'if (password === confirmPassword2) return token2;'],
  ['a qualified name', 'register :argon2, SecurePassword::Argon2Password'],
  ['a file', "privateKey: 'classpath:org/shop/key2-rsa.pem'; tokenFile = 'certs/token-v2.json'"],
  ['a version', '"@types/json-web-token": "^9.0.10"'],
  ['rules of a form', "'password' => 'required|string|min:8'"],
  ['words that hold pass', 'bypass: "abcdefg1", compassHeading = "northwest2"'],
  ['from the environment', "const token = process.env['TOKEN'] ?? ''; apiKey: process.env.API_KEY,"],
  ['an unquoted reference', 'password: $' + '{{ secrets.DB_PASSWORD }}\ntoken: $TOKEN\n', 'ci.yml'],
  ['your key here', "api_key = '<your-api-key-1234>'; key = 'YOUR_API_KEY_12345'"],
  ['crosses', "secret: 'xxxxxxxxxxxxxxxxxxxx'; token = '********************'"],
  ['a test placeholder', "password: 'test-password-123', token: 'fake-token-2'"],
  ['a name', "tokenUrl: 'https://shop.dev/oauth/v2/token'; secretName: 'payment-service-v2'"],
  ['a type', 'password: string; token?: Token; passwordHash: PasswordHash2Result;'],
  ['a call', 'token = getToken(user1, password2)\nself.password = make_password(raw_password)', 'a.py'],
  ['an expression in a settings file', 'token: $' + '{TOKEN:-default}\npassword: <%= ENV["X"] %>\n', 'a.yml'],
  ['a sentence', 'password = "The two password fields did not match in 2 tries."'],
  ['a commit id', "const revision = '3f786850e387550fdab836ed7e6dc881de23001b';"],
  ['an integrity hash', '"integrity": "sha512-9/fM8XIDuF0AzUoeM1Xf3kQ7bS8dRqHOn2mV=="', 'package.json'],
  ['a documented URL', 'postgres://user:password@localhost/db and redis://:$' + '{REDIS_PASSWORD}@cache'],
  ['the AWS example', 'AKIAIOSFODNN7EXAMPLE'],
  ['talk about keys', "const HEAD = '-----BEGIN PRIVATE KEY-----';\nconst TAIL = '-----END PRIVATE KEY-----';"],
  ['a public certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
];
for (const [kind, text, path = 'src/a.ts'] of HARMLESS) {
  test(`K25 ${kind} is not taken for a secret`, async () => {
    expect(await redact(text, path)).toEqual({ text, findings: [] });
  });
}

test('K25 every line break of a redacted key stays, whatever its kind', async () => {
  const { text } = await redact(pem('EC PRIVATE KEY').replaceAll('\n', '\r\n'), 'a.txt');
  expect(text).toBe('[redacted: private-key]\r\n\r\n\r\n\r\n');
});

test('K25 each finding has its own line and rule', async () => {
  const { findings } = await redact(
    `a\nx = 'glpat-${lot(20)}'\n${pem('RSA PRIVATE KEY')}\ny = 'ghp_${lot(36)}'`,
    'a.ts',
  );
  expect(findings).toEqual([
    { line: 2, rule: 'gitlab-token' },
    { line: 3, rule: 'private-key' },
    { line: 8, rule: 'github-token' },
  ]);
});

test('K25 a text of 30,000 characters of any near miss is searched in less than a second', () => {
  // The first call of each search compiles it, which is no part of what is measured.
  redactText(NEAR_MISSES.join('\n'));
  for (const piece of NEAR_MISSES) {
    const before = process.cpuUsage();
    redactText(piece.repeat(Math.ceil(30_000 / piece.length)));
    // Linear ones take a few milliseconds of the processor; what looks back at all before it takes many times as long.
    expect(process.cpuUsage(before).user / 1e6, JSON.stringify(piece.slice(0, 60))).toBeLessThan(1);
  }
});
