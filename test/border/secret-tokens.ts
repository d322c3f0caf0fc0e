// table
import { ALPHABETS, type Draw } from './drawn.ts';

/**
 * Kinds of tokens that tell what they are by their own shape. A pattern is read piece by piece: `{hex 32}` draws, the rest
 * stands as it is. No whole token is written here, so that no scanner takes this file for a leak.
 */
const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  adafruit: ['aio_{alnum 28}'],
  age: ['AGE-SECRET-KEY-1{upper 58}'],
  airtable: ['pat{alnum 14}.{hex 64}'],
  alibaba: ['LTAI5t{alnum 18}'],
  'amazon-mws': ['amzn.mws.{uuid}'],
  anthropic: ['sk-ant-api03-{url 93}AA', 'sk-ant-admin01-{url 93}AA', 'sk-ant-oat01-{url 93}AA'],
  asana: ['1/{digits 16}:{hex 32}', '2/{digits 16}/{digits 16}:{hex 32}'],
  atlassian: ['ATATT3xFfGF0{url 171}={upper 8}', 'ATCTT3xFfG{url 171}={upper 8}', 'ATBB{alnum 32}'],
  'aws-bedrock': ['ABSK{base64 109}=='],
  'aws-key-id': ['AKIA{base32 16}', 'ASIA{base32 16}'],
  'azure-ad-secret': ['{alnum 3}8Q~{alnum 34}'],
  'azure-sas': [
    'sv=2022-11-02&ss=b&srt=sco&sp=rwl&se=2031-01-01T00:00:00Z&sig={base64 43}%3D',
    'SharedAccessSignature sr=hub.azure-devices.net&sig={alnum 43}%3D&se=1893456000&skn=owner',
  ],
  'azure-storage': [
    'DefaultEndpointsProtocol=https;AccountName=shop;AccountKey={base64 86}==;EndpointSuffix=core.windows.net',
  ],
  braintree: ['access_token$production$' + '{lower 16}$' + '{hex 32}'],
  brevo: ['xkeysib-{hex 64}-{alnum 16}'],
  buildkite: ['bkua_{hex 40}'],
  cargo: ['cio{alnum 32}'],
  cerebras: ['csk-{lower 48}'],
  circleci: ['CCIPAT_{alnum 22}_{hex 40}'],
  clojars: ['CLOJARS_{hex 60}'],
  cloudflare: ['v1.0-{hex 24}-{hex 146}'],
  cloudinary: ['cloudinary://{digits 15}:{url 27}@shop-cloud'],
  contentful: ['CFPAT-{url 43}'],
  databricks: ['dapi{hex 32}', 'dapi{hex 32}-2'],
  deepseek: ['sk-{hex 32}'],
  digitalocean: ['dop_v1_{hex 64}', 'doo_v1_{hex 64}', 'dor_v1_{hex 64}'],
  'discord-bot': ['MT{alnum 22}.G{alnum 5}.{url 38}', 'OD{alnum 24}.X{alnum 5}.{url 27}'],
  'discord-webhook': ['https://discord.com/api/webhooks/{digits 18}/{url 68}'],
  'docker-hub': ['dckr_pat_{url 27}', 'dckr_oat_{url 32}'],
  doppler: ['dp.pt.{alnum 43}', 'dp.st.dev.{alnum 43}'],
  dropbox: ['sl.{url 135}', 'sl.u.{url 150}'],
  duffel: ['duffel_live_{url 43}'],
  dynatrace: ['dt0c01.{base32 24}.{base32 64}'],
  easypost: ['EZAK{alnum 54}'],
  elevenlabs: ['sk_{hex 48}'],
  facebook: ['EAACEdEose0cBA{alnum 120}', 'EAAB{alnum 160}ZD'],
  figma: ['figd_{url 40}'],
  'firebase-messaging': ['AAAA{url 7}:APA91b{url 134}'],
  flutterwave: ['FLWSECK-{hex 32}-X'],
  fly: ['fo1_{url 43}', 'fm2_{base64 160}', 'FlyV1 fm2_{base64 160}'],
  frameio: ['fio-u-{url 64}'],
  github: ['ghp_{alnum 36}', 'gho_{alnum 36}', 'ghs_{alnum 36}', 'ghr_{alnum 76}', 'github_pat_{alnum 22}_{alnum 59}'],
  gitlab: [
    'glpat-{url 20}',
    'glptt-{hex 40}',
    'glrt-{url 20}',
    'gldt-{url 20}',
    'glcbt-64_{url 20}',
    'GR1348941{url 20}',
  ],
  'google-api': ['AIza{url 35}'],
  'google-oauth': ['GOCSPX-{url 28}', 'ya29.a0{url 160}', '1//0{url 60}'],
  grafana: ['glsa_{alnum 32}_{hex 8}', 'glc_eyJ{alnum 80}', 'eyJrIjoi{alnum 80}'],
  groq: ['gsk_{alnum 52}'],
  harness: ['pat.{alnum 22}.{hex 24}.{alnum 20}'],
  heroku: ['HRKU-{uuid}', 'HRKU-AA{url 58}'],
  hubspot: ['pat-na1-{uuid}', 'pat-eu1-{uuid}'],
  huggingface: ['hf_{alnum 34}'],
  jfrog: ['AKCp8{alnum 68}', 'cmVmdGtuOj{alnum 54}'],
  jwt: ['eyJ{url 33}.eyJ{url 60}.{url 43}'],
  langsmith: ['lsv2_pt_{hex 32}_{hex 10}', 'lsv2_sk_{hex 32}_{hex 10}'],
  launchdarkly: ['sdk-{uuid}', 'api-{uuid}'],
  linear: ['lin_api_{alnum 40}', 'lin_oauth_{hex 64}'],
  linkedin: ['WPL_AP1.{alnum 16}.{base64 8}'],
  lob: ['live_{hex 35}'],
  mailchimp: ['{hex 32}-us12', '{hex 32}-us6'],
  mailgun: ['key-{hex 32}', '{hex 32}-{hex 8}-{hex 8}'],
  mapbox: ['sk.eyJ1{alnum 80}.{url 22}'],
  netlify: ['nfp_{alnum 36}'],
  'new-relic': ['NRAK-{upper 27}', '{hex 36}NRAL', 'NRJS-{hex 19}', 'NRII-{url 32}'],
  notion: ['ntn_{digits 11}{alnum 35}', 'secret_{alnum 43}'],
  npm: ['npm_{alnum 36}'],
  nuget: ['oy2{lower 43}'],
  okta: ['SSWS 00{url 40}'],
  'one-password': ['ops_eyJ{url 260}'],
  openai: [
    'sk-proj-{url 74}T3BlbkFJ{url 74}',
    'sk-{alnum 20}T3BlbkFJ{alnum 20}',
    'sk-svcacct-{url 74}T3BlbkFJ{url 58}',
  ],
  openrouter: ['sk-or-v1-{hex 64}'],
  perplexity: ['pplx-{alnum 48}'],
  pinecone: ['pcsk_{alnum 6}_{alnum 63}'],
  plaid: ['access-production-{uuid}'],
  planetscale: ['pscale_tkn_{url 43}', 'pscale_pw_{url 43}', 'pscale_oauth_{url 43}'],
  postman: ['PMAK-{hex 24}-{hex 34}'],
  prefect: ['pnu_{alnum 36}'],
  pulumi: ['pul-{hex 40}'],
  pypi: ['pypi-AgEIcHlwaS5vcmc{url 140}'],
  readme: ['rdme_{lower 70}'],
  replicate: ['r8_{alnum 37}'],
  resend: ['re_{alnum 8}_{alnum 24}'],
  rubygems: ['rubygems_{hex 48}'],
  segment: ['sgp_{alnum 64}'],
  sendgrid: ['SG.{url 22}.{url 43}'],
  sentry: [
    'sntrys_eyJ{alnum 120}_{base64 43}',
    'sntryu_{hex 64}',
    'https://{hex 32}@o450123.ingest.sentry.io/4501234',
    'https://{hex 32}:{hex 32}@sentry.shop.dev/4',
  ],
  shippo: ['shippo_live_{hex 40}'],
  shopify: ['shpat_{hex 32}', 'shpca_{hex 32}', 'shppa_{hex 32}', 'shpss_{hex 32}'],
  slack: [
    'xoxb-{digits 12}-{digits 12}-{alnum 24}',
    'xoxp-{digits 12}-{digits 12}-{digits 12}-{hex 32}',
    'xapp-1-A{upper 10}-{digits 13}-{hex 64}',
    'xoxe.xoxp-1-{alnum 160}',
  ],
  'slack-webhook': ['https://hooks.slack.com/services/T{upper 10}/B{upper 10}/{alnum 24}'],
  snyk: ['snyk_uat.{hex 8}.{alnum 60}'],
  sonarqube: ['squ_{hex 40}', 'sqp_{hex 40}', 'sqa_{hex 40}'],
  square: ['sq0atp-{url 22}', 'sq0csp-{url 43}', 'EAAAE{url 59}'],
  stripe: ['sk_live_{alnum 24}', 'rk_live_{alnum 99}', 'sk_test_{alnum 24}', 'whsec_{alnum 32}'],
  supabase: ['sbp_{hex 40}', 'sb_secret_{url 22}_{alnum 8}'],
  tailscale: ['tskey-auth-{alnum 16}-{alnum 32}', 'tskey-api-{alnum 16}-{alnum 32}'],
  tavily: ['tvly-{alnum 32}', 'tvly-dev-{alnum 32}'],
  'teams-webhook': ['https://shop.webhook.office.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{hex 32}/{uuid}'],
  telegram: ['{digits 10}:AA{url 33}'],
  tencent: ['AKID{alnum 32}'],
  'terraform-cloud': ['{alnum 14}.atlasv1.{alnum 67}'],
  twilio: ['SK{hex 32}'],
  twitch: ['oauth:{lower 30}'],
  'twitter-bearer': ['AAAAAAAAAAAAAAAAAAAAA{alnum 25}%3D{alnum 50}'],
  typeform: ['tfp_{url 44}_{alnum 14}'],
  vault: ['hvs.{url 24}', 'hvb.{url 140}', 'hvs.CAES{url 90}'],
  vercel: ['vcp_{alnum 56}', 'vck_{alnum 56}'],
  xai: ['xai-{alnum 80}'],
  'zapier-webhook': ['https://hooks.zapier.com/hooks/catch/{digits 7}/{lower 7}/'],
};

