import { AuthorityKey } from '../../authority/authority-key.js';
import { PolicyMarks } from '../../authority/policy-marks.js';
import type { PolicySeal } from '../../../model/authority/seal/policy-seal.js';
import { arePoliciesProven, needsSeal, withPolicySeal } from '../../authority/sealed-policies.js';
import type { CheckoutSettings, Corporate } from '../../../model/tenancy/corporate.js';
import { E } from '../../../kernel/fp.js';
import { InvalidInput } from '../../../kernel/codecs/decode.js';
import { picked } from '../../../kernel/picked.js';
import type { CorporateTenantId, PackageCode, UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { NotificationLooks } from '../../notification/notification-looks.js';
import { Clock } from '../../../ports/clock.js';
import { Entropy } from '../../../ports/entropy.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage, type Stores } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { effectiveConfiguration } from '../../../model/package/effective-configuration.js';
import type { PaymentPackage } from '../../../model/package/payment-package.js';
import type { SecondFactorPolicy } from '../../../model/tenancy/second-factor.js';
import { writeRecords } from '../../writer/write-changes.js';
import {
  changedRecords,
  provisionedEntry,
  tenancyRecords,
  type Records,
} from './changed-records.js';
import { findAbsent } from './absent.js';
import { readProvisionDocument } from './check-provision.js';
import { checkActingUsers } from './check-acting-users.js';
import { checkCalendars } from './check-calendars.js';
import { checkTaken } from './check-taken.js';
import { enableNamed, endAbsent } from './end-absent.js';
import type { BeneficiaryDifference } from './correct-beneficiary.js';
import { provisionBeneficiaries } from './provision-beneficiaries.js';
import { configurationOf } from './package-configuration.js';
import { provisionPackages } from './provision-packages.js';
import { partsIn } from './provision-places.js';
import { provisionPolicy, type PolicyDifference } from './provision-policy.js';
import { provisionSecrets, type Credentials } from './provision-secrets.js';
import { provisionUsers } from './provision-users.js';
import { NotSealed, sealedFor, sealSecrets, type SealedSecrets } from './seal-secrets.js';
import {
  DEFAULT_ZONE,
  type CorporatePart,
  type ProvisionDocument,
  type ProvisionInput,
} from './provision-document.js';

/** The secrets of keys and endpoints that were made just now, by corporate (decisions §3). They cannot be read again. */
export interface Provisioned {
  readonly corporates: Readonly<Record<string, Credentials>>;
}

/** The records of a corporate that the document no longer names, by ids (decisions §15); at least one. */
export interface AbsentFrom {
  readonly corporateTenantId: CorporateTenantId;
  readonly users: ReadonlyArray<UserId>;
  readonly apiKeys: ReadonlyArray<string>;
  readonly secretKeys: ReadonlyArray<string>;
  readonly webhookEndpoints: ReadonlyArray<string>;
  /** Whether it is over with this commit (`"absent": "suspend"`), or goes on. */
  readonly isEnded: boolean;
}

/**
 * The secrets of new keys and endpoints, the records that the document no longer names, and the payees and policies in
 * which it differs from what people decided (decisions §15).
 */
export interface ProvisionResult extends Provisioned {
  readonly absent: ReadonlyArray<AbsentFrom>;
  /** Corporates of the document's banks that it does not name: they go on as they are. */
  readonly absentCorporates: ReadonlyArray<CorporateTenantId>;
  /** What the document says of payees, and does not change, since people had the last word on it. */
  readonly differences: ReadonlyArray<BeneficiaryDifference>;
  /** The approval policies of the document that are not in force, since people put others in force. */
  readonly policyDifferences: ReadonlyArray<PolicyDifference>;
  /**
   * Corporates whose stored policies are not those that came into force last: their payouts wait until an operator
   * vouches for the policies (`vouchForPolicies`).
   */
  readonly unprovenPolicies: ReadonlyArray<CorporateTenantId>;
}

/** The host's defaults for corporates whose part of a document leaves them out (decisions §14). */
export interface ProvisionDefaults {
  /**
   * Whether new keys, webhook URLs, return hosts and reinstatements wait for a second person. They do not unless it
   * is said.
   */
  readonly settingsNeedSecondPerson?: boolean;
  /**
   * Where a second factor is asked for: nowhere unless it is said. A corporate that has a policy keeps it where its part
   * leaves it out.
   */
  readonly secondFactor?: SecondFactorPolicy;
  /** Seals the policies that are in force after the document, although those before it are not proven. */
  readonly vouchForPolicies?: boolean;
}

/**
 * Applies a provision document in one commit; applying the same one again changes nothing. Records that the document
 * no longer names are reported, and so is what it says of payees and people changed since; they stay unchanged, or where a corporate says `"absent": "suspend"` its users are
 * suspended, its keys revoked and its endpoints disabled. A bad document, or one that takes a corporate from its bank
 * or a key from its corporate, is refused whole, with a path to every fault.
 */
export type Provision = (
  document: ProvisionInput,
  defaults?: ProvisionDefaults,
) => Promise<E.Either<InvalidInput, ProvisionResult>>;
export const Provision = token<Provision>('Provision');

/** The dependencies with which provisioning makes new records. */
export interface Mint {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly sealer: GuardedSealer;
}

export const makeProvision = recipe(
  Provision,
  {
    Storage,
    Clock,
    Entropy,
    Sealer: GuardedSealer,
    AuthorityKey,
    PolicyMarks,
    NotificationLooks,
  },
  ({ storage, clock, entropy, sealer, authorityKey, policyMarks, notificationLooks }) =>
    async (
      document,
      { settingsNeedSecondPerson = false, secondFactor, vouchForPolicies = false } = {},
    ) => {
      const read = readProvisionDocument(document);
      if (E.isLeft(read)) return read;
      const defaults = {
        settingsNeedSecondPerson,
        ...(secondFactor !== undefined && { secondFactor }),
      };
      const marks = await policyMarks.read();
      const policies = { marks, isVouched: vouchForPolicies };
      const run = { storage, mint: { clock, entropy, sealer }, defaults, looks: notificationLooks };
      const once = async (key?: Uint8Array) =>
        apply(
          { ...run, policies: { ...policies, key } },
          read.right,
          await sealAll(run, read.right),
        );
      const provisioned = await once().catch(async (error: unknown) => {
        if (error instanceof NotSealed) return once(await authorityKey());
        throw error;
      });
      if (E.isLeft(provisioned)) return provisioned;
      const { sealed, ...result } = provisioned.right;
      for (const [corporate, version] of sealed)
        if (version > (marks.get(corporate) ?? 0)) await policyMarks.note(corporate, version);
      return E.right(result);
    },
);

interface Run {
  readonly storage: Storage;
  readonly mint: Mint;
  readonly defaults: ProvisionDefaults;
  readonly looks: NotificationLooks;
}

/** How policies are sealed. The key is absent until one has to be. */
interface PolicySealing {
  readonly key: Uint8Array | undefined;
  readonly marks: ReadonlyMap<CorporateTenantId, number>;
  readonly isVouched: boolean;
}

/** What was written, and the version of the policies' seal of each corporate that has one. */
interface Applied extends ProvisionResult {
  readonly sealed: ReadonlyMap<CorporateTenantId, number>;
}

/** What was sealed for each part of a document. */
type AllSealed = ReadonlyMap<CorporatePart, SealedSecrets>;

/** Seals before the unit of work what it is going to need. */
const sealAll = async ({ storage, mint }: Run, document: ProvisionDocument): Promise<AllSealed> => {
  const sealed = new Map<CorporatePart, SealedSecrets>();
  for (const { tenant, part } of partsIn(document))
    sealed.set(part, await sealSecrets(storage, tenant, part, mint));
  return sealed;
};

const apply = (
  { storage, mint, defaults, policies, looks }: Run & { readonly policies: PolicySealing },
  document: ProvisionDocument,
  secretsOf: AllSealed,
): Promise<E.Either<InvalidInput, Applied>> =>
  storage.atomically(async (stores) => {
    const faults = [
      ...(await checkTaken(stores, document)),
      ...(await checkActingUsers(stores, document)),
      ...(await checkCalendars(stores, document, mint.clock.now())),
    ];
    if (faults.length > 0) return E.left(InvalidInput(faults));
    const corporates = new Map<CorporateTenantId, Credentials>();
    const absent: AbsentFrom[] = [];
    const absentCorporates: CorporateTenantId[] = [];
    const differences: BeneficiaryDifference[] = [];
    const policyDifferences: PolicyDifference[] = [];
    const sealed = new Map<CorporateTenantId, number>();
    const unprovenPolicies: CorporateTenantId[] = [];
    for (const bank of document.bankTenants) {
      const { bankTenantId, name, timeZone = DEFAULT_ZONE, corporates: parts } = bank;
      const rules = picked(bank, ['purposes', 'leiThresholds', 'calendars']);
      await stores.tenancy.putBank({ bankTenantId, name, timeZone, ...rules });
      for (const part of parts) {
        const { corporateTenantId } = part;
        const tenant = { bankTenantId, corporateTenantId };
        const kept = (await stores.tenancy.corporate(tenant))?.secondFactor;
        const whole = {
          ...defaults,
          ...(kept !== undefined && { secondFactor: kept }),
          ...part,
        };
        const secrets = sealedFor(secretsOf, part);
        const provisioned = await provisionCorporate(stores, tenant, whole, {
          secrets,
          mint,
          policies,
        });
        const { credentials, policyDifference, policySeal, isProven } = provisioned;
        corporates.set(corporateTenantId, credentials);
        if (policySeal !== undefined) sealed.set(corporateTenantId, policySeal.version);
        if (!isProven) unprovenPolicies.push(corporateTenantId);
        if (policyDifference !== undefined) policyDifferences.push(policyDifference);
        differences.push(...(await provisionBeneficiaries(stores, tenant, whole, mint)));
        absent.push(...(await handleAbsent(stores, tenant, part, mint.clock.now())));
      }
      const named = new Set(parts.map(({ corporateTenantId }) => corporateTenantId));
      const all = await stores.tenancy.corporatesOf(bankTenantId);
      absentCorporates.push(...all.filter((id) => !named.has(id)));
    }
    const tenants = partsIn(document).map(({ tenant }) => tenant);
    await looks.begin(stores, tenants);
    return E.right({
      corporates: Object.fromEntries(corporates),
      absent,
      absentCorporates,
      differences,
      policyDifferences,
      unprovenPolicies,
      sealed,
    });
  });

/** The settings as people left them, if they ever changed them; else the document's. */
const checkoutOf = async (
  { journal }: Stores,
  tenant: Tenant,
  { name, checkout }: CorporatePart,
  known: Corporate | undefined,
): Promise<CheckoutSettings> => {
  const entries = await journal.of(tenant, tenant.corporateTenantId);
  const isTheirs = entries.some(({ changes }) => 'destinationHosts' in changes);
  if (known !== undefined && (isTheirs || checkout === undefined)) return known.checkout;
  return checkout ?? { destinationHosts: [], statementDescriptor: name };
};

/** A corporate that was written, and the secrets that were made for it. */
interface ProvisionedCorporate {
  readonly credentials: Credentials;
  readonly policyDifference: PolicyDifference | undefined;
  readonly policySeal: PolicySeal | undefined;
  readonly isProven: boolean;
}

const provisionCorporate = async (
  stores: Stores,
  tenant: Tenant,
  part: CorporatePart,
  {
    secrets,
    mint,
    policies,
  }: { readonly secrets: SealedSecrets; readonly mint: Mint; readonly policies: PolicySealing },
): Promise<ProvisionedCorporate> => {
  const { tenancy } = stores;
  const { payoutReturnHosts = [], approvalMatrix } = part;
  const now = mint.clock.now();
  const known = await tenancy.holdCorporate(tenant);
  const before = known && (await tenancyRecords(stores, tenant));
  const { policy, difference: policyDifference } = await provisionPolicy(
    stores,
    tenant,
    { document: approvalMatrix, known },
    now,
  );
  const corporate = {
    ...tenant,
    name: part.name,
    checkout: await checkoutOf(stores, tenant, part, known),
    ...policy,
    ...picked(part, ['customerId', 'lei']),
    ...(part.settingsNeedSecondPerson === true && { settingsNeedSecondPerson: true }),
    ...(part.secondFactor !== undefined && { secondFactor: part.secondFactor }),
    ...(part.keysSeparateDuties === true && { keysSeparateDuties: true }),
    ...(payoutReturnHosts.length > 0 && { payoutReturnHosts }),
    ...(known?.holds !== undefined && { holds: known.holds }),
  };
  const automatic = async (): Promise<AutomaticPackages> =>
    known?.policySeal?.automatic === undefined
      ? new Map([...automaticIn(await tenancy.packages(tenant)), ...automaticOf(part)])
      : automaticOf(part);
  const sealing = await sealed(known, corporate, { ...policies, automatic }, now);
  await tenancy.putCorporate(sealing.corporate);
  await tenancy.putRoles(
    tenant,
    (part.roles ?? []).map((role) => ({ packageCodes: [], debitAccountIds: [], ...role })),
  );
  await provisionUsers(stores, tenant, part.users ?? [], now);
  await tenancy.putDebitAccounts(
    tenant,
    (part.debitAccounts ?? []).map(({ openingBalance: _bankSide, ...account }) => ({
      status: 'active',
      cutOffs: [],
      ...account,
    })),
  );
  await provisionPackages(stores, tenant, part.packages ?? [], mint);
  if (before !== undefined) await tellOfChanges(stores, tenant, before, now);
  await enableNamed(stores, tenant, part, now);
  const credentials = await provisionSecrets(stores, tenant, part, { sealed: secrets, mint });
  const { policySeal } = sealing.corporate;
  return { credentials, policyDifference, policySeal, isProven: sealing.isProven };
};

/** Writes to the journal what has changed in the records of a corporate. */
const tellOfChanges = async (
  stores: Stores,
  tenant: Tenant,
  before: Records,
  at: EpochMs,
): Promise<void> => {
  const changed = changedRecords(before, await tenancyRecords(stores, tenant));
  if (changed.length === 0) return;
  const last = await stores.journal.last(tenant, tenant.corporateTenantId);
  await writeRecords(stores, { entries: provisionedEntry(tenant, changed, last, at) });
};

/** Which packages approve by themselves. */
type AutomaticPackages = ReadonlyMap<PackageCode, boolean>;

const automaticIn = (packages: ReadonlyArray<PaymentPackage>): AutomaticPackages =>
  new Map(
    packages.map((one) => [one.packageCode, effectiveConfiguration(one).autoApprovalEnabled]),
  );

const automaticOf = ({ packages = [] }: CorporatePart): AutomaticPackages =>
  new Map(packages.map((one) => [one.packageCode, configurationOf(one).autoApprovalEnabled]));

/**
 * The corporate with the seal of its policies, where it needs one.
 * @throws NotSealed when the key is needed that nobody asked for yet.
 */
const sealed = async (
  known: Corporate | undefined,
  corporate: Corporate,
  {
    key,
    marks,
    isVouched: vouched,
    automatic,
  }: PolicySealing & { readonly automatic: () => Promise<AutomaticPackages> },
  at: EpochMs,
): Promise<{ readonly corporate: Corporate; readonly isProven: boolean }> => {
  const marked = marks.get(corporate.corporateTenantId) ?? 0;
  const policySeal = known?.policySeal;
  const before = policySeal === undefined ? corporate : { ...corporate, policySeal };
  if (!needsSeal(before, marked)) return { corporate, isProven: true };
  if (key === undefined) throw new NotSealed('the key that seals policies was not asked for');
  const sealing = { key, marked };
  const sealedWith = { vouched, automatic: await automatic() };
  const next = withPolicySeal(known, corporate, sealing, at, sealedWith);
  return { corporate: next, isProven: arePoliciesProven(next, sealing) };
};

/** Reports what the document names no longer, and ends it where the document says so. */
const handleAbsent = async (
  stores: Stores,
  tenant: Tenant,
  part: CorporatePart,
  now: EpochMs,
): Promise<ReadonlyArray<AbsentFrom>> => {
  const found = await findAbsent(stores, tenant, part, now);
  const ids = {
    users: found.users.map(({ userId }) => userId).sort(),
    apiKeys: found.apiKeys.map(({ keyId }) => keyId).sort(),
    secretKeys: found.secretKeys.map(({ keyId }) => keyId).sort(),
    webhookEndpoints: found.endpoints.map(({ endpointId }) => endpointId).sort(),
  };
  if (Object.values(ids).every(({ length }) => length === 0)) return [];
  const isEnded = part.absent === 'suspend';
  if (isEnded) await endAbsent(stores, tenant, found, now);
  return [{ corporateTenantId: tenant.corporateTenantId, ...ids, isEnded }];
};
