import assert from 'node:assert/strict';
import { E, type JobId, type TransactionId } from '@hundi/core';
import { aJobId, aTransactionId } from '../../kit/build/ids.js';
import { aTenant } from '../../kit/build/tenancy.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage } from '../stage/stage.js';

const globex = aTenant('globex', 'demo-bank');
const PAGE = { page: 1, limit: 100 };

export const tenantScenarios: ReadonlyArray<Scenario> = [
  {
    title: "for another corporate's job or payout the answer is that of an absent one",
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([{}]);
      await stage.runDue();
      const strangers = [globex, aTenant('acme', 'other-bank'), aTenant('nobody', 'demo-bank')];
      for (const tenant of strangers) {
        const job = (id: JobId) => stage.engine.getJob(tenant, { jobId: id, ...PAGE });
        const payout = (id: TransactionId) =>
          stage.engine.getTransaction(tenant, { transactionId: id });
        assert.deepEqual(expectLeft(await job(jobId)), expectLeft(await job(aJobId(1))));
        assert.deepEqual(
          expectLeft(await payout(ids[0] as TransactionId)),
          expectLeft(await payout(aTransactionId(1))),
        );
      }
    },
  },
  {
    title: 'payouts that are asked for at the same moment each go to their own corporate',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{}, {}]);
      await stage.runDue();
      const wanted = [...ids, aTransactionId(1), ...ids];
      const askers = [stage.tenant, globex, aTenant('acme', 'other-bank'), stage.tenant];
      const answers = await Promise.all(
        askers.flatMap((tenant) =>
          wanted.map((transactionId) => stage.engine.getTransaction(tenant, { transactionId })),
        ),
      );

      const shown = answers.map((one) => (E.isRight(one) ? one.right.transactionId : 'absent'));
      const own = [...ids, 'absent', ...ids];
      const none = wanted.map(() => 'absent');
      assert.deepEqual(shown, [...own, ...none, ...none, ...own]);
    },
  },
  {
    title: "another corporate's payee can be neither paid, seen nor authorized",
    run: async (storage) => {
      const stage = await openStage(storage);
      const theirs = await stage.beneficiary('SHARMA01', globex);
      const [payout] = await stage.pay([{ beneficiaryId: theirs }]);
      assert.equal(payout?.statusDetails?.code, 'beneficiary_not_found');
      const listed = expectRight(await stage.engine.listBeneficiaries(stage.tenant, PAGE));
      assert.ok(listed.items.every(({ corporateTenantId }) => corporateTenantId === 'acme'));
      const refused = await stage.engine.authorizeBeneficiary(stage.tenant, {
        beneficiaryId: theirs,
        actorUserId: 'u-checker',
        action: 'reject',
      });
      assert.equal(expectLeft(refused)._tag, 'BeneficiaryNotFound');
    },
  },
  {
    title: "another corporate's debit account cannot be used",
    run: async (storage) => {
      const stage = await openStage(storage);
      const [payout] = await stage.pay([{ debitAccountNumber: '50200022222222' }]);
      assert.equal(payout?.statusDetails?.code, 'debit_account_not_in_package');
    },
  },
  {
    title: 'a key opens its own corporate; a changed, unknown or expired one is refused',
    run: async (storage) => {
      const stage = await openStage(storage);
      const keyOf = (corporate: string) =>
        stage.credentials.corporates[corporate]?.apiKeys['erp'] ?? '';
      for (const corporate of ['acme', 'globex']) {
        const caller = expectRight(await stage.engine.authenticate(keyOf(corporate)));
        assert.equal(caller.tenant.corporateTenantId, corporate);
        assert.equal(caller.actsAsUserId, 'u-erp');
      }
      const good = keyOf('acme');
      const bad = [
        undefined,
        '',
        'pak_',
        `${good}0`,
        `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`,
        good.replace('pak_', 'sk_'),
        good.toUpperCase(),
        `pak_0000000000000000_${good.split('_')[2] ?? ''}`,
        stage.credentials.corporates['acme']?.secretKeys['shop'],
      ];
      for (const key of bad) {
        assert.equal(expectLeft(await stage.engine.authenticate(key))._tag, 'InvalidKey');
      }
      stage.clock.advance(365 * 24 * 3_600_000);
      assert.equal(expectLeft(await stage.engine.authenticate(good))._tag, 'InvalidKey');
    },
  },
  {
    title: 'the work of two corporates is done side by side and stays apart',
    run: async (storage) => {
      const stage = await openStage(storage);
      const ours = await stage.post([{}, { to: 'CLOSED01' }, { to: 'SILENT01' }]);
      const theirs = await stage.post([{ to: 'SILENT01' }, {}], { tenant: globex });
      await stage.runDue();
      const { counts } = await stage.job(ours.jobId);
      assert.deepEqual([counts.total, counts.paid, counts.failed], [3, 2, 1]);
      assert.deepEqual((await stage.job(theirs.jobId, globex)).counts.paid, 2);
      const debited = async (accountNumber: string) =>
        (await stage.bank.orders({ debitAccountNumber: accountNumber })).length;
      assert.deepEqual([await debited('50200011112222'), await debited('50200022222222')], [3, 2]);
    },
  },
];
