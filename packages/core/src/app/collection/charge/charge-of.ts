import { tenantOf, type Tenant } from '../../../kernel/values/tenant.js';
import type { CardCharge } from '../../../ports/card-acquirer.js';
import type { Stores } from '../../../storage/storage.js';
import { chargeRefOf } from '../../../model/collection/card/charge-ref.js';
import type { CollectionSession } from '../../../model/collection/session/collection-session.js';

/** The charge of an attempt, as the engine sends it to the acquirer. */
export const chargeOf = async (
  { tenancy }: Stores,
  session: Tenant & Pick<CollectionSession, 'sessionId' | 'amount' | 'reference'>,
  attempt: number,
): Promise<CardCharge> => {
  const tenant = tenantOf(session);
  const corporate = await tenancy.corporate(tenant);
  return {
    chargeRef: chargeRefOf(session.sessionId, attempt),
    ...tenant,
    sessionId: session.sessionId,
    amount: session.amount,
    reference: session.reference,
    statementDescriptor: corporate?.checkout.statementDescriptor ?? '',
  };
};
