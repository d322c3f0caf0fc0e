import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whyNotRelease } from '../../scripts/release-rules.ts';
import { makeWorld } from '../worlds/world.ts';

interface Release {
  readonly version: string;
  readonly heading?: string;
  /** The page of the API, which was `pack\nquery\n` when `before` was released. */
  readonly api?: string;
  readonly before?: string;
  readonly uncommitted?: boolean;
}

const cases: [name: string, release: Release, said: RegExp | null][] = [
  ['the first release', { version: '0.1.0' }, null],
  ['a tree that is not clean', { version: '0.1.0', uncommitted: true }, /not clean: commit or remove\n.*notes\.txt/],
  ['a version that is none', { version: '0.1' }, /no version like/],
  ['changes without a heading', { version: '0.2.0', heading: '## Unreleased' }, /begins with "## Unreleased"/],
  ['the same version again', { version: '1.0.0', before: '1.0.0' }, /1\.0\.0 is too small.*so 1\.0\.1/],
  ['a mended fault', { version: '1.0.1', before: '1.0.0' }, null],
  ['something new as a mended fault', { version: '1.0.1', before: '1.0.0', api: 'pack\nquery\nshow\n' }, /so 1\.1\.0/],
  ['something new', { version: '1.1.0', before: '1.0.0', api: 'pack\nquery\nshow\n' }, null],
  ['a break as something new', { version: '1.1.0', before: '1.0.0', api: 'pack\n' }, /lost or changed.*so 2\.0\.0/],
  ['a break', { version: '2.0.0', before: '1.0.0', api: 'pack\n' }, null],
  ['before 1.0 a break', { version: '0.2.0', before: '0.1.9', api: 'pack\n' }, null],
  ['before 1.0 a break as a mended fault', { version: '0.1.10', before: '0.1.9', api: 'pack\n' }, /so 0\.2\.0/],
  ['before 1.0 something new', { version: '0.1.10', before: '0.1.9', api: 'pack\nquery\nshow\n' }, null],
];
for (const [name, { version, heading = `## ${version}`, api = 'pack\nquery\n', before, uncommitted }, said] of cases)
  test(`a release of ${version} after ${before ?? 'nothing'} is ${said === null ? 'allowed' : 'refused'}: ${name}`, () => {
    const manifests = (text: string) => ({
      'package.json': `{ "version": "${text}" }\n`,
      'package-lock.json': `{ "version": "${text}" }\n`,
    });
    using world = makeWorld(
      { ...manifests(before ?? '0.0.0'), 'test/golden/api/commands.txt': 'pack\nquery\n', 'schemas/a.json': '{}\n' },
      [{ message: 'Before', files: {} }],
    );
    if (before !== undefined) world.git('tag', `v${before}`);
    world.write({
      ...manifests(version),
      'CHANGELOG.md': `# Changes\n\n${heading}\n\n- x\n`,
      'test/golden/api/commands.txt': api,
    });
    world.git('add', '-A');
    world.git('commit', '-q', '--allow-empty', '-m', 'Next');
    if (uncommitted) writeFileSync(join(world.root, 'notes.txt'), 'x');
    const reasons = whyNotRelease(world.root);
    expect(reasons).toEqual(said === null ? [] : [expect.stringMatching(said)]);
  });
