import test from 'ava';
import type { ApprovalMatrix } from '../../model/approval/matrix/matrix.js';
import { jobId, rowId } from '../../kernel/values/uuid.js';
import { MINUTE } from '../../kernel/values/time.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import { accepted, anOrder, NOW, someTerms, TENANT } from '../../samples.test.data.js';
import { payoutDigest } from './approval-digest.js';
import type { CheckedSignatures, GenuineSignature } from './checked-signatures.js';
import { departureOf, faultOfSigned, type ProvenPolicies } from './departure.js';

/** A policy with a tier for every amount: so many approvals at each level. */
const policy = (...approvals: ReadonlyArray<number>) =>
  [
    {
      packageCodes: null,
      tiers: [
        {
          upToAmount: null,
          levels: approvals.map((count) => ({ roleCodes: [], approvals: count })),
        },
      ],
    },
  ] as unknown as ApprovalMatrix;

interface Approved {
  readonly userId: string;
  readonly level: number;
  readonly signatureId?: string;
}

/** An approved payout, pinned to version 2 of the policy. */
const approved = (
  approvals: ReadonlyArray<Approved>,
  { order = anOrder(), policyVersion = 2, levels = [1] as ReadonlyArray<number> } = {},
): AcceptedPayout =>
  accepted(
    {
      status: 'approved',
      sequence: 2,
      approval: {
        levels: levels.map((count) => ({ roleCodes: [], approvals: count })),
        currentLevel: levels.length,
        approvals: approvals.map((one) => ({ ...one, at: NOW })),
      } as never,
    },
    order,
    someTerms({ policyVersion }),
  );

const by = (userId: string, level = 1): Approved => ({
  userId,
  level,
  signatureId: `fc-${userId}`,
});

/** The signatures of these people, each over this payout. */
const signedBy =
  (payout: AcceptedPayout, ...people: ReadonlyArray<string>): CheckedSignatures['of'] =>
  (tenant, id) => {
    const userId = people.find((one) => `fc-${one}` === id);
    if (userId === undefined || tenant !== TENANT) return undefined;
    const leaves = new Map([[payout.order.transactionId, payoutDigest(payout)]]);
    return { userId: userId as GenuineSignature['userId'], leaves };
  };

/** Version 2 is in force since an hour before the sample payout was made. */
const proven = ({
  matrix = policy(1),
  policies = [{ version: 2, at: NOW - 60 * MINUTE }],
  secondFactor = { login: 'none', approval: 'passkey' },
  automatic = undefined as ReadonlyArray<object> | undefined,
} = {}): ProvenPolicies =>
  ({
    holder: {
      ...TENANT,
      approvalMatrix: matrix,
      secondFactor,
      policySeal: {
        version: 5,
        policies: policies.map((one) => ({ ...one, digest: '' })),
        seal: '',
        ...(automatic !== undefined && { automatic }),
      },
    },
    matrices: new Map([[2, matrix]]),
  }) as unknown as ProvenPolicies;

const none: CheckedSignatures['of'] = () => undefined;

test('a payout leaves that one person signed, where the policy asks for one', (t) => {
  const payout = approved([by('u-checker')]);
  t.is(departureOf(payout, signedBy(payout, 'u-checker'), proven()), 'may_leave');
});

test('a payout waits while its signature was not looked at', (t) => {
  t.is(departureOf(approved([by('u-checker')]), none, proven()), 'unchecked');
  t.is(departureOf(approved([by('u-checker')]), none, undefined), 'unchecked');
});

test('a signature that is not genuine, of another person, on other payouts or on another account is no proof', (t) => {
  const payout = approved([by('u-checker')]);
  const digest = payoutDigest(payout);
  const leaf = (id: string, of = digest) => new Map([[id, of]]);
  const { transactionId } = payout.order;
  const userId = 'u-checker' as GenuineSignature['userId'];
  const wrong: ReadonlyArray<ReturnType<CheckedSignatures['of']>> = [
    'not genuine',
    { userId: 'u-head' as typeof userId, leaves: leaf(transactionId) },
    { userId, leaves: leaf('another') },
    { userId, leaves: leaf(transactionId, 'another') },
    { userId, leaves: leaf(transactionId), removedAt: NOW - 5 * MINUTE - 1 },
  ];
  for (const signature of wrong)
    for (const policies of [proven(), undefined])
      t.is(
        departureOf(payout, () => signature, policies),
        'not_proven',
      );
  t.deepEqual(
    wrong.slice(1).map((signature) => faultOfSigned(signature as GenuineSignature, userId, payout)),
    ['another_person', 'not_among_the_signed', 'changed_since', 'passkey_removed'],
  );
  const before = { userId, leaves: leaf(transactionId), removedAt: NOW - 5 * MINUTE };
  t.is(
    departureOf(payout, () => before, proven()),
    'may_leave',
  );
});

test('an approval without a signature counts nowhere where a passkey is asked for, and everywhere else', (t) => {
  const payout = approved([{ userId: 'u-checker', level: 1 }]);
  t.is(departureOf(payout, none, proven()), 'not_proven');
  for (const approval of ['none', 'any'])
    t.is(
      departureOf(payout, none, proven({ secondFactor: { login: 'none', approval } })),
      'may_leave',
    );
  t.is(departureOf(payout, none, undefined), 'may_leave');
});

