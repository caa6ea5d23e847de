import type { BeneficiaryId, PackageCode, Tenant } from '@hundi/core';
import {
  isFreed,
  nameKey,
  namesOf,
  pendingChangeOf,
  type Beneficiary,
  type BeneficiaryFilter,
  type BeneficiaryStore,
} from '@hundi/core/storage';
import { found } from '../engine/found.js';
import { LostRace } from '../engine/lost-race.js';
import { perTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

interface Payees {
  readonly byId: Map<BeneficiaryId, Beneficiary>;
  /** Those that are not freed. */
  readonly byBeneId: Map<string, BeneficiaryId>;
  /** By name and account number, those that are not freed. */
  readonly byAccount: Map<string, BeneficiaryId>;
}

const accountKeys = (payee: Beneficiary): ReadonlyArray<string> =>
  isFreed(payee)
    ? []
    : payee.accounts.map(({ accountNumber }) => `${accountNumber} ${nameKey(payee.name)}`);

/** The beneId that a payee holds against others: none once it is freed. */
const heldBeneId = (payee: Beneficiary): ReadonlyArray<string> =>
  isFreed(payee) ? [] : [payee.beneId];

/** What another payee holds of what this one asks for. */
const takenOf = (
  { byBeneId, byAccount }: Payees,
  payee: Beneficiary,
): 'duplicate' | 'duplicate_bene_id' | undefined => {
  const isTaken = (holder: BeneficiaryId | undefined) =>
    holder !== undefined && holder !== payee.beneficiaryId;
  if (heldBeneId(payee).some((beneId) => isTaken(byBeneId.get(beneId)))) return 'duplicate_bene_id';
  return accountKeys(payee).some((key) => isTaken(byAccount.get(key))) ? 'duplicate' : undefined;
};

const write = (unit: Unit, payees: Payees, next: Beneficiary): void => {
  const before = payees.byId.get(next.beneficiaryId);
  if (before !== undefined) {
    for (const beneId of heldBeneId(before)) unit.delete(payees.byBeneId, beneId);
    for (const key of accountKeys(before)) unit.delete(payees.byAccount, key);
  }
  unit.set(payees.byId, next.beneficiaryId, next);
  for (const beneId of heldBeneId(next)) unit.set(payees.byBeneId, beneId, next.beneficiaryId);
  for (const key of accountKeys(next)) unit.set(payees.byAccount, key, next.beneficiaryId);
};

const matches = (payee: Beneficiary, key: string): boolean =>
  namesOf(payee).some((name) => nameKey(name).includes(key)) ||
  payee.accounts.some(({ accountNumber }) => accountNumber.includes(key));

const hasAny = ({ packageCodes }: Beneficiary, wanted: ReadonlySet<PackageCode>): boolean =>
  packageCodes.some((code) => wanted.has(code));

const byId = (a: Beneficiary, b: Beneficiary): number =>
  a.beneficiaryId < b.beneficiaryId ? -1 : 1;

export const beneficiaryTables = (): ((unit: Unit) => BeneficiaryStore) => {
  const of = perTenant<Payees>(() => ({
    byId: new Map(),
    byBeneId: new Map(),
    byAccount: new Map(),
  }));

  const listed = (
    tenant: Tenant,
    { state, changePending, search = '', packageCodes }: BeneficiaryFilter,
  ): ReadonlyArray<Beneficiary> => {
    const key = nameKey(search);
    return [...of(tenant).byId.values()]
      .filter((payee) => state === undefined || payee.state === state)
      .filter((payee) => changePending === undefined || pendingChangeOf(payee) !== undefined)
      .filter((payee) => packageCodes === undefined || hasAny(payee, packageCodes))
      .filter((payee) => matches(payee, key))
      .sort(byId);
  };

  return (unit) => ({
    find: async (tenant, id) => of(tenant).byId.get(id),
    findMany: async (tenant, ids) => found(of(tenant).byId, ids),
    add: async (tenant, beneficiary) => {
      const payees = of(tenant);
      const taken = takenOf(payees, beneficiary);
      if (taken !== undefined) return taken;
      if (payees.byId.has(beneficiary.beneficiaryId)) {
        throw new Error(`there is a beneficiary ${beneficiary.beneficiaryId} already`);
      }
      write(unit, payees, beneficiary);
      return 'added';
    },
    holders: async (tenant, beneIds) => {
      const { byBeneId } = of(tenant);
      return new Map(
        beneIds.flatMap((beneId) => {
          const holder = byBeneId.get(beneId);
          return holder === undefined ? [] : [[beneId, holder] as const];
        }),
      );
    },
    findByBeneIds: async (tenant, beneIds) => {
      const wanted = new Set(beneIds);
      return [...of(tenant).byId.values()].filter(({ beneId }) => wanted.has(beneId));
    },
    replace: async (tenant, next) => {
      const payees = of(tenant);
      if (payees.byId.get(next.beneficiaryId)?.revision !== next.revision - 1)
        throw new LostRace(`${next.beneficiaryId} has moved on`);
      const taken = takenOf(payees, next);
      if (taken !== undefined) return taken;
      write(unit, payees, next);
      return 'replaced';
    },
    following: async (tenant, filter, after, limit) =>
      listed(tenant, filter)
        .filter(({ beneficiaryId }) => after === undefined || beneficiaryId > after)
        .slice(0, limit),
    list: async (tenant, { page, limit, ...filter }) => {
      const found = listed(tenant, filter);
      const items = found.slice((page - 1) * limit, page * limit);
      return { page, limit, total: found.length, items };
    },
    withAccounts: async (tenant, accountNumbers) => {
      const wanted = new Set(accountNumbers);
      return [...of(tenant).byId.values()].filter(
        (payee) =>
          !isFreed(payee) && payee.accounts.some(({ accountNumber }) => wanted.has(accountNumber)),
      );
    },
    countByPackage: async (tenant, codes) => {
      const counts = new Map(codes.map((code) => [code, 0]));
      for (const payee of of(tenant).byId.values()) {
        if (isFreed(payee)) continue;
        for (const code of new Set(payee.packageCodes)) {
          const count = counts.get(code);
          if (count !== undefined) counts.set(code, count + 1);
        }
      }
      return counts;
    },
    idsContaining: async (tenant, text) => {
      const key = nameKey(text);
      return [...of(tenant).byId.values()]
        .filter((payee) =>
          [...namesOf(payee), payee.beneId, payee.beneficiaryId].some((one) =>
            nameKey(one).includes(key),
          ),
        )
        .map(({ beneficiaryId }) => beneficiaryId);
    },
    idsNamed: async (tenant, text) => {
      const key = nameKey(text);
      return [...of(tenant).byId.values()]
        .filter((payee) => namesOf(payee).some((name) => nameKey(name).startsWith(key)))
        .map(({ beneficiaryId }) => beneficiaryId);
    },
  });
};
