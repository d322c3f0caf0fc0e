import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { type Files, makeWorld, type World } from '../worlds/world.ts';

// In each language a shop asks a declared book keeper to `create`, and something else to `count`; both names are
// methods of strangers in files that are imported, too.
const FILES: Files = {
  'php/Shop.php': `<?php
namespace App;
use App\\BookRepo;
use App\\Stranger;
class PhpShop {
    public function __construct(private BookRepo $books) {}
    public function phpBuy(array $rows) {
        if (collect($rows)->count() > 2) { return tap($rows)->value(); }
        return $this->books->create($rows);
    }
}
`,
  'php/BookRepo.php':
    '<?php\nnamespace App;\nclass BookRepo {\n    public function create(array $rows) {\n        return $rows;\n    }\n}\n',
  'php/Stranger.php': `<?php
namespace App;
class Stranger {
    public function create(array $rows) {
        return 1;
    }
    public function count() {
        return 1;
    }
    public function tap() {
        return 1;
    }
    public function value() {
        return 1;
    }
}
`,
  'ts/shop.ts': `import { BookRepo } from './book-repo';
import { Stranger } from './stranger';
export class TsShop {
  constructor(private readonly books: BookRepo) {}
  tsBuy(rows: string[]): number {
    if (rows.values().count() > 3) return 0;
    return this.books.create(rows);
  }
}
`,
  'ts/book-repo.ts': 'export class BookRepo {\n  create(rows: string[]): number {\n    return rows.length;\n  }\n}\n',
  'ts/stranger.ts':
    'export class Stranger {\n  static LIMIT = 3;\n  create(rows: string[]): number {\n    return 1;\n  }\n  count(): number {\n    return 2;\n  }\n}\n',
  'mend/sell.ts': `export function sellAll(rows: string[]): number {
  if (rows.length === 0) console.error('nothing to sell');
  return SellTill.open(rows);
}
`,
  'mend/till.ts': 'export class SellTill {\n  static open(rows: string[]): number {\n    return rows.length;\n  }\n}\n',
  'mend/quiet.ts': 'console.error = (...said: unknown[]) => {\n  if (said.length > 1) console.log(said);\n};\n',
  'py/shop.py': `from .book_repo import BookRepo
from .stranger import Stranger

class PyShop:
    def __init__(self, limit: int):
        self.books = BookRepo()

    def py_buy(self, rows):
        if rows.count() > 3:
            return None
        return self.books.create(rows)
`,
  'py/book_repo.py': 'class BookRepo:\n    def create(self, rows):\n        return rows\n',
  'py/stranger.py':
    'class Stranger:\n    def create(self, rows):\n        return 1\n\n    def count(self):\n        return 1\n',
  'shop/JavaShop.java': `package shop;
import shop.store.BookRepo;
import shop.store.Stranger;
class JavaShop {
    private final BookRepo books;
    JavaShop(BookRepo books) {
        this.books = books;
    }
    int javaBuy(List<String> rows) {
        if (rows.stream().count() > 3) return 0;
        return books.create(rows);
    }
}
`,
  'shop/store/BookRepo.java':
    'package shop.store;\npublic class BookRepo {\n    public int create(List<String> rows) {\n        return rows.size();\n    }\n}\n',
  'shop/store/Stranger.java':
    'package shop.store;\npublic class Stranger {\n    public int create(List<String> rows) {\n        return 1;\n    }\n    public int count() {\n        return 1;\n    }\n}\n',
  'kt/Shop.kt': `package kt.shop
class KtShop(private val books: KtBooks) {
    fun ktBuy(rows: List<String>): Int {
        if (rows.count() > 3) return 0
        return books.create(rows)
    }
}
class KtBooks {
    fun create(rows: List<String>): Int {
        return rows.size
    }
}
class KtStranger {
    fun create(rows: List<String>): Int {
        return 1
    }
    fun count(): Int {
        return 1
    }
}
`,
  'cs/Shop.cs': `namespace Cs;
class CsShop {
    private readonly CsBooks _books;
    public CsShop(CsBooks books) { _books = books; }
    public int CsBuy(string[] rows) {
        if (rows.Count() > 3) return 0;
        return _books.Create(rows);
    }
}
class CsBooks {
    public int Create(string[] rows) {
        return rows.Length;
    }
}
class CsStranger {
    public int Create(string[] rows) {
        return 1;
    }
    public int Count() {
        return 1;
    }
}
`,
  'rb/shop.rb': `require_relative 'book_repo'
require_relative 'stranger'
class RbShop
  def rb_buy(rows)
    return if rows.count > 3
    BookRepo.create(rows)
  end
end
`,
  'rb/book_repo.rb': 'class BookRepo\n  def self.create(rows)\n    rows\n  end\nend\n',
  'rb/stranger.rb': 'class Stranger\n  def create(rows)\n    rows\n  end\n\n  def count\n    1\n  end\nend\n',
  'go/shop.go': `package shop
type GoBooks struct{ rows []string }
func (b *GoBooks) Create(rows []string) int {
	b.rows = rows
	return len(rows)
}
type GoStranger struct{ n int }
func (s *GoStranger) Create(rows []string) int {
	s.n++
	return s.n
}
func (s *GoStranger) Count() int {
	s.n++
	return s.n
}
type GoShop struct {
	books *GoBooks
}
func (g *GoShop) GoBuy(rows Rows) int {
	if rows.Count() > 3 {
		return 0
	}
	return g.books.Create(rows)
}
`,
  'rs/shop.rs': `pub struct RsBooks { rows: usize }
impl RsBooks {
    pub fn create(&mut self, rows: &[String]) -> usize {
        self.rows = rows.len();
        self.rows
    }
}
pub struct RsStranger { n: usize }
impl RsStranger {
    pub fn create(&mut self, rows: &[String]) -> usize {
        self.n += 1;
        self.n
    }
    pub fn count(&self) -> usize {
        self.n
    }
}
pub struct RsShop { books: RsBooks }
impl RsShop {
    pub fn rs_buy(&mut self, rows: &[String]) -> usize {
        if rows.iter().count() > 3 { return 0; }
        self.books.create(rows)
    }
}
`,
  'own/base.ts': 'export class OwnBase {\n  settle(sum: number): number {\n    return sum;\n  }\n}\n',
  'own/other.ts':
    'export class OwnOther {\n  settle(sum: number): number {\n    return -sum;\n  }\n  round(sum: number): number {\n    return sum;\n  }\n}\n',
  'own/till.ts': `import { OwnBase } from './base';
import { OwnOther } from './other';
export class OwnTill extends OwnBase {
  ownPay(sum: number): number {
    return this.settle(this.round(sum));
  }
  round(sum: number): number {
    return Math.floor(sum);
  }
}
`,
  'mod/tools.py': 'def pack_parcel(rows):\n    return rows\n\n\nclass Box:\n    def close(self):\n        return 1\n',
  'mod/send.py':
    'from mod import tools\n\n\ndef mod_send(rows, line):\n    line.close()\n    return tools.pack_parcel(rows)\n',
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

// Lists which of these units are given because a unit that the task names uses them.
async function broughtBy(task: string, ids: readonly string[]): Promise<readonly string[]> {
  const paths = [...new Set(ids.map((id) => id.split('#')[0]!))];
  const told = await Promise.all(paths.map((target) => engine.explain({ task, target })));
  return told
    .flatMap(({ candidates }) => candidates)
    .filter(({ reasons }) => reasons.some(({ because }) => because.startsWith('used by')))
    .map(({ id }) => id)
    .filter((id) => ids.includes(id));
}

describe('a call brings the declared type of its receiver, and no other definition of that name', () => {
  // Classes this short are units of their own.
  const cases: [name: string, task: string, brought: string[], not: string[]][] = [
    ['a promoted property in PHP', '`PhpShop::phpBuy`', ['php/BookRepo.php#BookRepo'], ['php/Stranger.php#Stranger']],
    [
      'a constructor property in TypeScript',
      '`TsShop.tsBuy`',
      ['ts/book-repo.ts#BookRepo'],
      ['ts/stranger.ts#Stranger'],
    ],
    [
      'an attribute made in the constructor in Python',
      '`PyShop.py_buy`',
      ['py/book_repo.py#BookRepo'],
      ['py/stranger.py#Stranger'],
    ],
    [
      'a field in Java',
      '`JavaShop.javaBuy`',
      ['shop/store/BookRepo.java#BookRepo'],
      ['shop/store/Stranger.java#Stranger'],
    ],
    ['a constructor property in Kotlin', '`KtShop.ktBuy`', ['kt/Shop.kt#KtBooks'], ['kt/Shop.kt#KtStranger']],
    ['a field in C#', '`CsShop.CsBuy`', ['cs/Shop.cs#CsBooks'], ['cs/Shop.cs#CsStranger']],
    ['a constant in Ruby', '`RbShop#rb_buy`', ['rb/book_repo.rb#BookRepo'], ['rb/stranger.rb#Stranger']],
    [
      'a field of the receiver in Go',
      '`GoShop.GoBuy`',
      ['go/shop.go#GoBooks.Create'],
      ['go/shop.go#GoStranger.Create', 'go/shop.go#GoStranger.Count'],
    ],
    [
      'a field of self in Rust',
      '`RsShop::rs_buy`',
      ['rs/shop.rs#RsBooks.create'],
      ['rs/shop.rs#RsStranger.create', 'rs/shop.rs#RsStranger.count'],
    ],
    ['this, whose class extends another', '`OwnTill.ownPay`', ['own/base.ts#OwnBase'], ['own/other.ts#OwnOther']],
    ['a class by its name', '`sellAll`', ['mend/till.ts#SellTill'], ['mend/quiet.ts#console.error']],
    ['an imported module', '`mod_send`', ['mod/tools.py#pack_parcel'], ['mod/tools.py#Box']],
  ];
  for (const [name, task, brought, not] of cases)
    test(`a named function brings the definition of its call by the type of the receiver: ${name}`, async () => {
      expect(await broughtBy(`${task} fails`, [...brought, ...not])).toEqual(brought);
    });
});
