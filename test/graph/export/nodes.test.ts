import { describe, expect, test } from 'vitest';
import { doc, readDocs, readText, tagDef, tagging, tuple } from './reading.ts';

const owned = (id: string) => ({ id, isReference: false });
const listed = (id: string) => ({ id, isReference: true });

describe('the reader accepts each shape of an export', () => {
  const docs = [doc('a', { name: 'One' }), doc('b', { name: 'Two' })];
  const shapes: [name: string, text: string][] = [
    ['documents at the top', JSON.stringify({ formatVersion: 1, editors: [['docs', 1]], docs, lastTxid: 3 })],
    [
      'documents in a wrapping object',
      JSON.stringify({ currentWorkspaceId: 'w', storeData: { formatVersion: 1, docs, workspaces: {} } }),
    ],
    ['indented JSON with a byte order mark', `\uFEFF${JSON.stringify({ docs }, null, 2)}\n`],
    ['documents after other lists and objects', JSON.stringify({ x: { docs: [{ id: 'no' }] }, y: [[{}]], docs })],
    [
      'documents with brackets and quotes in names',
      JSON.stringify({ docs: [doc('a', { name: '}]\\"{[' }), doc('b')] }),
    ],
  ];
  for (const [name, text] of shapes) {
    test(`nodes are read from ${name}`, async () =>
      expect((await readText(text)).rows.map(({ id }) => id)).toEqual(['a', 'b']));
  }

  test('an export of several megabytes with long and escaped names is read completely', async () => {
    const name = 'ä€😀"\\'.repeat(300_000);
    const docs = Array.from({ length: 3 }, (_, index) =>
      doc(`n${index}`, { name: `${index} ${name}`.slice(0, 15_000) }),
    );
    const filler = { id: 'big', props: { name: 'big', unknown: name } };
    const { rows } = await readText(JSON.stringify({ docs: [docs[0], filler, docs[1], filler, docs[2]] }));
    expect(rows.map(({ id }) => id)).toEqual(['n0', 'big', 'n1', 'n2']);
    expect(rows[3]!.name).toBe(docs[2]!.props!.name);
  });
});

describe('nodes form a hierarchy by their owners', () => {
  test('a node owned by another node is listed as a reference; its parent is the owner', async () => {
    const { row } = await readDocs([
      doc('a', {}, 'b', 'c'),
      doc('b', { _ownerId: 'a' }),
      doc('c', { _ownerId: 'd' }),
      doc('d', {}, 'c'),
    ]);
    expect(row('a')!.children).toEqual([owned('b'), listed('c')]);
    expect([row('b')!.parent, row('c')!.parent, row('a')!.parent]).toEqual(['a', 'd', null]);
  });

  test('a node without an owner belongs to the first node that lists it, unless that is a search', async () => {
    const { row } = await readDocs([
      { ...doc('s', { _docType: 'search' }, 'x'), associationMap: { x: 'y' } },
      doc('a', {}, 'x'),
      doc('x'),
    ]);
    expect(row('x')!.parent).toBe('a');
    expect(row('a')!.children).toEqual([owned('x')]);
    expect(row('s')).toBeUndefined();
  });

  test('a node that the stash of a workspace owns has no parent', async () => {
    const { row } = await readDocs([doc('ws_STASH', {}, 'a'), doc('a', { _ownerId: 'ws_STASH' })]);
    expect(row('a')!.parent).toBeNull();
    expect(row('ws_STASH')).toBeUndefined();
  });

  test('a node that a system document owns has no parent', async () => {
    const { row } = await readDocs([
      doc('SYS_0', {}, 'top'),
      doc('top', { _ownerId: 'SYS_0' }, 'a'),
      doc('a', { _ownerId: 'top' }),
    ]);
    expect([row('top')!.parent, row('a')!.parent]).toEqual([null, 'top']);
  });

  test('a day page becomes a node of form day with its children and its date; a week page is plain text', async () => {
    const { row } = await readDocs([
      doc('d', { _docType: 'journalPart', name: '2026-01-14 - Wednesday' }, 'a'),
      doc('a', { _ownerId: 'd' }),
      doc('w', { _docType: 'journalPart', name: 'Week 3' }),
    ]);
    expect(row('d')).toMatchObject({ form: 'day', children: [owned('a')], modifiedMs: Date.UTC(2026, 0, 14) });
    expect(row('w')!.form).toBe('text');
  });
});

