import assert from 'node:assert/strict';
import { verifyJournals } from '@hundi/core/operator';
import type { JournalRecord } from '@hundi/core/wire';
import { openCheckouts, MAKER } from '../stage/checkout-stage.js';
import { openCollection } from '../stage/collection-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, postedOf, type Stage } from '../stage/stage.js';

const VIA = { keyId: 'key1' };

const PAYEE = {
  initiatedByUserId: 'u-maker',
  beneId: 'FRESH01',
  beneName: 'Fresh Foods',
  benePhoneNumber: '+919800000009',
  benePackageCodes: ['VENDOR'],
  beneBankAccounts: [{ accountNumber: '700000000001', ifscCode: 'SBIN0000001' }],
};

/** The journal in the portal, oldest first: the whole journal for people who may see it, one subject for others. */
const shown = async (
  stage: Pick<Stage, 'engine' | 'tenant'>,
  subject?: string,
  by = 'u-admin',
): Promise<ReadonlyArray<JournalRecord>> => {
  const { items } = expectRight(
    await stage.engine.listJournal(stage.tenant, {
      actorUserId: by,
      limit: 100,
      ...(subject !== undefined && { subject }),
    }),
  );
  return [...items].reverse();
};

const vias = (records: ReadonlyArray<JournalRecord>): ReadonlyArray<readonly [string, unknown]> =>
  records.map(({ to, via }) => [to, via?.keyId]);

export const viaScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a job that came by a key names it, and so does the first entry of each of its payouts',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([{}, { packageCode: 'NONE' }], { via: VIA.keyId });
      const single = postedOf(
        expectRight(
          await stage.engine.createPayments(stage.tenant, {
            request: {
              idempotencyKey: 'one',
              initiatedByUserId: 'u-maker',
              payments: [
                {
                  transactionReference: 'SINGLE',
                  beneficiaryId: await stage.beneficiary('SHARMA01'),
                  packageCode: 'VENDOR',
                  amount: { value: 50_000, currency: 'INR' },
                },
              ],
            },
            via: { keyId: 'key2' },
          }),
        ),
      );
      const { ids: byPerson } = await stage.post([{}]);
      await stage.runDue();

      assert.deepEqual(vias(await shown(stage, jobId)), [
        ['queued', 'key1'],
        ['processing', undefined],
        ['completed_partial', undefined],
      ]);
      const job = await storage.read(({ jobs }) => jobs.find(stage.tenant, jobId));
      assert.deepEqual(job?.via, VIA);
      const firstOf = async (id: string | undefined, by?: string) =>
        vias(await shown(stage, id, by))[0];
      assert.deepEqual(await firstOf(ids[0]), ['approved', 'key1']);
      assert.deepEqual(await firstOf(ids[0], 'u-checker'), ['approved', 'key1']);
      assert.deepEqual(await firstOf(ids[1]), ['rejected', 'key1']);
      assert.deepEqual(await firstOf(single.ids[0]), ['approved', 'key2']);
      assert.deepEqual(await firstOf(byPerson[0]), ['approved', undefined]);
    },
  },
  {
    title: 'a payee names the key that made it, and its journal the key that authorized it',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, tenant } = stage;
      const { beneficiary } = expectRight(
        await engine.createBeneficiary(tenant, { ...PAYEE, via: VIA }),
      );
      const { beneficiaryId } = beneficiary;
      expectRight(
        await engine.authorizeBeneficiary(tenant, {
          beneficiaryId,
          actorUserId: 'u-checker',
          action: 'approve',
          via: { keyId: 'key2' },
        }),
      );

      assert.deepEqual(vias(await shown(stage, beneficiaryId)), [
        ['pending_approval', 'key1'],
        ['approved', 'key2'],
      ]);
      const { items } = expectRight(
        await engine.browseBeneficiaries(tenant, {
          actorUserId: 'u-checker',
          page: 1,
          limit: 100,
        }),
      );
      assert.deepEqual(
        items.filter(({ via }) => via !== undefined).map(({ beneId, via }) => [beneId, via]),
        [['FRESH01', VIA]],
      );
    },
  },
  {
    title: 'a payout checkout that a key opened says so, and so does its payout',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser, sessionId } = await stage.start({ via: VIA.keyId });
      assert.equal(await stage.send(browser), 'sent');
      assert.equal(await stage.authorize(browser, stage.code(MAKER)), 'submitted');

      const [opened, submitted] = await shown(stage, sessionId);
      assert.deepEqual([opened?.via, submitted?.via], [VIA, undefined]);
      const transactionId = String(submitted?.changes['transactionId']);
      assert.deepEqual(vias(await shown(stage, transactionId)), [['pending_approval', 'key1']]);
    },
  },
  {
    title: 'a collection checkout says by which secret key it was created and ended',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { browser } = await stage.checkout();
      const { sessionId } = browser;
      expectRight(await stage.engine.closeCollection(stage.merchant, { sessionId }));

      const { keyId } = stage.merchant;
      assert.deepEqual(vias(await shown(stage, browser.sessionId)), [
        ['open', keyId],
        ['expired', keyId],
      ]);
    },
  },
  {
    title: 'the seals cover the keys that entries name, and hold for what names none',
    run: async (storage) => {
      const stage = await openStage(storage);
      await stage.post([{}], { via: VIA.keyId });
      await stage.post([{}]);
      await stage.runDue();
      for await (const { chain, notSealed } of verifyJournals(storage))
        assert.deepEqual([chain.holds, notSealed], [true, 0]);
    },
  },
];
