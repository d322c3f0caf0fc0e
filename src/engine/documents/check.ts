import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { isBelow } from '../../pipeline/show/list-documents.ts';
import type { CheckAnswer, CheckInput } from '../../ports/knowledge.ts';
import { confine } from '../../reading/confine.ts';
import { readPlainFile } from '../../reading/plain-file.ts';
import { type CheckedDocument, checkDocuments } from '../../sources/markdown/check/check-documents.ts';
import { type Finding, isError } from '../../sources/markdown/check/finding.ts';
import { fixDocument } from '../../sources/markdown/check/fix-document.ts';
import { createDirectory } from '../../sources/markdown/links/directory.ts';
import { readDocument } from '../../sources/markdown/read-document.ts';
import { askInBatches } from '../ask-in-batches.ts';
import { isDocument, pathTables } from '../links/link-directory.ts';
import type { QuestionRun } from '../question-run.ts';
import { redactLines } from './knowledge-run.ts';

/** Everything wrong with the documents of the workspace. All of them are read: a link can lead to any. */
export async function runCheck(input: CheckInput, context: QuestionRun): Promise<CheckAnswer> {
  const first = await findingsOf(input, context);
  const fixed = input.fix ? await fixAll(first.findings, context) : [];
  const { findings, documents } = fixed.length === 0 ? first : await findingsOf(input, context);
  const messages = await redactLines(
    findings.map(({ message }) => message),
    context.parts.redact,
  );
  const shown = findings.map((finding, index) => ({ ...finding, message: messages[index] ?? '' }));
  return { findings: shown, errors: findings.filter(isError).length, fixed, documents, notes: context.notes };
}

async function findingsOf({ paths }: CheckInput, { parts }: QuestionRun) {
  const { rootPatterns } = parts;
  const { files } = await parts.store.opening();
  const storedText = askInBatches(parts.store.texts);
  const read = await Promise.all(
    files.filter(isDocument).map(async ({ path, hash }): Promise<readonly CheckedDocument[]> => {
      const text = (await parts.reader.read(path))?.text ?? (await storedText(hash));
      return text === undefined ? [] : [{ text, facts: readDocument(text, path, { rootPatterns }) }];
    }),
  );
  const documents = read.flat();
  const { otherAt } = pathTables(files, rootPatterns);
  const directory = createDirectory(
    documents.map(({ facts }) => facts),
    otherAt,
  );
  const findings = checkDocuments(documents, { limits: DEFAULTS.markdown, directory });
  const lost = paths?.find((asked) => !files.some(({ path }) => isBelow(path, asked)));
  if (lost !== undefined) throw new ContextError('NO_SUCH_FILE', `There is no file or folder ${lost} to check.`);
  const isAsked = (at: string) => paths?.some((path) => isBelow(at, path)) ?? true;
  return {
    findings: findings.filter(({ path }) => isAsked(path)),
    documents: documents.filter(({ facts }) => isAsked(facts.path)).length,
  };
}

async function fixAll(findings: readonly Finding[], { root, parts }: QuestionRun): Promise<readonly string[]> {
  if (parts.kept !== null)
    throw new ContextError('BAD_INPUT', `${parts.kept} is only read: mend it where its files are.`);
  const fixed: string[] = [];
  for (const [path, own] of Map.groupBy(findings, (finding) => finding.path)) {
    if (!own.some(({ isFixable }) => isFixable)) continue;
    if (await fixFile(root, path, own)) fixed.push(path);
    parts.reader.forget(path);
  }
  return fixed;
}

/** Mends a file in place and says whether it did; every other byte stays. What is no plain UTF-8 is left alone. */
async function fixFile(root: string, path: string, findings: readonly Finding[]): Promise<boolean> {
  const confined = confine(await realpath(root), path);
  if ('refusal' in confined) return false;
  const bytes = readPlainFile(confined.real, { bytesMax: DEFAULTS.scan.fileBytesMax });
  if (typeof bytes === 'string') return false;
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return false;
  const mended = fixDocument(text, findings);
  if (mended === text) return false;
  // Written beside it and moved, so that nobody ever sees half a file.
  const beside = `${confined.real}.knap-fix`;
  try {
    await writeFile(beside, mended, { mode: (await stat(confined.real)).mode, flag: 'wx' });
    await rename(beside, confined.real);
  } catch (cause) {
    await rm(beside, { force: true });
    throw new ContextError('CANNOT_WRITE', `${path} cannot be mended.`, { cause });
  }
  return true;
}
