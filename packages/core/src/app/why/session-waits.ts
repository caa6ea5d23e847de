import type { Beneficiary } from '../../model/beneficiary/payee/beneficiary.js';
import { mayBeMaker } from '../payout-checkout/maker.js';
import { hasPayeeChanged } from '../../model/payout-checkout/session/frozen-payee.js';
import type { PayoutCheckout } from '../../model/payout-checkout/session/payout-checkout.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Actor } from '../../model/tenancy/user.js';
import type { Wait } from './wait.js';

/** What the wait of a session follows from, beside the session. */
export interface SessionFacts {
  readonly now: EpochMs;
  /** Absent if they have left. */
  readonly maker: Actor | undefined;
  readonly payee: Beneficiary | undefined;
  /** Since when and until when the maker is locked out for too many wrong codes, if they are. */
  readonly lock: { readonly since: EpochMs; readonly until: EpochMs } | undefined;
}

/** An open session waits for its maker until it expires; nothing else can submit it. */
export const sessionWaits = (
  session: PayoutCheckout,
  { now, maker, payee, lock }: SessionFacts,
): ReadonlyArray<Wait> => {
  const { status, createdAt, expiresAt } = session;
  if (status !== 'open' || expiresAt <= now) return [];
  const isAble = maker !== undefined && mayBeMaker(maker);
  const isPayable = !hasPayeeChanged(session, payee);
  const waits: Wait[] = [
    {
      kind: 'checkout_maker',
      since: createdAt,
      until: expiresAt,
      people: isAble && isPayable && lock === undefined ? [maker.user.username] : [],
      detail: detailOf(isAble, isPayable),
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

const detailOf = (isAble: boolean, isPayable: boolean): string => {
  if (!isPayable)
    return 'Its payee was changed after it was opened, so nobody can authorize it, and it expires.';
  return isAble
    ? 'Its maker has to authorize it on the hosted page with a code before it expires.'
    : 'Only its maker could authorize it, and may make no payments now, so it expires.';
};
