import type { BeneficiaryId, PackageCode, UserId } from '../../../kernel/values/ids.js';

/** Only an approved maker may create a beneficiary (§4.2). */
export const NotABeneficiaryMaker = (userId: UserId) =>
  ({ _tag: 'NotABeneficiaryMaker', userId }) as const;
export type NotABeneficiaryMaker = ReturnType<typeof NotABeneficiaryMaker>;

/** The maker's roles do not reach these packages (§2.1). */
export const PackagesDenied = (packageCodes: ReadonlyArray<PackageCode>) =>
  ({ _tag: 'PackagesDenied', packageCodes }) as const;
export type PackagesDenied = ReturnType<typeof PackagesDenied>;

/** Only an approved checker may authorize a beneficiary (§4.3). */
export const NotAChecker = (userId: UserId) => ({ _tag: 'NotAChecker', userId }) as const;
export type NotAChecker = ReturnType<typeof NotAChecker>;

/** The user who created a beneficiary, or asked for its change, may not authorize it (decisions §4). */
export const OwnBeneficiary = (beneficiaryId: BeneficiaryId) =>
  ({ _tag: 'OwnBeneficiary', beneficiaryId }) as const;
export type OwnBeneficiary = ReturnType<typeof OwnBeneficiary>;

/** The person neither makes nor approves beneficiaries. */
export const NotABeneficiaryReader = (userId: UserId) =>
  ({ _tag: 'NotABeneficiaryReader', userId }) as const;
export type NotABeneficiaryReader = ReturnType<typeof NotABeneficiaryReader>;

/** No such payee in this corporate, or none that the caller reaches; another corporate's is no different (decisions §2). */
export const BeneficiaryNotFound = () => ({ _tag: 'BeneficiaryNotFound' }) as const;
export type BeneficiaryNotFound = ReturnType<typeof BeneficiaryNotFound>;

/** The beneficiary was already approved or rejected. */
export const NotAwaitingApproval = (beneficiaryId: BeneficiaryId) =>
  ({ _tag: 'NotAwaitingApproval', beneficiaryId }) as const;
export type NotAwaitingApproval = ReturnType<typeof NotAwaitingApproval>;

/** The beneficiary that waits is not, or need not be, the one that the checker saw. */
export const BeneficiaryMovedOn = (beneficiaryId: BeneficiaryId) =>
  ({ _tag: 'BeneficiaryMovedOn', beneficiaryId }) as const;
export type BeneficiaryMovedOn = ReturnType<typeof BeneficiaryMovedOn>;

/** A checker has to decide first: on the beneficiary, or on a change of it. */
export const BeneficiaryAwaitsChecker = (beneficiaryId: BeneficiaryId) =>
  ({ _tag: 'BeneficiaryAwaitsChecker', beneficiaryId }) as const;
export type BeneficiaryAwaitsChecker = ReturnType<typeof BeneficiaryAwaitsChecker>;

/** Only an approved beneficiary can be deactivated. */
export const BeneficiaryNotActive = (beneficiaryId: BeneficiaryId) =>
  ({ _tag: 'BeneficiaryNotActive', beneficiaryId }) as const;
export type BeneficiaryNotActive = ReturnType<typeof BeneficiaryNotActive>;

/** A payee that is neither rejected nor deactivated has the same name and account number, or the same beneId (§4.2). */
export const DuplicateBeneficiary = (same: 'name_and_account' | 'bene_id') =>
  ({ _tag: 'DuplicateBeneficiary', same }) as const;
export type DuplicateBeneficiary = ReturnType<typeof DuplicateBeneficiary>;
