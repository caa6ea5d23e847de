import type { BeneficiaryId, PackageCode } from '../kernel/values/ids.js';
import type { Page, PageRequest } from '../kernel/values/page.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { AccountNumber, BeneId } from '../kernel/values/text.js';
import type {
  ApprovedBeneficiary,
  Beneficiary,
  PendingBeneficiary,
} from '../model/beneficiary/payee/beneficiary.js';

/** Which payees. */
export interface BeneficiaryFilter {
  readonly state?: Beneficiary['state'];
  /** Only payees of which a change waits for a checker. */
  readonly changePending?: true;
  readonly search?: string;
  /** Payees that have any of these packages; absent means payees of all packages. */
  readonly packageCodes?: ReadonlySet<PackageCode>;
}

/** Which of them to list. */
export interface BeneficiaryListRequest extends PageRequest, BeneficiaryFilter {}

/** Payees, and the changes of them that wait (decisions §4). */
export interface BeneficiaryStore {
  readonly find: (tenant: Tenant, id: BeneficiaryId) => Promise<Beneficiary | undefined>;
  /** Those of `ids` that exist, in no order. Set-based: a batch names thousands. */
  readonly findMany: (
    tenant: Tenant,
    ids: ReadonlyArray<BeneficiaryId>,
  ) => Promise<ReadonlyArray<Beneficiary>>;
  /**
   * Among payees that are not freed (`isFreed`), refuses a second one with the same beneId, and one with the same
   * `nameKey` and any same account number (§4.2).
   */
  readonly add: (
    tenant: Tenant,
    beneficiary: PendingBeneficiary | ApprovedBeneficiary,
  ) => Promise<'added' | 'duplicate' | 'duplicate_bene_id'>;
  /** The payees in any state that have one of these `beneIds`, in no order: freed ones may share theirs. */
  readonly findByBeneIds: (
    tenant: Tenant,
    beneIds: ReadonlyArray<BeneId>,
  ) => Promise<ReadonlyArray<Beneficiary>>;
  /** The payee that holds each of the `beneIds`, which no freed one does; a code without one is left out. Set-based. */
  readonly holders: (
    tenant: Tenant,
    beneIds: ReadonlyArray<BeneId>,
  ) => Promise<ReadonlyMap<BeneId, BeneficiaryId>>;
  /**
   * Writes `next`, unless another payee holds what it asks for (see `add`). If the stored revision is not the one before
   * it, it undoes the unit of work, which is then run again.
   */
  readonly replace: (
    tenant: Tenant,
    next: Beneficiary,
  ) => Promise<'replaced' | 'duplicate' | 'duplicate_bene_id'>;
  /**
   * Payees in one state, or in any, of some packages, or of any, oldest first (by `beneficiaryId`), whose name, now or
   * before, or any account number contains `search`, taken literally; both are compared by `nameKey`.
   */
  readonly list: (tenant: Tenant, request: BeneficiaryListRequest) => Promise<Page<Beneficiary>>;
  /** Those that {@link list} lists, from after an id on, at most `limit`, uncounted: what comes before them costs nothing. */
  readonly following: (
    tenant: Tenant,
    filter: BeneficiaryFilter,
    after: BeneficiaryId | undefined,
    limit: number,
  ) => Promise<ReadonlyArray<Beneficiary>>;
  /** Payees that are not freed and have any of these account numbers, in no order. Set-based: a page asks for all of its payees. */
  readonly withAccounts: (
    tenant: Tenant,
    accountNumbers: ReadonlyArray<AccountNumber>,
  ) => Promise<ReadonlyArray<Beneficiary>>;
  /** How many payees that are not freed have each of these packages; a package without payees may be left out. */
  readonly countByPackage: (
    tenant: Tenant,
    codes: ReadonlyArray<PackageCode>,
  ) => Promise<ReadonlyMap<PackageCode, number>>;
  /**
   * Payees in any state whose name, now or before, beneId or id contains `text`, taken literally; both are compared by `nameKey`. In
   * no order.
   */
  readonly idsContaining: (tenant: Tenant, text: string) => Promise<ReadonlyArray<BeneficiaryId>>;
  /** Payees in any state with a name, now or before, that begins with `text`; both are compared by `nameKey`. In no order. */
  readonly idsNamed: (tenant: Tenant, text: string) => Promise<ReadonlyArray<BeneficiaryId>>;
}