test('each level needs as many signatures as the proven policy says, whatever stands at the payout', (t) => {
  const two = proven({ matrix: policy(1, 2) });
  const [first, second, third] = [by('u-1'), by('u-2', 2), by('u-3', 2)];
  for (const [approvals, departure] of [
    [[first, second, third], 'may_leave'],
    [[first, second], 'not_proven'],
    [[second, third], 'not_proven'],
    [[first, by('u-2'), third], 'not_proven'],
    [[], 'not_proven'],
  ] as const) {
    const payout = approved(approvals, { levels: [1] });
    t.is(departureOf(payout, signedBy(payout, 'u-1', 'u-2', 'u-3'), two), departure);
  }
});

test('one person signs once, at one level', (t) => {
  const levels = proven({ matrix: policy(1, 1) });
  const twice = approved([by('u-1'), by('u-1', 2)]);
  t.is(departureOf(twice, signedBy(twice, 'u-1'), levels), 'not_proven');
  const again = approved([by('u-1'), by('u-1')]);
  t.is(departureOf(again, signedBy(again, 'u-1'), proven({ matrix: policy(2) })), 'not_proven');
});

test('the maker does not sign', (t) => {
  const payout = approved([by('u-maker')]);
  t.is(departureOf(payout, signedBy(payout, 'u-maker'), proven()), 'not_proven');
  const besides = approved([by('u-checker'), by('u-maker', 2)]);
  t.is(departureOf(besides, signedBy(besides, 'u-checker', 'u-maker'), proven()), 'not_proven');
});

test('up to aboveAmount a payout needs no signature, and what was signed is compared all the same', (t) => {
  const secondFactor = { login: 'none', approval: 'passkey', aboveAmount: 50_000 };
  const policies = proven({ secondFactor });
  const at = (amount: number, approvals: ReadonlyArray<Approved>) =>
    approved(approvals, { order: anOrder(0, { amount }) });
  t.is(departureOf(at(50_000, []), none, policies), 'may_leave');
  t.is(departureOf(at(50_001, []), none, policies), 'not_proven');
  const signed = signedBy(at(40_000, []), 'u-checker');
  t.is(departureOf(at(40_000, [by('u-checker')]), signed, policies), 'may_leave');
  t.is(departureOf(at(50_000, [by('u-checker')]), signed, policies), 'not_proven');
});

test('a payout whose policy lets it pass without approvals leaves without any', (t) => {
  t.is(departureOf(approved([], { levels: [] }), none, proven({ matrix: policy() })), 'may_leave');
  t.is(
    departureOf(approved([], { levels: [1] }), none, proven({ matrix: policy() })),
    'not_proven',
  );
});

test('whether a package approves by itself is what the seal says of the moment, and not the row', (t) => {
  const { packageCode } = anOrder();
  const policies = (automatic: ReadonlyArray<object>) => proven({ matrix: policy(), automatic });
  const rewritten = approved([], { levels: [] });
  t.is(departureOf(rewritten, none, policies([])), 'not_proven');
  t.is(departureOf(rewritten, none, policies([{ packageCode: 'OTHER', from: 0 }])), 'not_proven');
  for (const [span, departure] of [
    [{ from: 0 }, 'may_leave'],
    [{ from: NOW + 5 * MINUTE }, 'may_leave'],
    [{ from: NOW + 5 * MINUTE + 1 }, 'not_proven'],
    [{ from: 0, until: NOW - 5 * MINUTE }, 'may_leave'],
    [{ from: 0, until: NOW - 5 * MINUTE - 1 }, 'not_proven'],
  ] as const)
    t.is(departureOf(rewritten, none, policies([{ packageCode, ...span }])), departure);
});

test('a version of the policy that is not proven decides about nothing', (t) => {
  const payout = approved([by('u-checker')], { policyVersion: 3 });
  t.is(departureOf(payout, signedBy(payout, 'u-checker'), proven()), 'not_proven');
});

test('a payout from before the first sealed version is judged by that version', (t) => {
  const payout = approved([by('u-checker')], { policyVersion: 1 });
  const signed = signedBy(payout, 'u-checker');
  t.is(departureOf(payout, signed, proven()), 'may_leave');
  t.is(departureOf(payout, signed, proven({ matrix: policy(2) })), 'not_proven');
});

test('a version that was replaced decides about payouts from before that, clocks apart', (t) => {
  const madeAfter = (ms: number) => {
    const order = anOrder(0, { transactionId: rowId(jobId(NOW + ms, new Uint8Array(10)), 0) });
    return approved([by('u-checker')], { order });
  };
  const policies = proven({
    policies: [
      { version: 2, at: NOW - MINUTE },
      { version: 3, at: NOW },
    ],
  });
  for (const [ms, departure] of [
    [-MINUTE, 'may_leave'],
    [5 * MINUTE, 'may_leave'],
    [5 * MINUTE + 1, 'not_proven'],
  ] as const) {
    const payout = madeAfter(ms);
    t.is(departureOf(payout, signedBy(payout, 'u-checker'), policies), departure);
  }
});