describe('hidden nodes are left out', () => {
  const hidden: [name: string, docs: ReturnType<typeof doc>[]][] = [
    [
      'the trash and what it owns, however deep',
      [doc('x_TRASH'), doc('x', { _ownerId: 'y' }), doc('y', { _ownerId: 'x_TRASH' })],
    ],
    ['what the trash lists and nobody else does', [doc('x_TRASH', {}, 'x'), doc('x', { _ownerId: 'gone' })]],
    ['a trash that is not in the export', [doc('x', { _ownerId: 'USER_TRASH_1' })]],
    ['nodes of the system', [doc('SYS_x')]],
    [
      'the schema and what it owns',
      [doc('ws_SCHEMA'), doc('x', { _ownerId: 'ws_SCHEMA' }), doc('y', { _ownerId: 'x' })],
    ],
    ['commands', [doc('x', { _docType: 'command' }), doc('y', { _ownerId: 'x' })]],
    ['searches', [doc('x', { _docType: 'search' })]],
    ['empty lines', [doc('x', { name: ' ' })]],
  ];
  for (const [name, docs] of hidden) {
    test(`the reader of an export leaves out ${name}`, async () =>
      expect((await readDocs([...docs, doc('seen')])).rows.map(({ id }) => id)).toEqual(['seen']));
  }

  test('a node that the trash only refers to is kept', async () => {
    const { row } = await readDocs([doc('x_TRASH', {}, 'x'), doc('a', {}, 'x'), doc('x', { _ownerId: 'a' })]);
    expect(row('x')!.parent).toBe('a');
  });

  test('a hidden node is never a child, a reference or the node of a value', async () => {
    const { row } = await readDocs([
      doc('a', { name: 'see <span data-inlineref-node="t"></span>' }, 't', 'f'),
      doc('t', { name: 'Thrown', _ownerId: 'x_TRASH' }),
      tuple('f', 'a', 'label', 't'),
      doc('label', { _docType: 'attrDef' }),
    ]);
    expect(row('a')).toMatchObject({
      ...{ name: 'see Thrown', children: [], references: [] },
      fields: [{ name: 'label', values: [{ text: 'Thrown', node: null }] }],
    });
  });
});

describe('tags are read with their inheritance', () => {
  const schema = [...tagDef('work'), ...tagDef('task', 'work'), ...tagDef('bug', 'task'), ...tagDef('odd', 'odd')];

  test('a node lists its own tags first, then the inherited tags, each once', async () => {
    const { row } = await readDocs([...schema, doc('a'), ...tagging('a', 'bug', 'task', 'odd')]);
    expect(row('a')!.tags).toEqual(['bug', 'task', 'odd', 'work']);
  });

  test('tags are read from the metanode that a node names by id', async () => {
    const { row } = await readDocs([
      ...schema,
      doc('a', { _metaNodeId: 'm' }),
      { id: 'm', props: { _docType: 'metanode' } },
      // Some exports leave the label out, and the tuple out of the list.
      tuple('t', 'm', 'work'),
    ]);
    expect(row('a')!.tags).toEqual(['work']);
  });

  test('a node does not list tags in the trash, system tags, plain nodes or missing nodes as its tags', async () => {
    const { row } = await readDocs([
      doc('old', { _docType: 'tagDef', _ownerId: 'ws_TRASH' }),
      doc('SYS_T99', { _docType: 'tagDef' }),
      doc('plain'),
      doc('a'),
      ...tagging('a', 'old', 'SYS_T99', 'plain', 'nowhere'),
    ]);
    expect(row('a')!.tags).toEqual([]);
  });
});

