import type { JobId, Storage, TransactionId } from '@hundi/core';

/** A storage that fails for each look-up of this payee. */
export const poisoned = (storage: Storage, payee: string): Storage => ({
  read: storage.read,
  atomically: (work) =>
    storage.atomically((stores) =>
      work({
        ...stores,
        beneficiaries: {
          ...stores.beneficiaries,
          findMany: (tenant, ids) => {
            if (ids.includes(payee as never)) throw new TypeError('a value that nobody expected');
            return stores.beneficiaries.findMany(tenant, ids);
          },
        },
      }),
    ),
});

/** A storage that cannot read these payouts and jobs. */
export const unreadable = (
  storage: Storage,
  ids: ReadonlyArray<TransactionId | JobId>,
): Storage => {
  const refuse = (asked: ReadonlyArray<TransactionId | JobId>): void => {
    if (asked.some((id) => ids.includes(id))) throw new TypeError('a value that nobody expected');
  };
  return {
    read: storage.read,
    atomically: (work, options) =>
      storage.atomically(
        (stores) =>
          work({
            ...stores,
            payouts: {
              ...stores.payouts,
              findMany: (tenant, asked) => {
                refuse(asked);
                return stores.payouts.findMany(tenant, asked);
              },
            },
            jobs: {
              ...stores.jobs,
              findMany: (asked) => {
                refuse(asked.map(({ jobId }) => jobId));
                return stores.jobs.findMany(asked);
              },
            },
          }),
        options,
      ),
  };
};
