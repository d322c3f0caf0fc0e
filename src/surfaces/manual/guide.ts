// Finds the pages of the guide for `knap help`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { findNearestWord } from '../../config/did-you-mean.ts';
import { packageFile } from '../../config/this-package.ts';
import { ContextError } from '../../model/errors.ts';
import { readPlainText } from '../../reading/plain-file.ts';

const FOLDER = packageFile('docs/guide');
const INDEX = 'README.md';
const INDEX_TOPIC = 'guide';

/** The topics of `knap help` besides commands: the pages of the guide, and `guide`, which lists them. */
export function guideTopics(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .map((name) => (name === INDEX ? INDEX_TOPIC : name.replace(/\.md$/, '')));
}

export function guideText(topic: string): string {
  const topics = guideTopics();
  const file = topic === INDEX_TOPIC ? INDEX : `${topic}.md`;
  const text = topics.includes(topic)
    ? readPlainText(join(FOLDER, file), { ...DEFAULTS.kept, followsLinks: true })
    : null;
  if (text !== null) return text;
  const near = findNearestWord(topic, topics) ?? topics.find((other) => other.includes(topic)) ?? null;
  throw new ContextError(
    'BAD_INPUT',
    `There is no command and no page of the guide named "${topic}"; ${near === null ? 'for all pages: knap help guide' : `did you mean: knap help ${near}`}`,
  );
}
