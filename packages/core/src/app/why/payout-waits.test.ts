import test from 'ava';
import type { TransactionId, UserId } from '../../kernel/values/ids.js';
import { DAY, HOUR, type EpochMs } from '../../kernel/values/time.js';
import { rowId } from '../../kernel/values/uuid.js';
import type { Via } from '../../kernel/values/via.js';
import type { PayoutProgress } from '../../model/payout/payout.js';
import { accepted, anActor, anOrder, aRow, JOB_ID, NOW, TENANT } from '../../samples.test.data.js';
import type { Work } from '../../storage/work-store.js';
import type { Hold } from '../../model/tenancy/corporate.js';
import { timetableOf } from '../../model/settlement/order/window.js';
import { payoutWaits, type PayoutFacts } from './payout-waits.js';
import { together, whyAnswer, type Wait } from './wait.js';

const CHECKING = { permissions: ['transaction.approve'] };

const person = (name: string, role: object = CHECKING) =>
  anActor([role], { userId: `u-${name}`, username: name });

const MAKER = anActor([CHECKING]);
const CHECKER = person('checker');
const ELSEWHERE = person('elsewhere', { ...CHECKING, packageCodes: ['SALARY'] });
const ADMIN = person('admin', { permissions: ['settings.approve'] });

const ID = anOrder().transactionId;

const facts = (members: Partial<PayoutFacts> = {}): PayoutFacts => ({
  now: NOW,
  zone: 'Asia/Kolkata',
  people: [ADMIN, CHECKER, ELSEWHERE, MAKER],
  roles: [CHECKER, ADMIN].flatMap(({ roles }) => roles),
  holds: [],
  held: [],
  timetable: timetableOf({ timeZone: 'Asia/Kolkata' }, new Map()),
  cameByKeyOf: () => new Map(),
  work: new Map(),
  ...members,
});

const progress = (status: PayoutProgress['status'], more: object = {}): PayoutProgress => ({
  status,
  sequence: 1,
  ...more,
});

type Vote = readonly [who: string, level: number, at: EpochMs];

/** Two of anybody's approvals, then one of the head's; those given so far. */
const approval = (...given: ReadonlyArray<Vote>) => ({
  approval: {
    levels: [
      { roleCodes: [], approvals: 2 },
      { roleCodes: ['head'], approvals: 1 },
    ],
    currentLevel: given.length === 2 ? 1 : 0,
    approvals: given.map(([userId, level, at]) => ({ userId, level, at })),
    askedAt: NOW - HOUR,
  },
});

const waits = (
  status: PayoutProgress['status'],
  more: object = {},
  members: Partial<PayoutFacts> = {},
): ReadonlyArray<Wait> => payoutWaits(facts(members))(accepted(progress(status, more)));

const workOf = (duty: Work['duty'], runAt: EpochMs, failures = 0) =>
  new Map<string, Work>([
    [ID, { duty, subject: ID, tenant: TENANT, runAt, attempts: 1, failures, token: 1 }],
  ]);

test('a level that names no role is open to every role that reaches the payout, but not to its maker', (t) => {
  const [reason] = waits('pending_approval', approval());

  t.deepEqual([reason?.roles, reason?.people], [['role-0'], ['checker']]);
  t.is(reason?.detail, 'It waits for 2 approvals at level 1 of 2: only 1 person can approve it.');
});

test('a level waits since the one before it was complete, and a vote on the way changes nothing', (t) => {
  const since = (...given: ReadonlyArray<Vote>) =>
    waits('pending_approval', approval(...given))[0]?.since;

  t.is(since(), NOW);
  t.is(since(['u-x', 1, NOW + 1]), NOW);
  t.is(since(['u-x', 1, NOW + 1], ['u-y', 1, NOW + 2]), NOW + 2);
});

test('who made the key that a payout came by is not among those who can approve it', (t) => {
  const byOwnKey = new Map<TransactionId, Via>([[ID, { keyId: 'k' }]]);
  const cameByKeyOf = ([who]: ReadonlyArray<UserId>) =>
    who === 'u-checker' ? byOwnKey : new Map<TransactionId, Via>();

  t.deepEqual(waits('pending_approval', approval(), { cameByKeyOf })[0]?.people, []);
});

