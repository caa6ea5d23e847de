import * as t from 'io-ts';
import { BankTenantId, CorporateTenantId, UserId } from '../../../kernel/values/ids.js';
import { record } from '../../../kernel/codecs/record.js';
import { tenantOf, type Tenant } from '../../../kernel/values/tenant.js';
import { FilledLabel } from '../../../kernel/values/text.js';
import { MINUTE, type EpochMs } from '../../../kernel/values/time.js';
import { Credential } from '../../../ports/passkeys.js';

/** How long an enrolment waits for the first proof. */
export const ENROLMENT_LIFE = 15 * MINUTE;

/** How many factors a person may have: each that has codes makes a guess better. */
export const FACTORS_MAX = 5;

/**
 * `enrolled` until its person proves that they have it, `waiting` for a second person where the corporate asks for one,
 * then `active`. A removed one is kept nowhere but in the journal.
 */
export const FactorState = t.keyof(
  { enrolled: null, waiting: null, active: null, removed: null },
  'FactorState',
);
export type FactorState = t.TypeOf<typeof FactorState>;

const common = {
  factorId: t.string,
  name: FilledLabel,
  state: FactorState,
  /** 1, 2, 3 …: also the journal's sequence. */
  revision: t.number,
  createdAt: t.number,
};
/**
 * An enrolled one is over at `expiresAt`, and so is one that waits. An enrolled one also has the session that it was begun in,
 * which alone proves it, and one that waits the change that a second person approves.
 */
const since = { expiresAt: t.number, begunIn: t.string, lastUsedAt: t.number, changeId: t.string };

/** An authenticator app. Its secret is sealed: the database alone makes no code. Times in epoch ms. */
export const TotpFactor = record(
  'TotpFactor',
  { ...common, kind: t.literal('totp'), sealedSecret: t.string },
  { ...since, lastStep: t.number },
);
export type TotpFactor = t.TypeOf<typeof TotpFactor>;

/** The transports that WebAuthn names. */
const TRANSPORTS: ReadonlySet<unknown> = new Set([
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
]);
const TRANSPORTS_MAX = 8;

/** Of what a browser says of a passkey's transports, the known names, at most eight: the rest is a stranger's text. */
export const knownTransports = (said: unknown): ReadonlyArray<string> =>
  Array.isArray(said)
    ? said.filter((one): one is string => TRANSPORTS.has(one)).slice(0, TRANSPORTS_MAX)
    : [];

/**
 * A passkey: from its first proof on it has a credential; until then, what its browser is to sign. Since it is active it
 * has a seal of whose it is: one without opens nothing.
 */
const PasskeyFactor = record(
  'PasskeyFactor',
  { ...common, kind: t.literal('passkey'), challenge: t.string },
  { ...since, credential: Credential, seal: t.string },
);

/** A second factor of a person. */
export const Factor = t.union([TotpFactor, PasskeyFactor]);
export type Factor = t.TypeOf<typeof Factor>;

/** What a person is asked to prove, and what has been tried against it. It opens one thing, once. */
export const FactorChallenge = record(
  'FactorChallenge',
  {
    challengeId: t.string,
    /**
     * A session is opened, payouts are approved, what opens doors may be changed for five minutes, or a payout of the
     * hosted page is made.
     */
    purpose: t.keyof({ login: null, approval: null, confirmation: null, payout: null }),
    /** SHA-256 in base64url of exactly what the proof is for: what a passkey signs. */
    digest: t.string,
    expiresAt: t.number,
    tries: t.number,
  },
  {
    /** The session that it confirms, or what its payout stands on: a mailed code of a session, in one browser. */
    sessionId: t.string,
    /** When its person showed who they are, before a login asked for it: their session counts from then. */
    shownAt: t.number,
    usedAt: t.number,
    /** SHA-256 of what was right: the same request again is told apart from another one. */
    proof: t.string,
  },
);
export type FactorChallenge = t.TypeOf<typeof FactorChallenge>;

/** The recovery codes that a person has left, as digests. */
const Recovery = record(
  'Recovery',
  { recoveryId: t.string, revision: t.number, digests: t.array(t.string) },
  {
    /** The factor that they came with, until it is active: they open nothing before. */
    givenWith: t.string,
  },
);
export type Recovery = t.TypeOf<typeof Recovery>;

/** The second factors of a person, with all that is asked and tried: one record, written by compare and set. */
export const PersonFactors = record(
  'PersonFactors',
  {
    id: t.string,
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    userId: UserId,
    revision: t.number,
    factors: t.array(Factor),
    challenges: t.array(FactorChallenge),
  },
  {
    recovery: Recovery,
    /** Wrong codes since that moment. */
    guesses: t.strict({ since: t.number, wrong: t.number }),
  },
);
export type PersonFactors = t.TypeOf<typeof PersonFactors>;

/** A person's record before anything is in it. It is written with the first thing that is. */
export const noFactors = (tenant: Tenant, userId: UserId, id: string): PersonFactors => ({
  id,
  ...tenantOf(tenant),
  userId,
  revision: 0,
  factors: [],
  challenges: [],
});

/** The next revision, with other contents. */
export const changedFactors = (
  held: PersonFactors,
  change: Partial<Pick<PersonFactors, 'factors' | 'challenges' | 'recovery' | 'guesses'>>,
): PersonFactors => ({ ...held, ...change, revision: held.revision + 1 });

/** What the person has at a moment: one whose time is over is written nowhere as such. */
export const factorsAt = (
  { factors }: Pick<PersonFactors, 'factors'>,
  now: EpochMs,
): ReadonlyArray<Factor> =>
  factors.filter(({ expiresAt }) => expiresAt === undefined || now < expiresAt);

/** Those that open anything. */
export const activeFactors = (held: PersonFactors | undefined): ReadonlyArray<Factor> =>
  held?.factors.filter(({ state }) => state === 'active') ?? [];

/** The recovery codes that open anything: they stand for a factor that is active, and are none. */
export const openingRecovery = (held: PersonFactors | undefined): Recovery | undefined =>
  activeFactors(held).length > 0 && held?.recovery?.givenWith === undefined
    ? held?.recovery
    : undefined;
