import type { Mark, SendMark } from '@hundi/core';
import type { CoreBanking } from './core-banking.js';

const NOTE = 'payouts sent';

/** Keeps the mark with the ledger: a restore of the engine's database leaves the bank's books as they are. */
export const ledgerMark = ({ notes }: CoreBanking): SendMark => {
  const kept = (): Mark | undefined => {
    const note = notes.get(NOTE);
    return note === undefined ? undefined : (JSON.parse(note) as Mark);
  };
  return {
    read: () => Promise.resolve(kept()),
    raise: (mark) => {
      if (mark.token > (kept()?.token ?? 0)) notes.set(NOTE, JSON.stringify(mark));
      return Promise.resolve();
    },
  };
};
