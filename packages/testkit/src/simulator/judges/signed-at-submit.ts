import type { Tenant } from '@hundi/core';
import type { BankOrder } from '@hundi/core/rail';
import { settingsOf, type AllSettings } from '../people/settings.js';
import { SEALED } from '../people/tenants.js';
import { levelsUnder } from '../people/town.js';
import { movedBy, type Ledger, type LedgerEntry } from '../world/ledger.js';
import { violate, type World } from '../world/world.js';

/** What the world knows of who signed what, and of which policies hold. */
export interface SignedParts {
  readonly world: World;
  readonly ledger: Ledger;
  readonly settings: AllSettings;
}

const isSealed = ({ corporateTenantId }: Tenant): boolean =>
  corporateTenantId === SEALED.corporateTenantId;

/** The people whose own passkey signed exactly this order, for an approval that counts. */
const signersOf = (
  { challenges, signed, used }: Ledger,
  { order }: LedgerEntry,
  { amount, ifsc, ...sent }: BankOrder,
): ReadonlySet<string> => {
  const moves = movedBy({ ...order, amount }, { ...sent, creditIfsc: ifsc });
  const signers = new Set<string>();
  for (const digest of signed) {
    const challenge = challenges.get(digest);
    if (challenge?.shown.get(order.transactionId) === moves && used.has(digest))
      signers.add(challenge.actorUserId);
  }
  signers.delete(order.createdBy.userId);
  return signers;
};

/**
 * I49: where a corporate asks for passkeys, an order leaves with the signatures of as many people as its policy asks for,
 * on exactly this order, and under no older policies than the mark outside the storage knows.
 */
export const judgeSigned = (
  { world, ledger, settings }: SignedParts,
  entry: LedgerEntry,
  sent: BankOrder,
): void => {
  const { order, policy = 'usual' } = entry;
  const { tenant, transactionId: id } = order;
  if (!world.climate.habits.has('factors') || !isSealed(tenant)) return;
  const levels = levelsUnder(policy, order.packageCode, order.amount);
  const asked = levels.reduce((sum, { approvals }) => sum + approvals, 0);
  const signers = asked === 0 ? 0 : signersOf(ledger, entry, sent).size;
  if (signers < asked)
    violate(world, 'I49', `${id} leaves, signed by ${String(signers)} of ${String(asked)} people`);
  const { sealed } = settingsOf(settings, tenant);
  const marked = ledger.marked.get(tenant.corporateTenantId) ?? 0;
  if (sealed < marked)
    violate(world, 'I49', `${id} leaves under policies older than those of ${String(marked)}`);
};
