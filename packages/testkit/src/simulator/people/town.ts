import { E, type BeneficiaryId, type PackageCode, type Storage, type Tenant } from '@hundi/core';
import type {
  Corporate,
  JournalEntry,
  PaymentPackage,
  User,
  WebhookEndpoint,
} from '@hundi/core/wire';
import { aBeneficiary, anAccount, approved } from '../../kit/build/beneficiary.js';
import { aPackage } from '../../kit/build/package.js';
import { sealedAtFirst } from './authority.js';
import { tenantOf } from './endpoints.js';
import { calendarsOf, CUT_OFFS } from '../world/hours.js';
import type { Policy } from '../world/policy.js';
import type { Climate } from '../world/world.js';
import { factorPolicyOf, NUMBERED, TENANTS } from './tenants.js';
import { aBank, aCorporate, aDebitAccount, aRole, aUser } from '../../kit/build/tenancy.js';

export const PACKAGES = ['PLAIN', 'FILE', 'DUAL', 'SINGLE', 'MASKED', 'LIMITED'] as const;
export type PackageName = (typeof PACKAGES)[number];

/** The daily limit of package LIMITED, in paise. */
export const DAILY_LIMIT = 100_000;

/** Up to this amount a payout needs no approval, where the package permits it. */
export const FREE_UP_TO = 10_000;

export const MAKERS = ['u-maker', 'u-maker-2', 'u-both'] as const;
export const CHECKERS = ['u-checker', 'u-checker-2', 'u-head', 'u-both'] as const;
/** May cancel any payout of their corporate. */
export const ADMINISTRATOR = 'u-admin';
export type Person = (typeof MAKERS | typeof CHECKERS)[number] | typeof ADMINISTRATOR | 'u-new';

/** The roles of each person at the start. */
export const ROLES_OF: Readonly<Record<Person, ReadonlyArray<string>>> = {
  'u-maker': ['maker'],
  'u-maker-2': ['maker'],
  'u-both': ['maker', 'checker'],
  'u-checker': ['checker'],
  'u-checker-2': ['checker'],
  'u-head': ['head'],
  'u-admin': ['admin'],
  'u-new': ['maker', 'checker'],
};

export interface Level {
  readonly roles: ReadonlyArray<string>;
  readonly approvals: number;
}

const ONE_CHECKER: Level = { roles: ['checker'], approvals: 1 };
const HEAD: Level = { roles: ['head'], approvals: 1 };
const ANY_TWO: Level = { roles: [], approvals: 2 };
const ANYBODY: Level = { roles: [], approvals: 1 };

const DUAL: Readonly<Record<Policy, ReadonlyArray<Level>>> = {
  usual: [ONE_CHECKER, HEAD],
  strict: [{ roles: ['checker'], approvals: 2 }, HEAD],
};
const ABOVE_FREE: Readonly<Record<Policy, ReadonlyArray<Level>>> = {
  usual: [ONE_CHECKER],
  strict: [ANY_TWO],
};
/** The packages that approve by themselves what a policy asks no approval for. */
const BY_THEMSELVES: ReadonlySet<string> = new Set(['PLAIN', 'SINGLE', 'LIMITED']);
/** The same, as the seal of a corporate's policies takes it: of each package whether it does. */
export const AUTOMATIC: ReadonlyMap<PackageCode, boolean> = new Map(
  PACKAGES.map((code) => [code as string as PackageCode, BY_THEMSELVES.has(code)]),
);

/** The levels that a payout must pass, by the policy alone. */
export const levelsUnder = (policy: Policy, code: string, amount: number): ReadonlyArray<Level> => {
  if (code === 'DUAL') return DUAL[policy];
  if (amount > FREE_UP_TO) return ABOVE_FREE[policy];
  return BY_THEMSELVES.has(code) ? [] : [ANYBODY];
};

const stored = (levels: ReadonlyArray<Level>) =>
  levels.map(({ roles, approvals }) => ({ roleCodes: roles, approvals }));

/** The rules of a policy. */
export const matrixOf = (policy: Policy): Corporate['approvalMatrix'] =>
  [
    { packageCodes: ['DUAL'], tiers: [{ upToAmount: null, levels: stored(DUAL[policy]) }] },
    {
      packageCodes: null,
      tiers: [
        { upToAmount: FREE_UP_TO, levels: [] },
        { upToAmount: null, levels: stored(ABOVE_FREE[policy]) },
      ],
    },
  ] as unknown as Corporate['approvalMatrix'];

/** The corporate's record while that policy holds. */
export const corporateUnder = (
  tenant: Tenant,
  policy: Policy,
  habits: Climate['habits'],
): Corporate =>
  aCorporate(tenant, {
    approvalMatrix: matrixOf(policy),
    ...(habits.has('factors') && { secondFactor: factorPolicyOf(tenant) }),
  });

export const userNow = (person: Person, isApproved: boolean, roles: ReadonlyArray<string>): User =>
  aUser(1, {
    userId: person,
    username: person.slice(2),
    approvalState: isApproved ? 'approved' : 'pending_approval',
    roleCodes: roles,
  });

/** Payees by number: 1 and 2 plain, 3 has two accounts, 4 takes PLAIN alone, 5 is not approved. */
export const PAYEES = [1, 2, 3, 4, 5] as const;
const SERIAL: Readonly<Record<string, number>> = { north: 100, south: 200 };
const METHODS = ['NEFT', 'IMPS'];

const payeeOf = (tenant: Tenant, n: number) =>
  aBeneficiary(tenant, (SERIAL[tenant.corporateTenantId] ?? 0) + n, {
    packageCodes: n === 4 ? ['PLAIN'] : [...PACKAGES],
    accounts: [anAccount(n), ...(n === 3 ? [anAccount(30, { isDefault: false })] : [])] as never,
  });

