import * as t from 'io-ts';
import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import { about } from '../../kernel/codecs/documented.js';
import { record } from '../../kernel/codecs/record.js';
import { sha256, sha256Base64Url } from '../../kernel/secrets/digest.js';
import { hex } from '../../kernel/secrets/hex.js';
import { optional, recipe, token } from '../../kernel/token.js';
import { callersUseCase, type CallersUseCase } from '../../kernel/use-case/use-case.js';
import { FilledLabel } from '../../kernel/values/text.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';
import { Entropy } from '../../ports/entropy.js';
import { Passkeys } from '../../ports/passkeys.js';
import { InvalidSession } from '../../model/portal/session/login-errors.js';
import type { Person } from '../../model/portal/session/person.js';
import { GuardedSealer } from '../../ports/guarded-sealer.js';
import { Storage, type Stores } from '../../storage/storage.js';
import { factorEntry } from '../../model/factor/held/factor-entry.js';
import {
  PasskeysOff,
  SecondFactorNeeded,
  TooManyFactors,
} from '../../model/factor/held/factor-errors.js';
import {
  activeFactors,
  ENROLMENT_LIFE,
  FACTORS_MAX,
  factorsAt,
  noFactors,
  type Factor,
} from '../../model/factor/held/factor.js';
import { FactorKind } from '../../kernel/values/factor-kind.js';
import { withFactors } from '../../model/factor/held/with-factors.js';
import { totpContext } from './prove/sealed-totp.js';
import { TOTP_SECRET_BYTES, totpUri } from '../../model/factor/held/totp.js';
import { BrowserOptions } from './prove/factor-asked.js';
import { credentialsOf } from './prove/prove-factor.js';

/** The kind of the factor, and its name for its person. */
export const EnrolFactorInput = record('EnrolFactorInput', {
  kind: FactorKind,
  name: about(FilledLabel, 'What the user calls it, such as the device.'),
});
export type EnrolFactorInput = t.TypeOf<typeof EnrolFactorInput>;

/** A factor that its person has to prove next: the only time that anybody sees its secret. */
export const EnrolledFactor = record(
  'EnrolledFactor',
  { factorId: t.string },
  {
    uri: about(
      t.string,
      'For an authenticator app, as text or as a QR code (otpauth://). Returned only once.',
    ),
    options: about(
      BrowserOptions,
      'PublicKeyCredentialCreationOptions in its JSON form, for a passkey.',
    ),
  },
);
export type EnrolledFactor = t.TypeOf<typeof EnrolledFactor>;

/** Why no enrolment begins (decisions §14). */
export type EnrolFactorError = InvalidSession | SecondFactorNeeded | TooManyFactors | PasskeysOff;

/**
 * Begins an enrolment: for a quarter of an hour its person can prove that they have the factor; until then it opens
 * nothing. Only the session in which it began proves it. Who has an active factor gives it first, in this session: else a
 * mailbox alone would add another.
 */
export type EnrolFactor = CallersUseCase<
  Person,
  EnrolFactorInput,
  EnrolFactorError,
  EnrolledFactor
>;
export const EnrolFactor = token<EnrolFactor>('EnrolFactor');

const ID_BYTES = 16;

export const makeEnrolFactor = recipe(
  EnrolFactor,
  { Storage, Clock, Entropy, Sealer: GuardedSealer, Passkeys: optional(Passkeys) },
  ({ storage, clock, entropy, sealer, passkeys }) =>
    callersUseCase(EnrolFactorInput, async (person, { kind, name }) => {
      if (kind === 'passkey' && passkeys === undefined) return E.left(PasskeysOff());
      const { tenant, userId, sessionId: begunIn } = person;
      const random = entropy.bytes(2 * ID_BYTES + TOTP_SECRET_BYTES);
      const factorId = `f_${hex(random.subarray(0, ID_BYTES))}`;
      const recordId = `pf_${hex(random.subarray(ID_BYTES, 2 * ID_BYTES))}`;
      const secret = random.subarray(2 * ID_BYTES);
      const about = await storage.read(async (stores) => ({
        ...(await namesOf(stores, person)),
        held: await stores.factors.find(tenant, userId),
      }));
      const { user, corporate } = about;
      if (user === undefined) return E.left(InvalidSession());
      const now = clock.now();
      const begun = { factorId, name, state: 'enrolled', revision: 1, createdAt: now } as const;
      const expiresAt = now + ENROLMENT_LIFE;
      // Not of the id: others read that in the journal, and could answer in the person's place.
      const challenge = sha256Base64Url(hex(secret));
      const factor: Factor =
        kind === 'totp'
          ? {
              kind,
              ...begun,
              expiresAt,
              begunIn,
              sealedSecret: await sealer.seal(hex(secret), totpContext(factorId)),
            }
          : { kind, ...begun, expiresAt, begunIn, challenge };
      const options =
        kind === 'passkey'
          ? await passkeys?.creationOptions({
              challenge,
              // The same for every passkey of the person, so that a device replaces its own, and tells nothing of them.
              personId: sha256(
                JSON.stringify([tenant.bankTenantId, tenant.corporateTenantId, userId]),
              ),
              userName: `${user.username} (${corporate})`,
              displayName: user.username,
              known: credentialsOf(about.held).map(({ credential }) => credential),
            })
          : undefined;
      return storage.atomically(async (stores) => {
        const refused = await add(stores, person, { recordId, factor }, now);
        if (refused !== undefined) return E.left(refused);
        return E.right({
          factorId,
          ...(kind === 'totp' && { uri: totpUri(secret, corporate, user.username) }),
          ...(options !== undefined && { options }),
        });
      });
    }),
);

const namesOf = async ({ tenancy }: Stores, { tenant, userId }: Person) => {
  const [actor] = await tenancy.actors(tenant, [userId]);
  const corporate = await tenancy.corporate(tenant);
  return { user: actor?.user, corporate: corporate?.name ?? tenant.corporateTenantId };
};

const add = async (
  stores: Stores,
  { tenant, userId, givenFactor }: Person,
  { recordId, factor }: { readonly recordId: string; readonly factor: Factor },
  now: EpochMs,
): Promise<SecondFactorNeeded | TooManyFactors | undefined> => {
  const held = (await stores.factors.find(tenant, userId)) ?? noFactors(tenant, userId, recordId);
  if (activeFactors(held).length > 0 && givenFactor === undefined) return SecondFactorNeeded();
  const known = factorsAt(held, now);
  if (known.length >= FACTORS_MAX) return TooManyFactors(FACTORS_MAX);
  const happened = { at: now, actor: userId };
  const next = withFactors(held, [...known, factor], happened);
  await writeRecords(stores, {
    saves: [({ factors }) => factors.put(next.held)],
    entries: [factorEntry(next.held, undefined, factor, happened), ...next.entries],
  });
  return undefined;
};
