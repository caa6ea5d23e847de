import type { Tenant, TransactionId } from '@hundi/core';
import type { PayoutOrder } from '@hundi/core/storage';
import { perTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

/** Which live payout of a corporate holds a reference. */
export interface References {
  /** Takes the reference for the order unless another holds it, and says whether it was free. */
  readonly take: (unit: Unit, order: PayoutOrder) => boolean;
  /** Whether a live payout holds it. */
  readonly isHeld: (tenant: Tenant, reference: string) => boolean;
  /** The live payouts of any corporate that hold it. */
  readonly holders: (reference: string) => ReadonlyArray<TransactionId>;
  /** Frees the reference if it is this order that holds it. */
  readonly letGo: (unit: Unit, order: PayoutOrder) => void;
}

export const references = (): References => {
  const all: Map<string, TransactionId>[] = [];
  const of: (tenant: Tenant) => Map<string, TransactionId> = perTenant(() => {
    const held = new Map<string, TransactionId>();
    all.push(held);
    return held;
  });
  return {
    take: (unit, { tenant, reference, transactionId }) => {
      const held = of(tenant);
      if (held.has(reference)) return false;
      unit.set(held, reference, transactionId);
      return true;
    },
    isHeld: (tenant, reference) => of(tenant).has(reference),
    holders: (reference) => all.flatMap((held) => held.get(reference) ?? []),
    letGo: (unit, { tenant, reference, transactionId }) => {
      const held = of(tenant);
      if (held.get(reference) === transactionId) unit.delete(held, reference);
    },
  };
};
