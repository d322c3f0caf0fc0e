import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnvironment } from '../../src/config/environment.ts';
import { parseCommand } from '../../src/surfaces/cli/program.ts';

interface Service {
  readonly image: string;
  readonly command: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const file = join(import.meta.dirname, '../../deploy/compose.yaml');
const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as { services: Record<string, Service> };
const ours = Object.entries(services).filter(([, { image, entrypoint }]) => image === 'knap' && !entrypoint);

test('the compose file has a worker and a server', () =>
  expect(ours.map(([name]) => name)).toEqual(['worker', 'server']));

for (const [name, { command, environment }] of ours)
  test(`the command of the ${name} is one of knap's, and so are its settings`, async () => {
    const parsed = await parseCommand(command, process as never);
    expect('server' in parsed ? 'server' : 'worker').toBe(name);
    const set = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, value.replace(/\$\{\w+:-(.*)\}/, '$1')]),
    );
    const { layer, notes } = readEnvironment(set);
    expect(notes).toEqual([]);
    expect(layer.store).toMatch(/^postgres:/);
  });
