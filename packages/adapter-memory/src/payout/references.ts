import type { Tenant, TransactionId } from '@hundi/core';
import type { PayoutOrder } from '@hundi/core/storage';
import { LostRace } from '../engine/lost-race.js';
import { perTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

type Reserved = Pick<PayoutOrder, 'tenant' | 'reference' | 'transactionId'>;

/** Which live payout of a corporate holds a reference, or for which one an open checkout session does. */
export interface References {
  /** Takes the reference for the order unless another holds it, and says whether it was free. */
  readonly take: (unit: Unit, order: PayoutOrder) => boolean;
  /** Whether a live payout holds it, or a session for another payout than `mine`, if it is given. */
  readonly isHeld: (tenant: Tenant, reference: string, mine: TransactionId | undefined) => boolean;
  /** The live payouts of any corporate that hold it. */
  readonly holders: (reference: string) => ReadonlyArray<TransactionId>;
  /** Frees the reference if it is this order that holds it. */
  readonly letGo: (unit: Unit, order: PayoutOrder) => void;
  /** Holds the reference for the payout that a session may become. */
  readonly keep: (unit: Unit, order: Reserved) => void;
  /** Ends that. */
  readonly giveBack: (unit: Unit, order: Reserved) => void;
}

export const references = (): References => {
  const all: Map<string, TransactionId>[] = [];
  const of: (tenant: Tenant) => Map<string, TransactionId> = perTenant(() => {
    const held = new Map<string, TransactionId>();
    all.push(held);
    return held;
  });
  const keptOf: typeof of = perTenant(() => new Map());
  const isHeld: References['isHeld'] = (tenant, reference, mine) =>
    of(tenant).has(reference) || (keptOf(tenant).get(reference) ?? mine) !== mine;
  return {
    isHeld,
    take: (unit, { tenant, reference, transactionId }) => {
      if (isHeld(tenant, reference, transactionId)) return false;
      unit.set(of(tenant), reference, transactionId);
      return true;
    },
    holders: (reference) => all.flatMap((held) => held.get(reference) ?? []),
    letGo: (unit, { tenant, reference, transactionId }) => {
      const held = of(tenant);
      if (held.get(reference) === transactionId) unit.delete(held, reference);
    },
    keep: (unit, { tenant, reference, transactionId }) => {
      const kept = keptOf(tenant);
      if (kept.has(reference)) throw new LostRace(`a session holds ${reference}`);
      unit.set(kept, reference, transactionId);
    },
    giveBack: (unit, { tenant, reference, transactionId }) => {
      const kept = keptOf(tenant);
      if (kept.get(reference) === transactionId) unit.delete(kept, reference);
    },
  };
};
