import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, PackInput } from '../../src/index.ts';
import { type Files, makeWorld, type World } from '../worlds/world.ts';

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
// Too much to be quoted whole, and about nothing that is asked.
const CROWD: Files = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [
    `src/weather/forecast-${at}.ts`,
    `export function forecast${at}(wind: number[]): number {\n${lines(50, (n) => `  const rain${n} = wind[${n}]! * ${at}; // clouds over the hill`)}\n  return rain1;\n}\n`,
  ]),
);
const FILES: Files = {
  ...CROWD,
  'package.json':
    '{\n  "scripts": { "lint": "eslint src", "test": "jest" },\n  "dependencies": { "@nestjs/common": "10", "@nestjs/core": "10" }\n}\n',
  '.github/workflows/ci.yml':
    'name: ci\non: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - uses: actions/setup-node@v4\n        with:\n          node-version: 18\n      - run: npm ci\n      - run: npm test\n',
  'src/orders/orders.controller.ts': `import { Body, Controller, Post } from '@nestjs/common';
import { CreateOrderDto } from './create-order.dto';
import { OrdersService } from './orders.service';

@Controller('orders')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Post()
  create(@Body() body: CreateOrderDto) {
    return this.orders.place(body);
  }
}
`,
  'src/orders/orders.service.ts': `import { Injectable } from '@nestjs/common';
import type { CreateOrderDto } from './create-order.dto';

@Injectable()
export class OrdersService {
  private readonly placed: CreateOrderDto[] = [];

  place(body: CreateOrderDto): number {
    this.placed.push({ ...body });
    return this.placed.length;
  }

  cancel(at: number): void {
${lines(12, (n) => `    this.audit(${n}, at);`)}
    this.placed.splice(at, 1);
  }
}
`,
  'src/orders/create-order.dto.ts': 'export class CreateOrderDto {\n  item: string;\n  quantity: number;\n}\n',
  'src/orders/orders.module.ts': `import { Module } from '@nestjs/common';
import { OrdersController } from './orders.controller';
import { OrdersService } from './orders.service';

@Module({ controllers: [OrdersController], providers: [OrdersService] })
export class OrdersModule {}
`,
};

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(FILES);
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

// What a model reads; pages of a trace and a diff stand beside what makes them.
const PAGES: [page: string, input: PackInput][] = [
  ['pack-configuration', { task: 'Run CI with Node 22 as well', aim: 'focused', budget: 2000 }],
  [
    'pack-controller',
    { task: 'OrdersController.create accepts an order with a negative quantity', aim: 'focused', budget: 2000 },
  ],
  ['pack-tiny', { task: 'OrdersService.cancel removes the wrong order', aim: 'focused', budget: 300 }],
];
for (const [page, input] of PAGES)
  test(`the page of a pack equals test/golden/${page}.md`, async () => {
    const { text } = await engine.pack({ ...input, format: 'markdown' });
    await expect(text).toMatchFileSnapshot(`../golden/${page}.md`);
  });
