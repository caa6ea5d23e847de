import assert from 'node:assert/strict';
import type { TransactionId } from '@hundi/core';
import { payoutIdOf, type PayoutCheckoutId } from '@hundi/core/wire';
import { first } from '../stage/approval-stage.js';
import { openCheckouts, withCheckouts, type CheckoutStage } from '../stage/checkout-stage.js';
import { forgottenSends, incidentsOf } from '../stage/restore-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage } from '../stage/stage.js';

const LIFE = 15 * 60_000;
const HOUR = 60 * 60_000;

/** The payout that a session may have become. */
const payoutOf = async (
  { storage }: CheckoutStage,
  { sessionId }: { readonly sessionId: PayoutCheckoutId },
): Promise<TransactionId> => {
  const found = await storage.read(({ payoutCheckouts }) =>
    payoutCheckouts.findAnywhere(sessionId),
  );
  assert.ok(found !== undefined);
  return payoutIdOf(found.session);
};

export const restoreCheckoutScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a session that ends without a payout after a restore raises an incident if the bank has its order',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { ids } = await stage.post([{}]);
      await stage.runDue();
      const [expired, cancelled, unsent] = [
        await stage.open({ reference: 'EXPIRED' }),
        await stage.start({ reference: 'CANCELLED' }),
        await stage.open({ reference: 'UNSENT' }),
      ];
      const held = () =>
        storage.read(async ({ payouts }) => {
          const found: string[] = [];
          for (const reference of ['EXPIRED', 'CANCELLED', 'UNSENT'])
            if (await payouts.isHeld(stage.tenant, reference as never, first(ids)))
              found.push(reference);
          return found;
        });
      const atBank = [await payoutOf(stage, expired), await payoutOf(stage, cancelled)];
      await forgottenSends(stage, atBank, ids[0]);
      const restored = stage.another();
      await stage.post([{}]);
      await restored.runDue();
      await restored.cancelPayoutCheckout(cancelled.browser);
      assert.deepEqual(await held(), ['EXPIRED', 'CANCELLED', 'UNSENT']);
      stage.clock.advance(LIFE);
      await restored.runDue();

      // The bank may have paid the first two: nobody else pays under their references.
      assert.deepEqual(await held(), ['EXPIRED', 'CANCELLED']);
      const incidents = await storage.read(({ journal }) => journal.incidents(stage.tenant, 10));
      const raised = incidents.filter(({ kind }) => kind === 'forgotten_order');
      assert.deepEqual(raised.map(({ subjectId }) => subjectId).toSorted(), atBank.toSorted());
      assert.deepEqual(
        await Promise.all([expired, cancelled, unsent].map((one) => stage.statusOf(one))),
        ['expired', 'cancelled', 'expired'],
      );
    },
  },
  ...(
    [
      ['until its absence is final', HOUR],
      ['for good where absence is never final', null],
    ] as const
  ).map(([how, absenceFinalAfterMs]): Scenario => ({
    title: `after a restore an unpaid session keeps its reference while its order may be on its way ${how}`,
    asksStore: true,
    run: async (storage) => {
      const stage = withCheckouts(
        await openStage(storage, {}, { traits: { absenceFinalAfterMs } }),
      );
      const { ids } = await stage.post([{}]);
      await stage.runDue();
      const opened = await stage.open({ reference: 'ON-ITS-WAY' });
      const isHeld = () =>
        storage.read(({ payouts }) =>
          payouts.isHeld(stage.tenant, 'ON-ITS-WAY' as never, first(ids)),
        );
      await forgottenSends(stage, []);
      const restored = stage.another();
      await restored.runDue();
      stage.clock.advance(LIFE);
      await restored.runDue();

      assert.equal(await stage.statusOf(opened), 'expired');
      assert.equal(await isHeld(), true);
      const isNever = absenceFinalAfterMs === null;
      const raised = (await incidentsOf(stage)).filter((kind) => kind === 'forgotten_order');
      assert.equal(raised.length, isNever ? 1 : 0);
      stage.clock.advance(HOUR);
      await restored.runDue();
      assert.equal(await isHeld(), isNever);
    },
  })),
];
