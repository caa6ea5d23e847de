import test from 'ava';
import { E } from '../../kernel/fp.js';
import { anOrder } from '../../samples.test.data.js';
import { NOTHING_RESOLVED, type Doubted, type Resolved, InDoubt } from '../doubt/doubt.js';
import { resolvingDoubts } from './resolving-doubts.js';

type Attempted = E.Either<InDoubt | { readonly _tag: 'TooLate' }, string>;

const order = anOrder(0);
const BANK_SAYS: Resolved = { unsent: new Set([order.transactionId]), atBank: new Map() };

/**
 * Makes these attempts, one after the other; returns the answer, what each attempt knew, and what the bank was asked.
 */
const attempting = async (...attempts: ReadonlyArray<Attempted>) =>
  attemptingWhere(BANK_SAYS, ...attempts);

const attemptingWhere = async (says: Resolved, ...attempts: ReadonlyArray<Attempted>) => {
  const known: Resolved[] = [];
  const asked: ReadonlyArray<Doubted>[] = [];
  const answer = await resolvingDoubts(
    (doubted) => {
      asked.push(doubted);
      return Promise.resolve(says);
    },
    (resolved) => {
      known.push(resolved);
      return Promise.resolve(attempts[known.length - 1] as Attempted);
    },
  );
  return { answer, known, asked };
};

test('where nothing is in doubt, one attempt is made and the bank is not asked', async (t) => {
  const answers: ReadonlyArray<Attempted> = [E.right('cancelled'), E.left({ _tag: 'TooLate' })];
  for (const answer of answers) {
    t.deepEqual(await attempting(answer), {
      answer,
      known: [NOTHING_RESOLVED],
      asked: [],
    } as never);
  }
});

test('where something is in doubt, the bank is asked and the second attempt knows what it said', async (t) => {
  const answers: ReadonlyArray<Attempted> = [E.right('cancelled'), E.left({ _tag: 'TooLate' })];
  for (const answer of answers) {
    t.deepEqual(await attempting(E.left(InDoubt([order])), answer), {
      answer,
      known: [NOTHING_RESOLVED, BANK_SAYS],
      asked: [[order]],
    } as never);
  }
});

test('what the second attempt finds in doubt is refused, and not asked about again', async (t) => {
  const inDoubt = E.left(InDoubt([order]));
  const { answer, asked } = await attempting(inDoubt, inDoubt);
  t.deepEqual(answer, E.left({ _tag: 'StillInDoubt' }));
  t.is(asked.length, 1);
});

test('what the second attempt accepts although the bank has it follows the answer of the bank', async (t) => {
  const atBank = new Map([[order.transactionId, order]]);
  const inDoubt = E.left(InDoubt([order]));
  const { asked } = await attemptingWhere(
    { unsent: new Set(), atBank },
    inDoubt,
    E.right('accepted'),
  );
  t.deepEqual(asked, [[order], [order]]);
});
