import { redactText } from '../../src/reading/redaction/redact.ts';
import { readShapes } from '../../test/border/shapes.ts';

// Counts how many secrets of a file are replaced, and how much of what must stay does. A secret counts as replaced if no eight characters
// of it in a row are left: node bench/border/shapes.ts FILE, for example test/border/places.txt.
const PIECE = 8;
const shapes = readShapes(process.argv[2]!);
let [secrets, found, stays, kept, whole] = [0, 0, 0, 0, 0];
for (const shape of shapes) {
  // The mark of a redaction may hold letters of the secret.
  const text = redactText(shape.text).text.replace(/\[redacted: [\w-]+\]/g, '[]');
  const isLeft = (secret: string) =>
    Array.from({ length: Math.max(1, secret.length - PIECE + 1) }, (_, at) => secret.slice(at, at + PIECE)).some(
      (piece) => text.includes(piece),
    );
  const missed = shape.secrets.filter(isLeft).length;
  secrets += shape.secrets.length;
  found += shape.secrets.length - missed;
  if (missed === 0) whole++;
  stays += shape.stays.length;
  kept += shape.stays.filter((piece) => text.includes(piece)).length;
}
const share = (part: number, all: number) => `${part} of ${all} (${((100 * part) / all).toFixed(1)} %)`;
console.log(`secrets replaced: ${share(found, secrets)}; texts without a leak: ${share(whole, shapes.length)}`);
console.log(`what must stay and did: ${share(kept, stays)}`);