test('payments that are judged together each name those who can approve it, and no others', (t) => {
  const BOTH = person('both', { ...CHECKING, packageCodes: ['VENDOR', 'SALARY'] });
  const people = [BOTH, CHECKER, ELSEWHERE];
  const KEYED = rowId(JOB_ID, 7);
  const byKey = new Map<TransactionId, Via>([[KEYED, { keyId: 'k' }]]);
  const cameByKeyOf = (userIds: ReadonlyArray<UserId>) =>
    userIds.some((id) => id === 'u-checker') ? byKey : new Map<TransactionId, Via>();
  const waitsOf = payoutWaits(facts({ people, cameByKeyOf }));
  const { order, ...payout } = accepted(progress('pending_approval', approval()));
  const names = (more: object = {}, given: object = payout) =>
    waitsOf({ ...payout, ...given, order: { ...order, ...more } })[0]?.people;

  t.deepEqual(names(), ['both', 'checker']);
  t.deepEqual(names({ createdBy: { ...order.createdBy, userId: 'u-checker' } }), ['both']);
  t.deepEqual(names({ packageCode: 'SALARY' }), ['both', 'elsewhere']);
  t.deepEqual(names({ transactionId: KEYED }), ['both']);
  t.deepEqual(names({}, { terms: { ...payout.terms, debitAccountId: 'other' } }), []);
  const voted = approval(['u-both', 1, NOW]);
  t.deepEqual(names({}, { progress: progress('pending_approval', voted) }), ['checker']);
  t.deepEqual(names(), ['both', 'checker']);
});

test('nobody who asked for a hold, or is held, is named to release it', (t) => {
  const hold = (by: string): Hold => ({ userId: 'u-maker', at: NOW, by }) as Hold;
  const people = (by: string) => {
    const members = { holds: [hold(by)], held: [new Set([ID])] };
    return waits('approved', { approvedAt: NOW }, members).map((one) => [one.kind, one.people]);
  };

  t.deepEqual(people('u-other'), [['held_for_review', ['admin']]]);
  t.deepEqual(people('u-admin'), [['held_for_review', []]]);
});

test('a payment is tried again only where its job failed before, not while a worker is on it', (t) => {
  const shown = (failures: number) => {
    const work = { ...workOf('retry-jobs', NOW + 5, failures).get(ID) } as Work;
    const [reason] = payoutWaits(facts({ work: new Map([[JOB_ID, work]]) }))(aRow());
    return [reason?.kind, reason?.until];
  };

  t.deepEqual(shown(0), ['evaluation', undefined]);
  t.deepEqual(shown(1), ['evaluation', NOW + 5]);
});

test('a payout at the bank waits for its answer, until the bank is asked next', (t) => {
  const sent = { approvedAt: NOW - DAY, sentToBankAt: NOW - HOUR };
  const shown = (duty: Work['duty'], runAt: EpochMs) =>
    waits('sent_to_bank', sent, { work: workOf(duty, runAt) }).map((one) => [
      one.kind,
      one.since,
      one.until,
    ]);

  t.deepEqual(shown('query-unknowns', NOW + 5), [['bank_answer', NOW - HOUR, NOW + 5]]);
  t.deepEqual(shown('query-unknowns', NOW), [['bank_answer', NOW - HOUR, undefined]]);
  t.deepEqual(shown('send-to-bank', NOW), [['sending', NOW - HOUR, undefined]]);
});

for (const status of ['paid', 'failed', 'rejected', 'cancelled'] as const)
  test(`a payout that is ${status} waits for nothing`, (t) => {
    t.deepEqual(waits(status, { ...approval(), approvedAt: NOW }), []);
  });

test('payments that wait alike are one reason: from the first on, until the first ends', (t) => {
  const one = (since: number, until?: number, detail = 'same') =>
    ({ kind: 'sending', since, detail, ...(until !== undefined && { until }) }) as Wait;
  const all = [one(5, 9), one(3), one(4, 7), one(6, 8, 'other')];
  const merged = together(all);

  t.deepEqual(merged, [
    { kind: 'sending', detail: 'same', since: 3, until: 7, payments: 3 },
    { kind: 'sending', detail: 'other', since: 6, until: 8, payments: 1 },
  ]);
  t.deepEqual(together([...together(all.slice(0, 2)), ...all.slice(2)]), merged);
});

test('names are shown to those who may see people; to others only how many there are', (t) => {
  const [wait] = waits('pending_approval', approval());
  const shown = (seesPeople: boolean) => whyAnswer([wait as Wait], seesPeople).waitingFor[0];

  t.deepEqual([shown(true)?.people, shown(true)?.peopleCount], [['checker'], 1]);
  t.false('people' in (shown(false) ?? {}));
  t.false(JSON.stringify(shown(false)).includes('"checker"'));
  t.is(shown(false)?.peopleCount, 1);
});

test('what is not what people signed waits for the bank to look into it, and not to be sent', (t) => {
  const statusDetails = { code: 'approval_not_proven', message: 'Not signed.' };
  const members = { work: workOf('send-to-bank', NOW + 1) };
  const [wait] = waits('approved', { approvedAt: NOW, statusDetails }, members);

  t.deepEqual([wait?.kind, wait?.since, wait?.until], ['approval_not_proven', NOW, undefined]);
});