const PAYEE_IDS: ReadonlyMap<string, ReadonlyArray<BeneficiaryId>> = new Map(
  TENANTS.map((tenant) => [
    tenant.corporateTenantId,
    PAYEES.map((n) => payeeOf(tenant, n).beneficiaryId),
  ]),
);

export const payeeId = ({ corporateTenantId }: Tenant, n: number): BeneficiaryId => {
  const id = PAYEE_IDS.get(corporateTenantId)?.[n - 1];
  if (id === undefined) throw new Error(`there is no payee ${String(n)}`);
  return id;
};

const OVERRIDES: Readonly<Record<string, object>> = {
  FILE: { effectiveFileRejectionMode: 'fail_full_file', autoApprovalEnabled: false },
  DUAL: { autoApprovalEnabled: false, bulkApprovalEnabled: false },
  SINGLE: { effectiveDebitMode: 'single' },
  MASKED: { maskConfidentialDetails: true, autoApprovalEnabled: false },
};

export const packageNow = (code: PackageName, isActive: boolean): PaymentPackage => {
  const plain = aPackage(code);
  return aPackage(code, {
    subscriptionStatus: isActive ? 'active' : 'suspended',
    dailyAmountLimit: code === 'LIMITED' ? DAILY_LIMIT : null,
    overrides: { autoApprovalEnabled: true, ...OVERRIDES[code] },
    catalogConfiguration: {
      ...plain.catalogConfiguration,
      debitAccounts: ['debit-1', 'debit-2'].map((debitAccountId, i) => ({
        debitAccountId,
        allowedPaymentMethodCodes: METHODS,
        isDefault: i === 0,
      })),
    } as never,
  } as never);
};

const RIGHTS: Readonly<Record<string, ReadonlyArray<string>>> = {
  maker: ['transaction.make', 'beneficiary.make', 'webhooks.manage'],
  checker: ['transaction.approve', 'beneficiary.approve'],
  head: ['transaction.approve', 'settings.edit', 'settings.approve'],
  admin: ['transaction.cancel_any', 'settings.edit', 'settings.approve'],
};

/** The records of a corporate at the start. Made once: no storage changes a record that it is given. */
const setUps = TENANTS.map((tenant) => {
  const serial = SERIAL[tenant.corporateTenantId] ?? 0;
  return {
    tenant,
    bank: aBank(tenant),
    roles: Object.entries(RIGHTS).map(([code, permissions]) =>
      aRole(code, {
        permissions: permissions as never,
        packageCodes: [...PACKAGES],
        debitAccountIds: ['debit-1', 'debit-2'],
      }),
    ),
    users: (Object.keys(ROLES_OF) as Person[]).map((person) =>
      userNow(person, person !== 'u-new', ROLES_OF[person]),
    ),
    debitAccounts: [1, 2].map((n) =>
      aDebitAccount(n, { accountNumber: `90${String(serial + n).padStart(10, '0')}` }),
    ),
    packages: PACKAGES.map((code) => packageNow(code, true)),
    payees: PAYEES.map((n) => (n === 5 ? payeeOf(tenant, n) : approved(payeeOf(tenant, n)))),
  };
});

/** The policy of a corporate at the start: where people have deputies, more of them have to agree. */
export const policyAtFirst = (habits: Climate['habits']): Policy =>
  habits.has('deputies') ? 'strict' : 'usual';

/** What a provision document wrote of the policy that has a number. */
const firstVersion = (policy: Policy): JournalEntry => ({
  tenant: NUMBERED,
  subjectKind: 'approval_policy',
  subjectId: 'approval_policy',
  sequence: 1,
  to: 'in_force',
  at: Date.UTC(2026, 0, 1),
  actor: 'provision',
  changes: { approvalMatrix: matrixOf(policy) },
});

/** Sets up the bank and both corporates, with these endpoints, on an empty storage. */
export const populate = async (
  storage: Storage,
  endpoints: ReadonlyArray<WebhookEndpoint>,
  { habits, keepsHours }: Pick<Climate, 'habits' | 'keepsHours'>,
): Promise<void> => {
  const policy = policyAtFirst(habits);
  const calendars = calendarsOf(habits.size);
  await storage.atomically<never, undefined>(async (stores) => {
    const { tenancy, beneficiaries, journal, webhookEndpoints, deliveries } = stores;
    for (const { tenant, ...setUp } of setUps) {
      await tenancy.putBank(keepsHours ? { ...setUp.bank, calendars } : setUp.bank);
      await tenancy.putCorporate(sealedAtFirst(corporateUnder(tenant, policy, habits), AUTOMATIC));
      await tenancy.putRoles(tenant, setUp.roles);
      await tenancy.putUsers(tenant, setUp.users);
      await tenancy.putDebitAccounts(
        tenant,
        keepsHours
          ? setUp.debitAccounts.map((one) => ({ ...one, cutOffs: CUT_OFFS }))
          : setUp.debitAccounts,
      );
      await tenancy.putPackages(tenant, setUp.packages);
      for (const payee of setUp.payees) await beneficiaries.add(tenant, payee);
    }
    if (habits.has('policies')) {
      const numbered = corporateUnder(NUMBERED, policy, habits);
      await tenancy.putCorporate({ ...numbered, approvalPolicyVersion: 1 });
      await journal.append([firstVersion(policy)]);
    }
    await webhookEndpoints.put(endpoints);
    for (const { endpointId, ...endpoint } of endpoints) {
      await deliveries.putProgress({
        tenant: tenantOf(endpoint),
        endpointId,
        position: 0,
        slow: false,
      });
    }
    return E.right(undefined);
  });
};
