import type { SigningPasskey } from '../../authority/seal/signing-passkey.js';
import type { JournalEntry } from '../../journal/entry/entry.js';
import { E } from '../../../kernel/fp.js';
import { canonicalJson } from '../../../kernel/codecs/json.js';
import { sha256, sha256Base64Url } from '../../../kernel/secrets/digest.js';
import { hex } from '../../../kernel/secrets/hex.js';
import { TRIES_MAX } from '../../../kernel/values/one-time-code.js';
import { text } from '../../../kernel/values/text.js';
import { DAY, MINUTE, SECOND, type EpochMs } from '../../../kernel/values/time.js';
import { factorEntry, recoveryEntry } from './factor-entry.js';
import {
  FactorChallengeNotFound,
  FactorChallengeVoid,
  TooManyFactorGuesses,
  WrongFactor,
  type PasskeyCopied,
} from './factor-errors.js';
import { stepFactor, type Learnt } from './factor-machine.js';
import {
  changedFactors,
  factorsAt,
  openingRecovery,
  type FactorChallenge,
  type PersonFactors,
} from './factor.js';

/** How long a challenge can be answered. */
const FACTOR_CHALLENGE_LIFE = 5 * MINUTE;

/** The challenges of a person that are kept for each purpose: used ones, too, for requests that are sent again. */
const CHALLENGES_KEPT = 20;

/**
 * Wrong codes of authenticator apps in a day, over all challenges. A stranger who has the mailbox or a session guesses
 * ten times a day at two codes of each app: with five apps, 1e-4 a day, and 2e-5 with one.
 */
const WRONG_A_DAY = 10;

/** Random bytes of a challenge's id. */
export const FACTOR_CHALLENGE_BYTES = 16;

/** Names the record that the challenge is in, so that a login finds it before it knows the person. */
export const factorChallengeId = (recordId: string, random: Uint8Array): string =>
  `fc_${recordId.slice('pf_'.length)}_${hex(random.subarray(0, FACTOR_CHALLENGE_BYTES))}`;

const SHAPE = /^fc_([0-9a-f]{32})_[0-9a-f]{32}$/;

/** The id of a challenge. */
export const FactorChallengeId = text(
  'FactorChallengeId',
  'the challengeId that was returned',
  SHAPE,
);

/** The record that a challenge is in; undefined where the text is no id of one. */
export const recordOfChallenge = (challengeId: string): string | undefined => {
  const [, id] = SHAPE.exec(challengeId) ?? [];
  return id === undefined ? undefined : `pf_${id}`;
};

/** A challenge that is for a person alone: they come in with it, or may change what opens doors. */
type OfPerson = Pick<FactorChallenge, 'challengeId' | 'sessionId' | 'shownAt'> & {
  readonly purpose: Extract<FactorChallenge['purpose'], 'login' | 'confirmation'>;
};

/**
 * What a passkey signs for anything but payouts. The random id is part of it, so an answer fits one challenge; person,
 * corporate and session are, so it fits nobody else's.
 */
export const challengeDigest = (
  { bankTenantId, corporateTenantId, userId }: PersonFactors,
  { challengeId, purpose, sessionId, shownAt }: OfPerson,
): string =>
  sha256Base64Url(
    canonicalJson({
      bankTenantId,
      challengeId,
      corporateTenantId,
      purpose,
      userId,
      ...(sessionId !== undefined && { sessionId }),
      ...(shownAt !== undefined && { shownAt }),
    }),
  );

/**
 * Whether a challenge asks for what its purpose says. Those over payouts are digested again from the payouts; one of a
 * person alone must not be answered by what the person signed for another.
 */
export const isOwnDigest = (held: PersonFactors, challenge: FactorChallenge): boolean => {
  const { purpose } = challenge;
  return purpose === 'login' || purpose === 'confirmation'
    ? challenge.digest === challengeDigest(held, { ...challenge, purpose })
    : true;
};

export const askFactor = (
  held: PersonFactors,
  asked: Omit<FactorChallenge, 'expiresAt' | 'tries'>,
  now: EpochMs,
): { readonly held: PersonFactors; readonly challenge: FactorChallenge } => {
  const challenge: FactorChallenge = {
    ...asked,
    expiresAt: now + FACTOR_CHALLENGE_LIFE,
    tries: 0,
  };
  const challenges = [...roomFor(held.challenges, asked.purpose, now), challenge];
  return { held: changedFactors(held, { challenges }), challenge };
};

/** All but those that make room for one more of this purpose: used and expired ones first, then the oldest. */
const roomFor = (
  challenges: ReadonlyArray<FactorChallenge>,
  purpose: FactorChallenge['purpose'],
  now: EpochMs,
): ReadonlyArray<FactorChallenge> => {
  const alike = challenges.filter((one) => one.purpose === purpose);
  const isOver = (one: FactorChallenge) => one.usedAt !== undefined || now >= one.expiresAt;
  const order = [...alike.filter(isOver), ...alike.filter((one) => !isOver(one))];
  const gone = new Set(order.slice(0, Math.max(0, alike.length + 1 - CHALLENGES_KEPT)));
  return challenges.filter((one) => !gone.has(one));
};

/** A challenge of this purpose, and of this session where it confirms one. */
export const challengeOf = (
  held: PersonFactors | undefined,
  challengeId: string,
  purpose: FactorChallenge['purpose'],
  sessionId?: string,
): FactorChallenge | undefined =>
  held?.challenges.find(
    (one) =>
      one.challengeId === challengeId && one.purpose === purpose && one.sessionId === sessionId,
  );

