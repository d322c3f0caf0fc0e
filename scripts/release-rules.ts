import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Golden pages of the public API; a change of them is a change of the API. */
const API = ['test/golden/api', 'schemas'];

type Version = readonly [major: number, minor: number, patch: number];

/** The reasons against releasing a tree, each with what to do. */
export function whyNotRelease(root: string): readonly string[] {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const lock: { version: string } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain');
  const [heading = 'none'] = /^## .*$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? [];
  const next = versionOf(version);
  const before = lastReleased(git('tag', '--merged', 'HEAD'));
  return [
    ...(changed === '' ? [] : [`the tree is not clean: commit or remove\n${changed}`]),
    ...(next === null ? [`${version} is no version like 1.2.3`] : []),
    ...(lock.version === version ? [] : [`package-lock.json says ${lock.version}: run npm install`]),
    ...(heading.startsWith(`## ${version}`) ? [] : [`CHANGELOG.md begins with "${heading}": head it "## ${version}"`]),
    ...(next === null || before === null
      ? []
      : tooSmall(next, before, git('diff', `v${before.join('.')}`, '--', ...API))),
  ];
}

// Below 1.0.0 a breaking change raises the second number and any other change the third.
function tooSmall(next: Version, before: Version, diff: string): readonly string[] {
  const { least, because } = leastAfter(before, diff);
  const isEnough = compare(next, least) >= 0;
  return isEnough
    ? []
    : [`${next.join('.')} is too small: ${because} since ${before.join('.')}, so ${least.join('.')}`];
}

function leastAfter([major, minor, patch]: Version, diff: string): { least: Version; because: string } {
  const lines = diff.split('\n');
  const isBroken = lines.some((line) => /^-(?!--)/.test(line));
  const isWider = lines.some((line) => /^\+(?!\+\+)/.test(line));
  if (isBroken)
    return { least: major === 0 ? [0, minor + 1, 0] : [major + 1, 0, 0], because: 'the API lost or changed something' };
  if (isWider && major > 0) return { least: [major, minor + 1, 0], because: 'the API has something new' };
  return { least: [major, minor, patch + 1], because: 'there was a release' };
}

function lastReleased(tags: string): Version | null {
  const versions = tags.split('\n').flatMap((tag) => {
    const version = tag.startsWith('v') ? versionOf(tag.slice(1)) : null;
    return version === null ? [] : [version];
  });
  return versions.sort(compare).at(-1) ?? null;
}

function versionOf(text: string): Version | null {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  return patch === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
