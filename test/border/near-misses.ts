// table

/** What almost is a secret, many times over: whatever searches for them must go on in one pass. */
export const NEAR_MISSES: readonly string[] = [
  ...['a', 'token', 'password="', 'password: ', 'password=a', 'password,', 'password,a\n', '| password |\n', 'api_key'],
  ...['| password |\n|---|\n', 'a://b:', '://', 'curl -u ', 'mysql -', 'sshpass -p', 'htpasswd -b a b ', '"a:bcdefgh1'],
  ...['pass:', '-pass ', 'sqlplus -a ', '\n requirepass', 'identified with a ', 'a:b', '@tcp(', '"auth": "', '$6$a'],
  ...[
    'sig=a',
    'X-Amz-Signature=',
    'a:5432:',
    '*:*:',
    'INSERT INTO t (a, password',
    'INSERT INTO t (password) VALUES (',
  ],
  ...["('a',", 'kind: Secret\n', 'kind: Secret\ndata:\n  a: b\n', 'kind: Secret\n---\n', '-----BEGIN PRIVATE KEY-----'],
  ...[
    '-----BEGIN PRIVATE KEY-----\n',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n',
    'Private-Lines: 3\n',
    'eyJabcdefghij0.',
  ],
  ...[
    'sk-a',
    'A1b2C3d4E5f6G7h8',
    'A1b2C3d4E5f6G7h8.',
    '0123456789abcdef',
    '1/1234567890123456',
    'variable "password" {',
  ],
  ...[
    'password</a>',
    '<password ',
    'password" value',
    'password            ',
    'bearer ',
    'setPassword("',
    '("password", "',
  ],
  ...[
    'password is ',
    '--password ',
    'password: |\n  ',
    'password\\\\\\"',
    'passwordpassword1=',
    'a.b.c.',
    'Token2',
    "'",
  ],
  ...[`password="${'a'.repeat(480)}`, `password: ${'a1'.repeat(249)} `, `${'_'.repeat(60)}password=`],
];
