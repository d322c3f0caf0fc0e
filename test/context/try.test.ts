import { test } from 'vitest';
import { TANA_ROWS } from '../worlds/tana-world.ts';
import { onGraph } from './graph-world.ts';

test('x', async () => {
  const a = await onGraph(
    {
      rows: TANA_ROWS,
      files: {
        'src/schema.ts': 'export function eventSchema() {\n  return { parcelId: "", weight: 1 };\n}\n',
        'src/other.ts': 'export const x = 1;\n',
      },
    },
    (e) => e.pack({ task: 'Implement the event schema for parcel scans', format: 'markdown' }),
  );
  console.log(a.text);
  const b = await onGraph(
    {
      rows: TANA_ROWS,
      files: {
        'src/schema.ts': 'export function eventSchema() {\n  return { parcelId: "", weight: 1 };\n}\n',
        'src/other.ts': 'export const x = 1;\n',
      },
    },
    (e) => e.pack({ task: 'Implement the event schema for parcel scans', sources: ['tana'], format: 'markdown' }),
  );
  console.log(b.text);
  const c = await onGraph(
    {
      rows: TANA_ROWS,
      files: {
        'src/schema.ts': 'export function eventSchema() {\n  return { parcelId: "", weight: 1 };\n}\n',
        'docs/a.md': '# Schema\n\nEvent schema of parcels.\n',
      },
    },
    (e) => e.context({ seeds: ['event schema'], sources: ['code', 'markdown'] }),
  );
  console.log(c.text);
});
