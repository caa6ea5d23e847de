import assert from 'node:assert/strict';
import type { PayoutOrder, PayoutProgress, Storage } from '@hundi/core/storage';
import { accepts, aJob, anOrder, changeTo, progress, terms } from '../../kit/build/payout.js';
import { anAnswer } from '../../kit/build/records.js';
import { aTenant } from '../../kit/build/tenancy.js';
import { commit } from '../../kit/build/commit.js';
import { acme, type ContractCase } from '../contract-case.js';

/** Texts that break a line-based, a delimited or a quoted format, or an encoding. */
const AWKWARD = [
  'tab\there',
  'line\nfeed',
  'carriage\rreturn',
  'both\r\nof them',
  '"double" and \'single\' quotes',
  'back\\slash, \\n, \\t, \\N, \\.',
  '\\N',
  '\\.',
  '{curly,"braces"}',
  '$1 ? :name %s ; -- /* */',
  'null',
  'NULL',
  '',
  ' spaces ',
  '₹ ñ é 漢字 עברית 😀 👩‍👩‍👧',
  '\u0001\u001f\u007f\u2028\u2029',
];

const stored = async (storage: Storage, order: PayoutOrder): Promise<PayoutOrder | undefined> => {
  await commit(storage, ({ payouts }) => payouts.add([order]));
  const found = await storage.read(({ payouts }) => payouts.find(acme, order.transactionId));
  return found?.order;
};

const full: PayoutProgress = progress('failed', 2, {
  approvedAt: 1,
  sentToBankAt: 2,
  paidAt: 3,
  returnedAt: 4,
  utr: 'UTR\t"1"',
  bankReference: 'BANK\\1',
  approval: {
    levels: [{ roleCodes: ['checker'], approvals: 2 }],
    currentLevel: 1,
    approvals: [{ userId: 'user-2', level: 1, at: 1 }],
    comment: 'fine,\n"really"',
  } as unknown as NonNullable<PayoutProgress['approval']>,
  approvedBy: { userId: 'user-2', username: 'Zoë "Z"', role: 'checker' },
  statusDetails: {
    code: 'returned_after_credit',
    source: 'beneficiary_bank',
    message: 'Tab\there',
    retryable: true,
    nextAction: 'fix_beneficiary',
  },
  expectedCreditAt: 5,
});

