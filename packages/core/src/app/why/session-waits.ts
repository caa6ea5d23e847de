import { mayBeMaker } from '../payout-checkout/maker.js';
import type { PayoutCheckout } from '../../model/payout-checkout/session/payout-checkout.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Actor } from '../../model/tenancy/user.js';
import type { Wait } from './wait.js';

/** What the wait of a session follows from, beside the session. */
export interface SessionFacts {
  readonly now: EpochMs;
  /** Absent if they have left. */
  readonly maker: Actor | undefined;
  /** Since when and until when the maker is locked out for too many wrong codes, if they are. */
  readonly lock: { readonly since: EpochMs; readonly until: EpochMs } | undefined;
}

/** An open session waits for its maker until it expires; nothing else can submit it. */
export const sessionWaits = (
  { status, createdAt, expiresAt }: PayoutCheckout,
  { now, maker, lock }: SessionFacts,
): ReadonlyArray<Wait> => {
  if (status !== 'open' || expiresAt <= now) return [];
  const isAble = maker !== undefined && mayBeMaker(maker);
  const waits: Wait[] = [
    {
      kind: 'checkout_maker',
      since: createdAt,
      until: expiresAt,
      people: isAble && lock === undefined ? [maker.user.username] : [],
      detail: isAble
        ? 'Its maker has to authorize it on the hosted page with a code before it expires.'
        : 'Only its maker could authorize it, and may make no payments now, so it expires.',
    },
  ];
  if (lock !== undefined)
    waits.push({
      kind: 'maker_locked',
      ...lock,
      detail: 'Its maker typed too many wrong codes, and no code of theirs counts until tomorrow.',
    });
  return waits;
};
