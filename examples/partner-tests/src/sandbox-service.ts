import { E } from '@hundi/core';
import type { Sandbox } from '@hundi/testkit';
import type { PayoutService } from './pay-suppliers.js';

/** The payout service as the company's code sees it, with a sandbox behind it instead of a network. */
export const sandboxService = ({ engine, tenant }: Sandbox): PayoutService => ({
  send: async (key, payments) => {
    const accepted = await engine.acceptBatch(tenant, {
      key,
      batch: { initiatedByUserId: 'u-erp', apiRefNumber: key, payments },
    });
    if (E.isLeft(accepted)) throw new Error(accepted.left._tag);
    return accepted.right.answer.transactions.map(({ transactionId }) => transactionId);
  },

  stateOf: async (transactionId) => {
    const payout = await engine.getTransaction(tenant, { transactionId });
    if (E.isLeft(payout)) throw new Error(payout.left._tag);
    const { status, statusDetails } = payout.right;
    return {
      status,
      ...(statusDetails !== undefined && { nextAction: statusDetails.nextAction }),
    };
  },
});
