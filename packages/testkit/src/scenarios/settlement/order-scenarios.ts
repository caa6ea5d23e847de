import assert from 'node:assert/strict';
import type { BeneficiaryId, Hundi, TransactionId } from '@hundi/core';
import type { BankOrder } from '@hundi/core/rail';
import { commit } from '../../kit/build/commit.js';
import { aTransactionId } from '../../kit/build/ids.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { stageDocument } from '../stage/stage-document.js';
import { demoPayees } from '../../kit/sandbox/demo-payees.js';
import { decide, LARGE } from '../stage/approval-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, type Row, type Stage } from '../stage/stage.js';

const PAYER_LEI = '335800ACMETRADERS044';
const PAYEE_LEI = '335800SHARMASTEEL098';
const OTHER_LEI = '335800GLOBEXEXPORT70';

/** From there on both LEIs must be known, in paise. */
const FIFTY_CRORE = 50_000_000_000;

type PayeeInput = NonNullable<CorporateInput['beneficiaries']>[number];

/** The demo payees, of which one says more. */
const payeesWith = (members: Partial<PayeeInput>): Partial<CorporateInput> => ({
  beneficiaries: demoPayees().map((one) =>
    one.beneId === 'SHARMA01' ? { ...one, ...members } : one,
  ),
});

const KNOWN = { beneLei: PAYEE_LEI, benePurpose: 'SUPP' };

/** The orders that an engine over the stage hands to its rail, and that engine. */
const watched = (stage: Stage): { readonly engine: Hundi; readonly orders: BankOrder[] } => {
  const { rail } = stage.bank;
  const orders: BankOrder[] = [];
  const engine = stage.another({
    bankRail: {
      traits: rail.traits,
      submit: (sent) => {
        orders.push(...sent);
        return rail.submit(sent);
      },
      query: (questions) => rail.query(questions),
    },
  });
  return { engine, orders };
};

const provisionAgain = async ({ engine }: Stage, acme: Partial<CorporateInput>): Promise<void> => {
  expectRight(await engine.provision(stageDocument(acme)));
};

const changePayee = async (
  { engine, tenant }: Stage,
  beneficiaryId: BeneficiaryId,
  members: Partial<Omit<Parameters<Hundi['changeBeneficiary']>[1], 'beneficiaryId'>>,
) => engine.changeBeneficiary(tenant, { beneficiaryId, initiatedByUserId: 'u-maker', ...members });

/** What the bank is told of a payout beside its amount and accounts. */
const told = ({ debtor, purpose, creditorLei, reference, narration }: Partial<BankOrder>) => ({
  debtor,
  purpose,
  creditorLei,
  reference,
  narration,
});

const ACME = {
  name: 'Acme Traders',
  ifsc: 'DEMO0000001',
  customerId: '11110001',
  lei: PAYER_LEI,
};

const REJECTED_ROWS: ReadonlyArray<{
  readonly what: string;
  readonly row: Row;
  readonly code: string;
  readonly field: string;
}> = [
  {
    what: "a purpose that is not in its bank's list",
    row: { purpose: 'FOOD' },
    code: 'purpose_not_allowed',
    field: 'purpose',
  },
  {
    what: '50 crore rupees to a payee without an LEI',
    row: { amount: FIFTY_CRORE },
    code: 'lei_missing',
    field: 'beneficiaryId',
  },
];

/** Adds a payout like another one, as rows are from before intake fixed what the bank is told. */
const addOlder = (stage: Stage, like: TransactionId): Promise<TransactionId> =>
  commit(stage.storage, async ({ payouts, work }) => {
    const { tenant, clock } = stage;
    const payout = await payouts.find(tenant, like);
    assert.ok(payout?.intake === 'accepted');
    const { orderDetails: _, ...terms } = payout.terms;
    const { jobId: _job, ...order } = payout.order;
    const transactionId = aTransactionId(1);
    await payouts.add([{ ...order, transactionId, reference: 'OLD-1' as typeof order.reference }]);
    await payouts.decide(tenant, [
      {
        transactionId,
        outcome: 'accepted',
        terms,
        progress: { status: 'approved', sequence: 1, approvedAt: clock.now() },
      },
    ]);
    await work.add([{ duty: 'send-to-bank', tenant, subject: transactionId, runAt: clock.now() }]);
    return transactionId;
  });

