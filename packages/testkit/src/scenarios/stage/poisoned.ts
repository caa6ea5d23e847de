import type { Storage } from '@hundi/core';

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