describe('fields are read with their values', () => {
  const label = doc('label', { name: 'Owner', _docType: 'attrDef' });
  const fieldsOf = async (...docs: ReturnType<typeof doc>[]) =>
    (await readDocs([doc('a', {}, 'f'), label, ...docs])).row('a')!.fields;

  test('a field of an export keeps several values: plain text and nodes', async () => {
    const fields = await fieldsOf(
      tuple('f', 'a', 'label', 'v', 'ada', 'ben'),
      doc('v', { name: 'somebody', _ownerId: 'f' }),
      doc('ada', { name: 'Ada' }),
      doc('ben', { name: 'Ben' }),
    );
    const values = [
      { text: 'somebody', node: null },
      { text: 'Ada', node: 'ada' },
      { text: 'Ben', node: 'ben' },
    ];
    expect(fields).toEqual([{ name: 'Owner', values }]);
  });

  test('a field value of several references keeps all of them, as values or as references of its node', async () => {
    const refs = ['ada', 'ben'].map((id) => `<span data-inlineref-node="${id}"></span>`).join(', ');
    const people = [doc('ada', { name: 'Ada' }), doc('ben', { name: 'Ben' })];
    const pure = await fieldsOf(tuple('f', 'a', 'label', 'v'), doc('v', { name: refs, _ownerId: 'f' }), ...people);
    expect(pure[0]!.values).toEqual([
      { text: 'Ada', node: 'ada' },
      { text: 'Ben', node: 'ben' },
    ]);
    const { row } = await readDocs([
      ...[doc('a', {}, 'f'), label, tuple('f', 'a', 'label', 'v'), ...people],
      doc('v', { name: `ask ${refs}`, _ownerId: 'f' }),
    ]);
    expect(row('a')).toMatchObject({
      fields: [{ name: 'Owner', values: [{ text: 'ask Ada, Ben', node: null }] }],
      references: ['ada', 'ben'],
    });
  });

  test('a field value with children of its own is a child of the node with the field', async () => {
    const { row } = await readDocs([
      ...[doc('a', {}, 'f'), label, tuple('f', 'a', 'label', 'v')],
      ...[doc('v', { name: 'Notes', _ownerId: 'f' }, 'w'), doc('w', { _ownerId: 'v' })],
    ]);
    expect(row('a')!.fields[0]!.values).toEqual([{ text: 'Notes', node: 'v' }]);
    expect([row('v')!.parent, row('w')!.parent]).toEqual(['a', 'v']);
  });

  test('built-in fields of Tana get their names, and a ticked box has the value "Yes"', async () => {
    const { row } = await readDocs([
      doc('a', {}, 'f', 'g', 'h'),
      tuple('f', 'a', 'SYS_A61', 'v'),
      doc('v', { name: '2026-02-01', _ownerId: 'f' }),
      ...[tuple('g', 'a', 'label', 'SYS_V03'), label, tuple('h', 'a', 'SYS_A9999', 'v')],
    ]);
    expect(row('a')!.fields.map(({ name, values }) => [name, values[0]!.text])).toEqual([
      ['Due date', '2026-02-01'],
      ['Owner', 'Yes'],
    ]);
  });

  test('a field is found by the source of its tuple, also if the source is a tuple of a template', async () => {
    const fields = await fieldsOf(
      { ...tuple('f', 'a', 'v'), props: { _docType: 'tuple', _ownerId: 'a', _sourceId: 'label' } },
      doc('v', { name: 'High', _ownerId: 'label' }),
    );
    expect(fields).toEqual([{ name: 'Owner', values: [{ text: 'High', node: null }] }]);
    const copied = await fieldsOf(
      { ...tuple('f', 'a', 'label', 'v'), props: { _docType: 'tuple', _ownerId: 'a', _sourceId: 'template' } },
      ...[tuple('template', 'x', 'other'), doc('v', { name: 'High', _ownerId: 'f' })],
    );
    expect(copied).toEqual(fields);
  });

  test('the value of a field whose definition is missing becomes a reference', async () => {
    const { row } = await readDocs([doc('a', {}, 'f'), tuple('f', 'a', 'lost', 'b'), doc('b')]);
    expect(row('a')).toMatchObject({ fields: [], references: ['b'] });
  });

  const skipped: [name: string, docs: ReturnType<typeof doc>[]][] = [
    ['a tuple with one child', [tuple('f', 'a', 'label')]],
    ['a tuple without children', [tuple('f', 'a')]],
    [
      'a tuple with 5,001 children',
      [tuple('f', 'a', 'label', ...Array.from({ length: 5000 }, (_, index) => `v${index}`))],
    ],
    ['a pasted outline in a tuple', [tuple('f', 'a', 'pasted', 'v'), doc('pasted', { name: '    - a: b' }), doc('v')]],
  ];
  for (const [name, docs] of skipped)
    test(`${name} is not read as a field`, async () => expect(await fieldsOf(...docs)).toEqual([]));
});

describe('times and the done state are read', () => {
  const cases: [name: string, more: Record<string, unknown>, expected: unknown][] = [
    ['the latest of several times of change counts', { modifiedTs: [5, 30, 0] }, { createdMs: 2, modifiedMs: 30 }],
    ['times of change in a text are read', { modifiedTs: '[7,9]' }, { modifiedMs: 9 }],
    ['an unreadable time of change is the time it was made', { modifiedTs: 'soon' }, { modifiedMs: 2 }],
    ['a word as a time is unknown', { props: { name: 'a', created: 'soon' } }, { createdMs: null, modifiedMs: null }],
    [
      'a time in the year 1 is read',
      { props: { name: 'a', created: Date.parse('0001-01-01') } },
      { createdMs: Date.parse('0001-01-01') },
    ],
    [
      'a time in the year 9999 is read',
      { props: { name: 'a', created: Date.parse('9999-12-31') } },
      { createdMs: Date.parse('9999-12-31') },
    ],
    ['a time beyond every calendar is unknown', { props: { name: 'a', created: 1e300 } }, { createdMs: null }],
    ['a node done at a time is done', { props: { name: 'a', _done: 5 } }, { isDone: true }],
    ['a node marked as done is done', { props: { name: 'a', done: true } }, { isDone: true }],
    ['a node marked as not done is not done', { props: { name: 'a', _done: false } }, { isDone: false }],
    ['a node that is no task has no done state', {}, { isDone: null }],
  ];
  for (const [name, more, expected] of cases) {
    test(`the times and the done state of a node: ${name}`, async () => {
      const { row } = await readDocs([{ ...doc('a', { created: 2 }), ...more }]);
      expect(row('a')).toMatchObject(expected as object);
    });
  }

  test('a tag with a checkbox makes its nodes tasks', async () => {
    const task = [...tagDef('task'), ...tagDef('bug', 'task')].map((one) =>
      one.id === 'task-meta' ? { ...one, children: [...one.children!, 'box'] } : one,
    );
    const box = tuple('box', 'task-meta', 'SYS_A55', 'SYS_V03');
    const { row } = await readDocs([...task, box, doc('a'), ...tagging('a', 'bug'), doc('b')]);
    expect([row('a')!.isDone, row('b')!.isDone]).toEqual([false, null]);
  });
});
