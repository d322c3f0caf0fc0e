import { describe, expect, test } from 'vitest';
import type { Reason, Scored } from '../../src/model/candidate.ts';
import type { Edge } from '../../src/model/edge.ts';
import type { SymbolFacts } from '../../src/model/facts.ts';
import { relate } from '../../src/pipeline/relate/relate.ts';
import type { Definition } from '../../src/ports/store.ts';
import { candidates, type FileSketch, functionText } from '../assembly/world.ts';

/** A file whose first function calls these names. */
function calling(path: string, score: number, calls: readonly string[], parent?: string): readonly Scored[] {
  const units = [
    ...(parent ? [{ name: parent, kind: 'class' as const, lines: [1, 20] as const, score: 0 }] : []),
    { name: 'run', lines: [2, 20] as const, score },
  ];
  const sketch: FileSketch = {
    path,
    score,
    text: `function run() {\n  ${calls.map((name) => `${name}();`).join(' ')}\n${'  step();\n'.repeat(17)}}`,
    units,
  };
  return candidates(sketch).map((one) => {
    const text = one.text!;
    const symbols = text.facts.symbols.map(
      (symbol): SymbolFacts => (symbol.name === 'run' ? { ...symbol, calls, parent: parent ? 0 : null } : symbol),
    );
    const signals = one.entity.name === 'run' ? [{ kind: 'keywordMatch', value: 1, because: 'words' }] : [];
    return { ...one, signals, text: { ...text, facts: { ...text.facts, symbols } } };
  });
}

const helper = (path: string, name = 'helper'): FileSketch => ({
  path,
  score: 0,
  text: functionText(name, 6),
  units: [{ name, lines: [1, 6], score: 0 }],
});

interface World {
  readonly asked: readonly Scored[];
  /** Files that define a helper. */
  readonly defined: readonly FileSketch[];
  readonly imports: readonly string[];
  /** Other edges of the files that are asked about. */
  readonly edges?: readonly Edge[];
  readonly options?: Partial<Parameters<typeof relate>[1]['options']>;
}

async function related({ asked, defined, imports, edges = [], options }: World): Promise<readonly Scored[]> {
  const definitions = defined.flatMap(({ path, units = [] }): Definition[] =>
    units.map(({ name }, symbol) => ({ path, symbol, name, qualifiedName: name, kind: 'function' })),
  );
  const all = await relate(asked, {
    definitions: async (keys) => definitions.filter(({ name }) => keys.includes(name.toLowerCase())),
    edgesOf: async (paths) => [
      ...paths.flatMap((from) => imports.map((to) => ({ from, to, kind: 'imports', weight: 1, because: '' }) as const)),
      ...edges,
    ],
    asked: { terms: new Set(), actions: [] },
    keywords: [],
    whole: [],
    namingOf: () => ({ declares: [], hasImplicitSelf: false }),
    // A short class is one unit, its methods are none.
    open: async (path) =>
      candidates(defined.find((file) => file.path === path)!)
        .filter(({ entity }) => entity.container !== null && entity.kind !== 'method')
        .map((one) => ({
          ...one,
          entity: { ...one.entity, role: path.includes('.test.') ? 'test' : 'source' },
          signals: [],
          reasons: [],
          score: 0,
        })),
    options: { unitsMax: 6, unitsEachFileMax: 3, namesEachMax: 12, share: 0.5, besideShare: 0.5, ...options },
  });
  return all.filter(({ signals }) => signals.some(({ kind }) => kind === 'related' || kind === 'holder'));
}

const brought = async (world: World) => (await related(world)).map(({ id, score }) => `${id} ${score}`);

/** Something that belongs with a file, by a framework or as its test. */
const beside = (path: string, kind: 'framework' | 'tests'): Edge => {
  const [from, to] = kind === 'tests' ? [path, 'main.ts'] : ['main.ts', path];
  return { from, to, kind, weight: 1, because: 'wired beside it' };
};

/** A file of several functions, each of `lines` lines. */
const many = (path: string, names: readonly string[], lines = 6): FileSketch => ({
  path,
  score: 0,
  text: names.map((name) => functionText(name, lines)).join('\n'),
  units: names.map((name, at) => ({ name, lines: [at * lines + 1, (at + 1) * lines], score: 0 })),
});

const tests: FileSketch = {
  path: 'main.test.ts',
  score: 0,
  text: 'run(1);\nrunner(2);\nrun(3);\nrun(4);',
  units: ['one', 'two', 'three', 'four'].map((name, at) => ({ name, lines: [at + 1, at + 1], score: 0 })),
};

