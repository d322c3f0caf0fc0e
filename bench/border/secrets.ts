/**
 * How many planted secrets are found, by kind, and how fast texts are searched.
 * node bench/border/secrets.ts [open|kept] [folder of texts to time on]
 */
import { createRedact } from '../../src/reading/redaction/redact.ts';
import { type Half, type SecretCase, secretCases, tells } from '../../test/border/secret-cases.ts';
import { textsBelow } from './texts-below.ts';

const [half = 'open', folder] = process.argv.slice(2);
const redact = createRedact();

const leaks: SecretCase[] = [];
const cases = secretCases(half as Half);
for (const one of cases) {
  const { text } = await redact(one.text, one.path);
  if (one.secrets.some((secret) => tells(text, secret))) leaks.push(one);
}
const kinds = Map.groupBy(leaks, ({ kind }) => kind);
for (const [kind, [first, ...others]] of kinds)
  console.log(`${kind}: ${1 + others.length} leak, first: ${first?.text}`);
const kindCount = new Set(cases.map(({ kind }) => kind)).size;
const share = (100 * (1 - leaks.length / cases.length)).toFixed(2);
console.log(
  `${half}: ${cases.length - leaks.length} of ${cases.length} found (${share} %), ${kindCount} kinds, ${kinds.size} with leaks`,
);

if (folder !== undefined) {
  const texts = [...textsBelow(folder)];
  const bytes = texts.reduce((sum, { text }) => sum + text.length, 0);
  const scan = await processorSeconds(async () => {
    for (const { text } of texts) text.includes('\0 nowhere');
  });
  const search = await processorSeconds(async () => {
    for (const { text, path } of texts) await redact(text, path);
  });
  const rate = (bytes / 1e6 / search).toFixed(1);
  console.log(
    `${(bytes / 1e6).toFixed(1)} MB: ${search.toFixed(2)} s of processor time, ${rate} MB/s; a plain scan ${scan.toFixed(2)} s`,
  );
}

async function processorSeconds(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
