import test from 'ava';
import { headsOf, pageOf, statement, statements } from '../messages.test.support.js';
import { statementPages } from './statement-pages.js';

const pages = async (...numbers: ReadonlyArray<readonly [number, boolean]>) => {
  const heads = await headsOf(
    statements(...numbers.map(([number, isLast]) => statement({ page: pageOf(number, isLast) }))),
  );
  const [one] = statementPages(heads);
  return one && [one.isWhole, one.missing, one.repeated];
};

test('a statement is whole once every page up to its last has come, in any order', async (t) => {
  t.deepEqual(await pages([1, true]), [true, [], []]);
  t.deepEqual(await pages([3, true], [1, false], [2, false]), [true, [], []]);
  t.deepEqual(await pages([1, false], [2, false]), [false, [], []]);
});

test('a page that is missing is named, and so is one that came twice', async (t) => {
  t.deepEqual(await pages([1, false], [3, true]), [false, [2], []]);
  t.deepEqual(await pages([3, false]), [false, [1, 2], []]);
  t.deepEqual(await pages([1, false], [2, true], [1, false], [2, true]), [true, [], [1, 2]]);
});

test('a statement without pages is one page, and one that comes again is repeated', async (t) => {
  const heads = await headsOf(statements(statement({}), statement({})));

  t.deepEqual(statementPages(heads), [
    {
      accountNumber: '50200011112222',
      statementId: 'ST1',
      missing: [],
      repeated: [1],
      last: 1,
      isWhole: true,
    },
  ]);
});

test('pages of different accounts are pages of different statements', async (t) => {
  const heads = await headsOf(
    statements(
      statement({ account: '1', page: pageOf(1, false) }),
      statement({ account: '2', page: pageOf(2, true) }),
    ),
  );

  t.deepEqual(
    statementPages(heads).map(({ accountNumber, isWhole, missing }) => [
      accountNumber,
      isWhole,
      missing,
    ]),
    [
      ['1', false, []],
      ['2', false, [1]],
    ],
  );
});
