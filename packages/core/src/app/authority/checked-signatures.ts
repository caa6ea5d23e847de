import { approvalDigest, leavesIn, type Leaves } from './approval-digest.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import { optional, recipe, token } from '../../kernel/token.js';
import type { UserId } from '../../kernel/values/ids.js';
import { nameOfTenant, type Tenant } from '../../kernel/values/tenant.js';
import { MINUTE, type EpochMs } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';
import { Passkeys } from '../../ports/passkeys.js';
import { Storage, type Stores } from '../../storage/storage.js';
import type { ApprovalSignature } from '../../model/authority/seal/approval-signature.js';
import { keptLeaves } from './kept-leaves.js';
import { AuthorityKey } from './authority-key.js';
import { isSigning } from '../../model/authority/seal/signing-passkey.js';

/** What a person signed, found genuine: the digest of each payout, by its id. */
export interface GenuineSignature {
  readonly userId: UserId;
  readonly leaves: Leaves;
  /** When its passkey was removed, by the journal (epoch ms): then it approves nothing that was made later. */
  readonly removedAt?: EpochMs | undefined;
}

/**
 * Signatures that this process has checked. Checking needs the sealer and the passkeys, so it is done with no unit of
 * work open, once for a decision; whether a payout is the one that was signed is then a comparison of two digests.
 */
export interface CheckedSignatures {
  /** Undefined where it is not checked yet, or was not genuine a minute ago. */
  readonly of: (
    tenant: Tenant,
    signatureId: string,
  ) => GenuineSignature | 'not genuine' | undefined;
  /** Checks signatures of a corporate; one that there is not is not genuine. */
  readonly check: (tenant: Tenant, ids: ReadonlySet<string>) => Promise<void>;
}
export const CheckedSignatures = token<CheckedSignatures>('CheckedSignatures');

/**
 * How many digests one check adds at most, and one signature more. All approvals of one payout fit: twenty people at a job
 * of 20,000. What is left is checked when its turn comes.
 */
const LEAVES_A_CHECK = 400_000;

/** How long a signature counts as not genuine before it is looked at again. */
const LOOK_AGAIN = MINUTE;

export const makeCheckedSignatures = recipe(
  CheckedSignatures,
  { Storage, Clock, AuthorityKey, Passkeys: optional(Passkeys) },
  ({ storage, clock, authorityKey, passkeys }) => {
    const genuine = keptLeaves<GenuineSignature>();
    const refused = new Map<string, number>();

    // One that is genuine at a corporate says nothing at another.
    const keyOf = (tenant: Tenant, id: string): string => `${nameOfTenant(tenant)} ${id}`;

    return {
      of: (tenant, signatureId) => {
        const id = keyOf(tenant, signatureId);
        const at = refused.get(id);
        if (at === undefined) return genuine.get(id);
        if (clock.now() - at < LOOK_AGAIN) return 'not genuine';
        refused.delete(id);
        return undefined;
      },
      check: async (tenant, ids) => {
        const key = await authorityKey();
        const wanted = new Set([...ids].map((id) => keyOf(tenant, id)));
        let added = 0;
        // One at a time: that of a large job is a megabyte.
        for (const id of ids) {
          if (added >= LEAVES_A_CHECK) return;
          const at = keyOf(tenant, id);
          if (genuine.get(at) !== undefined) continue;
          const { kept, removedAt } = await storage.read((stores) =>
            signatureIn(stores, tenant, id),
          );
          if (kept !== undefined && (await isGenuineSignature(key, passkeys, tenant, kept))) {
            const leaves = leavesIn(kept.leaves);
            added += leaves.size;
            // Forgetting one that the same payouts need would have them wait for each other for ever.
            genuine.keep(at, { userId: kept.userId, leaves, removedAt }, (other) =>
              wanted.has(other),
            );
          } else refused.set(at, clock.now());
        }
      },
    };
  },
);

/** A signature, and when its passkey was removed, by the journal: the entry stays where the record is put back by hand. */
export const signatureIn = async (
  { authority, journal }: Pick<Stores, 'authority' | 'journal'>,
  tenant: Tenant,
  signatureId: string,
): Promise<{ readonly kept: ApprovalSignature | undefined; readonly removedAt?: EpochMs }> => {
  const kept = await authority.signature(tenant, signatureId);
  const last = kept && (await journal.last(tenant, kept.passkey.factorId));
  return { kept, ...(last?.to === 'removed' && { removedAt: last.at }) };
};

/**
 * Whether a person of this corporate signed exactly this, with a passkey that this engine let become active for them.
 */
export const isGenuineSignature = async (
  key: Uint8Array,
  passkeys: Passkeys | undefined,
  tenant: Tenant,
  signature: ApprovalSignature,
): Promise<boolean> => {
  const { userId, passkey } = signature;
  if (!isSigning(key, { tenant, userId }, passkey)) return false;
  const { response, challenge, credential } = assertionOf(tenant, signature);
  const asserted = await passkeys?.asserted(response, challenge, [credential]);
  return asserted?.credentialId === credential.credentialId;
};

/** What a passkey has to have answered to, for the signature to be its person's, and what it did answer. */
export const assertionOf = (
  tenant: Tenant,
  { signatureId, userId, leaves, response, passkey }: ApprovalSignature,
) => ({
  response: asJson(response),
  challenge: approvalDigest(
    { tenant, userId, action: 'approve', challengeId: signatureId },
    leaves,
  ),
  credential: {
    credentialId: passkey.credentialId,
    publicKey: passkey.publicKey,
    // Kept once: a count of later answers says nothing about it.
    counter: 0,
  },
});

/** Whoever wrote the text: what is no JSON object is no answer of a browser. */
const asJson = (text: string): JsonObject => {
  try {
    return Object(JSON.parse(text)) as JsonObject;
  } catch {
    return {};
  }
};
