// table
// A domain is an area of software. A task that holds keywords of a row may belong to that domain.
import type { Domain } from '../model/task.ts';

// Each row begins with a name and a description. Each line below holds keywords: single words up to its first bar, then
// a phrase after each bar.
const TABLE = `
auth: Login, sessions, tokens and who may do what
  auth authentication authorization login logout signin signup password credential session token jwt oauth oauth2 oidc sso saml
  role permission guard acl rbac 2fa mfa|two factor|api key|access token|refresh token|remember me|single sign|log in|log out|logged in|logged out|logging in|sign in|sign out|sign up
payments: Money: charges, invoices, subscriptions and their providers
  payment pay billing invoice checkout stripe paypal braintree adyen charge refund subscription price currency cart tax
  webhook coupon payout transaction fee vat|credit card
api: The interface offered to other programs
  api rest graphql endpoint route router routing controller request response middleware handler openapi swagger grpc rpc trpc
  header payload serializer resolver webhook cors|status code|query string|content type|rate limit
database: Stored data, queries, schemas and migrations
  database db sql query migration schema table column orm model transaction mysql postgres postgresql sqlite mongodb mongo redis
  index join foreign cursor repository queryset eloquent prisma annotate aggregate deadlock|foreign key|primary key|connection pool
cache: Kept results and when they stop being true
  cache caching cached memoize memoization invalidate invalidation ttl expire expiry evict eviction lru etag memcached stale
  prefetch|cache control|cache key
queue: Work done later and elsewhere
  queue job worker background async task broker kafka rabbitmq sqs celery sidekiq bullmq retry dispatch consumer producer cron
  schedule scheduler|dead letter|message broker
email: Mail: composing, sending, templates
  email mail mailer smtp imap inbox newsletter mailable sendgrid mailgun ses attachment bounce unsubscribe recipient|reply to
storage: Files, uploads, buckets and disks
  storage upload download file bucket s3 disk filesystem blob attachment stream multipart directory folder archive zip|object store
testing: Tests, fixtures and what runs them
  test testing spec fixture mock stub spy assertion assert coverage snapshot jest vitest pytest phpunit rspec junit mocha flaky
  testcase|unit test|end to end|test runner|test client
security: Attacks and the defences against them
  security vulnerability xss csrf injection sanitize escape encrypt encryption decrypt hash secret cve exploit permission tls ssl
  certificate redact ssrf traversal signature|open redirect|denial of service|prototype pollution
performance: Time, memory and doing less
  performance perf slow fast speed latency throughput memory leak optimize optimization benchmark profile cpu bottleneck lazy n+1
  regression allocation|memory usage|memory leak
ui: What a person sees and touches
  ui component button form modal dialog page view template css style layout render theme dark responsive tooltip dropdown menu
  widget hook props hydration jsx vue react svelte frontend animation accessibility a11y aria icon viewport|dark mode
chat: Conversations between people or with models
  chat message conversation thread channel room presence emoji reaction bot mention inbox|direct message|real time
moderation: Content and people kept in bounds
  moderation moderate moderator ban spam abuse profanity mute appeal censor|report user|content policy
sms: Text messages and phone numbers
  sms twilio phone otp vonage nexmo msisdn shortcode|text message|phone number
search: Finding things: indexes, ranking, filters
  search searching index ranking facet filter elasticsearch opensearch solr lucene algolia meilisearch typesense fulltext autocomplete
  tokenizer analyzer stemming relevance bm25 fuzzy vector embedding|full text
config: Settings, environment and feature switches
  config configuration setting option env environment dotenv default flag yaml toml preset override|feature flag|environment variable
logging: Logs, traces, metrics and alarms
  log logger logging trace tracing telemetry metric monitoring sentry opentelemetry prometheus span audit stdout stderr verbose
  debug|log level
i18n: Languages, places, times and numbers
  i18n l10n locale localization internationalization translation translate language timezone plural gettext unicode utf8 encoding rtl
  timestamp date calendar|time zone|date format
build: Building, bundling, packaging and continuous integration
  build bundle bundler compile compiler webpack vite rollup esbuild babel tsconfig docker dockerfile ci pipeline deploy deployment
  release package dependency install version workflow lockfile monorepo sourcemap hmr transpile|github actions|source map|tree shaking
docs: Texts for people: manuals, comments, examples
  docs documentation readme changelog tutorial guide docstring comment typo example manual markdown jsdoc sphinx|doc comment
cli: Commands, flags and terminals
  cli command flag argument argv terminal console prompt shell subcommand stdin stdout option help completion tty|exit code|command line
networking: Sockets, protocols and connections
  network socket websocket http http2 https tcp udp dns proxy connection timeout host port url redirect keepalive tls client server
  econnrefused handshake|keep alive|load balancer
concurrency: Several things at once
  concurrency concurrent thread lock mutex race deadlock parallel goroutine async await promise future semaphore atomic synchronized
  executor scheduler actor channel coroutine cancel|race condition|thread safe|event loop
parsing: Reading text and syntax
  parse parser parsing lexer tokenizer token syntax grammar ast regex expression formatter printer lint linter|regular expression
validation: Checking what comes in
  validate validation validator schema constraint required invalid rule coerce sanitize zod marshmallow|form request|error message
serialization: Data in and out of other forms
  serialize serializer serialization deserialize deserialization json xml yaml csv encode decode marshal unmarshal protobuf pickle
  encoder decoder
types: Static types and their inference
  type typing typescript generic inference infer interface annotation typecheck mypy overload union nullable cast|type error|type guard
events: Events, listeners and subscriptions
  event listener emit emitter subscribe subscriber publish observer signal callback dispatch broadcast notification notify hook
  watcher|event handler
plotting: Charts, images and numbers drawn
  plot chart graph axis axes figure legend histogram colormap image pixel canvas svg subplot tick marker render|bar chart|color bar
`;

/** The built-in domains; frameworks and users add others. */
export const DOMAINS: readonly Domain[] = TABLE.trim()
  .split(/\n(?=\S)/)
  .map(readRow);

function readRow(row: string): Domain {
  const [title = '', ...lines] = row.split('\n');
  const [, name = '', description = ''] = /^(\w+): (.+)$/.exec(title) ?? [];
  const keywords = lines.flatMap((line) => {
    const [singles = '', ...phrases] = line.trim().split('|');
    return [...singles.split(' '), ...phrases];
  });
  return { name, description, keywords: [...new Set(keywords)] };
}