/** A token, and the parts of it nobody may read: the drawn ones. */
export interface Token {
  readonly text: string;
  readonly drawn: readonly string[];
}

export const TOKEN_KINDS: readonly string[] = Object.keys(PATTERNS);

/** How many shapes tokens of a kind come in. */
export const shapesOf = (kind: string): number => PATTERNS[kind]?.length ?? 0;

export function drawToken(kind: string, shape: number, draw: Draw): Token {
  const drawn: string[] = [];
  const text = (PATTERNS[kind]?.[shape] ?? '').replace(/\{(\w+) ?(\d*)\}/g, (_, name: string, length: string) => {
    const piece =
      name === 'uuid' ? drawUuid(draw) : mixed(ALPHABETS[name as keyof typeof ALPHABETS], Number(length), draw);
    drawn.push(piece);
    return piece;
  });
  // Account numbers beside a token are no secrets; what is drawn last, or is the longest, is.
  const longest = Math.max(...drawn.map((piece) => piece.length));
  return { text, drawn: drawn.filter((piece) => piece.length === longest || piece.length >= 20) };
}

export function drawUuid(draw: Draw): string {
  return [8, 4, 4, 4, 12].map((length) => draw.text(ALPHABETS.hex, length)).join('-');
}

// A token neither begins nor ends with a sign, as those that are given out hardly do.
function mixed(alphabet: string, length: number, draw: Draw): string {
  const plain = [...alphabet].filter((character) => /[a-z0-9]/i.test(character)).join('');
  const middle = draw.text(alphabet, Math.max(0, length - 2));
  return draw.text(plain, 1) + middle + draw.text(plain, Math.min(1, length - 1));
}
