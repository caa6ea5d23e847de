import { mailboxOf } from '../../kernel/values/mailbox.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { User } from '../../model/tenancy/user.js';
import type { Stores } from '../../storage/storage.js';
import type { Addressee } from '../../storage/tenancy-store.js';
import { reachable } from './portal-person.js';

/** A person whom codes reach, and where. */
export interface Reached extends Addressee {
  readonly email: string;
}

/**
 * Where codes go to a person: to their address, whose mailbox no other person of their corporate reads. Undefined where
 * they have none.
 */
export const ownMailbox = async (
  { tenancy }: Pick<Stores, 'tenancy'>,
  { corporateTenantId }: Tenant,
  { userId, email }: User,
): Promise<Reached | undefined> => {
  if (email === undefined) return undefined;
  const found = reachable(await tenancy.addressees(mailboxOf(email))).find(
    ({ corporate, user }) =>
      corporate.corporateTenantId === corporateTenantId && user.userId === userId,
  );
  return found === undefined ? undefined : { ...found, email };
};