export const orderScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'the bank is told who pays, for what, on which day and under which references',
    run: async (storage) => {
      const stage = await openStage(storage, payeesWith(KNOWN));
      const { engine, orders } = watched(stage);
      const { ids, jobId } = await stage.post([
        { reference: 'INV-1', remark: 'March rent', purpose: 'rent' },
        { reference: 'INV-2' },
        { reference: 'INV-3', to: 'PATEL01' },
      ]);
      await engine.runDue();

      const sent = ids.map((id) => orders.find(({ transactionId }) => transactionId === id));
      assert.deepEqual(
        sent.map((order) => told(order ?? {})),
        [
          {
            debtor: ACME,
            purpose: 'RENT',
            creditorLei: PAYEE_LEI,
            reference: 'INV-1',
            narration: 'March rent',
          },
          {
            debtor: ACME,
            purpose: 'SUPP',
            creditorLei: PAYEE_LEI,
            reference: 'INV-2',
            narration: 'INV-2',
          },
          {
            debtor: ACME,
            purpose: undefined,
            creditorLei: undefined,
            reference: 'INV-3',
            narration: 'INV-3',
          },
        ],
      );
      for (const order of orders) {
        assert.equal(order.executionDate, '2026-01-05');
        assert.equal(order.jobId, jobId);
        assert.equal(order.corporateTenantId, 'acme');
        assert.equal(order.endToEndId, order.bankRef);
      }
    },
  },
  {
    title: 'the books of the sandbox bank keep who paid, for what and on which day',
    run: async (storage) => {
      const stage = await openStage(storage, payeesWith(KNOWN));
      await stage.pay([{ reference: 'INV-1' }]);

      const [booked] = await stage.bank.orders();
      assert.deepEqual(told(booked ?? {}), {
        debtor: ACME,
        purpose: 'SUPP',
        creditorLei: PAYEE_LEI,
        reference: 'INV-1',
        narration: 'INV-1',
      });
      assert.equal(booked?.executionDate, '2026-01-05');
    },
  },
  {
    title: 'an order names payer and payee as they were at acceptance, whatever changed since',
    run: async (storage) => {
      const stage = await openStage(storage, payeesWith(KNOWN));
      const { ids } = await stage.post([{ amount: LARGE, reference: 'INV-1' }]);
      await stage.runDue();
      await provisionAgain(stage, {
        ...payeesWith(KNOWN),
        name: 'Acme Renamed',
        customerId: '99990001',
        lei: OTHER_LEI,
      });
      const payee = await stage.beneficiary('SHARMA01');
      expectRight(await changePayee(stage, payee, { benePurpose: 'RENT', beneLei: OTHER_LEI }));
      assert.deepEqual(await decide(stage, 'u-checker', ids), ['approved']);
      await stage.advance(24 * 3_600_000);

      const [booked] = await stage.bank.orders();
      assert.deepEqual(told(booked ?? {}), {
        debtor: ACME,
        purpose: 'SUPP',
        creditorLei: PAYEE_LEI,
        reference: 'INV-1',
        narration: 'INV-1',
      });
    },
  },
  {
    title: 'an order that was lost is sent again as it was, for the same day',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, orders } = watched(stage);
      stage.clock.advance(13 * 3_600_000);
      await stage.post([{ to: 'LOST01' }]);
      await engine.runDue();
      await provisionAgain(stage, { name: 'Acme Renamed' });
      for (let round = 0; round < 12; round += 1) {
        stage.clock.advance(60_000);
        await engine.runDue();
      }

      assert.equal(orders.length, 2);
      assert.deepEqual(orders[1], orders[0]);
    },
  },
  {
    title: 'a payout that was accepted before orders named their debtor names the one of today',
    run: async (storage) => {
      const stage = await openStage(storage, payeesWith(KNOWN));
      const { ids } = await stage.post([{}]);
      await stage.runDue();
      const id = await addOlder(stage, ids[0] ?? assert.fail());
      await provisionAgain(stage, { ...payeesWith(KNOWN), name: 'Acme Renamed' });
      await stage.runDue();

      const { status } = await stage.payout(id);
      const booked = (await stage.bank.orders()).find(({ transactionId }) => transactionId === id);
      assert.equal(status, 'paid');
      assert.deepEqual(
        [booked?.debtor, booked?.purpose, booked?.creditorLei],
        [{ ...ACME, name: 'Acme Renamed' }, undefined, undefined],
      );
    },
  },
  {
    title: 'a transaction shows what it is for, and the LEI of its payee',
    run: async (storage) => {
      const stage = await openStage(storage, payeesWith(KNOWN));
      const [known, plain] = await stage.pay([{ purpose: 'RENT' }, { to: 'PATEL01' }]);

      const { beneficiary } = known ?? {};
      assert.deepEqual([beneficiary?.purpose, beneficiary?.lei], ['RENT', PAYEE_LEI]);
      assert.ok(plain?.beneficiary !== undefined);
      assert.ok(!('purpose' in plain.beneficiary) && !('lei' in plain.beneficiary));
    },
  },
  ...REJECTED_ROWS.map(
    ({ what, row, code, field }) =>
      ({
        title: `a row with ${what} is rejected as ${code}`,
        run: async (storage) => {
          const stage = await openStage(storage);
          const { jobId } = await stage.post([{}, row]);
          await stage.runDue();
          const { records } = await stage.job(jobId);
          assert.deepEqual(
            records.map((one) => [one.rejectionCode, one.field]),
            [
              [null, undefined],
              [code, field],
            ],
          );
        },
      }) satisfies Scenario,
  ),
  {
    title: '50 crore rupees do not leave a corporate whose document no longer has its LEI',
    run: async (storage) => {
      const stage = await openStage(storage);
      const document = stageDocument(payeesWith(KNOWN));
      const withoutLei = document.bankTenants.map((bank) => ({
        ...bank,
        corporates: bank.corporates.map(({ lei: _, ...corporate }) => corporate),
      }));
      expectRight(await stage.engine.provision({ bankTenants: withoutLei }));
      const { jobId } = await stage.post([{ amount: FIFTY_CRORE }]);
      await stage.runDue();
      const { records } = await stage.job(jobId);
      assert.deepEqual(
        [records[0]?.rejectionCode, records[0]?.field],
        ['lei_missing', 'debitAccountNumber'],
      );
    },
  },
  {
    title: '50 crore rupees are paid where both LEIs are known, and below them none is asked for',
    run: async (storage) => {
      const known = await openStage(storage, payeesWith({ beneLei: PAYEE_LEI }));
      const { jobId } = await known.post([
        { amount: FIFTY_CRORE },
        { amount: FIFTY_CRORE - 1, to: 'PATEL01' },
      ]);
      await known.runDue();
      const { records } = await known.job(jobId);
      assert.deepEqual(
        records.map(({ rejectionCode }) => rejectionCode),
        [null, null],
      );
    },
  },
  {
    title: "a payee's purpose is one of its bank's list, and changes at once with its LEI",
    run: async (storage) => {
      const stage = await openStage(storage);
      const payee = await stage.beneficiary('SHARMA01');
      const refused = expectLeft(await changePayee(stage, payee, { benePurpose: 'FOOD' }));
      assert.ok(refused._tag === 'InvalidInput');
      assert.deepEqual(
        refused.issues.map(({ pointer }) => pointer),
        ['/benePurpose'],
      );
      const created = expectLeft(
        await stage.engine.createBeneficiary(stage.tenant, {
          initiatedByUserId: 'u-maker',
          beneId: 'NEW01',
          beneName: 'New Supplies',
          benePhoneNumber: '+919800000009',
          benePackageCodes: ['VENDOR'],
          beneBankAccounts: [{ accountNumber: '123456780009', ifscCode: 'HDFC0000001' }],
          benePurpose: 'FOOD',
        }),
      );
      assert.ok(created._tag === 'InvalidInput');
      assert.deepEqual(
        created.issues.map(({ pointer }) => pointer),
        ['/benePurpose'],
      );

      const changed = expectRight(
        await changePayee(stage, payee, { benePurpose: 'supp', beneLei: PAYEE_LEI }),
      );
      assert.deepEqual([changed.purpose, changed.lei], ['SUPP', PAYEE_LEI]);
      assert.ok(changed.pendingChange === undefined);
      const [payout] = await stage.pay([{}]);
      assert.equal(payout?.beneficiary?.purpose, 'SUPP');
    },
  },
  {
    title: 'a bank lists its own purposes and thresholds, and a payee has none beside them',
    run: async (storage) => {
      const document = stageDocument();
      const [bank = assert.fail()] = document.bankTenants;
      const ours = {
        bankTenants: [
          {
            ...bank,
            purposes: ['FOOD'],
            leiThresholds: [{ paymentMethodCode: 'IMPS', fromAmount: 60_000 }],
          },
        ],
      };
      const stage = await openStage(storage);
      expectRight(await stage.engine.provision(ours));
      const { jobId } = await stage.post([
        { purpose: 'food' },
        { purpose: 'SUPP' },
        { paymentMethodCode: 'IMPS', amount: 60_000 },
        { paymentMethodCode: 'IMPS', amount: 59_999 },
        { amount: FIFTY_CRORE },
      ]);
      await stage.runDue();
      const { records } = await stage.job(jobId);
      assert.deepEqual(
        records.map(({ rejectionCode }) => rejectionCode),
        [null, 'purpose_not_allowed', 'lei_missing', null, null],
      );
    },
  },
];
