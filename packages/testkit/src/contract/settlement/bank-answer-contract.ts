import assert from 'node:assert/strict';
import type { BankAnswer, Storage } from '@hundi/core/storage';
import { aTransactionId } from '../../kit/build/ids.js';
import { aBankAnswer } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, sortedBy, type ContractCase } from '../contract-case.js';

const [one, two] = [aTransactionId(1), aTransactionId(2)];

const byId = (answers: ReadonlyArray<BankAnswer>) => sortedBy(({ answerId }) => answerId, answers);

const add = async (storage: Storage, ...answers: BankAnswer[]) =>
  byId(await commit(storage, ({ bankAnswers }) => bankAnswers.add(answers)));

/** A payout of acme. */
const on = (transactionId: typeof one, tenant = acme) => ({ tenant, transactionId });

const of = async (storage: Storage, id: typeof one) =>
  byId(await storage.read(({ bankAnswers }) => bankAnswers.of([on(id)])));

export const bankAnswerContract: ReadonlyArray<ContractCase> = [
  {
    title: 'the bank’s answers are kept per payout, as they came',
    run: async (storage) => {
      const answers = [
        aBankAnswer('a', one),
        aBankAnswer('b', one, { verdict: { kind: 'accepted' }, at: 7 }),
        aBankAnswer('c', one, {
          verdict: { kind: 'returned', utr: 'U', bankReference: 'B', message: 'tab\t"\\N" ₹' },
        }),
        aBankAnswer('d', one, {
          verdict: {
            kind: 'refused',
            details: {
              code: 'insufficient_funds',
              source: 'rail',
              message: 'Too little.',
              retryable: true,
              nextAction: 'fund_account',
            },
          },
        }),
      ];
      const other = aBankAnswer('e', two);

      assert.deepEqual(await add(storage, ...answers, other), [...answers, other]);
      assert.deepEqual(await of(storage, one), answers);
      assert.deepEqual(await of(storage, two), [other]);
      assert.deepEqual(await of(storage, aTransactionId(3)), []);
    },
  },
  {
    title:
      'the answers on several payouts are read at once, of each in the order in which they came',
    run: async (storage) => {
      const answers = Array.from({ length: 40 }, (_, n) =>
        aBankAnswer(`answer-${String((n * 7) % 40)}`, n % 3 === 0 ? one : two),
      );
      await add(storage, ...answers, aBankAnswer('other', aTransactionId(3)));
      const found = await storage.read(({ bankAnswers }) =>
        bankAnswers.of([two, one, two, aTransactionId(4)].map((id) => on(id))),
      );

      const about = (id: typeof one) => (answer: BankAnswer) => answer.transactionId === id;
      assert.deepEqual(found.filter(about(one)), answers.filter(about(one)));
      assert.deepEqual(found.filter(about(two)), answers.filter(about(two)));
      assert.equal(found.length, answers.length);
      assert.deepEqual(await storage.read(({ bankAnswers }) => bankAnswers.of([])), []);
    },
  },
  {
    title: 'an answer that the bank repeats is dropped, and the first stays',
    run: async (storage) => {
      const first = aBankAnswer('a', one);
      const repeated = aBankAnswer('a', one, { verdict: { kind: 'accepted' }, at: 9 });
      const fresh = aBankAnswer('b', one);
      await add(storage, first);

      assert.deepEqual(await add(storage, repeated, fresh), [fresh]);
      assert.deepEqual(await add(storage, repeated), []);
      assert.deepEqual(await of(storage, one), [first, fresh]);
    },
  },
  {
    title: 'an answer that comes twice in one call counts once, and the first stays',
    run: async (storage) => {
      const first = aBankAnswer('a', one);

      assert.deepEqual(await add(storage, first, { ...first, at: 9 }), [first]);
      assert.deepEqual(await of(storage, one), [first]);
    },
  },
  {
    title: 'the answers of each corporate are its own, also under the same name',
    run: async (storage) => {
      const ours = aBankAnswer('a', one);
      const theirs = aBankAnswer('a', two, { tenant: globex });

      assert.deepEqual(await add(storage, ours), [ours]);
      assert.deepEqual(await add(storage, theirs), [theirs]);
      const found = await storage.read(({ bankAnswers }) =>
        bankAnswers.of([on(one, globex), on(two, globex)]),
      );
      assert.deepEqual(found, [theirs]);
    },
  },
  {
    title: 'the answers on payouts of several corporates are read at once',
    run: async (storage) => {
      const ours = ['a', 'c', 'b'].map((id) => aBankAnswer(id, one));
      const theirs = ['b', 'a'].map((id) => aBankAnswer(id, two, { tenant: globex }));
      await add(storage, ...ours, ...theirs);
      const found = await storage.read(({ bankAnswers }) =>
        bankAnswers.of([on(two, globex), on(one), on(two), on(one, globex)]),
      );

      const about = (id: typeof one) => (answer: BankAnswer) => answer.transactionId === id;
      assert.deepEqual(found.filter(about(one)), ours);
      assert.deepEqual(found.filter(about(two)), theirs);
      assert.equal(found.length, ours.length + theirs.length);
    },
  },
  {
    title: 'thousands of answers are kept at once',
    run: async (storage) => {
      const answers = Array.from({ length: 3_000 }, (_, n) =>
        aBankAnswer(`answer-${String(n).padStart(4, '0')}`, aTransactionId(n)),
      );
      await add(storage, ...answers.slice(0, 100));

      assert.deepEqual(await add(storage, ...answers), answers.slice(100));
      assert.deepEqual(await of(storage, aTransactionId(2_999)), answers.slice(2_999));
    },
  },
];
