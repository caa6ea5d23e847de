import { NOTHING_RESOLVED } from '../doubt/doubt.js';
import test from 'ava';
import { WrongFactor } from '../../model/factor/held/factor-errors.js';
import { E } from '../../kernel/fp.js';
import type { TransactionId, UserId } from '../../kernel/values/ids.js';
import { enter } from '../../model/payout/payout-machine.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import type { PayoutChange } from '../../storage/payout-store.js';
import type { Storage, Stores } from '../../storage/storage.js';
import {
  accepted,
  aCatalog,
  anActor,
  anOrder,
  aPackage,
  NOW,
  TENANT,
} from '../../samples.test.data.js';
import { DecidePayoutsInput, makeDecidePayouts } from './decide-payouts.js';
import { ONE_CHECKER } from '../../model/approval/matrix/matrix.js';

const CHECKER = 'u-checker' as UserId;
const waiting = (index: number, packageCode = 'VENDOR') =>
  accepted(enter(ONE_CHECKER, NOW).next, anOrder(index, { packageCode }));

const aChecker = () =>
  anActor([{ permissions: ['transaction.approve'] }], { userId: CHECKER, username: 'checker' });

/** Decides on these payouts at a moment; returns the answer and what was written. */
const decide = async (
  payouts: ReadonlyArray<AcceptedPayout>,
  ids: ReadonlyArray<TransactionId>,
  { at = NOW, bulk = true, actor = aChecker() } = {},
) => {
  const written: PayoutChange[] = [];
  const stores = {
    tenancy: {
      actors: async (_: unknown, users: ReadonlyArray<UserId>) =>
        users.includes(actor.user.userId) ? [actor] : [],
      bank: async () => ({ timeZone: 'Asia/Kolkata' }),
      corporate: async () => undefined,
      packages: async () => [
        aPackage({ catalogConfiguration: aCatalog({ bulkApprovalEnabled: bulk }) }),
      ],
    },
    payouts: {
      findMany: async (_: unknown, wanted: ReadonlyArray<TransactionId>) =>
        payouts.filter(({ order }) => wanted.includes(order.transactionId)),
      advance: async (_: unknown, changes: ReadonlyArray<PayoutChange>) =>
        void written.push(...changes),
      useLimits: async () => undefined,
    },
    jobs: { findMany: async () => [] },
    journal: { append: async () => undefined },
    work: { add: async () => undefined },
  } as unknown as Stores;
  const storage: Storage = {
    atomically: (work) => work(stores),
    read: (work) => work(stores),
  };
  const answer = await makeDecidePayouts({
    storage,
    clock: { now: () => at },
    detectRestore: () => Promise.resolve(),
    resolveDoubts: () => Promise.resolve(NOTHING_RESOLVED),
    proveFactor: () => Promise.resolve(E.left(WrongFactor())),
  })(TENANT, {
    actorUserId: CHECKER,
    action: 'approve',
    transactionIds: [...ids],
  });
  const results = E.isRight(answer) ? answer.right.map(({ result }) => result) : [];
  return { answer, results, written };
};

const ids = (payouts: ReadonlyArray<AcceptedPayout>) =>
  payouts.map(({ order }) => order.transactionId);
const tags = (results: Awaited<ReturnType<typeof decide>>['results']) =>
  results.map((result) => (E.isLeft(result) ? result.left._tag : result.right.status));

test('each payout is answered for itself, in the order asked', async (t) => {
  const [first, second] = [waiting(0), waiting(1)];
  const missing = anOrder(2).transactionId;
  const { results } = await decide([second, first], [...ids([first]), missing, ...ids([second])]);

  t.deepEqual(tags(results), ['approved', 'PayoutNotFound', 'approved']);
});

test('a decision is dated no earlier than the payout, even if the clock went back', async (t) => {
  const payouts = [waiting(0)];
  const { results } = await decide(payouts, ids(payouts), { at: NOW - 60_000 });

  t.like(results[0], { right: { timestamps: { createdAt: NOW, approvedAt: NOW } } });
});

test('several payouts are decided at once only where their package allows it', async (t) => {
  const payouts = [waiting(0), waiting(1)];
  const { results, written } = await decide(payouts, ids(payouts), { bulk: false });

  t.deepEqual(tags(results), ['BulkNotAllowed', 'BulkNotAllowed']);
  t.deepEqual(written, []);
});

test('a payout that is named twice is reported at its place, and nothing is decided', async (t) => {
  const payouts = [waiting(0), waiting(1)];
  const { answer, written } = await decide(payouts, [...ids(payouts), ...ids(payouts)]);

  t.like(answer, { left: { issues: [2, 3].map((i) => ({ pointer: `/transactionIds/${i}` })) } });
  t.deepEqual(written, []);
});

test("a payout out of the checker's reach is absent", async (t) => {
  const payouts = [waiting(0, 'SALARY')];

  t.deepEqual(tags((await decide(payouts, ids(payouts))).results), ['PayoutNotFound']);
});

test('an unknown user and one without the permission get different refusals', async (t) => {
  const payouts = [waiting(0)];
  const unknown = await decide(payouts, ids(payouts), { actor: anActor() });
  const maker = await decide(payouts, ids(payouts), { actor: anActor([{}], { userId: CHECKER }) });

  t.like(unknown.answer, { left: { _tag: 'ActorNotFound' } });
  t.like(maker.answer, { left: { _tag: 'NotAnApprover' } });
});

test('a decision that came too late changes nothing', async (t) => {
  const [late] = [accepted({ status: 'sent_to_bank', sequence: 3 })];
  const { results, written } = await decide([late], ids([late]));

  t.deepEqual(tags(results), ['WrongPayoutStatus']);
  t.deepEqual(written, []);
});

test('a decision names 1 to 1,000 payouts', (t) => {
  const naming = (count: number) =>
    E.isRight(
      DecidePayoutsInput.decode({
        actorUserId: CHECKER,
        action: 'approve',
        transactionIds: Array.from({ length: count }, (_, i) => anOrder(i).transactionId),
      }),
    );

  t.deepEqual([0, 1, 1_000, 1_001].map(naming), [false, true, true, false]);
});
