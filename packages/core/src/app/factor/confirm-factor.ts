import * as t from 'io-ts';
import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import { about } from '../../kernel/codecs/documented.js';
import { record } from '../../kernel/codecs/record.js';
import { fromHex, hex } from '../../kernel/secrets/hex.js';
import { optional, recipe, token } from '../../kernel/token.js';
import { callersUseCase, type CallersUseCase } from '../../kernel/use-case/use-case.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { Passkeys } from '../../ports/passkeys.js';
import type { Person } from '../../model/portal/session/person.js';
import { GuardedSealer } from '../../ports/guarded-sealer.js';
import { openKept } from '../../ports/open-kept.js';
import type { TooManySettingsChanges } from '../../model/settings/change/settings-change-errors.js';
import { SETTINGS_CHANGE_LIFE } from '../../model/settings/change/settings-change.js';
import { makeOrPropose } from '../settings/make-or-propose.js';
import { beginProposal, PROPOSING } from '../settings/proposal.js';
import { atomicallyNoted } from '../settings/settings-notice.js';
import type { Stores } from '../../storage/storage.js';
import { enrolFactorChange, enrolmentOf } from './enrol-factor-change.js';
import { factorEntry, recoveryEntry } from '../../model/factor/held/factor-entry.js';
import {
  FactorNotFound,
  SecondFactorNeeded,
  WrongFactor,
  WrongFactorState,
  type PasskeyCopied,
} from '../../model/factor/held/factor-errors.js';
import { stepFactor, type Proved } from '../../model/factor/held/factor-machine.js';
import {
  activeFactors,
  factorsAt,
  knownTransports,
  type Factor,
} from '../../model/factor/held/factor.js';
import { FactorView, factorView } from '../../model/factor/held/factor-view.js';
import { overEntry, withFactors } from '../../model/factor/held/with-factors.js';
import {
  RECOVERY_ENTROPY_BYTES,
  recoveryCodes,
  recoveryDigest,
} from '../../model/factor/held/recovery-codes.js';
import { sealedTotp } from './prove/sealed-totp.js';
import { stepOfCode } from '../../model/factor/held/totp.js';
import { PROOF, proofIn, type Proof } from './prove/factor-proof.js';

/** The factor, and the first proof of it. */
export const ConfirmFactorInput = record('ConfirmFactorInput', { factorId: t.string }, PROOF);
export type ConfirmFactorInput = t.TypeOf<typeof ConfirmFactorInput>;

/** The factor as it is now, and with a person's first one their recovery codes. */
export const ConfirmedFactor = record('ConfirmedFactor', FactorView.required, {
  ...FactorView.optional,
  recoveryCodes: about(
    t.readonlyArray(t.string),
    'Ten codes, each of which replaces a factor once. Returned only once.',
  ),
});
export type ConfirmedFactor = t.TypeOf<typeof ConfirmedFactor>;

type ConfirmFactorError =
  | InvalidInput
  | FactorNotFound
  | WrongFactorState
  | WrongFactor
  | PasskeyCopied
  | SecondFactorNeeded
  | TooManySettingsChanges;

/**
 * Takes the first proof of a factor that its person enrolled. It is active then, or waits for a second person where the
 * corporate asks for one. Tries are not counted: who enrols has the secret. With the first factor come ten recovery
 * codes, which are kept as digests, replace those of a factor that still waits, and open from when theirs is active.
 */
export type ConfirmFactor = CallersUseCase<
  Person,
  ConfirmFactorInput,
  ConfirmFactorError,
  ConfirmedFactor
>;
export const ConfirmFactor = token<ConfirmFactor>('ConfirmFactor');

const ID_BYTES = 8;

