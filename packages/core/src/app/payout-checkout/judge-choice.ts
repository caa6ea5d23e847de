import { tenantOf } from '../../kernel/values/tenant.js';
import { E } from '../../kernel/fp.js';
import { judgeSingle, type JudgedSingle } from '../intake/evaluate/judge-single.js';
import type { JudgedBy, RowFacts } from '../intake/rules/row-facts.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import type { IntakeRow, PayoutOrder, PayoutTerms } from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';
import {
  ChoiceDenied,
  ChoiceUnfit,
  PayeeChanged,
  type ChoiceRefusal,
} from '../../model/payout-checkout/session/checkout-errors.js';
import { choiceRefusal } from '../../model/payout-checkout/session/choice-refusal.js';
import { hasPayeeChanged } from '../../model/payout-checkout/session/frozen-payee.js';
import { payoutIdOf } from '../../model/payout-checkout/session/payout-id.js';
import { factsFor, orderFor, type Picked } from './payout-order.js';

/** A payout that passes every rule. */
export interface JudgedChoice {
  readonly judged: JudgedSingle;
  readonly terms: PayoutTerms;
  readonly facts: RowFacts;
}

/**
 * Judges what a maker picked by intake's own rules, as they are at this moment; holds the daily limit that it
 * counts against. `hold` says whether the payout's reference is free, or takes it.
 */
export const judgeChoice = async (
  stores: Stores,
  picked: Picked,
  made: JudgedBy & { readonly transactionId: TransactionId },
  hold: (order: PayoutOrder) => Promise<IntakeRow>,
): Promise<E.Either<ChoiceRefusal, JudgedChoice>> => {
  const { session, choice } = picked;
  const facts = await factsFor(stores, session, choice.packageCode, made);
  // Before any rule of the package: a choice that a role does not allow is denied, in any package and without one.
  if (!facts.reach.packageCodes.has(choice.packageCode)) return E.left(ChoiceDenied('packageCode'));
  if (!facts.reach.debitAccountIds.has(choice.debitAccountId))
    return E.left(ChoiceDenied('debitAccountId'));
  if (hasPayeeChanged(session, facts.beneficiaries.get(session.beneficiaryId)))
    return E.left(PayeeChanged());
  const account = facts.debitAccountsById.get(choice.debitAccountId);
  if (account === undefined)
    return E.left(ChoiceUnfit('debitAccountId', 'debit_account_not_in_package'));
  const row = await hold(orderFor(picked, account, made));
  const judged = await judgeSingle(stores, tenantOf(session), row, facts);
  return E.isLeft(judged.result)
    ? E.left(choiceRefusal(judged.result.left))
    : E.right({ judged, terms: judged.result.right, facts });
};

/** Judges what a maker picked as if its payout were made now: its reference stays as it is. */
export const judgeUnmade = (
  stores: Stores,
  picked: Picked,
  by: JudgedBy,
): Promise<E.Either<ChoiceRefusal, JudgedChoice>> => {
  const { session } = picked;
  const transactionId = payoutIdOf(session);
  const tenant = tenantOf(session);
  return judgeChoice(stores, picked, { ...by, transactionId }, async (order) => ({
    order,
    holdsReference: !(await stores.payouts.isHeld(tenant, session.reference, transactionId)),
  }));
};
