import type { EpochMs } from '@hundi/core';
import type { CardCharge, DeclineCode } from '@hundi/core/acquirer';

/** One charge as the acquirer's books have it. It holds only the last four digits of the card. Plain JSON. */
export interface BookedCharge extends CardCharge {
  readonly cardLast4: string;
  readonly state: 'captured' | 'declined' | 'reversed';
  readonly bookedAt: EpochMs;
  readonly authCode?: string;
  readonly declineCode?: DeclineCode;
}

/** The books while they are open. */
export interface OpenCardBooks {
  readonly find: (chargeRef: string) => Promise<BookedCharge | undefined>;
  /** Adds, or overwrites by `chargeRef`. */
  readonly put: (charge: BookedCharge) => Promise<void>;
  /** Every charge, or those of one session, by `chargeRef`. */
  readonly list: (sessionId?: string) => Promise<ReadonlyArray<BookedCharge>>;
}

/** The books of a sandbox acquirer. */
export interface CardBooks {
  /** Opens the books for `work` alone until it is done. All of its writes are kept together, or none. */
  readonly open: <A>(work: (books: OpenCardBooks) => Promise<A>) => Promise<A>;
}

const byRef = (a: BookedCharge, b: BookedCharge): number => (a.chargeRef < b.chargeRef ? -1 : 1);

/** Books in memory. */
export const memoryCardBooks = (): CardBooks => {
  const charges = new Map<string, BookedCharge>();
  let last: Promise<unknown> = Promise.resolve();
  const books: OpenCardBooks = {
    find: async (chargeRef) => charges.get(chargeRef),
    put: async (charge) => {
      charges.set(charge.chargeRef, charge);
    },
    list: async (sessionId) =>
      [...charges.values()]
        .filter((charge) => sessionId === undefined || charge.sessionId === sessionId)
        .sort(byRef),
  };
  return {
    open: (work) => {
      const done = last.then(() => work(books));
      last = done.catch(() => undefined);
      return done;
    },
  };
};
