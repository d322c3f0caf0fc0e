import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { type Files, makeWorld, type World } from '../worlds/world.ts';

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
// This code is too long to be quoted whole, and no task asks about it.
const CROWD: Files = Object.fromEntries(
  Array.from({ length: 8 }, (_, at) => [
    `lib/weather-${at}.ts`,
    `export function forecast${at}(wind: number[]): number {\n${lines(60, (n) => `  const rain${n} = wind[${n}]! * ${at}; // clouds over the hill`)}\n  return rain1;\n}\n`,
  ]),
);
// Makes a class so long that its methods are quoted one by one.
const padding = (name: string) => `${lines(30, (at) => `    // ${name} remark ${at} on nothing in particular`)}\n`;

const FILES: Files = {
  ...CROWD,
  'package.json': '{ "dependencies": { "@nestjs/common": "10", "@nestjs/core": "10" } }',
  'composer.json': '{ "require": { "laravel/framework": "^11" } }',
  'src/cats/cats.controller.ts': `import { Body, Controller, Post } from '@nestjs/common';
import { CatsService } from './cats.service';
import { CreateCatDto } from './dto/create-cat.dto';

@Controller('cats')
export class CatsController {
  constructor(private readonly keeper: CatsService) {}

  @Post()
  create(@Body() body: CreateCatDto) {
    return this.keeper.adopt(body);
  }
}
`,
  'src/cats/cats.service.ts': `import { Injectable } from '@nestjs/common';
import type { CreateCatDto } from './dto/create-cat.dto';

@Injectable()
export class CatsService {
  private readonly all: CreateCatDto[] = [];

  adopt(body: CreateCatDto): number {
    this.all.push({ ...body });
    return this.all.length;
  }
  vaccinate(): void {
${padding('vaccinate')}  }
}
`,
  'src/cats/dto/create-cat.dto.ts': 'export class CreateCatDto {\n  name: string;\n  age: number;\n}\n',
  'src/cats/cats.module.ts': `import { Module } from '@nestjs/common';
import { CatsController } from './cats.controller';
import { CatsService } from './cats.service';

@Module({ controllers: [CatsController], providers: [CatsService] })
export class CatsModule {}
`,
  'src/cats/cats.controller.spec.ts': `import { CatsController } from './cats.controller';

describe('CatsController', () => {
  it('adopts', () => {
    expect(new CatsController({ adopt: () => 1 } as never).create({ name: 'Tom', age: 1 })).toBe(1);
  });
});
`,
  'routes/web.php': `<?php
use App\\Http\\Controllers\\BillController;
use App\\Http\\Controllers\\OrderController;
use Illuminate\\Support\\Facades\\Route;

Route::get('/orders', [OrderController::class, 'index']);
Route::post('/invoices', [BillController::class, 'draw']);
Route::resource('receipts', 'PaperController');
`,
  'app/Http/Controllers/BillController.php': `<?php
namespace App\\Http\\Controllers;
class BillController
{
    public function list()
    {
${padding('list')}    }
    public function draw($request)
    {
        return $request->sum / $request->parts;
    }
}
`,
  'app/Http/Controllers/OrderController.php':
    '<?php\nnamespace App\\Http\\Controllers;\nclass OrderController\n{\n    public function index()\n    {\n        return 1;\n    }\n}\n',
  'app/Http/Controllers/PaperController.php': `<?php
namespace App\\Http\\Controllers;
class PaperController
{
    public function show()
    {
${padding('show')}    }
    public function store($request)
    {
        return $request->sheet;
    }
}
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

describe('what the first files need is quoted, and no other candidate', () => {
  const cases: [name: string, task: string, brought: string[], not: string[]][] = [
    [
      'a pack for a named controller quotes the method of its service whole',
      'CatsController: the name of a new animal is lost',
      ['src/cats/cats.service.ts#CatsService.adopt'],
      ['lib/'],
    ],
    [
      'a pack for a named controller quotes its data type, its module and its test',
      'CatsController: the name of a new animal is lost',
      ['src/cats/dto/create-cat.dto.ts', 'src/cats/cats.module.ts', 'src/cats/cats.controller.spec.ts'],
      ['lib/'],
    ],
    [
      'a pack for a named route quotes the method that answers it',
      'POST /invoices in routes/web.php answers 500',
      ['app/Http/Controllers/BillController.php#BillController.draw'],
      ['lib/'],
    ],
    [
      'a pack for a route without a method quotes only the method for its verb',
      'POST /receipts in routes/web.php answers 500',
      ['app/Http/Controllers/PaperController.php#PaperController.store'],
      ['app/Http/Controllers/PaperController.php#PaperController.show', 'lib/'],
    ],
  ];
  for (const [name, task, brought, not] of cases)
    test(name, async () => {
      const { pack } = await engine.pack({ task, aim: 'full', budget: 4000 });
      const quoted = pack.blocks.flatMap(({ path, level, covers }) =>
        level === 'skeleton' ? [path] : [path, ...covers],
      );
      expect(quoted).toEqual(expect.arrayContaining(brought));
      expect(quoted.filter((id) => not.some((start) => id.startsWith(start)))).toEqual([]);
    });
});
