// table
import { ALPHABETS, type Draw } from './drawn.ts';
import { drawName } from './secret-values.ts';

/** A place where a value stands under a telling name, or in a form that tells by itself that it is a secret. */
export interface Place {
  readonly path: string;
  /** Whether blanks and any sign may stand in the value (`quoted`), any sign but blanks (`bare`), or letters and digits only (`plain`). */
  readonly takes: 'quoted' | 'bare' | 'plain';
  readonly text: (value: string, draw: Draw) => string;
}

const code = (draw: Draw) => drawName(draw, ['snake', 'camel', 'upper', 'pascal']);
const lower = (draw: Draw) => drawName(draw, ['snake', 'camel', 'kebab', 'dotted']);
const upper = (draw: Draw) => drawName(draw, ['upper']);
const password = (draw: Draw) => drawName(draw, ['snake', 'camel'], 'password');
const setter = (draw: Draw) => drawName(draw, ['pascal']);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const element = (name: string, value: string): string => `<${name}>${value}</${name}>`;
const place = (path: string, takes: Place['takes'], text: Place['text']): Place => ({ path, takes, text });

/** Every place by its name. */
export const PLACES: Readonly<Record<string, Place>> = {
  // Code
  'js const': place('src/pay.ts', 'quoted', (value, draw) => `export const ${code(draw)} = '${value}';`),
  'js typed const': place(
    'src/pay.ts',
    'quoted',
    (value, draw) => `private readonly ${code(draw)}: string = "${value}";`,
  ),
  'js object': place(
    'src/pay.js',
    'quoted',
    (value, draw) => `const o = { host, ${code(draw)}: '${value}', port: 1 };`,
  ),
  'js default': place('src/pay.js', 'quoted', (value, draw) => `const k = process.env.${upper(draw)} || '${value}';`),
  'js template': place('src/pay.js', 'quoted', (value, draw) => `  ${code(draw)}: \`${value}\`,`),
  'js header': place('src/pay.js', 'quoted', (value) => `  headers: { 'X-Api-Key': '${value}' },`),
  'js bearer': place('src/pay.js', 'plain', (value) => `  headers: { Authorization: 'Bearer ${value}' },`),
  'python const': place('app/settings.py', 'quoted', (value, draw) => `${upper(draw)} = "${value}"`),
  'python dict': place(
    'app/settings.py',
    'quoted',
    (value, draw) => `DB = {'USER': 'shop', '${drawName(draw, ['upper', 'snake'])}': '${value}'}`,
  ),
  'python keyword': place(
    'app/db.py',
    'quoted',
    (value, draw) => `conn = connect(host, user="shop", ${password(draw)}="${value}")`,
  ),
  'python get': place('app/db.py', 'quoted', (value, draw) => `key = os.environ.get("${upper(draw)}", "${value}")`),
  'java field': place(
    'src/Pay.java',
    'quoted',
    (value, draw) => `    private static final String ${upper(draw)} = "${value}";`,
  ),
  'java setter': place('src/Pay.java', 'quoted', (value, draw) => `    dataSource.set${setter(draw)}("${value}");`),
  'java builder': place(
    'src/Pay.java',
    'quoted',
    (value, draw) => `    .username("shop").${drawName(draw, ['camel'])}("${value}")`,
  ),
  'java annotation': place(
    'src/Pay.java',
    'quoted',
    (value, draw) => `@DataSource(user = "shop", ${password(draw)} = "${value}")`,
  ),
  'java put': place(
    'src/Pay.java',
    'quoted',
    (value, draw) => `    props.put("${drawName(draw, ['dotted', 'snake'])}", "${value}");`,
  ),
  'kotlin val': place('src/Pay.kt', 'quoted', (value, draw) => `    val ${code(draw)}: String = "${value}"`),
  'c# property': place(
    'src/Pay.cs',
    'quoted',
    (value, draw) => `    public string ${setter(draw)} { get; set; } = "${value}";`,
  ),
  'go const': place('pay/pay.go', 'quoted', (value, draw) => `const ${code(draw)} = "${value}"`),
  'go short': place('pay/pay.go', 'quoted', (value, draw) => `\t${drawName(draw, ['camel'])} := "${value}"`),
  'go struct': place(
    'pay/pay.go',
    'quoted',
    (value, draw) => `\treturn Config{User: "shop", ${setter(draw)}: "${value}"}`,
  ),
  'rust const': place('src/pay.rs', 'quoted', (value, draw) => `pub const ${upper(draw)}: &str = "${value}";`),
  'ruby hash': place(
    'app/pay.rb',
    'quoted',
    (value, draw) => `  config = { :user => 'shop', :${password(draw)} => '${value}' }`,
  ),
  'ruby keyword': place(
    'app/pay.rb',
    'quoted',
    (value, draw) => `  connect(user: 'shop', ${password(draw)}: '${value}')`,
  ),
  'php array': place('config/db.php', 'quoted', (value, draw) => `    '${drawName(draw, ['snake'])}' => '${value}',`),
  'php env': place('config/db.php', 'quoted', (value, draw) => `    'key' => env('${upper(draw)}', '${value}'),`),
  'php define': place('wp-config.php', 'quoted', (value, draw) => `define( '${upper(draw)}', '${value}' );`),
  'php variable': place('pay.php', 'quoted', (value, draw) => `$${drawName(draw, ['snake', 'camel'])} = '${value}';`),
  'c define': place('src/pay.h', 'quoted', (value, draw) => `#define ${upper(draw)} "${value}"`),
  'c array': place(
    'src/wifi.c',
    'quoted',
    (value, draw) => `static const char ${drawName(draw, ['snake'])}[] = "${value}";`,
  ),
  'swift let': place(
    'Pay.swift',
    'quoted',
    (value, draw) => `    let ${drawName(draw, ['camel'])}: String = "${value}"`,
  ),
  'scala val': place('Pay.scala', 'quoted', (value, draw) => `  val ${drawName(draw, ['camel'])} = "${value}"`),
  'code comment': place('src/pay.ts', 'bare', (value, draw) => `// staging: ${drawName(draw, ['snake'])}=${value}`),
  'dart named': place(
    'lib/pay.dart',
    'quoted',
    (value, draw) => `  final client = Client(${drawName(draw, ['camel'])}: '${value}');`,
  ),
  'elixir config': place(
    'config/prod.exs',
    'quoted',
    (value, draw) => `config :shop, Repo, ${password(draw)}: "${value}"`,
  ),
  // Settings
  'env line': place('deploy/app.env', 'bare', (value, draw) => `${upper(draw)}=${value}`),
  'env quoted': place('deploy/app.env', 'quoted', (value, draw) => `${upper(draw)}="${value}"`),
  'shell export': place('run.sh', 'bare', (value, draw) => `export ${upper(draw)}=${value}`),
  'shell inline': place('run.sh', 'plain', (value, draw) => `${upper(draw)}=${value} ./deploy.sh --now`),
  'shell flag': place(
    'run.sh',
    'plain',
    (value, draw) => `./deploy --user shop --${drawName(draw, ['kebab'])} ${value} --now`,
  ),
  'shell flag equals': place(
    'run.sh',
    'plain',
    (value, draw) => `./deploy --user shop --${drawName(draw, ['kebab'])}=${value} --now`,
  ),
  'fish set': place('run.fish', 'plain', (value, draw) => `set -x ${upper(draw)} ${value}`),
  powershell: place('run.ps1', 'quoted', (value, draw) => `$env:${upper(draw)} = "${value}"`),
  'powershell secure': place(
    'run.ps1',
    'quoted',
    (value) => `$p = ConvertTo-SecureString "${value}" -AsPlainText -Force`,
  ),
  'windows set': place('run.bat', 'plain', (value, draw) => `set ${upper(draw)}=${value}`),
  'docker env': place('Dockerfile', 'plain', (value, draw) => `ENV ${upper(draw)} ${value}`),
  'docker env equals': place('Dockerfile', 'plain', (value, draw) => `ENV HOST=db ${upper(draw)}=${value}`),
  'docker arg': place('Dockerfile', 'bare', (value, draw) => `ARG ${upper(draw)}=${value}`),
  'docker run': place('README.md', 'plain', (value) => `docker run -e POSTGRES_PASSWORD=${value} -d postgres:17`),
  'compose list': place('compose.yaml', 'bare', (value, draw) => `    environment:\n      - ${upper(draw)}=${value}`),
  'compose map': place('compose.yaml', 'bare', (value, draw) => `    environment:\n      ${upper(draw)}: ${value}`),
  'actions env': place(
    '.github/workflows/ci.yml',
    'bare',
    (value, draw) => `        env:\n          ${upper(draw)}: ${value}`,
  ),
  yaml: place('config.yaml', 'bare', (value, draw) => `  ${lower(draw)}: ${value}`),
  'yaml quoted': place('config.yaml', 'quoted', (value, draw) => `  ${lower(draw)}: "${value}"`),
  'yaml list item': place(
    'config.yaml',
    'bare',
    (value, draw) => `users:\n  - name: shop\n    ${password(draw)}: ${value}`,
  ),
  'yaml name and value': place(
    'deploy.yaml',
    'quoted',
    (value, draw) => `        - name: ${upper(draw)}\n          value: "${value}"`,
  ),
  'yaml block': place('config.yaml', 'bare', (value, draw) => `  ${lower(draw)}: |\n    ${value}\n  other: 1`),
  'yaml flow': place('config.yaml', 'plain', (value, draw) => `db: {user: shop, ${password(draw)}: ${value}}`),
  'kubernetes data': place(
    'secret.yaml',
    'quoted',
    (value, draw) => `kind: Secret\ndata:\n  ${drawName(draw, ['kebab', 'snake'])}: ${base64(value)}`,
  ),
  'kubernetes string data': place(
    'secret.yaml',
    'bare',
    (value) => `apiVersion: v1\nkind: Secret\nstringData:\n  username: shop\n  extra: ${value}`,
  ),
  'kubeconfig key': place(
    'kube/config',
    'plain',
    (value, draw) => `    client-key-data: ${base64(value + draw.text(ALPHABETS.alnum, 200))}`,
  ),
  'kubeconfig token': place('kube/config', 'plain', (value) => `  user:\n    token: ${value}`),
  ini: place('app.ini', 'bare', (value, draw) => `[db]\n${drawName(draw, ['snake'])} = ${value}`),
  toml: place('app.toml', 'quoted', (value, draw) => `${drawName(draw, ['snake', 'kebab'])} = "${value}"`),
  properties: place('app.properties', 'bare', (value, draw) => `shop.${drawName(draw, ['dotted', 'kebab'])}=${value}`),
  json: place(
    'config.json',
    'quoted',
    (value, draw) => `{ "user": "shop", "${drawName(draw, ['snake', 'camel', 'pascal'])}": "${value}" }`,
  ),
  'json in json': place(
    'config.json',
    'quoted',
    (value, draw) => `{ "body": "{\\"user\\":\\"shop\\",\\"${drawName(draw, ['snake', 'camel'])}\\":\\"${value}\\"}" }`,
  ),
  'json name and value': place(
    'task.json',
    'quoted',
    (value, draw) => `{ "name": "${upper(draw)}", "value": "${value}" }`,
  ),
  terraform: place('main.tf', 'quoted', (value, draw) => `  ${drawName(draw, ['snake'])} = "${value}"`),
  'terraform default': place(
    'main.tf',
    'quoted',
    (value, draw) => `variable "${drawName(draw, ['snake'])}" {\n  default = "${value}"\n}`,
  ),
  'hcl map': place(
    'main.tf',
    'quoted',
    (value, draw) => `  tags = { user = "shop", ${drawName(draw, ['snake'])} = "${value}" }`,
  ),
  'xml element': place('settings.xml', 'quoted', (value, draw) => `    ${element(lower(draw), value)}`),
  'xml attribute': place(
    'server.xml',
    'quoted',
    (value, draw) => `  <Resource user="shop" ${drawName(draw, ['camel'])}="${value}"/>`,
  ),
  'xml name and value': place(
    'web.config',
    'quoted',
    (value, draw) => `  <add key="${drawName(draw, ['pascal'])}" value="${value}" />`,
  ),
  'xml property element': place(
    'core-site.xml',
    'quoted',
    (value, draw) => `  <property><name>fs.${drawName(draw, ['dotted'])}</name><value>${value}</value></property>`,
  ),
  plist: place(
    'Info.plist',
    'quoted',
    (value, draw) => `  <key>${drawName(draw, ['pascal'])}</key>\n  <string>${value}</string>`,
  ),
  'android string': place(
    'res/values/strings.xml',
    'quoted',
    (value, draw) => `  <string name="${drawName(draw, ['snake'])}">${value}</string>`,
  ),
  ansible: place('group_vars/all.yml', 'bare', (value) => `ansible_become_pass: ${value}`),
  netrc: place('netrc', 'bare', (value) => `machine git.shop.dev login deploy password ${value}`),
  'netrc lines': place('netrc', 'bare', (value) => `machine git.shop.dev\n  login deploy\n  password ${value}`),
  pgpass: place('pgpass', 'plain', (value) => `db.shop.dev:5432:shop:deploy:${value}`),
  htpasswd: place(
    'htpasswd',
    'plain',
    (value, draw) => `deploy:$apr1$${draw.text(ALPHABETS.alnum, 8)}$${value.slice(0, 8).padEnd(22, 'qZ7wX')}`,
  ),
  bcrypt: place(
    'users.csv',
    'plain',
    (value, draw) => `deploy,$2y$10$${(value + draw.text(ALPHABETS.alnum, 60)).slice(0, 53)}`,
  ),
  shadow: place(
    'shadow',
    'plain',
    (value, draw) =>
      `deploy:$6$${draw.text(ALPHABETS.alnum, 16)}$${(value + draw.text(ALPHABETS.alnum, 90)).slice(0, 86)}:19000:0:99999:7:::`,
  ),
  'docker config': place(
    'docker/config.json',
    'plain',
    (value) => `{ "auths": { "ghcr.io": { "auth": "${base64(`deploy:${value}`)}" } } }`,
  ),
  npmrc: place('npmrc', 'plain', (value) => `//npm.shop.dev/:_authToken=${value}`),
  'npmrc auth': place('npmrc', 'plain', (value) => `_auth=${base64(`deploy:${value}`)}`),
  'pip index': place('pip.conf', 'plain', (value) => `index-url = https://deploy:${value}@pypi.shop.dev/simple`),
  'maven server': place(
    'settings.xml',
    'quoted',
    (value) => `<server><id>shop</id><username>deploy</username><password>${value}</password></server>`,
  ),
  gradle: place('gradle.properties', 'bare', (value) => `ossrhPassword=${value}`),
  csv: place('users.csv', 'plain', (value) => `name,email,password\nanna,anna@shop.dev,${value}`),
  'sql insert': place(
    'seed.sql',
    'quoted',
    (value) => `INSERT INTO users (name, password) VALUES ('anna', '${value}');`,
  ),
  'sql user': place('seed.sql', 'quoted', (value) => `CREATE USER 'shop'@'%' IDENTIFIED BY '${value}';`),
  'sql role': place('seed.sql', 'quoted', (value) => `ALTER ROLE shop WITH LOGIN PASSWORD '${value}';`),
  'sql login': place('seed.sql', 'quoted', (value) => `CREATE LOGIN shop WITH PASSWORD = N'${value}';`),
  // Commands and connections
  'curl user': place('docs/api.md', 'plain', (value) => `curl -u deploy:${value} https://api.shop.dev/v1/orders`),
  'curl user quoted': place(
    'docs/api.md',
    'quoted',
    (value) => `curl --user 'deploy:${value}' https://api.shop.dev/v1/orders`,
  ),
  'curl header': place('docs/api.md', 'plain', (value) => `curl -H "X-Api-Key: ${value}" https://api.shop.dev/v1`),
  'curl bearer': place(
    'docs/api.md',
    'plain',
    (value) => `curl -H "Authorization: Bearer ${value}" https://api.shop.dev`,
  ),
  'curl basic': place(
    'docs/api.md',
    'plain',
    (value) => `curl -H "Authorization: Basic ${base64(`deploy:${value}`)}" https://api.shop.dev`,
  ),
  'curl data': place(
    'docs/api.md',
    'plain',
    (value) => `curl -d "grant_type=password&username=anna&password=${value}" https://api.shop.dev`,
  ),
  'http header': place('api.http', 'bare', (value, draw) => `${drawName(draw, ['header'])}: ${value}`),
  mysql: place('run.sh', 'plain', (value) => `mysql -h db -u root -p${value} shop < dump.sql`),
  'mysql quoted': place('run.sh', 'quoted', (value) => `mysqldump -uroot -p'${value}' shop > dump.sql`),
  pgpassword: place('run.sh', 'plain', (value) => `PGPASSWORD=${value} psql -h db -U shop`),
  sshpass: place('run.sh', 'plain', (value) => `sshpass -p ${value} ssh deploy@shop.dev`),
  'sshpass quoted': place('run.sh', 'quoted', (value) => `sshpass -p '${value}' ssh deploy@shop.dev`),
  'redis cli': place('run.sh', 'plain', (value) => `redis-cli -h cache -a ${value} ping`),
  'redis requirepass': place('redis.conf', 'bare', (value) => `requirepass ${value}`),
  'docker login': place('run.sh', 'plain', (value) => `docker login -u deploy -p ${value} ghcr.io`),
  'openssl pass': place('run.sh', 'plain', (value) => `openssl rsa -in a.pem -passin pass:${value} -out b.pem`),
  'htpasswd command': place('run.sh', 'plain', (value) => `htpasswd -b .htpasswd deploy ${value}`),
  'echo to chpasswd': place('run.sh', 'plain', (value) => `echo "deploy:${value}" | chpasswd`),
  'postgres url': place('config.yaml', 'plain', (value) => `url: postgres://shop:${value}@db.shop.dev:5432/shop`),
  'redis url': place('config.yaml', 'plain', (value) => `url: redis://:${value}@cache.shop.dev:6379/0`),
  'amqp url': place('src/mq.py', 'plain', (value) => `connect("amqp://deploy:${value}@mq.shop.dev:5672/%2F")`),
  'mongo url': place(
    'src/db.js',
    'plain',
    (value) => `mongoose.connect('mongodb+srv://shop:${value}@c0.shop.mongodb.net/shop');`,
  ),
  'git url': place('README.md', 'plain', (value) => `git clone https://deploy:${value}@git.shop.dev/shop/api.git`),
  'token url': place(
    'README.md',
    'plain',
    (value) => `git clone https://${value.padEnd(20, 'x7')}@git.shop.dev/shop/api.git`,
  ),
  'jdbc url': place(
    'app.properties',
    'plain',
    (value) => `url=jdbc:mysql://db:3306/shop?user=shop&password=${value}&useSSL=false`,
  ),
  'jdbc semicolon': place(
    'app.properties',
    'plain',
    (value) => `url=jdbc:sqlserver://db:1433;user=shop;password=${value};encrypt=true`,
  ),
  'ado connection': place(
    'appsettings.json',
    'bare',
    (value) => `"Default": "Server=db;Database=shop;User Id=shop;Password=${value};Encrypt=True"`,
  ),
  'ado pwd': place('web.config', 'bare', (value) => `connectionString="Server=db;Uid=shop;Pwd=${value};"`),
  libpq: place(
    'src/db.go',
    'plain',
    (value) => `sql.Open("postgres", "host=db user=shop password=${value} dbname=shop")`,
  ),
  'go mysql dsn': place('src/db.go', 'plain', (value) => `sql.Open("mysql", "shop:${value}@tcp(db:3306)/shop")`),
  oracle: place('run.sh', 'plain', (value) => `sqlplus shop/${value}@//db:1521/SHOP`),
  'url token': place(
    'docs/api.md',
    'plain',
    (value) => `GET https://api.shop.dev/v1/orders?page=2&token=${value}&limit=5`,
  ),
  'url api key': place('docs/api.md', 'plain', (value) => `https://api.shop.dev/v1/orders?api_key=${value}`),
  'url signature': place(
    'docs/api.md',
    'plain',
    (value, draw) =>
      `https://s.s3.amazonaws.com/a?X-Amz-Expires=600&X-Amz-Signature=${value.length > 20 ? value : draw.text(ALPHABETS.hex, 4) + value}`,
  ),
  // Prose
  'markdown table': place(
    'docs/accounts.md',
    'plain',
    (value) => `| user | password |\n|---|---|\n| deploy | ${value} |`,
  ),
  'markdown code': place(
    'docs/accounts.md',
    'bare',
    (value, draw) => `Set \`${upper(draw)}=${value}\` before you start.`,
  ),
  'markdown list': place('docs/accounts.md', 'bare', (value) => `- Password: \`${value}\``),
  'markdown bold': place('docs/accounts.md', 'plain', (value) => `**Password:** ${value}`),
  sentence: place('docs/accounts.md', 'plain', (value) => `The password is ${value} until next week.`),
  'sentence quoted': place('docs/accounts.md', 'quoted', (value) => `Log in as deploy with the password "${value}".`),
  'login pair': place('docs/accounts.md', 'plain', (value) => `user: deploy / pass: ${value}`),
  'log line': place(
    'app.log',
    'plain',
    (value, draw) => `2026-01-02 03:04:05 DEBUG login user=anna ${password(draw)}=${value} from=10.0.0.1`,
  ),
  'log json': place(
    'app.log',
    'quoted',
    (value, draw) => `{"level":"debug","user":"anna","${drawName(draw, ['snake'])}":"${value}"}`,
  ),
  'log header': place('app.log', 'plain', (value) => `> x-api-key: ${value}`),
  cookie: place('app.log', 'plain', (value) => `Set-Cookie: session_token=${value}; Path=/; HttpOnly`),
};
