import type { ApprovalSignature } from '../model/authority/seal/approval-signature.js';
import type { SealedAuthorityKey } from '../model/authority/seal/sealed-authority-key.js';
import type { Tenant } from '../kernel/values/tenant.js';

/** What shows that people with authority decided: the key of seals, and the signatures of approvals. */
export interface AuthorityStore {
  /** The key of the seals of this database; undefined until one is stored. */
  readonly key: () => Promise<SealedAuthorityKey | undefined>;
  /** Stores the key if there is none, and says whether. A unit that stores one is waited for. */
  readonly addKey: (key: SealedAuthorityKey) => Promise<boolean>;
  /** Keeps a signature. @throws when there is one of its id. */
  readonly addSignature: (signature: ApprovalSignature) => Promise<void>;
  readonly signature: (tenant: Tenant, id: string) => Promise<ApprovalSignature | undefined>;
  /** Signatures of the corporate by id, at most `limit`, from behind the id `after` on. */
  readonly signaturesAfter: (
    tenant: Tenant,
    after: string | undefined,
    limit: number,
  ) => Promise<ReadonlyArray<ApprovalSignature>>;
}