describe('code that the best units use is included', () => {
  const files = ['a.ts', 'b.ts', 'c.ts', 'd.ts'];
  const asked = calling('main.ts', 0.8, ['helper']);
  const cases: [name: string, world: World, expected: string[]][] = [
    [
      'a helper of an imported file is included with its share of the score',
      { asked, defined: [helper('a.ts')], imports: files },
      ['a.ts#helper 0.4'],
    ],
    ['a helper of a file that is not imported is not included', { asked, defined: [helper('a.ts')], imports: [] }, []],
    [
      'a name defined twice includes both definitions',
      { asked, defined: [helper('a.ts'), helper('b.ts')], imports: files },
      ['a.ts#helper 0.4', 'b.ts#helper 0.4'],
    ],
    [
      'a name defined more than twice includes no definition',
      { asked, defined: [helper('a.ts'), helper('b.ts'), helper('c.ts')], imports: files },
      [],
    ],
    [
      'a definition that is not imported does not make a name ambiguous',
      { asked, defined: [helper('a.ts'), helper('x.ts'), helper('y.ts')], imports: files },
      ['a.ts#helper 0.4'],
    ],
    [
      'a definition in other spelling is not included',
      { asked, defined: [helper('a.ts', 'Helper')], imports: files },
      [],
    ],
    [
      'the class around a unit is included',
      { asked: calling('main.ts', 0.8, [], 'Shop'), defined: [], imports: [] },
      ['main.ts#Shop 0.4'],
    ],
    [
      'a helper is included with the share of the score that the options give',
      { asked, defined: [helper('a.ts')], imports: files, options: { share: 0.25 } },
      ['a.ts#helper 0.2'],
    ],
    [
      'only as many names of a unit as the options say are followed',
      {
        asked: calling('main.ts', 0.8, ['first', 'second']),
        defined: [helper('a.ts', 'first'), helper('b.ts', 'second')],
        imports: files,
        options: { namesEachMax: 1 },
      },
      ['a.ts#first 0.4'],
    ],
    [
      'only as many units as the options say bring others',
      {
        asked: [...calling('main.ts', 0.8, ['helper']), ...calling('other.ts', 0.7, ['second'])],
        defined: [helper('a.ts'), helper('b.ts', 'second')],
        imports: files,
        options: { unitsMax: 1 },
      },
      ['a.ts#helper 0.4'],
    ],
    [
      'only as many units of one file as the options say bring others',
      {
        asked: [...calling('main.ts', 0.8, ['helper']), ...calling('main.ts', 0.7, ['second'])],
        defined: [helper('a.ts'), helper('b.ts', 'second')],
        imports: files,
        options: { unitsEachFileMax: 1 },
      },
      ['a.ts#helper 0.4'],
    ],
    [
      'a short class is included with its method, also if both end at the same line',
      {
        asked,
        defined: [
          {
            ...helper('a.ts'),
            units: [
              { name: 'Box', kind: 'class', lines: [1, 6], score: 0 },
              { name: 'helper', kind: 'method', lines: [3, 6], score: 0 },
            ],
          },
        ],
        imports: files,
      },
      ['a.ts#Box 0.4'],
    ],
    [
      'at most two parts of a test that name the unit are included',
      {
        asked,
        defined: [tests],
        imports: [],
        edges: [beside('main.test.ts', 'tests')],
      },
      ['main.test.ts#one 0.2', 'main.test.ts#three 0.2'],
    ],
    [
      'small files that the framework puts beside a unit are included',
      {
        asked,
        defined: [many('a.ts', ['one', 'two']), many('b.ts', ['long', 'tail'], 31)],
        imports: [],
        edges: [beside('a.ts', 'framework'), beside('b.ts', 'framework')],
      },
      ['a.ts#one 0.2', 'a.ts#two 0.2'],
    ],
    [
      'of a file that the framework puts beside a unit, only functions that the unit calls are included',
      {
        asked: calling('main.ts', 0.8, ['helper', 'second']),
        defined: [many('a.ts', ['helper', 'other']), helper('b.ts', 'second')],
        imports: files,
        edges: [beside('a.ts', 'framework')],
      },
      ['a.ts#helper 0.4', 'b.ts#second 0.4'],
    ],
  ];
  for (const [name, world, expected] of cases) test(name, async () => expect(await brought(world)).toEqual(expected));
});

describe('each included unit has its reason', () => {
  const found = (signals: Scored['signals']) => {
    const own = candidates(helper('a.ts')).map((one) => ({ ...one, signals }));
    return { asked: [...calling('main.ts', 0.8, ['helper']), ...own], defined: [helper('a.ts')], imports: ['a.ts'] };
  };
  const [words, used] = ['"helper" in names and body: 0.8', 'used by run: 0.4'];
  const toldWith = ({ because, value, weight }: Reason) => `${because}: ${value * weight}`;
  const cases: [name: string, world: World, expected: string[]][] = [
    [
      'a unit found by words states its words as the first reason',
      found([{ kind: 'words', value: 1, because: '' }]),
      [words, used],
    ],
    ['a unit not found by words states the unit that uses it first', found([]), [used, words]],
  ];
  for (const [name, world, expected] of cases)
    test(name, async () =>
      expect((await related(world)).map(({ listReasons }) => listReasons().map(toldWith))).toEqual([expected]),
    );
});