/** The newest challenge of a purpose and a session that can still be answered. */
export const openChallenge = (
  held: PersonFactors | undefined,
  purpose: FactorChallenge['purpose'],
  sessionId: string,
  now: EpochMs,
): FactorChallenge | undefined =>
  held?.challenges.findLast(
    (one) =>
      one.purpose === purpose &&
      one.sessionId === sessionId &&
      voidAt(one, TRIES_MAX, now) === undefined,
  );

/** Fingerprint of what a person sent. */
export const proofOf = (sent: unknown): string => sha256(canonicalJson(sent));

const replacing = (
  { challenges }: PersonFactors,
  next: FactorChallenge,
): ReadonlyArray<FactorChallenge> =>
  challenges.map((one) => (one.challengeId === next.challengeId ? next : one));

const voidAt = (
  { usedAt, tries, expiresAt }: FactorChallenge,
  triesMax: number,
  now: EpochMs,
): FactorChallengeVoid | undefined => {
  if (usedAt !== undefined) return FactorChallengeVoid('used');
  if (now >= expiresAt) return FactorChallengeVoid('expired');
  return tries >= triesMax ? FactorChallengeVoid('locked') : undefined;
};

/**
 * Counts one more try, before it is looked at: however many come at once, five are compared, and of short codes ten a
 * day that are wrong.
 */
export const countFactorTry = (
  held: PersonFactors,
  challengeId: string,
  isShort: boolean,
  now: EpochMs,
): E.Either<
  FactorChallengeNotFound | FactorChallengeVoid | TooManyFactorGuesses,
  PersonFactors
> => {
  const challenge = held.challenges.find((one) => one.challengeId === challengeId);
  if (challenge === undefined) return E.left(FactorChallengeNotFound());
  const over = voidAt(challenge, TRIES_MAX, now);
  if (over !== undefined) return E.left(over);
  const challenges = [...replacing(held, { ...challenge, tries: challenge.tries + 1 })];
  if (!isShort) return E.right(changedFactors(held, { challenges }));
  const guesses = guessesAt(held, now);
  if (guesses.wrong >= WRONG_A_DAY)
    return E.left(TooManyFactorGuesses(Math.ceil((guesses.since + DAY - now) / SECOND)));
  const counted = { ...guesses, wrong: guesses.wrong + 1 };
  return E.right(changedFactors(held, { challenges, guesses: counted }));
};

const guessesAt = ({ guesses }: PersonFactors, now: EpochMs) =>
  guesses === undefined || now - guesses.since >= DAY ? { since: now, wrong: 0 } : guesses;

/** Takes back what was counted as wrong before it was looked at: the code was right. Undefined where nothing is counted. */
export const withoutGuess = (held: PersonFactors | undefined): PersonFactors | undefined => {
  const { guesses } = held ?? {};
  return held === undefined || guesses === undefined || guesses.wrong === 0
    ? undefined
    : changedFactors(held, { guesses: { ...guesses, wrong: guesses.wrong - 1 } });
};

/** What was found right. Whether it still is, is seen when it is used. */
export interface FoundFactor {
  readonly challengeId: string;
  /** Of exactly what it was given for. */
  readonly digest: string;
  readonly proof: string;
  /** Absent where it was used before, for the same request. */
  readonly by?:
    | { readonly kind: 'totp'; readonly factorId: string; readonly learnt: Learnt }
    | {
        readonly kind: 'passkey';
        readonly factorId: string;
        readonly learnt: Learnt;
        readonly passkey: SigningPasskey;
      }
    | { readonly kind: 'recovery'; readonly recoveryDigest: string };
}

/**
 * Uses a proof up: its challenge, its code or count. A recovery code opens as long as its person has a factor that is
 * active: it stands for one, it is none.
 */
export const useFactor = (
  held: PersonFactors,
  found: FoundFactor,
  now: EpochMs,
): E.Either<
  FactorChallengeNotFound | FactorChallengeVoid | WrongFactor | PasskeyCopied,
  { readonly held: PersonFactors; readonly entry: JournalEntry }
> => {
  const challenge = held.challenges.find((one) => one.challengeId === found.challengeId);
  if (challenge === undefined) return E.left(FactorChallengeNotFound());
  const over = voidAt(challenge, TRIES_MAX + 1, now);
  if (over !== undefined) return E.left(over);
  const { purpose, digest } = challenge;
  const challenges = [...replacing(held, { ...challenge, usedAt: now, proof: found.proof })];
  const happened = { at: now, actor: held.userId, changes: { usedFor: purpose, digest } };
  const { by } = found;
  if (by === undefined) return E.left(WrongFactor());
  if (by.kind === 'recovery') {
    const recovery = openingRecovery(held);
    if (recovery === undefined) return E.left(WrongFactor());
    const digests = recovery.digests.filter((one) => one !== by.recoveryDigest);
    if (digests.length === recovery.digests.length) return E.left(WrongFactor());
    const left = { ...recovery, revision: recovery.revision + 1, digests };
    const next = changedFactors(held, { challenges, recovery: left });
    return E.right({ held: next, entry: recoveryEntry(next, left, 'active', happened) });
  }
  const before = factorsAt(held, now).find(({ factorId }) => factorId === by.factorId);
  // It was removed meanwhile.
  if (before?.state !== 'active') return E.left(WrongFactor());
  const used = stepFactor(before, { type: 'use', at: now, learnt: by.learnt });
  if (E.isLeft(used))
    return used.left._tag === 'WrongFactorState' ? E.left(WrongFactor()) : E.left(used.left);
  const factors = held.factors.map((one) => (one === before ? used.right : one));
  const next = changedFactors(held, { challenges, factors });
  return E.right({ held: next, entry: factorEntry(next, before, used.right, happened) });
};
