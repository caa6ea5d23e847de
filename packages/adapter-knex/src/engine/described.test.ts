import test from 'ava';
import {
  beside,
  flag,
  int,
  json,
  of,
  rowsOf,
  sharing,
  text,
  uuid,
  type Held,
  type ReturnedRow,
} from './described.js';

interface Letter {
  readonly id: string;
  readonly from: 'a' | 'b';
  readonly pages?: number;
  readonly stamped: boolean;
  readonly marks?: object;
}

const LETTER = rowsOf<Letter>()({
  letter_id: uuid(({ id }) => id),
  sender: text(({ from }) => from),
  pages: int(({ pages }) => pages),
  stamped: flag(({ stamped }) => stamped),
  marks: json(({ marks }) => marks),
});

const letter: Letter = { id: 'l-1', from: 'a', pages: 2, stamped: true, marks: { red: 1 } };

test('a row has a cell for each column, in the order in which the columns are described', (t) => {
  t.deepEqual(Object.entries(LETTER.columns), [
    ['letter_id', 'uuid'],
    ['sender', 'text'],
    ['pages', 'int'],
    ['stamped', 'int'],
    ['marks', 'text'],
  ]);
  t.deepEqual(LETTER.names, ['letter_id', 'sender', 'pages', 'stamped', 'marks']);
  t.deepEqual(LETTER.cells(letter), ['l-1', 'a', 2, 1, '{"red":1}']);
  t.deepEqual(LETTER.cells({ id: 'l-2', from: 'b', stamped: false }), [
    'l-2',
    'b',
    undefined,
    0,
    null,
  ]);
});

test('JSON is of the value of its own row, whichever rows came before', (t) => {
  const marks = [{ a: 1 }, { b: 2 }, undefined, { b: 2 }].map((mark) => ({
    ...letter,
    ...(mark !== undefined && { marks: mark }),
  }));
  const [first, second] = marks;
  const rows = [first, first, second, ...marks].flatMap((one) => (one ? [one] : []));

  t.deepEqual(
    rows.map((one) => LETTER.cells(one).at(-1)),
    ['{"a":1}', '{"a":1}', '{"b":2}', '{"a":1}', '{"b":2}', '{"red":1}', '{"b":2}'],
  );
});

test('parts of an item stand beside each other, each under its own columns', (t) => {
  const post = beside<{ readonly letter: Letter; readonly day: number }>(
    rowsOf<{ readonly day: number }>()({ day: int(({ day }) => day) }),
    of(LETTER, (item) => item.letter),
  );

  t.deepEqual(Object.keys(post.columns), ['day', ...LETTER.names]);
  t.deepEqual(post.cells({ letter, day: 7 }), [7, ...LETTER.cells(letter)]);
});

test('a column that two parts describe is a defect', (t) => {
  t.throws(() => beside(LETTER, LETTER), { message: 'a column is described twice' });
});

test('rows of a list begin with what they share', (t) => {
  const sent = sharing(rowsOf<number>()({ day: int((day) => day) }), LETTER);
  const cells = sent.cells(7);

  t.deepEqual(Object.keys(sent.columns), ['day', ...LETTER.names]);
  t.deepEqual([letter, letter].map(cells), [
    [7, ...LETTER.cells(letter)],
    [7, ...LETTER.cells(letter)],
  ]);
});

test('an item has each of its cells under the name of its column', (t) => {
  t.deepEqual(LETTER.values({ id: 'l-2', from: 'b', stamped: false }), {
    letter_id: 'l-2',
    sender: 'b',
    pages: undefined,
    stamped: 0,
    marks: null,
  });
});

test('what a statement selects is what its rows have', (t) => {
  const found = LETTER.select(['pages', 'sender']);
  t.is(found.list(), 'pages, sender');
  t.is(found.list('t.'), 't.pages, t.sender');
  const [row] = found.rows([{ pages: '2', sender: 'a' }]);
  t.is(row?.sender, 'a');
  // @ts-expect-error it is not selected
  t.is(row?.letter_id, undefined);
});

test('a returned row has text for a number, and NULL only where a field may be absent', (t) => {
  type Row = ReturnedRow<typeof LETTER.described, 'letter_id' | 'sender' | 'pages'>;
  const rows: ReadonlyArray<Row> = [
    { letter_id: 'l-1', sender: 'a', pages: null },
    { letter_id: 'l-1', sender: 'b', pages: '2' },
    // @ts-expect-error an id is always there
    { letter_id: null, sender: 'a', pages: 2 },
    // @ts-expect-error nobody but a or b sends
    { letter_id: 'l-1', sender: 'c', pages: 2 },
  ];
  t.is(rows.length, 4);
});

test('a column is read as what it holds, and no column of text is described as a number', (t) => {
  const sender: Held<typeof LETTER.described, 'sender'> = 'a';
  // @ts-expect-error nobody but a or b sends
  const nobody: Held<typeof LETTER.described, 'sender'> = 'c';
  // @ts-expect-error an id is no number
  const swapped = rowsOf<Letter>()({ pages: int(({ id }) => id) });

  t.deepEqual([sender, nobody, Object.keys(swapped.columns)], ['a', 'c', ['pages']] as never);
});
