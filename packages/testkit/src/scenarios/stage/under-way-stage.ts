import type { Storage, TransactionId, UserId } from '@hundi/core';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { demoUsers } from '../../kit/sandbox/demo-people.js';
import { first } from './approval-stage.js';
import { openStage, type Stage } from './stage.js';

export const ADMIN = 'u-admin' as UserId;
export const ADMIN_2 = 'u-admin-2' as UserId;

const administrator = (userId: string) => ({
  userId,
  username: userId.slice(2),
  kind: 'human' as const,
  approvalState: 'approved' as const,
  email: `${userId.slice(2)}@acme.example`,
  roleCodes: ['admin'],
});

/** The demo's people, and a second administrator. */
const TWO_ADMINS: Partial<CorporateInput> = {
  users: [...demoUsers('acme'), administrator(ADMIN_2)],
};

export const THREE_ADMINS: Partial<CorporateInput> = {
  users: [...demoUsers('acme'), administrator(ADMIN_2), administrator('u-admin-3')],
};

export const open = async (storage: Storage, acme = TWO_ADMINS) => {
  const stage = await openStage(storage, acme);
  const input = (userId: string, actorUserId: string) => ({ actorUserId, userId });
  const { engine, tenant } = stage;
  return {
    ...stage,
    suspend: async (who: string, by: string = ADMIN) =>
      engine.suspendPerson(tenant, input(who, by)),
    reinstate: async (who: string, by: string = ADMIN) =>
      engine.reinstatePerson(tenant, input(who, by)),
    /** A payout of a person that waits for its day. */
    dated: async (by: string): Promise<TransactionId> => {
      const { ids } = await stage.post([{ payoutDate: TUESDAY }], { by });
      await stage.runDue();
      return first(ids);
    },
  };
};

export const TUESDAY = '2026-01-06';
/** When 6 January 2026 starts in India. */
export const TUESDAY_STARTS = Date.UTC(2026, 0, 5, 18, 30);
export const QUARTER = 15 * 60_000;

export const statusOf = async (stage: Stage, id: TransactionId) => {
  const { status, statusDetails } = await stage.payout(id);
  return [status, statusDetails?.code];
};
