import { describe, expect, test } from 'vitest';
import { usedImports } from '../../src/pipeline/budget/source-lines.ts';

describe('only imports that the quoted lines use are quoted', () => {
  const cases: [name: string, imports: string[], quoted: string, kept: string[]][] = [
    [
      'names imported from a module',
      ["import { Hono } from './hono'", "import type { Context } from './context'"],
      'const app = new Hono()',
      ["import { Hono } from './hono'"],
    ],
    [
      'a module imported as a whole',
      ["import * as z from 'zod'", "import path from 'node:path'"],
      'path.join(a)',
      ["import path from 'node:path'"],
    ],
    [
      'an import list in brackets, line by line',
      ['import (', '\t"fmt"', '\t"strings"', '\t"example.com/shop/src/util"', ')'],
      'util.Trim(strings.ToLower(a))',
      ['import (', '\t"strings"', '\t"example.com/shop/src/util"', ')'],
    ],
    ['an import list of which nothing is used is left out', ['import (', '\t"fmt"', '\t"os"', ')'], 'return a', []],
    [
      'names imported over several lines',
      ['import {', '  total,', '  settle,', "} from './ledger'"],
      'settle(order)',
      ['import {', '  settle,', "} from './ledger'"],
    ],
    [
      'dotted names, by their last part',
      ['import java.util.List;', 'import java.util.Map;'],
      'List<String> a;',
      ['import java.util.List;'],
    ],
    ['names in PHP', ['use App\\Models\\User;', 'use App\\Models\\Book;'], 'User::find(1)', ['use App\\Models\\User;']],
    ['wildcards in Rust', ['use std::fmt::Write;', 'use crate::error::*;'], 'a.b()', ['use crate::error::*;']],
    [
      'an alias in Python',
      ['from inspect import CO_VARARGS', 'import os.path as osp'],
      'osp.join(a)',
      ['import os.path as osp'],
    ],
    [
      'files in Ruby, by the spelling of their constants',
      ['require "zlib"', 'require "active_record"'],
      'ActiveRecord::Base',
      ['require "active_record"'],
    ],
    [
      'system headers in C are left out',
      ['#include <stdio.h>', '#include "server.h"'],
      'include(server)',
      ['#include "server.h"'],
    ],
  ];
  for (const [name, imports, quoted, kept] of cases)
    test(`only imports that the quoted lines use are quoted: ${name}`, () => {
      const numbers = imports.map((_, at) => at + 1);
      expect(usedImports(imports, numbers, quoted).map((line) => imports[line - 1])).toEqual(kept);
    });
});
