import { tenantOf } from '../../kernel/values/tenant.js';
import { approvalDigest, leafOf } from '../authority/approval-digest.js';
import { activeFactors, type PersonFactors } from '../../model/factor/held/factor.js';
import { credentialsOf } from '../factor/prove/prove-factor.js';
import type { FactorRule } from '../../model/tenancy/second-factor.js';
import type { JudgedChoice } from './judge-choice.js';
import type { OpenSession } from '../../model/payout-checkout/session/payout-checkout.js';

/**
 * The session that a challenge is kept for: this code of this session, in this browser. Another code, or a browser that
 * the link brought the session to, begins with its mailed code again.
 */
export const factorSession = ({ sessionId, browserDigest, code }: OpenSession): string =>
  [sessionId, code?.number, browserDigest].join(' ');

/** What a passkey signs: that the maker pays exactly this. */
export const paymentDigest = (
  session: OpenSession,
  challengeId: string,
  { judged, terms }: Pick<JudgedChoice, 'judged' | 'terms'>,
): string => {
  const { order } = judged.payout;
  return approvalDigest(
    { tenant: tenantOf(session), userId: session.makerUserId, action: 'pay', challengeId },
    leafOf({ order, terms }),
  );
};

export const hasFactorFor = (held: PersonFactors, rule: Exclude<FactorRule, 'none'>): boolean =>
  (rule === 'passkey' ? credentialsOf(held) : activeFactors(held)).length > 0;
