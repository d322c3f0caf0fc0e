import { expect, test } from 'vitest';
import { makeWorld } from '../worlds/world.ts';

const long = (name: string, body: string): string =>
  `export function ${name}(country: string): number {\n${Array.from({ length: 12 }, (_, at) => `  console.log('${name} ${at}', country);\n`).join('')}  return ${body};\n}\n`;

test('a diff brings the functions that use changed ones, not the rest of their file', async () => {
  using world = makeWorld({
    'src/rate.ts':
      'export function rateOf(country: string): number {\n  return country.length;\n}\nexport function surcharge(): number {\n  return 2;\n}\n',
    'src/invoice.ts': `import { rateOf, surcharge } from './rate.ts';\n\n${long('invoiceTotal', 'rateOf(country) * 2')}\n${long('greeting', 'country.length')}\n${long('fee', 'surcharge() * 2')}`,
  });
  const engine = await world.open();
  const patch =
    '--- a/src/rate.ts\n+++ b/src/rate.ts\n@@ -1,6 +1,6 @@\n export function rateOf(country: string): number {\n-  return 0;\n+  return country.length;\n }\n export function surcharge(): number {\n-  return 1;\n+  return 2;\n }\n';
  const { candidates } = await engine.explain({ task: '', patch, every: true });
  const users = candidates.flatMap(({ id, reasons }) =>
    reasons.flatMap(({ because }) => (because.startsWith('uses ') && id.includes('#') ? [`${id}: ${because}`] : [])),
  );
  expect(users).toEqual([
    'src/invoice.ts#invoiceTotal: uses rateOf, which the diff changes',
    'src/invoice.ts#fee: uses surcharge, which the diff changes',
  ]);
  await engine.close();
});

const usersOf = async (files: Readonly<Record<string, string>>, patch: string): Promise<readonly string[]> => {
  using world = makeWorld(files);
  const engine = await world.open();
  const { candidates } = await engine.explain({ task: '', patch, every: true });
  await engine.close();
  return candidates.flatMap(({ id, reasons }) =>
    reasons.flatMap(({ because }) => (because.startsWith('uses ') && /[#:]/.test(id) ? [`${id}: ${because}`] : [])),
  );
};

test('a diff brings calls through the base type of a changed method, not calls of a namesake', async () => {
  const padding = Array.from({ length: 60 }, (_, at) => `  step${at}(): number {\n    return ${at};\n  }\n`).join('');
  const files = {
    'src/server.ts': 'export interface Server {\n  reply(body: string): void;\n}\n',
    'src/base.ts':
      "import { Server } from './server';\n\nexport abstract class Base implements Server {\n  abstract reply(body: string): void;\n}\n",
    'src/express.ts': `import { Base } from './base';\n\nexport class Express extends Base {\n${padding}  reply(body: string): void {\n    console.log(body, 1);\n  }\n}\n`,
    'src/router.ts':
      "import { Server } from './server';\n\nexport function answer(app: Server): void {\n  app.reply('yes');\n}\n",
    'src/letter.ts': 'export class Letter {\n  reply(): void {\n    console.log(1);\n  }\n}\n',
    'src/post.ts':
      "import { Letter } from './letter';\n\nexport function post(letter: Letter): void {\n  letter.reply();\n}\n",
  };
  const patch =
    '--- a/src/express.ts\n+++ b/src/express.ts\n@@ -184,3 +184,3 @@\n   reply(body: string): void {\n-    console.log(body);\n+    console.log(body, 1);\n   }\n';
  expect(await usersOf(files, patch)).toEqual(['src/router.ts#answer: uses reply, which the diff changes']);
});

test('a deleted file brings users of its definitions, not of words in its comments', async () => {
  const files = {
    'src/kept.ts': 'export function used(count: number): boolean {\n  return count > 0;\n}\n',
    'src/report.ts':
      "import { used } from './kept';\n\nexport function report(count: number): boolean {\n  return used(count) && method(count);\n}\n",
    'src/route.ts':
      "import { MethodFilter } from './filter';\n\nexport function route(): MethodFilter {\n  return new MethodFilter();\n}\n",
  };
  const gone = [
    '// The type used by a method.',
    'export class MethodFilter {',
    '  // what a function method could be used for',
    '  used(): boolean {',
    '    return true;',
    '  }',
    '}',
  ];
  const patch = `--- a/src/filter.ts\n+++ /dev/null\n@@ -1,${gone.length} +0,0 @@\n${gone.map((line) => `-${line}\n`).join('')}`;
  expect(await usersOf(files, patch)).toEqual(['src/route.ts#route: uses MethodFilter, which the diff takes away']);
});

test('a diff of a constructor brings calls of its class', async () => {
  const files = {
    'shop/cart.py': `class Cart:\n    def __init__(self, owner):\n        self.owner = owner or None\n\n    def total(self):\n        return 0\n`,
    'shop/views.py': 'from shop.cart import Cart\n\n\ndef show(owner):\n    return Cart(owner).total()\n',
    'shop/other.py': 'def total(prices):\n    return sum(prices)\n',
  };
  const patch =
    '--- a/shop/cart.py\n+++ b/shop/cart.py\n@@ -2,2 +2,2 @@\n     def __init__(self, owner):\n-        self.owner = owner\n+        self.owner = owner or None\n';
  expect(await usersOf(files, patch)).toEqual(['shop/views.py#show: uses Cart, which the diff changes']);
});

test('a changed field brings no users of its class; a changed class head does', async () => {
  const files = {
    'src/Tag.java':
      'class Tag implements Named {\n  static int count = 2;\n\n  String name() {\n    return "a";\n  }\n}\n',
    'src/Element.java': 'class Element {\n  Tag tag() {\n    return new Tag();\n  }\n}\n',
  };
  const field =
    '--- a/src/Tag.java\n+++ b/src/Tag.java\n@@ -2,2 +2,2 @@\n-  static int count = 1;\n+  static int count = 2;\n \n';
  const head =
    '--- a/src/Tag.java\n+++ b/src/Tag.java\n@@ -1,2 +1,2 @@\n-class Tag {\n+class Tag implements Named {\n   static int count = 2;\n';
  expect(await usersOf(files, field)).toEqual([]);
  expect(await usersOf(files, head)).toEqual(['src/Element.java#Element: uses Tag, which the diff changes']);
});
