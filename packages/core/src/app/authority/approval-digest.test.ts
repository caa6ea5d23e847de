import { createHash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { canonicalJson } from '../../kernel/codecs/json.js';
import { TENANT } from '../../samples.test.data.js';
import {
  approvalDigest,
  approvedMembers,
  leavesIn,
  leavesOf,
  leavesText,
  payoutDigest,
} from './approval-digest.js';
import type { ApprovedPayout } from '../../model/payout/approved-payout.js';
import type { DigestedDecision } from './approval-digest.js';

const payout = (order: object = {}, terms: object = {}): ApprovedPayout =>
  ({
    order: {
      transactionId: 'tx-1',
      packageCode: 'VENDOR',
      amount: 50_000,
      beneficiaryId: 'b-1',
      ...order,
    },
    terms: {
      beneficiaryCode: 'SHARMA01',
      beneficiaryName: 'Sharma Steel',
      debitAccountNumber: '502000110001',
      creditAccountNumber: '123456780001',
      creditIfsc: 'HDFC0000001',
      paymentMethod: 'NEFT',
      ...terms,
    },
  }) as unknown as ApprovedPayout;

const text = (...payouts: ReadonlyArray<ApprovedPayout>) =>
  leavesText(new Map(payouts.map((one) => [one.order.transactionId, payoutDigest(one)])));

const decision: DigestedDecision = {
  tenant: TENANT,
  userId: 'u-checker' as DigestedDecision['userId'],
  action: 'approve',
  challengeId: 'fc_1',
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

test('the digest of a payout is SHA-256 over its canonical JSON, so that others can compute it', (t) => {
  const json =
    '{"amount":50000,"beneficiaryCode":"SHARMA01","beneficiaryId":"b-1","beneficiaryName":"Sharma Steel","creditAccountNumber":"123456780001","creditIfsc":"HDFC0000001","debitAccountNumber":"502000110001","packageCode":"VENDOR","paymentMethod":"NEFT","transactionId":"tx-1"}';
  t.is(payoutDigest(payout()), sha256(json));
  const root = `{"action":"approve","bankTenantId":"bank","challengeId":"fc_1","corporateTenantId":"acme","payouts":"${sha256(`tx-1 ${sha256(json)}`)}","userId":"u-checker"}`;
  t.is(approvalDigest(decision, text(payout())), sha256(root));
});

test('the members of a payout stand in the order of canonical JSON', (t) => {
  for (const one of [payout(), payout({ payoutDate: '2026-03-20' })]) {
    const members = approvedMembers(one);
    t.is(JSON.stringify(members), canonicalJson(members));
  }
});

test('whatever differs in what moves makes another digest', (t) => {
  const others = [
    payout({ transactionId: 'tx-2' }),
    payout({ packageCode: 'SALARY' }),
    payout({ amount: 50_001 }),
    payout({ beneficiaryId: 'b-2' }),
    payout({ payoutDate: '2026-03-20' }),
    payout({}, { beneficiaryCode: 'SHARMA02' }),
    payout({}, { beneficiaryName: 'Sharma Metals' }),
    payout({}, { debitAccountNumber: '502000110002' }),
    payout({}, { creditAccountNumber: '123456780002' }),
    payout({}, { creditIfsc: 'HDFC0000002' }),
    payout({}, { paymentMethod: 'RTGS' }),
  ];
  const digests = new Set([payout(), ...others].map(payoutDigest));
  t.is(digests.size, others.length + 1);
});

test('a decision of another person, corporate, action, challenge or set of payouts has another root; their order is nothing', (t) => {
  const [one, two] = [payout(), payout({ transactionId: 'tx-2' })];
  const both = text(one, two);
  const root = approvalDigest(decision, both);
  t.is(approvalDigest(decision, text(two, one)), root);
  const others = [
    approvalDigest({ ...decision, action: 'reject' }, both),
    approvalDigest({ ...decision, challengeId: 'fc_2' }, both),
    approvalDigest({ ...decision, userId: 'u-head' as never }, both),
    approvalDigest({ ...decision, tenant: { ...TENANT, corporateTenantId: 'x' as never } }, both),
    approvalDigest({ ...decision, tenant: { ...TENANT, bankTenantId: 'x' as never } }, both),
    approvalDigest(decision, text(one)),
    approvalDigest(decision, text(one, payout({ transactionId: 'tx-2', amount: 1 }))),
  ];
  t.is(new Set([root, ...others]).size, others.length + 1);
});

test('the digests of payouts are read back from their lines', (t) => {
  const [one, two] = [payout(), payout({ transactionId: 'tx-2' })];
  const leaves = leavesOf(text(two, one));
  t.deepEqual(
    [...leaves],
    [
      ['tx-1', payoutDigest(one)],
      ['tx-2', payoutDigest(two)],
    ],
  );
});

test('a digest is found in the lines without taking them apart, and one that is not there is not found', (t) => {
  const digest = fc.stringMatching(/^[\w-]{1,43}$/);
  const id = fc.stringMatching(/^[0-9a-z-]{1,8}$/);
  fc.assert(
    fc.property(fc.dictionary(id, digest, { minKeys: 1 }), id, (all, other) => {
      const lines = leavesText(new Map(Object.entries(all)) as never);
      const [searched, apart] = [leavesIn(lines), leavesOf(lines)];
      t.is(searched.size, apart.size);
      for (const one of [...apart.keys(), other, '', 'zzz'])
        t.is(searched.get(one), apart.get(one), one);
    }),
  );
});
