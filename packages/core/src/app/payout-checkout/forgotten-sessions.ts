import { tenantOf } from '../../kernel/values/tenant.js';
import type { Work } from '../../storage/work-store.js';
import type { Incident } from '../../model/journal/entry/incident.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { BankRail } from '../../ports/bank-rail.js';
import type { Calling } from '../../ports/in-time.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { forgottenFinalFrom } from '../bank-answer/absence.js';
import { queryBank } from '../bank-answer/ask-bank.js';
import { bankRefOf } from '../../model/settlement/order/bank-ref.js';
import type { PayoutCheckoutId } from '../../model/payout-checkout/session/checkout-id.js';
import type { PayoutCheckout } from '../../model/payout-checkout/session/payout-checkout.js';
import { payoutIdOf } from '../../model/payout-checkout/session/payout-id.js';

/** What the bank says of sessions that may have been submitted. */
interface Asked {
  /** Those that are at the bank, or may be. */
  readonly forgotten: ReadonlyArray<Incident>;
  /** Those of which the bank has no payment and will get none: their references are free. */
  readonly unpaid: ReadonlyArray<PayoutCheckout>;
  /** When the bank is asked again about those of which it has no payment yet, by their ids. */
  readonly askedAgain: ReadonlyMap<string, EpochMs>;
}

/**
 * Asks the bank about sessions whose time is over and which became no payout, though a life of the database
 * that a restored backup has ended may have submitted them; outside any unit of work. An incident is raised
 * for each that is at the bank or cannot be resolved: nothing else in this database knows its payment. A payment that the
 * bank does not have may still be on its way: its session keeps the reference until the bank's answer is final.
 */
export const askAboutForgotten = async (
  { storage, rail }: { readonly storage: Storage; readonly rail: BankRail },
  ending: ReadonlyArray<Work>,
  calling: Calling,
  at: EpochMs,
): Promise<Asked> => {
  const { line, sessions } = await storage.read((stores) => inDoubt(stores, ending));
  const answers = await queryBank(
    rail,
    sessions.map((session) => {
      const transactionId = payoutIdOf(session);
      const { bankTenantId, amount } = session;
      return { bankRef: bankRefOf(transactionId), bankTenantId, transactionId, amount };
    }),
    calling,
  );
  const finalFrom = line === undefined ? at : forgottenFinalFrom(line, rail.traits);
  const found: Incident[] = [];
  const unpaid: PayoutCheckout[] = [];
  const askedAgain = new Map<string, EpochMs>();
  for (const [i, session] of sessions.entries()) {
    const kind = answers[i]?.kind ?? 'unknown';
    const isAway = kind === 'absent' && finalFrom > at;
    if (kind === 'refused' || (kind === 'absent' && !isAway)) unpaid.push(session);
    else if (isAway && finalFrom !== Infinity) askedAgain.set(session.sessionId, finalFrom);
    else found.push(forgotten(session, kind, at));
  }
  return { forgotten: found, unpaid, askedAgain };
};

/** Whether a life of the database that a restored backup has ended may have made a payout of the session. */
export const mayBeForgotten = async (
  { doubts }: Pick<Stores, 'doubts'>,
  { createdAt }: PayoutCheckout,
): Promise<boolean> => createdAt <= ((await doubts.line()) ?? -Infinity);

const inDoubt = async (
  { doubts, payoutCheckouts }: Stores,
  ending: ReadonlyArray<Work>,
): Promise<{
  readonly line: EpochMs | undefined;
  readonly sessions: ReadonlyArray<PayoutCheckout>;
}> => {
  const line = await doubts.line();
  if (line === undefined) return { line, sessions: [] };
  const sessions: PayoutCheckout[] = [];
  for (const { subject } of ending) {
    const found = await payoutCheckouts.findAnywhere(subject as PayoutCheckoutId);
    if (found !== undefined) sessions.push(found.session);
  }
  return {
    line,
    sessions: sessions.filter(
      ({ status, createdAt }) => status !== 'submitted' && createdAt <= line,
    ),
  };
};

const forgotten = (session: PayoutCheckout, kind: string, at: EpochMs): Incident => ({
  tenant: tenantOf(session),
  kind: 'forgotten_order',
  subjectId: payoutIdOf(session),
  at,
  detail: `in the restored database checkout session ${session.sessionId} became no payout, the bank says ${kind}`,
});