export const roundTripContract: ReadonlyArray<ContractCase> = [
  {
    title: 'an order keeps every optional member, and gets none that it did not have',
    run: async (storage) => {
      const bare = anOrder(acme, 1);
      const rich = anOrder(acme, 2, {
        jobId: aJob(acme, 1).jobId,
        source: 'payout_checkout',
        initiationMode: 'bulk',
        debitAccountNumber: '001234567890',
        paymentMethodCode: 'IMPS',
        beneficiaryAccountNumber: '000000000000000000000000000000000001',
        purpose: 'SUPP',
        remark: '',
        tag: 'a "tag"',
        metadata: {},
        payoutDate: '2026-02-28',
      });

      assert.deepEqual(await stored(storage, bare), bare);
      assert.deepEqual(await stored(storage, rich), rich);
    },
  },
  {
    title: 'amounts come back exactly, around 2^31 and up to 10^15 − 1',
    run: async (storage) => {
      const amounts = [
        1,
        2 ** 31 - 1,
        2 ** 31,
        2 ** 31 + 1,
        2 ** 32 + 1,
        2 ** 49 + 1,
        10 ** 15 - 1,
      ];
      for (const [n, amount] of amounts.entries()) {
        const order = anOrder(acme, n, { amount });
        assert.deepEqual(await stored(storage, order), order);
      }
    },
  },
  {
    title: 'moments come back exactly, far off as well',
    run: async (storage) => {
      for (const [n, createdAt] of [0, 1, 2 ** 31, 8.64e15].entries()) {
        const order = anOrder(acme, n, { createdAt });
        assert.deepEqual(await stored(storage, order), order);
      }
    },
  },
  {
    title: 'text comes back character by character',
    run: async (storage) => {
      const orders = AWKWARD.map((remark, n) =>
        anOrder(acme, n, {
          remark,
          tag: remark,
          apiRefNumber: remark,
          reference: `REF,"${String(n)}"\\\\'{}`,
          createdBy: { userId: 'user-1', username: remark, role: remark },
        }),
      );
      await commit(storage, ({ payouts }) => payouts.add(orders));

      for (const order of orders) {
        const found = await storage.read(({ payouts }) => payouts.find(acme, order.transactionId));
        assert.deepEqual(found?.order, order);
      }
    },
  },
  {
    title: 'ids, references and text of full length come back whole',
    run: async (storage) => {
      const id = 'i'.repeat(100);
      const wide = '漢'.repeat(100);
      const tenant = aTenant(id, id);
      const order = anOrder(tenant, 1, {
        beneficiaryId: id,
        packageCode: id,
        paymentMethodCode: id,
        reference: 'r'.repeat(100),
        apiRefNumber: 'a'.repeat(100),
        debitAccountNumber: '1'.repeat(34),
        remark: wide,
        tag: wide,
        createdBy: { userId: id, username: wide + wide, role: id },
      });
      const answer = anAnswer(tenant, 'k'.repeat(255));
      await commit(storage, async ({ payouts, idempotency }) => {
        await payouts.add([order]);
        await idempotency.add([answer]);
      });

      await storage.read(async ({ payouts, idempotency }) => {
        const found = await payouts.find(tenant, order.transactionId);
        assert.deepEqual(found?.order, order);
        assert.deepEqual(await idempotency.find([answer]), [answer]);
      });
    },
  },
  {
    title: 'metadata comes back as it is, with its keys in their order',
    run: async (storage) => {
      const order = anOrder(acme, 1, {
        metadata: {
          zulu: 'last first',
          alpha: AWKWARD,
          'key "with" \\ and \t': { nested: { deep: [1, [2, { three: null }], true, false] } },
          '': 'an empty key',
          numbers: [0, -1, 0.1, 1e-7, 1e21, 2 ** 53 - 1, -(2 ** 31) - 1],
          nul: 'a\u0000b',
          half: '\ud83d',
        },
      });
      const found = await stored(storage, order);

      assert.deepEqual(found, order);
      assert.equal(JSON.stringify(found.metadata), JSON.stringify(order.metadata));
    },
  },
  {
    title: 'the terms and the progress of a payout are returned member by member',
    run: async (storage) => {
      const order = anOrder(acme, 1);
      const frozen = terms({
        beneficiaryName: 'Zoë "Z"\tÑ\\',
        limitDay: '2026-12-31',
        policyVersion: 4,
        feeBase: 10 ** 15 - 1,
        feeGst: 0,
        masked: true,
      });
      await commit(storage, async ({ payouts }) => {
        await payouts.add([order]);
        await payouts.decide(acme, [{ ...accepts(order), terms: frozen }]);
        await payouts.advance(acme, [{ ...changeTo(order, 'failed'), next: full }]);
      });

      assert.deepEqual(
        await storage.read(({ payouts }) => payouts.findAnywhere([order.transactionId])),
        [{ intake: 'accepted', order, terms: frozen, progress: full }],
      );
    },
  },
  {
    title: 'a decision’s progress comes back member by member',
    run: async (storage) => {
      const order = anOrder(acme, 1);
      const first = { ...full, status: 'approved', sequence: 1 } as const;
      await commit(storage, async ({ payouts }) => {
        await payouts.add([order]);
        await payouts.decide(acme, [{ ...accepts(order), progress: first }]);
      });

      assert.deepEqual(
        await storage.read(({ payouts }) => payouts.find(acme, order.transactionId)),
        { intake: 'accepted', order, terms: terms(), progress: first },
      );
    },
  },
];
