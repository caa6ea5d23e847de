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
  /** Frees the reference if it is this order that holds it. */
  readonly letGo: (unit: Unit, order: PayoutOrder) => void;
}

export const references = (): References => {
  const of: (tenant: Tenant) => Map<string, TransactionId> = perTenant(() => new Map());
  return {
    take: (unit, { tenant, reference, transactionId }) => {
      const held = of(tenant);
      if (held.has(reference)) return false;
      unit.set(held, reference, transactionId);
      return true;
    },
    isHeld: (tenant, reference) => of(tenant).has(reference),
    letGo: (unit, { tenant, reference, transactionId }) => {
      const held = of(tenant);
      if (held.get(reference) === transactionId) unit.delete(held, reference);
    },
  };
};
