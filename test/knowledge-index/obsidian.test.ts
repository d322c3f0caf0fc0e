import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { knap } from '../surfaces/knap.ts';
import { makeWorld, type World } from '../worlds/world.ts';

// A vault as Obsidian writes one: names without folders, aliases, blocks that are named, notes that show parts of others.
let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld({
    '.obsidian/app.json': '{}\n',
    'Home.md':
      '# Home\n\nSee [[The plan|our plan]], [[Plan B#Costs]] and [[Plan B#^risk]].\n\n![[Plan B#Costs]]\n\n![[picture.png|300]]\n',
    'Plans/Plan B.md':
      '---\naliases:\n  - The plan\n  - Fallback\ntags: [plan]\n---\n# Plan B\n\nWhat we do else.\n\n## Costs\n\nNine thousand.\n\n## Risks\n\nIt may rain. ^risk\n\n- one\n- two\n\n^list\n',
    'Daily/2026-01-02.md': 'Talked about [[fallback]].\n\n![[Plan B#^list]]\n',
    'Attachments/picture.png': 'x',
  });
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const shown: [name: string, target: string, path: string, title: string | null, has: string][] = [
  ['an alias, whatever its case', 'the PLAN', 'Plans/Plan B.md', null, 'What we do else.'],
  ['a heading', 'Plan B#Costs', 'Plans/Plan B.md', 'Costs', 'Nine thousand.'],
  ['a block, in its section', 'Plan B#^risk', 'Plans/Plan B.md', 'Risks', 'It may rain.'],
  ['a block of a list', 'Plan B#^list', 'Plans/Plan B.md', 'Risks', '- two'],
];
for (const [name, target, path, section, has] of shown)
  test(`a vault: ${name} is shown`, async () => {
    const [page] = (await engine.show({ targets: [target] })).pages;
    expect([page?.target.path, page?.target.body.includes(has)]).toEqual([path, true]);
    if (section !== null) expect(page?.target.body).not.toContain('What we do else.');
  });

test('a vault: links by name, alias, heading and block, and embeds, lead to their notes', async () => {
  const { linkedFrom } = await engine.links({ target: 'Plan B' });
  expect(linkedFrom.map(({ path }) => path)).toEqual(['Daily/2026-01-02.md', 'Home.md']);
  const { broken } = await engine.links({ target: 'Home' });
  expect(broken).toEqual([]);
  expect((await engine.check({})).findings.filter(({ code }) => code.startsWith('E'))).toEqual([]);
});

test('a vault: notes that a note embeds are shown with it', async () => {
  const [page] = (await engine.show({ targets: ['Home'] })).pages;
  expect([...(page?.before ?? []), ...(page?.after ?? [])].map(({ path }) => path)).toEqual(
    expect.arrayContaining(['Plans/Plan B.md']),
  );
});

test('a link to a missing block of a vault is reported', async () => {
  world.write({ 'Lost.md': '![[Plan B#^nowhere]]\n' });
  const { broken } = await engine.links({ target: 'Lost' });
  expect(broken.map(({ target }) => target)).toEqual(['Plan B#^nowhere']);
});

test('a vault: tags are labels, a nested tag counts as both, and links in properties are links', async () => {
  using vault = makeWorld({
    'MOC.md': '---\ntags: moc\n---\nEverything.\n',
    'Projects/Rocket.md':
      '---\ntags:\n  - project/space\n  - "#active"\nlabels: [team]\nup: "[[MOC|the map]]"\n---\nFly.\n',
    'Projects/Boat.md': '---\ntags: [project]\nrelated:\n  - [[Rocket]]\n  - "[[Gone]]"\n---\nSail.\n',
    '.trash/Old.md': '---\ntags: [project]\n---\nThrown away.\n',
    '.obsidian/plugins/x/README.md': '# Plugin\n',
  });
  const listed = async (...args: readonly string[]) =>
    (await knap(vault.root, ['list', ...args])).stdout
      .trim()
      .split('\n')
      .map((line) => line.split('  ')[1]);
  expect(await listed('--label', 'project')).toEqual(['Projects/Boat.md', 'Projects/Rocket.md']);
  expect(await listed('--label', 'Project/space,active,team')).toEqual(['Projects/Rocket.md']);
  expect(await listed()).toEqual(['MOC.md', 'Projects/Boat.md', 'Projects/Rocket.md']);
  expect((await knap(vault.root, ['links', 'MOC'])).stdout).toContain('Projects/Rocket.md  Rocket (up)');
  const boat = (await knap(vault.root, ['links', 'Boat'])).stdout;
  expect(boat).toContain('Projects/Rocket.md  Rocket (related)');
  expect(boat).toContain('leads nowhere\n  line 3: Gone');
});

test('a vault: .ctxignore can include the trash again', async () => {
  using vault = makeWorld({ '.trash/Old.md': 'Thrown away.\n', '.ctxignore': '!.trash/\n' });
  expect((await knap(vault.root, ['list'])).stdout).toContain('.trash/Old.md');
});

test('a vault: a note is found first by its file name, where its text does not repeat it', async () => {
  const others = Array.from({ length: 30 }, (_, at) => [
    `Daily/${at}.md`,
    `Saw Bella and ${at} others at the fence.\n`,
  ]);
  using farm = makeWorld({ 'Bella.md': 'She gave 19 litres a day.\n', ...Object.fromEntries(others) });
  const { stdout } = await knap(farm.root, ['search', 'milk yield of Bella']);
  expect(stdout.split('\n')[0]).toContain('Bella.md:1');
  const packed = await knap(farm.root, ['pack', 'she gave litres a day', '--format', 'markdown']);
  expect(packed.stdout).toContain('### Bella.md@');
  expect(packed.stdout).not.toContain('Probably not here');
});
