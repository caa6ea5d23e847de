import test from 'ava';
import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { token } from '../../kernel/token.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import type { StillInDoubt } from '../../model/settlement/order/doubt-errors.js';
import type { Stores, Storage } from '../../storage/storage.js';
import { aJob, NOW, TENANT } from '../../samples.test.data.js';
import { NOTHING_RESOLVED } from '../doubt/doubt.js';
import { ending } from './ending.js';
import type { RowEnds } from '../writer/changes.js';

interface NothingLeft {
  readonly _tag: 'NothingLeft';
}
const Ending = token<UseCase<object, NothingLeft | StillInDoubt, string>>('test/Ending');

const job = aJob('processing', 1);

/** Ends the rows of a job as long as the rule finds some left, where by the time of writing nothing is left of them. */
const endingRows = (rows: RowEnds, left: boolean[]) => {
  const stores = {
    work: { hold: () => Promise.resolve(), add: () => Promise.resolve() },
    payouts: {
      hold: () => Promise.resolve(),
      ofJob: () => Promise.resolve([]),
      undecidedOfJob: () => Promise.resolve([]),
      decide: () => Promise.resolve(),
    },
    journal: { append: () => Promise.resolve() },
  } as unknown as Stores;
  const storage = {
    atomically: (work: (within: Stores) => Promise<unknown>) => work(stores),
  } as unknown as Storage;
  return ending<object, boolean, NothingLeft, string>(Ending, {
    input: t.strict({}),
    read: () => Promise.resolve(E.right(left.shift() ?? false)),
    decide: (isLeft) =>
      isLeft
        ? E.right({ by: { actor: 'u-maker' }, at: NOW, rows })
        : E.left({ _tag: 'NothingLeft' as const }),
    answer: () => 'written',
  })({
    storage,
    clock: { now: () => NOW },
    detectRestore: () => Promise.resolve(),
    resolveDoubts: () => Promise.resolve(NOTHING_RESOLVED),
  })(TENANT, {});
};

test('where others have ended every row meanwhile, the rule decides again on what is left', async (t) => {
  const rows = { job, accepted: () => E.left('sent') };
  t.deepEqual(await endingRows(rows, [true, false]), E.left({ _tag: 'NothingLeft' }));
});

test('a job that has no undecided row ends all the same', async (t) => {
  const rows = { job, undecided: { code: 'job_cancelled', message: 'The job was cancelled.' } };
  t.deepEqual(await endingRows(rows as RowEnds, [true, false]), E.right('written'));
});
