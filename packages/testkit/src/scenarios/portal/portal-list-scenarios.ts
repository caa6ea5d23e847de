import assert from 'node:assert/strict';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, postedAsJson } from '../stage/stage.js';

export const portalListScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'what was previewed and posted as JSON is in the report page by page, and in its sums',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, tenant } = stage;
      const batch = await stage.bodyOf([{ amount: 100 }, { amount: 200 }, { to: 'CLOSED01' }]);
      const preview = expectRight(await engine.previewBatchAsJson(tenant, { batch }));
      const { previewToken } = JSON.parse(preview) as { readonly previewToken: string };
      const posted = await engine.acceptPreviewedBatchAsJson(tenant, {
        key: 'previewed',
        batch,
        previewToken,
      });
      const { ids } = postedAsJson(expectRight(posted));
      await stage.runDue();

      const asked = { initiatedByUserId: 'u-maker', limit: 2 };
      const first = expectRight(await engine.listReport(tenant, asked));
      const after = first.nextCursor ?? assert.fail('there is a second page');
      const second = expectRight(await engine.listReport(tenant, { ...asked, after }));
      assert.deepEqual(
        [...first.items, ...second.items].map(({ transactionId }) => transactionId),
        ids.toReversed(),
      );
      const { sums } = expectRight(
        await engine.sumReport(tenant, { initiatedByUserId: 'u-maker', starts: [0] }),
      );
      assert.deepEqual(sums.map(({ status, count, amount }) => [status, count, amount]).sort(), [
        ['failed', 1, 50_000n],
        ['paid', 2, 300n],
      ]);
    },
  },
  {
    title: 'the list of payees goes on behind a cursor with those that its pages hold',
    asksStore: true,
    run: async (storage) => {
      const { engine, tenant } = await openStage(storage);
      const actorUserId = 'u-checker';
      const { items } = expectRight(
        await engine.browseBeneficiaries(tenant, { actorUserId, page: 1, limit: 100 }),
      );
      const followed: string[] = [];
      let after: string | undefined;
      do {
        const page = expectRight(
          await engine.followBeneficiaries(tenant, {
            actorUserId,
            limit: 5,
            ...(after !== undefined && { after }),
          }),
        );
        followed.push(...page.items.map(({ beneficiaryId }) => beneficiaryId));
        after = page.nextCursor ?? undefined;
      } while (after !== undefined);

      assert.deepEqual(
        followed,
        items.map(({ beneficiaryId }) => beneficiaryId),
      );
    },
  },
];