export const makeConfirmFactor = recipe(
  ConfirmFactor,
  { ...PROPOSING, Sealer: GuardedSealer, Passkeys: optional(Passkeys) },
  ({ sealer, passkeys, ...ports }) =>
    callersUseCase(ConfirmFactorInput, async (person, { factorId, ...given }) => {
      const { storage, clock, entropy, mailAdministrators } = ports;
      const { tenant, userId } = person;
      const proof = proofIn(given);
      if (E.isLeft(proof)) return proof;
      const known = await storage.read(({ factors }) => factors.find(tenant, userId));
      const now = clock.now();
      const enrolled = known && factorsAt(known, now).find((one) => one.factorId === factorId);
      if (enrolled === undefined) return E.left(FactorNotFound());
      if (enrolled.state !== 'enrolled') return E.left(WrongFactorState(enrolled.state));
      // An older session may be a stranger's by now, and this one gave the mailed code.
      if (enrolled.begunIn !== person.sessionId) return E.left(FactorNotFound());
      const proved = await provedBy({ sealer, passkeys }, enrolled, proof.right, now);
      if (proved === undefined) return E.left(WrongFactor());

      const random = entropy.bytes(ID_BYTES + RECOVERY_ENTROPY_BYTES);
      const begun = await beginProposal(ports);
      const { changeId } = begun;
      return atomicallyNoted<ConfirmFactorError, ConfirmedFactor>(
        storage,
        mailAdministrators,
        async (stores, note) => {
          const corporate = await stores.tenancy.holdCorporate(tenant);
          if (corporate === undefined) throw new Error('a person of no corporate');
          const waiting = await prove(stores, person, { factorId, proved, random, changeId }, now);
          if (E.isLeft(waiting)) return waiting;
          const { factor, codes } = waiting.right;
          const proposal = { tenant, by: userId, at: now, corporate, note, ...begun };
          const wanted = { payload: enrolmentOf(userId, factor) };
          const made = await makeOrPropose(stores, enrolFactorChange, wanted, proposal);
          if (E.isLeft(made)) return made;
          const isActive = made.right === undefined;
          return E.right({
            ...factorView({ ...factor, state: isActive ? 'active' : 'waiting' }),
            ...(codes.length > 0 && { recoveryCodes: codes }),
          });
        },
      );
    }),
);

const provedBy = async (
  { sealer, passkeys }: { readonly sealer: GuardedSealer; readonly passkeys: Passkeys | undefined },
  factor: Factor,
  proof: Proof,
  now: EpochMs,
): Promise<Proved | undefined> => {
  if (factor.kind === 'totp') {
    if (!('code' in proof)) return undefined;
    const secret = fromHex(await openKept(sealer, sealedTotp(factor)));
    const step = stepOfCode(secret, proof.code, now);
    return step === undefined ? undefined : { step };
  }
  if (!('response' in proof)) return undefined;
  const credential = await passkeys?.created(proof.response, factor.challenge);
  if (credential === undefined) return undefined;
  const { transports, ...key } = credential;
  const known = knownTransports(transports);
  return { credential: { ...key, ...(known.length > 0 && { transports: [...known] }) } };
};

/** Which factor is proved and how, by which change it waits, and chance for what comes with it. */
interface Proving {
  readonly factorId: string;
  readonly proved: Proved;
  readonly random: Uint8Array;
  readonly changeId: string;
}

/**
 * Writes that the factor is proved and waits, and with the first one the person's recovery codes. Until a factor is
 * active, whoever has the mailbox may enrol: the codes of one enrolment are worth nothing to another.
 */
const prove = async (
  stores: Stores,
  { tenant, userId, givenFactor }: Person,
  { factorId, proved, random, changeId }: Proving,
  now: EpochMs,
): Promise<
  E.Either<ConfirmFactorError, { readonly factor: Factor; readonly codes: ReadonlyArray<string> }>
> => {
  const held = await stores.factors.find(tenant, userId);
  const before = held?.factors.find((one) => one.factorId === factorId);
  if (held === undefined || before === undefined) return E.left(FactorNotFound());
  if (activeFactors(held).length > 0 && givenFactor === undefined)
    return E.left(SecondFactorNeeded());
  const waitsUntil = now + SETTINGS_CHANGE_LIFE;
  const stepped = stepFactor(before, { type: 'confirm', at: now, proved, waitsUntil, changeId });
  if (E.isLeft(stepped)) return stepped;
  const factor = stepped.right;
  const happened = { at: now, actor: userId };
  const left = factorsAt(held, now).map((one) => (one === before ? factor : one));
  const changed = withFactors(held, left, happened);
  const { recovery: known } = changed.held;
  const isKept = known !== undefined && activeFactors(held).length > 0;
  const codes = isKept ? [] : recoveryCodes(random.subarray(ID_BYTES));
  const recovery = isKept
    ? known
    : {
        recoveryId: `fr_${hex(random.subarray(0, ID_BYTES))}`,
        revision: 1,
        digests: codes.map(recoveryDigest),
        givenWith: factorId,
      };
  const next = { ...changed.held, recovery };
  await writeRecords(stores, {
    saves: [({ factors }) => factors.put(next)],
    entries: [
      factorEntry(next, before, factor, happened),
      ...changed.entries,
      ...(isKept || known === undefined ? [] : [overEntry(next, known, happened)]),
      ...(isKept ? [] : [recoveryEntry(next, recovery, 'active', happened)]),
    ],
  });
  return E.right({ factor, codes });
};
