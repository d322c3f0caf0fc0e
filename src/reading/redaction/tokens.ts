// table
import { isPlaceholder } from './harmless-values.ts';
import { matchAt, type SearchHints, type SecretSpan, spanOf } from './search-hints.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

// Tokens of services have shapes of their own. A row holds a name and a pattern without flags, whose repetitions are
// bounded. The group `secret` is replaced, else the whole match. The patterns are tried in their order, at the beginning
// of a long run of token characters or behind a sign in it.
const PATTERNS = String.raw`
adobe-key p8e-[a-z0-9]{32}
adafruit-key aio_[A-Za-z0-9]{28}
age-key AGE-SECRET-KEY-1[0-9A-Z]{50,70}
akamai-key ak[a-z]{2}-[a-z0-9]{16}-[a-z0-9]{16}
airtable-token pat[A-Za-z0-9]{14}\.[0-9a-f]{64}
alibaba-key LTAI[A-Za-z0-9]{12,26}
amazon-mws-key amzn\.mws\.${UUID}
anthropic-key sk-ant-[A-Za-z0-9_-]{20,250}
asana-token [12]/\d{13,17}(?:/\d{13,17})?:[0-9a-f]{32}
atlassian-token AT[AC]TT3x[A-Za-z0-9_=-]{50,300}|ATBB[A-Za-z0-9]{32}
aws-bedrock-key bedrock-api-key-[A-Za-z0-9+/]{32,2000}={0,2}|ABSK[A-Za-z0-9+/]{90,200}={0,2}
aws-access-key-id (?:AKIA|ASIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|A3T[A-Z0-9])[A-Z0-9]{16}
azure-ad-secret [A-Za-z0-9_~.]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}
bitbucket-token BBDC-[A-Za-z0-9+/_-]{40,60}
braintree-token access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}
brevo-key x(?:keysib|smtpsib)-[0-9a-f]{64}-[A-Za-z0-9]{16}
buildkite-token bk(?:ua|pt|ct|at)_[0-9a-f]{40}
cargo-token cio[A-Za-z0-9]{32}
cerebras-key csk-[a-z0-9]{40,60}
circleci-token CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[0-9a-f]{40}
clickup-token pk_\d{5,10}_[A-Z0-9]{32}
clojars-token CLOJARS_[0-9a-f]{60}
cloudflare-key v1\.0-[0-9a-f]{24}-[0-9a-f]{146}|cf(?:k|ut|at)_[A-Za-z0-9_-]{30,80}
contentful-token CFPAT-[A-Za-z0-9_-]{43}
databricks-token dapi[0-9a-f]{32}(?:-\d)?
defined-networking-key dnkey-[A-Z0-9]{26}-[A-Z0-9]{52}
digitalocean-token do[opr]_v1_[0-9a-f]{64}
discord-token [MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}
discord-webhook discord(?:app)?\.com/api/webhooks/\d{17,20}/(?<secret>[\w-]{60,80})
docker-token dckr_[op]at_[A-Za-z0-9_-]{20,40}
doppler-token dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}
dropbox-token sl\.(?:u\.)?[A-Za-z0-9_-]{130,2000}
duffel-token duffel_(?:live|test)_[A-Za-z0-9_-]{43}
dynatrace-token dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}
easypost-key EZ[AT]K[A-Za-z0-9]{54}
facebook-token (?<![+/])EAA[A-Za-z0-9]{80,400}|IG[A-Z0-9]{2}[A-Za-z0-9_-]{100,300}
figma-token fig[dur]_[A-Za-z0-9_-]{36,60}
firebase-key AAAA[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{120,180}
flutterwave-key FLWSECK(?:_TEST)?-[0-9a-f]{12,40}-X
fly-token fo1_[A-Za-z0-9_-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{80,2000}={0,3}
frameio-token fio-u-[A-Za-z0-9_=-]{64}
github-token gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255}
gitlab-token gl(?:pat|dt|rt|ptt|cbt|soat|ft|agent|oas|imt|ffct)-[A-Za-z0-9_-]{20,255}|GR1348941[A-Za-z0-9_-]{20}
google-api-key AIza[A-Za-z0-9_-]{35}
google-oauth GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{30,2000}|1//0[A-Za-z0-9_-]{40,150}
grafana-token glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|glc_eyJ[A-Za-z0-9+/]{40,400}={0,2}|eyJrIjoi[A-Za-z0-9+/]{60,400}={0,2}
groq-key gsk_[A-Za-z0-9]{40,60}
harness-token [ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}
heroku-key HRKU-(?:${UUID}|AA[A-Za-z0-9_-]{58})
hubspot-token pat-(?:na|eu)\d-${UUID}
huggingface-token (?:hf|api_org)_[A-Za-z0-9]{34,40}
infracost-key ico-[A-Za-z0-9]{32}
jfrog-token AKCp[A-Za-z0-9]{69,73}|cmVmd[A-Za-z0-9]{59}
jwt eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}(?:\.[A-Za-z0-9_-]{10,2000})?
langsmith-key lsv2_[ps][tk]_[0-9a-f]{32}_[0-9a-f]{10}
launchdarkly-key (?:sdk|api|mob)-${UUID}
linear-key lin_api_[A-Za-z0-9]{40}|lin_oauth_[0-9a-f]{64}
linkedin-secret WPL_AP1\.[A-Za-z0-9.+/]{20,40}={0,2}
lob-key (?:live|test)_[0-9a-f]{35}
mailchimp-key [0-9a-f]{32}-us\d{1,2}
mailgun-key key-[0-9a-f]{32}|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}
maxmind-key [A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk
mapbox-token sk\.eyJ1[A-Za-z0-9_-]{20,200}\.[A-Za-z0-9_-]{20,30}
mollie-key (?:live|test)_[A-Za-z0-9]{30}
netlify-token nfp_[A-Za-z0-9]{36,40}
new-relic-key NRAK-[A-Z0-9]{27}|(?:eu01x)?[0-9a-f]{32,36}NRAL|NRBR-[0-9a-f]{19}|NRJS-[0-9a-f]{19}|NRI[IQR]-[A-Za-z0-9_-]{32}
notion-token ntn_\d{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43}
nextcloud-password (?=[A-Za-z-]{0,28}\d)(?=[a-z\d-]{0,28}[A-Z])(?=[A-Z\d-]{0,28}[a-z])[A-Za-z0-9]{5}(?:-[A-Za-z0-9]{5}){4}
npm-token npm_[A-Za-z0-9]{36}
nuget-key oy2[a-z0-9]{43}
one-password-key A3-[A-Z0-9]{6}-(?:[A-Z0-9]{6,11})(?:-[A-Z0-9]{5}){3,4}
one-password-token ops_eyJ[A-Za-z0-9_-]{200,2000}
openai-key sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{32,250}|sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|sk-or-v1-[0-9a-f]{64}|sk-[0-9a-f]{32}|sk-[A-Za-z0-9]{48}
openshift-token sha256~[A-Za-z0-9_-]{43}
octopus-key API-[A-Z0-9]{26,36}
perplexity-key pplx-[A-Za-z0-9]{40,60}
pinecone-key pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{55,70}
plaid-token access-(?:production|development|sandbox)-${UUID}
planetscale-token pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}
posthog-key ph[acrsx]_[A-Za-z0-9]{40,70}
postman-key PMAK-[0-9a-f]{24}-[0-9a-f]{34}|PMAT-[0-9A-Z]{26}
prefect-key pn[ub]_[A-Za-z0-9]{36}
pulumi-token pul-[0-9a-f]{40}
pypi-token pypi-AgE[A-Za-z0-9_-]{50,500}
readme-key rdme_[a-z0-9]{70}
replicate-token r8_[A-Za-z0-9]{37}
resend-key re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}
rubygems-key rubygems_[0-9a-f]{48}
salesforce-session 00D[A-Za-z0-9]{12,15}![A-Za-z0-9_.]{60,140}
segment-token sgp_[A-Za-z0-9]{64}
sendgrid-key SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}
sentry-token sntrys_eyJ[A-Za-z0-9+/=_-]{60,400}|sntryu_[0-9a-f]{64}|https?://(?<secret>[0-9a-f]{32}(?::[0-9a-f]{32})?)@[\w.-]{1,80}/\d{1,20}
shippo-token shippo_(?:live|test)_[0-9a-f]{40}
scalingo-token tk-us-[A-Za-z0-9_-]{48}
shopify-token shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}
slack-token (?:xox[abeoprs]|xapp)[-.][A-Za-z0-9.-]{10,250}
slack-webhook hooks\.slack\.com/(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9/]{20,100})
snyk-token snyk_[us]at\.[0-9a-f]{8}\.[A-Za-z0-9_-]{40,100}
sonar-token sq[upa]_[0-9a-f]{40}
square-token sq0[a-z]{3}-[A-Za-z0-9_-]{22,50}|EAAA[A-Za-z0-9_-]{60}
stripe-key (?:[rs]k_(?:live|test)_|whsec_)[A-Za-z0-9]{20,250}|sk_[0-9a-f]{48}
supabase-key sbp_(?:v0_)?[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,60}
tailscale-key tskey-[a-z]{2,10}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{16,48}
tavily-key tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,40}
teams-webhook webhook\.office\.com/webhookb2/(?<secret>[0-9a-f@/-]{60,120}/IncomingWebhook/[0-9a-f]{32}/[0-9a-f-]{36})
telegram-token \d{8,10}:AA[A-Za-z0-9_-]{33}
tencent-key AKID[A-Za-z0-9]{32}
terraform-token [A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70}
together-key tgp_v1_[A-Za-z0-9_-]{43}
twilio-key SK[0-9a-f]{32}
twitch-token oauth:[a-z0-9]{30}
twitter-token A{20,22}[A-Za-z0-9]{20,30}%3D[A-Za-z0-9%]{40,80}
typeform-token tfp_[A-Za-z0-9_.=-]{50,64}
vault-token hv[sbr]\.[A-Za-z0-9_-]{24,300}
vercel-token vc[pirak]_[A-Za-z0-9]{24,80}
yandex-key AQVN[A-Za-z0-9_-]{35,38}|YC[A-Za-z0-9_-]{38}
xai-key xai-[A-Za-z0-9]{60,100}
`
  .trim()
  .split('\n')
  .map((row) => row.split(' ') as [name: string, pattern: string]);

