import type { Storage } from '@hundi/core';

/** A storage in which no payee can be read: no job is evaluated. */
export const withoutPayees = (storage: Storage): Storage => ({
  read: storage.read,
  atomically: (work) =>
    storage.atomically((stores) =>
      work({
        ...stores,
        beneficiaries: {
          ...stores.beneficiaries,
          findMany: () => Promise.reject(new Error('broken')),
        },
      }),
    ),
});
