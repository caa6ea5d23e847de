import { tenantOf } from '../../kernel/values/tenant.js';
import { E } from '../../kernel/fp.js';
import type { JudgedBy } from '../intake/rules/row-facts.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import type { Stores } from '../../storage/storage.js';
import {
  CodeVoid,
  type ChoiceRefusal,
  type PayoutCheckoutClosed,
} from '../../model/payout-checkout/session/checkout-errors.js';
import { stepCheckout } from '../../model/payout-checkout/session/checkout-machine.js';
import { takeStep } from './checkout-changes.js';
import type { JudgedChoice } from './judge-choice.js';
import type { KeptCode } from '../../model/payout-checkout/session/kept-code.js';
import { makePayout } from './make-payout.js';
import { makerOf } from './maker.js';
import { isFor } from './one-time-code.js';
import type { OpenSession } from '../../model/payout-checkout/session/payout-checkout.js';
import { payoutIdOf } from '../../model/payout-checkout/session/payout-id.js';
import { returning } from '../../model/payout-checkout/session/return-url.js';
import type { Decided } from './while-held.js';

/** The session is submitted and its payout made. */
export interface AuthorizedPayout {
  readonly transactionId: TransactionId;
  /** Where the browser goes from here, if the corporate named an address. */
  readonly returnTo?: string;
}

export type SubmitPayoutError = PayoutCheckoutClosed | CodeVoid | ChoiceRefusal;

/**
 * Makes the payout of an open session whose mailed code was right, and ends the session with it. `permit` is asked last,
 * with the payout as it is made, and answers what the journal says of it: where it refuses, or a rule does, the unit is
 * to be undone.
 */
export const submitPayout = async <L>(
  stores: Stores,
  { session, code }: { readonly session: OpenSession; readonly code: KeptCode },
  by: JudgedBy,
  permit: (made: JudgedChoice) => Promise<E.Either<L, JsonObject>>,
): Promise<E.Either<SubmitPayoutError | L, Decided<AuthorizedPayout>>> => {
  const maker = await makerOf(stores, tenantOf(session), session.makerUserId);
  if (E.isLeft(maker)) return maker;
  const transactionId = payoutIdOf(session);
  const picked = { session, maker: maker.right, choice: code.choice };
  const made = await makePayout(stores, picked, { ...by, transactionId });
  if (E.isLeft(made)) return made;
  const judged = made.right;
  if (!isFor(code, judged.terms)) return E.left(CodeVoid('payee_changed'));
  const permitted = await permit(judged);
  if (E.isLeft(permitted)) return permitted;
  const stepped = stepCheckout(session, { type: 'submit', transactionId, at: by.at });
  if (E.isLeft(stepped)) return stepped;
  const changes = takeStep(session, stepped.right, permitted.right);
  const answer = { transactionId, ...returning(stepped.right, 'submitted') };
  return E.right({ answer, changes });
};
