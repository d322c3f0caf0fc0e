import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, textOf } from '../../repo/tracked-files.ts';

// A machine that never saw knap: a fresh Debian with git, and Node and npm where they are said to be there. Making one takes root and
// minutes; CHROOT_BASE names one that `debootstrap --variant=minbase --include=git bookworm DIR` made before.

const folder = mkdtempSync(join(tmpdir(), 'knap-machine-'));
const machine = join(folder, 'machine');
const { version } = JSON.parse(textOf('package.json'));
const USER = '1000:1000';
const canMake =
  process.getuid?.() === 0 &&
  (process.env.CHROOT_BASE !== undefined || spawnSync('debootstrap', ['--version']).status === 0);

/** A line of a shell on that machine, as somebody who is not root unless it says so. */
function type(line: string, { user = USER, at = '/home/dev' } = {}) {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', HOME: user === USER ? '/home/dev' : '/root' };
  // Mounted for this line alone: nothing is left behind whatever happens.
  const enter = 'mount -t proc proc "$1/proc" && exec /usr/sbin/chroot "--userspec=$2" "$1" sh -c "cd $3 && $4"';
  const args = ['--mount', 'sh', '-c', enter, 'sh', machine, user, at, line];
  const { status, stdout, stderr } = spawnSync('/usr/bin/unshare', args, { encoding: 'utf8', env });
  return { status, stdout, stderr };
}

describe.skipIf(!canMake)('on a machine that never saw knap', () => {
  beforeAll(() => {
    const base = process.env.CHROOT_BASE;
    if (base !== undefined) execFileSync('cp', ['-a', base, machine]);
    else execFileSync('debootstrap', ['--variant=minbase', '--include=git', 'bookworm', machine], { stdio: 'pipe' });
    mkdirSync(join(machine, 'home/dev/shop/src'), { recursive: true });
    execFileSync('sh', ['-c', `cp -a "${ROOT}"/src/truncators/*.ts "${machine}/home/dev/shop/src/"`]);
    execFileSync('chown', ['-R', USER, join(machine, 'home/dev')]);
    execFileSync('sh', ['-c', `[ -e "${machine}/dev/null" ] || mknod -m 666 "${machine}/dev/null" c 1 3`]);
    expect(
      type('git init -q . && git add -A && git -c user.name=D -c user.email=d@localhost commit -qm Start', {
        at: '/home/dev/shop',
      }),
    ).toMatchObject({
      status: 0,
    });
  }, 1_500_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const asUser: [line: string, status: number, said: RegExp][] = [
    ['knap --version', 0, new RegExp(`^${version.replaceAll('.', '\\.')}\n$`)],
    ['knap', 0, /knap pack/],
    ['knap pack "fix bookend: the marker is not priced" --format markdown', 0, /src\/bookend\.ts/],
    ['knap query bookend', 0, /src\/bookend\.ts/],
    ['knap show src/bookend.ts', 0, /Truncator/],
    ['knap doctor', 0, /^well +index +\d+ files, up to date$/m],
    ['knap setup claude-code --write && knap doctor', 0, /^well +agents +Claude Code knows knap \(user\)$/m],
  ];
  const follow = () => {
    for (const [line, status, said] of asUser) {
      const outcome = type(line, { at: '/home/dev/shop' });
      expect([line, outcome]).toEqual([line, expect.objectContaining({ status, stdout: expect.stringMatching(said) })]);
    }
  };

  test('on a machine without Node the single file runs each command of the quick start', () => {
    execFileSync(process.execPath, [join(ROOT, 'scripts/make-executable.ts'), join(machine, 'usr/local/bin/knap')], {
      stdio: 'pipe',
    });
    expect(type('command -v node').status).not.toBe(0);
    follow();
  }, 600_000);

  test('on a machine with only Node and npm the tarball installs, and each command of the quick start works', () => {
    for (const left of ['usr/local/bin/knap', 'home/dev/shop/.knap', 'home/dev/.claude.json'])
      rmSync(join(machine, left), { recursive: true, force: true });
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', join(machine, 'root')], {
      cwd: ROOT,
      env: { ...process.env, PATH },
      stdio: 'pipe',
    });
    cpSync(realpathSync(process.execPath), join(machine, 'usr/local/bin/node'));
    const npm = join(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())), '..');
    cpSync(npm, join(machine, 'usr/local/lib/node_modules/npm'), { recursive: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(machine, 'usr/local/bin/npm'));
    expect(readdirSync(join(machine, 'root'))).toContain(`knap-${version}.tgz`);
    const install = 'npm install --global --offline --no-audit --no-fund ./knap-*.tgz';
    const installed = type(install, { user: '0:0', at: '/root' });
    expect(installed).toMatchObject({ status: 0, stderr: '' });
    follow();
  }, 600_000);
});
