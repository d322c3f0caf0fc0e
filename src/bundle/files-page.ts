import { codeSpan, plainLine } from '../formats/markdown/escape.ts';
import { WHY_OUT } from '../model/explained-files.ts';
import type { Exclusion, Pack } from '../model/pack.ts';

/** FILES.md: every ranked file with how likely it is needed and the evidence behind it, then what was left out and why. */
export function filesPage(pack: Pack): string {
  const files = pack.files.map((file, index) => {
    const levels = pack.blocks
      .filter(({ path }) => path === file.path)
      .map(({ startLine, endLine, level }) => `${startLine}-${endLine} ${level}`);
    const quotes = levels.length > 0 ? `quoted: ${levels.join(', ')}` : 'not quoted';
    const reasons = file.reasons.map(
      ({ signal, value, weight, because }) =>
        `   - ${signal} ${value.toFixed(2)} × ${Number(weight.toFixed(3))}: ${plainLine(because)}`,
    );
    const { likelihood, score } = file;
    const need = likelihood === null ? `score ${score.toFixed(2)}` : `${Math.round(100 * likelihood)} % likely`;
    return [`${index + 1}. ${codeSpan(file.path)} ${need} (${quotes})`, ...reasons].join('\n');
  });
  const left = pack.references.map(
    ({ path, name, startLine, endLine, excludedBecause, because }) =>
      `- ${codeSpan(`${path}:${startLine}-${endLine}`)} ${codeSpan(name)} (${WHY_OUT[excludedBecause].why}): ${plainLine(because)}`,
  );
  const counts = Object.entries(pack.excluded)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `- ${WHY_OUT[name as Exclusion].why}: ${count}`);
  return `${[
    '# Files',
    files.length > 0 ? files.join('\n') : 'No file was found for this task.',
    ...(left.length > 0 ? ['## Not quoted', left.join('\n')] : []),
    ...(counts.length > 0 ? ['## Excluded, by reason', counts.join('\n')] : []),
  ].join('\n\n')}\n`;
}
