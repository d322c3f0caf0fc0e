/**
 * Counts how many values under names of secrets are found, by their kind and by how they are written.
 * node bench/border/values.ts [COUNT]
 */
import { redactText } from '../../src/reading/redaction/redact.ts';
import { drawFrom } from '../../test/border/drawn.ts';
import { tells } from '../../test/border/secret-cases.ts';
import { drawWritten, VALUES_BY_KIND, WAYS } from '../../test/border/values-by-kind.ts';

const count = Number(process.argv[2] ?? 1000);
console.log(`| of ${count} each | ${Object.keys(WAYS).join(' | ')} |`);
console.log(`|---${'|---'.repeat(Object.keys(WAYS).length)}|`);
for (const kind of Object.keys(VALUES_BY_KIND)) {
  const cells = Object.keys(WAYS).map((way) => {
    const draw = drawFrom(33);
    const written = Array.from({ length: count }, () => drawWritten(draw, kind, way));
    const found = written.filter(({ text, value }) => !tells(redactText(text).text, value)).length;
    return `${((100 * found) / count).toFixed(1)} %`;
  });
  console.log(`| ${kind} | ${cells.join(' | ')} |`);
}