const bounded = (pattern: string): string => `(?<![A-Za-z0-9])(?:${pattern})(?![A-Za-z0-9])`;
const RULES = PATTERNS.map(([name, pattern]) => ({ name, pattern: new RegExp(bounded(pattern), 'y') }));
// This pattern finds any token; only then the search for its name begins.
const ANY = new RegExp(bounded(PATTERNS.map(([, pattern]) => pattern.replaceAll('(?<secret>', '(?:')).join('|')), 'g');

/** Finds the tokens of services in the runs of a text. */
export function findTokens(text: string, { runs }: SearchHints): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const [start, end] of runs) searchRun(text.slice(start, end), start, spans);
  return spans;
}

function searchRun(run: string, offset: number, spans: SecretSpan[]): void {
  ANY.lastIndex = 0;
  for (let match = ANY.exec(run); match !== null; match = ANY.exec(run)) {
    const span = readToken(run, match.index);
    if (span) spans.push({ start: offset + span.start, end: offset + span.end, rule: span.rule });
  }
}

function readToken(run: string, index: number): SecretSpan | null {
  for (const { name, pattern } of RULES) {
    const match = matchAt(pattern, run, index);
    if (!match) continue;
    const secret = match.groups?.secret ?? match[0];
    if (isPlaceholder(secret) || secret.includes('EXAMPLE')) return null;
    return spanOf(index + match[0].lastIndexOf(secret), secret, name);
  }
  return null;
}
