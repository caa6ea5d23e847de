import { AuthorityKey } from '../../authority/authority-key.js';
import { isSigning, type SigningPasskey } from '../../../model/authority/seal/signing-passkey.js';
import { E } from '../../../kernel/fp.js';
import type { InvalidInput } from '../../../kernel/codecs/decode.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import { fromHex } from '../../../kernel/secrets/hex.js';
import { optional, recipe, token } from '../../../kernel/token.js';
import type { UserId } from '../../../kernel/values/ids.js';
import { nameOfTenant, tenantOf, type Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { Clock } from '../../../ports/clock.js';
import { Passkeys, type Credential } from '../../../ports/passkeys.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { openAllKept } from '../../../ports/open-kept.js';
import { commit } from '../../../storage/commit.js';
import { Storage } from '../../../storage/storage.js';
import {
  challengeOf,
  countFactorTry,
  isOwnDigest,
  proofOf,
  recordOfChallenge,
  withoutGuess,
  type FoundFactor,
} from '../../../model/factor/held/factor-challenge.js';
import {
  FactorChallengeNotFound,
  FactorChallengeVoid,
  WrongFactor,
  type TooManyFactorGuesses,
} from '../../../model/factor/held/factor-errors.js';
import {
  activeFactors,
  openingRecovery,
  type FactorChallenge,
  type PersonFactors,
  type TotpFactor,
} from '../../../model/factor/held/factor.js';
import { recoveryDigest } from '../../../model/factor/held/recovery-codes.js';
import { sealedTotp } from './sealed-totp.js';
import { isUsedCode, stepOfCode } from '../../../model/factor/held/totp.js';
import { proofIn, type GivenProof, type Proof } from './factor-proof.js';

export type ProveFactorError =
  | InvalidInput
  | FactorChallengeNotFound
  | FactorChallengeVoid
  | TooManyFactorGuesses
  | WrongFactor;

/** A proof that was right when it was looked at, and whose. */
export interface ProvedFactor extends FoundFactor {
  readonly tenant: Tenant;
  readonly userId: UserId;
  /** When the person showed who they are, where the challenge is of a login. */
  readonly shownAt?: EpochMs;
  /** The passkey that gave it, also where it was used before, for the same request. */
  readonly passkey?: SigningPasskey;
}

/** For what a proof is given. Who gives it is absent where only the challenge says it. */
export interface ProofAsked {
  readonly challengeId: string;
  readonly purpose: FactorChallenge['purpose'];
  readonly by?: { readonly tenant: Tenant; readonly userId: UserId };
  readonly sessionId?: string;
}

/**
 * Looks whether a code or a passkey's answer is right. The try is counted before that, and is committed by then; a right
 * code of an app is no wrong guess, whatever becomes of what it was given for, nor is the code that was used last, which
 * is refused as such. Nothing is used up: `useFactor` does that in the commit of what the proof is for, and may still
 * refuse. The same right proof for the same challenge is right again, so that a request with an idempotency key can be
 * repeated.
 */
export type ProveFactor = (
  asked: ProofAsked,
  given: GivenProof,
) => Promise<E.Either<ProveFactorError, ProvedFactor>>;
export const ProveFactor = token<ProveFactor>('ProveFactor');

export const makeProveFactor = recipe(
  ProveFactor,
  { Storage, Clock, Sealer: GuardedSealer, AuthorityKey, Passkeys: optional(Passkeys) },
  ({ storage, clock, sealer, authorityKey, passkeys }) =>
    async ({ challengeId, purpose, by, sessionId }, given) => {
      const sent = proofIn(given);
      if (E.isLeft(sent)) return sent;
      const proof = proofOf(sent.right);
      const id = recordOfChallenge(challengeId);
      if (id === undefined) return E.left(FactorChallengeNotFound());
      const known = await storage.read(({ factors }) => factors.byId(id));
      const challenge = challengeOf(known, challengeId, purpose, sessionId);
      if (known === undefined || challenge === undefined || !isOf(known, by))
        return E.left(FactorChallengeNotFound());
      if (!isOwnDigest(known, challenge)) return E.left(FactorChallengeNotFound());
      const { digest, shownAt } = challenge;
      const owner = ownerOf(known);
      const found = {
        challengeId,
        digest,
        proof,
        ...owner,
        ...(shownAt !== undefined && { shownAt }),
      };
      const checked = { passkeys, authorityKey };
      if (challenge.usedAt !== undefined) {
        if (challenge.proof !== proof) return E.left(FactorChallengeVoid('used'));
        if (!('response' in sent.right)) return E.right(found);
        const by = await byPasskey(checked, known, sent.right.response, digest);
        return E.right({ ...found, ...(by && { passkey: by.passkey }) });
      }
      const now = clock.now();
      const isShort = 'code' in sent.right && sent.right.isShort;
      const counted = await storage.atomically(async ({ factors }) => {
        const held = await factors.hold(owner.tenant, owner.userId);
        if (held === undefined) return E.left(FactorChallengeNotFound());
        const next = countFactorTry(held, challengeId, isShort, now);
        if (E.isRight(next)) await factors.put(next.right);
        return next;
      });
      if (E.isLeft(counted)) return counted;
      const right =
        'response' in sent.right
          ? await byPasskey(checked, counted.right, sent.right.response, digest)
          : await byCode(sealer, counted.right, sent.right, now);
      if (right === undefined) return E.left(WrongFactor());
      if (right === 'code_used' || right.kind === 'totp')
        await commit(storage, async ({ factors }) => {
          const next = withoutGuess(await factors.hold(owner.tenant, owner.userId));
          if (next !== undefined) await factors.put(next);
        });
      if (right === 'code_used') return E.left(WrongFactor(right));
      return E.right({
        ...found,
        by: right,
        ...('passkey' in right && { passkey: right.passkey }),
      });
    },
);

const ownerOf = (held: PersonFactors) => ({ tenant: tenantOf(held), userId: held.userId });

const isOf = (held: PersonFactors, by: ProofAsked['by']): boolean =>
  by === undefined || (nameOfTenant(held) === nameOfTenant(by.tenant) && held.userId === by.userId);

const byCode = async (
  sealer: GuardedSealer,
  held: PersonFactors,
  { code, isShort }: Extract<Proof, { readonly code: string }>,
  now: EpochMs,
): Promise<FoundFactor['by'] | 'code_used'> => {
  if (!isShort) {
    const digest = recoveryDigest(code);
    return openingRecovery(held)?.digests.includes(digest) === true
      ? { kind: 'recovery', recoveryDigest: digest }
      : undefined;
  }
  const apps = activeFactors(held).filter((one): one is TotpFactor => one.kind === 'totp');
  const secrets = await openAllKept(sealer, apps.map(sealedTotp));
  const tried = apps.map(({ factorId, lastStep }, i) => {
    const secret = fromHex(secrets[i] ?? '');
    const step = stepOfCode(secret, code, now, lastStep);
    return { factorId, step, isUsed: isUsedCode(secret, code, now, lastStep) };
  });
  for (const { factorId, step } of tried)
    if (step !== undefined) return { kind: 'totp', factorId, learnt: { step } };
  return tried.some(({ isUsed }) => isUsed) ? 'code_used' : undefined;
};

const byPasskey = async (
  {
    passkeys,
    authorityKey,
  }: { readonly passkeys: Passkeys | undefined; readonly authorityKey: AuthorityKey },
  held: PersonFactors,
  response: JsonObject,
  digest: string,
): Promise<Extract<FoundFactor['by'], { readonly kind: 'passkey' }> | undefined> => {
  const known = credentialsOf(held);
  const asserted = await passkeys?.asserted(
    response,
    digest,
    known.map(({ credential }) => credential),
  );
  const found = known.find(({ credential }) => credential.credentialId === asserted?.credentialId);
  if (asserted === undefined || found === undefined) return undefined;
  const { factorId, seal, credential } = found;
  const { credentialId, publicKey } = credential;
  const passkey: SigningPasskey = { factorId, credentialId, publicKey, seal };
  return isSigning(await authorityKey(), ownerOf(held), passkey)
    ? { kind: 'passkey', factorId, learnt: { counter: asserted.counter }, passkey }
    : undefined;
};

/** The passkeys of a person that open something, each with its factor. */
export const credentialsOf = (
  held: PersonFactors | undefined,
): ReadonlyArray<{
  readonly factorId: string;
  readonly credential: Credential;
  readonly seal: string;
}> =>
  activeFactors(held).flatMap((one) =>
    one.kind === 'passkey' && one.credential !== undefined && one.seal !== undefined
      ? [{ factorId: one.factorId, credential: one.credential, seal: one.seal }]
      : [],
  );
