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

test('the compose file runs knap as a worker and as a server', () =>
  expect(ours.map(([name]) => name)).toEqual(['worker', 'server']));

for (const [name, { command, environment }] of ours)
  test(`the ${name} of the compose file has a valid command and known settings`, async () => {
    const parsed = await parseCommand(command, process as never);
    expect('server' in parsed ? 'server' : 'worker').toBe(name);
    const set = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, value.replace(/\$\{\w+:-(.*)\}/, '$1')]),
    );
    const { layer, notes } = readEnvironment(set);
    expect(notes).toEqual([]);
    expect(layer.store).toMatch(/^postgres:/);
  });

test('the image is built from the files that compose names and runs knap as a user other than root', () => {
  const { dockerfile, context } = (services.worker as unknown as { build: Record<string, string> }).build;
  expect([dockerfile, context]).toEqual(['deploy/Dockerfile', '..']);
  const [, last = ''] = readFileSync(join(import.meta.dirname, '../..', dockerfile!), 'utf8').split(
    /^FROM .*\n(?![\s\S]*^FROM )/m,
  );
  const lines = last.split('\n');
  expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
  expect(lines.findIndex((line) => line.startsWith('RUN '))).toBeLessThan(lines.indexOf('USER node'));
  expect(lines).toContain('ENTRYPOINT ["knap"]');
});
