import type { Storage } from '@hundi/core';

/** A storage that notes how many payouts a unit of work reads or writes in one call at most. */
export const notingSizes = (
  storage: Storage,
): { readonly storage: Storage; readonly largest: () => number } => {
  let largest = 0;
  const note = (rows: number): void => {
    largest = Math.max(largest, rows);
  };
  return {
    largest: () => largest,
    storage: {
      read: storage.read,
      atomically: (work) =>
        storage.atomically((stores) => {
          const { payouts, journal } = stores;
          return work({
            ...stores,
            journal: {
              ...journal,
              append: (entries) => {
                note(entries.length);
                return journal.append(entries);
              },
            },
            payouts: {
              ...payouts,
              decide: (tenant, rows) => {
                note(rows.length);
                return payouts.decide(tenant, rows);
              },
              advance: (tenant, changes) => {
                note(changes.length);
                return payouts.advance(tenant, changes);
              },
              ofJob: (tenant, jobId, from, limit) => {
                note(limit);
                return payouts.ofJob(tenant, jobId, from, limit);
              },
            },
          });
        }),
    },
  };
};
