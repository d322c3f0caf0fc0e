import { ATTACKS } from '../../test/border/forging-attacks.ts';
import { brokenBy, TRIALS } from '../../test/border/forging-pages.ts';

// Counts how many forging and escape attacks fail, by format and place on the page.
// node bench/border/forging.ts
const formats = [...new Set(TRIALS.map(({ format }) => format))];
const surfaces = [...new Set(TRIALS.map(({ surface }) => surface))];
console.log(`${ATTACKS.length} attacks\n`);
console.log(`| page: place | ${formats.join(' | ')} |`);
console.log(`|---|${formats.map(() => '---|').join('')}`);
let [held, tried] = [0, 0];
for (const surface of surfaces) {
  const cells = formats.map((format) => {
    const trial = TRIALS.find((one) => one.surface === surface && one.format === format)!;
    const broken = brokenBy(trial, ATTACKS).map((line) => line.slice(0, line.indexOf(':')));
    tried += ATTACKS.length;
    held += ATTACKS.length - broken.length;
    return broken.length === 0 ? `${ATTACKS.length}` : `${ATTACKS.length - broken.length} (not: ${broken.join(', ')})`;
  });
  console.log(`| ${surface} | ${cells.join(' | ')} |`);
}
console.log(`\nheld: ${held} of ${tried}`);
