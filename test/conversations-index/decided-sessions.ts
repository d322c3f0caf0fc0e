/** A session of somebody with a model: what was asked, what was said, and the sentence in which it was settled. */
export interface DecidedSession {
  readonly format: 'plain' | 'claude-code' | 'codex' | 'chatgpt' | 'claude-export';
  readonly file: string;
  readonly code: string;
  readonly title: string;
  readonly turns: readonly (readonly [role: 'user' | 'assistant', text: string])[];
  /** A part of the decision that stands nowhere else. */
  readonly decision: string;
  /** A later task in the words of the session, none of which names the file. */
  readonly task: string;
}

const LONG = Array.from(
  { length: 14 },
  (_, at) => `Step ${at + 1} of the walk through the code, nothing settled here.`,
);

// table
export const DECIDED: readonly DecidedSession[] = [
  {
    format: 'plain',
    file: 'src/payments/webhook.ts',
    code: 'export function handleWebhook(event: { id: string }) {\n  return confirm(event.id);\n}\n',
    title: 'Stripe retries',
    turns: [
      ['user', 'Customers get two mails when Stripe retries. Look at src/payments/webhook.ts'],
      ['assistant', 'Stripe sends the same event again after a timeout, and nothing remembers the first.'],
      ['assistant', 'We decided to keep a table of handled event ids and skip those in handleWebhook.'],
    ],
    decision: 'keep a table of handled event ids',
    task: 'customers get two mails when Stripe retries after a timeout',
  },
  {
    format: 'claude-code',
    file: 'src/search/tokenize.ts',
    code: 'export function splitWords(text: string) {\n  return text.split(/\\s+/);\n}\n',
    title: 'German compounds',
    turns: [
      ['user', 'German compounds are never found by the word inside them.'],
      ['assistant', `I read src/search/tokenize.ts.\n\n${LONG.join('\n')}`],
      ['user', "Let's go with a dictionary of stems instead of n-grams, the index doubles otherwise."],
    ],
    decision: 'a dictionary of stems instead of n-grams',
    task: 'German compounds: the word inside them is not found',
  },
  {
    format: 'codex',
    file: 'src/mail/queue.ts',
    code: 'export class MailQueue {\n  push(letter: string) {\n    return letter;\n  }\n}\n',
    title: 'Lost letters',
    turns: [
      ['user', 'Letters vanish when the worker is restarted, see `MailQueue`.'],
      ['assistant', 'The queue lives in memory only.'],
      ['assistant', 'Decision: letters go to PostgreSQL first and are sent from there.'],
    ],
    decision: 'letters go to PostgreSQL first',
    task: 'letters vanish when the worker is restarted',
  },
  {
    format: 'chatgpt',
    file: 'src/auth/session.ts',
    code: 'export function openSession(user: string) {\n  return { user, token: user };\n}\n',
    title: 'Session length',
    turns: [
      ['user', 'How long should a login last? The code is in `src/auth/session.ts`.'],
      ['assistant', 'Banks take minutes, shops take weeks.'],
      ['user', "We'll keep sessions for fourteen days because support drowns in password resets."],
    ],
    decision: 'sessions for fourteen days',
    task: 'support drowns in password resets, how long does a login last',
  },
  {
    format: 'claude-export',
    file: 'src/report/monthly.ts',
    code: 'export function monthlyReport(rows: number[]) {\n  return rows.length;\n}\n',
    title: 'Slow monthly numbers',
    turns: [
      ['user', 'monthlyReport takes eleven minutes on the first of the month.'],
      ['assistant', 'It sums every order each time.'],
      ['assistant', 'We agreed to sum once a night into a table of days and read only that.'],
    ],
    decision: 'sum once a night into a table of days',
    task: 'the numbers take eleven minutes on the first of the month',
  },
  {
    format: 'plain',
    file: 'src/stock/reserve.ts',
    code: 'export function reserveItem(sku: string) {\n  return sku;\n}\n',
    title: 'Oversold',
    turns: [
      ['user', 'Two buyers got the last lamp. What does src/stock/reserve.ts do about it?'],
      ['assistant', 'Nothing: it reads, then writes.'],
      ['user', 'I opted for an advisory lock on the sku, not for serializable transactions.'],
    ],
    decision: 'an advisory lock on the sku',
    task: 'two buyers got the last lamp',
  },
  {
    format: 'claude-code',
    file: 'src/api/pages.ts',
    code: 'export function listPage(offset: number) {\n  return offset;\n}\n',
    title: 'Pages that jump',
    turns: [
      ['user', 'While scrolling, rows come twice. See `listPage` in src/api/pages.ts.'],
      ['assistant', 'Offsets move when a row is inserted.'],
      ['assistant', 'So: we went with cursors instead of offsets.\n\nThe cursor is the id of the last row.'],
    ],
    decision: 'we went with cursors instead of offsets',
    task: 'while scrolling rows come twice',
  },
  {
    format: 'codex',
    file: 'src/import/csv.ts',
    code: 'export function readCsv(text: string) {\n  return text.split("\\n");\n}\n',
    title: 'Broken umlauts',
    turns: [
      ['user', 'Umlauts are broken in files from Excel; readCsv reads them.'],
      ['assistant', 'Excel on Windows writes Latin-1 without saying so.'],
      ['user', 'The decision is to guess Latin-1 where UTF-8 cannot be decoded, and to say so in the log.'],
    ],
    decision: 'guess Latin-1 where UTF-8 cannot be decoded',
    task: 'umlauts are broken in files that come from Excel',
  },
  {
    format: 'chatgpt',
    file: 'src/cache/prices.ts',
    code: 'export const priceCache = new Map<string, number>();\n',
    title: 'Yesterday prices',
    turns: [
      ['user', 'The shop shows prices of yesterday until somebody restarts it: src/cache/prices.ts'],
      [
        'assistant',
        `${LONG.join('\n')}\n\nWe settled on a lifetime of five minutes for every price.\n\n${LONG.join('\n')}`,
      ],
    ],
    decision: 'a lifetime of five minutes for every price',
    task: 'the shop shows prices of yesterday until a restart',
  },
  {
    format: 'claude-export',
    file: 'src/upload/scan.ts',
    code: 'export async function scanUpload(name: string) {\n  return name;\n}\n',
    title: 'Virus scan',
    turns: [
      ['user', 'Uploads wait twenty seconds for the virus scan in `scanUpload`.'],
      ['assistant', 'It blocks the request.'],
      ['user', 'It was agreed that uploads are accepted at once and quarantined until the scanner has answered.'],
    ],
    decision: 'quarantined until the scanner has answered',
    task: 'uploads wait twenty seconds for the virus scanner',
  },
  {
    format: 'plain',
    file: 'src/clock/zones.ts',
    code: 'export function zoneOf(city: string) {\n  return city;\n}\n',
    title: 'Summer time',
    turns: [
      ['user', 'Meetings move by an hour in March.'],
      ['assistant', '`zoneOf` keeps an offset, and offsets change.'],
      ['assistant', "I'll keep the name of the zone rather than the offset, so March moves nothing."],
    ],
    decision: 'the name of the zone rather than the offset',
    task: 'meetings move by an hour in March',
  },
  {
    format: 'claude-code',
    file: 'src/pdf/invoice.ts',
    code: 'export function drawInvoice(total: number) {\n  return String(total);\n}\n',
    title: 'Invoices on two pages',
    turns: [
      ['user', 'Invoices with many lines lose the total. drawInvoice in src/pdf/invoice.ts'],
      ['assistant', 'The total is drawn on the first page only.'],
      ['user', '## Decision\n\nThe total is repeated at the foot of every page.'],
    ],
    decision: 'The total is repeated at the foot of every page',
    task: 'invoices with many lines lose their total',
  },
  {
    format: 'codex',
    file: 'src/flags/rollout.ts',
    code: 'export function isOn(flag: string) {\n  return flag === "x";\n}\n',
    title: 'Flags for half the users',
    turns: [
      ['user', 'We want a flag for half the users. `src/flags/rollout.ts`'],
      ['assistant', 'By random number they would see it come and go.'],
      ['assistant', "We're going with a hash of the user id because it stays the same between visits."],
    ],
    decision: 'a hash of the user id because it stays the same',
    task: 'a flag for half the users must not come and go between visits',
  },
  {
    format: 'chatgpt',
    file: 'src/audit/trail.ts',
    code: 'export function record(action: string) {\n  return action;\n}\n',
    title: 'Audit trail',
    turns: [
      ['user', 'The auditors ask who changed a price. src/audit/trail.ts knows nothing of users.'],
      ['assistant', 'It could take the user from the request.'],
      ['user', 'We have decided that every write takes the acting user as its first argument.'],
    ],
    decision: 'every write takes the acting user',
    task: 'auditors ask who changed a price',
  },
  {
    format: 'claude-export',
    file: 'src/geo/nearest.ts',
    code: 'export function nearestStore(lat: number) {\n  return lat;\n}\n',
    title: 'Nearest store across the border',
    turns: [
      ['user', 'nearestStore sends people in Basel to France.'],
      ['assistant', 'It measures the distance and nothing else.'],
      ['user', 'Final decision: only stores of the same country, even where another is closer.'],
    ],
    decision: 'only stores of the same country',
    task: 'people in Basel are sent to France',
  },
  {
    format: 'plain',
    file: 'src/retry/backoff.ts',
    code: 'export function waitFor(attempt: number) {\n  return attempt * 100;\n}\n',
    title: 'Thundering herd',
    turns: [
      ['user', 'After an outage all clients come back in the same second. src/retry/backoff.ts'],
      ['assistant', 'They all wait equally long.'],
      ['assistant', 'We chose full jitter over equal jitter because it spreads the clients best.'],
    ],
    decision: 'full jitter over equal jitter',
    task: 'after an outage all clients come back in the same second',
  },
  {
    format: 'claude-code',
    file: 'src/i18n/plural.ts',
    code: 'export function pluralOf(count: number) {\n  return count === 1 ? "one" : "other";\n}\n',
    title: 'Polish plurals',
    turns: [
      ['user', 'Polish has three plurals and `pluralOf` knows two.'],
      ['assistant', 'The platform has rules for all languages.'],
      ['user', "Let's use Intl.PluralRules instead of our own table."],
    ],
    decision: 'Intl.PluralRules instead of our own table',
    task: 'Polish has three plurals',
  },
  {
    format: 'codex',
    file: 'src/backup/rotate.ts',
    code: 'export function rotate(days: number) {\n  return days;\n}\n',
    title: 'Backups fill the disk',
    turns: [
      ['user', 'Backups fill the disk every quarter; src/backup/rotate.ts never removes any.'],
      ['assistant', 'It could keep daily ones for a week and monthly ones for a year.'],
      ['user', 'Agreed: seven daily, twelve monthly, everything else goes.'],
    ],
    decision: 'seven daily, twelve monthly',
    task: 'backups fill the disk every quarter',
  },
  {
    format: 'chatgpt',
    file: 'src/orders/cancel.ts',
    code: 'export function cancelOrder(id: string) {\n  return id;\n}\n',
    title: 'Cancelled parcels',
    turns: [
      ['user', 'Cancelled orders are sent all the same. `cancelOrder` is called too late.'],
      ['assistant', 'The parcel label is printed within a minute.'],
      ['assistant', "The plan is settled: we'll hold every parcel for ten minutes instead of recalling it."],
    ],
    decision: 'hold every parcel for ten minutes',
    task: 'cancelled parcels are sent all the same',
  },
  {
    format: 'claude-export',
    file: 'src/limits/quota.ts',
    code: 'export function quotaOf(plan: string) {\n  return plan.length;\n}\n',
    title: 'Quota at midnight',
    turns: [
      ['user', 'All quotas are used up a minute after midnight: src/limits/quota.ts'],
      ['assistant', 'They start anew at the same moment for everybody.'],
      ['user', 'We are going to use a sliding window of a day rather than midnight.'],
    ],
    decision: 'a sliding window of a day rather than midnight',
    task: 'quotas are used up a minute after midnight',
  },
];
