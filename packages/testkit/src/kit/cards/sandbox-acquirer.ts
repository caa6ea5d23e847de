import type { CardAcquirer, Clock } from '@hundi/core';
import { sha256 } from '@hundi/core/wire';
import type { CardCharge, CardDetails, ChargeOutcome } from '@hundi/core/acquirer';
import type { BookedCharge, CardBooks, OpenCardBooks } from './card-books.js';
import { declineOf, TEST_CARDS } from './test-cards.js';

/** The faults of a call: it does not reach the acquirer, or the answer is lost. */
export type AcquirerFault = 'unreachable' | 'answer_lost';

type Call = 'charge' | 'query' | 'reverse';

/** An acquirer that decides by the card's number (decisions §10). */
export interface SandboxAcquirer {
  readonly acquirer: CardAcquirer;
  /** The next `count` calls of that kind suffer it. */
  readonly arm: (call: Call, fault: AcquirerFault, count?: number) => void;
  /** The charges in the acquirer's own books. */
  readonly charges: (sessionId?: string) => Promise<ReadonlyArray<BookedCharge>>;
}

/** How long after a charge it can no longer be on its way. */
const ABSENCE_FINAL_AFTER_MS = 60_000;

const AUTH_CODES = 1_000_000;

const authCodeOf = (chargeRef: string): string =>
  String(Number.parseInt(sha256(chargeRef).slice(0, 12), 16) % AUTH_CODES).padStart(6, '0');

export const sandboxAcquirer = (parts: {
  readonly books: CardBooks;
  readonly clock: Clock;
}): SandboxAcquirer => {
  const { books, clock } = parts;
  const armed: { readonly call: Call; readonly fault: AcquirerFault; left: number }[] = [];

  const strike = (call: Call): AcquirerFault | undefined => {
    const next = armed.find((one) => one.call === call && one.left > 0);
    if (next === undefined) return undefined;
    next.left -= 1;
    return next.fault;
  };

  /** Does it, unless it is not reached; answers, unless the answer is lost. */
  const suffering = async <A>(
    call: Call,
    work: (open: OpenCardBooks) => Promise<A>,
  ): Promise<A | { readonly kind: 'unknown' }> => {
    const fault = strike(call);
    if (fault === 'unreachable') throw new Error('the acquirer is not reached');
    const done = await books.open(work);
    return fault === 'answer_lost' ? { kind: 'unknown' } : done;
  };

  return {
    arm: (call, fault, count = 1) => void armed.push({ call, fault, left: count }),
    charges: (sessionId) => books.open((open) => open.list(sessionId)),
    acquirer: {
      traits: { absenceFinalAfterMs: ABSENCE_FINAL_AFTER_MS },
      charge: (charge, card) => {
        const details = card.reveal();
        return suffering('charge', async (open) => {
          const booked = await book(open, charge, details, clock.now());
          return details.number === TEST_CARDS.unknown ? { kind: 'unknown' } : outcomeOf(booked);
        });
      },
      query: ({ chargeRef }) =>
        suffering('query', async (open) => {
          const booked = await open.find(chargeRef);
          return booked === undefined ? { kind: 'absent' } : outcomeOf(booked);
        }),
      reverse: ({ chargeRef }) =>
        suffering('reverse', async (open) => {
          const booked = await open.find(chargeRef);
          if (booked === undefined) throw new Error('nothing was charged under this reference');
          if (booked.state === 'captured') await open.put({ ...booked, state: 'reversed' });
          return { kind: 'reversed' };
        }),
    },
  };
};

/** The charge as it is booked: now, or under the same reference before. */
const book = async (
  open: OpenCardBooks,
  charge: CardCharge,
  { number }: CardDetails,
  bookedAt: number,
): Promise<BookedCharge> => {
  const known = await open.find(charge.chargeRef);
  if (known !== undefined) return known;
  const declineCode = declineOf(number);
  const booked: BookedCharge = {
    ...charge,
    cardLast4: number.slice(-4),
    bookedAt,
    ...(declineCode === undefined
      ? { state: 'captured', authCode: authCodeOf(charge.chargeRef) }
      : { state: 'declined', declineCode }),
  };
  await open.put(booked);
  return booked;
};

const outcomeOf = ({ authCode = '', declineCode }: BookedCharge): ChargeOutcome =>
  declineCode === undefined
    ? { kind: 'approved', authCode }
    : { kind: 'declined', code: declineCode };
