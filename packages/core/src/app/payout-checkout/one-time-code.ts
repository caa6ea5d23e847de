import { E } from '../../kernel/fp.js';
import { hmacSha256, sameDigest } from '../../kernel/secrets/digest.js';
import { fromHex, hex } from '../../kernel/secrets/hex.js';
import {
  CODE_BYTES,
  CODE_DIGITS,
  CODE_LIFE,
  codeNumber,
  TRIES_MAX,
  writeCode,
} from '../../kernel/values/one-time-code.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { PayoutTerms } from '../../model/payout/payout.js';
import type { GuardedSealer } from '../../ports/guarded-sealer.js';
import { openKept } from '../../ports/open-kept.js';
import { CodeVoid } from '../../model/payout-checkout/session/checkout-errors.js';
import type { Choice } from '../../model/payout-checkout/session/choice.js';
import type {
  OpenSession,
  PayoutCheckout,
} from '../../model/payout-checkout/session/payout-checkout.js';
import type { FrozenPayee } from '../../model/payout-checkout/session/frozen-payee.js';
import type { KeptCode } from '../../model/payout-checkout/session/kept-code.js';

const KEY_BYTES = 32;

export const CODE_ENTROPY_BYTES = KEY_BYTES + CODE_BYTES;

export interface CodeUse {
  readonly choice: Choice;
  /** The maker's registered address: a code in a mailbox that is theirs no more is good for nothing. */
  readonly email: string;
}

/** The values that a code authorizes: it is valid for a payout that is the same in each of these (decisions §9). */
const authorizedBy = (
  session: PayoutCheckout,
  { choice, email }: CodeUse,
): ReadonlyArray<string | number> => [
  session.bankTenantId,
  session.corporateTenantId,
  session.sessionId,
  session.makerUserId,
  session.amount,
  session.beneficiaryId,
  session.beneficiaryAccountNumber,
  session.reference,
  choice.packageCode,
  choice.debitAccountId,
  choice.paymentMethodCode,
  email,
];

const hashOf = (key: Uint8Array, session: PayoutCheckout, use: CodeUse, code: string): string =>
  hmacSha256(key, JSON.stringify([...authorizedBy(session, use), code]));

const contextOf = ({ sessionId }: Pick<PayoutCheckout, 'sessionId'>): string =>
  `payout code ${sessionId}`;

/** Seals the key of a code that is drawn from the same random bytes. */
export const sealCodeKey = (
  { seal }: GuardedSealer,
  random: Uint8Array,
  session: Pick<PayoutCheckout, 'sessionId'>,
): Promise<string> => seal(hex(random.subarray(0, KEY_BYTES)), contextOf(session));

/** A new code for a choice and a mailbox, and what is kept of it. */
export const newCode = (
  { sealedKey, random }: { readonly sealedKey: string; readonly random: Uint8Array },
  session: OpenSession,
  use: CodeUse,
  at: EpochMs,
): { readonly code: string; readonly sent: Omit<KeptCode, 'number' | 'void'> } => {
  const key = random.subarray(0, KEY_BYTES);
  const code = writeCode(codeNumber(random.subarray(KEY_BYTES), CODE_DIGITS), CODE_DIGITS);
  return {
    code,
    sent: {
      hash: hashOf(key, session, use, code),
      sealedKey,
      choice: use.choice,
      sentAt: at,
      expiresAt: at + CODE_LIFE,
    },
  };
};

const isSame = (a: Choice, b: Choice): boolean =>
  a.packageCode === b.packageCode &&
  a.debitAccountId === b.debitAccountId &&
  a.paymentMethodCode === b.paymentMethodCode;

/** Whom and which bank a payout of these terms is for, as its code keeps it. */
export const payeeIn = ({ beneficiaryName, creditIfsc }: PayoutTerms): FrozenPayee => ({
  name: beneficiaryName,
  ifsc: creditIfsc,
});

/** Whether a code was mailed for a payout of these terms. Codes of older versions do not say for whom. */
export const isFor = ({ payee }: KeptCode, terms: PayoutTerms): boolean => {
  const { name, ifsc } = payeeIn(terms);
  return payee === undefined || (payee.name === name && payee.ifsc === ifsc);
};

/** The code that could be right for a choice at a moment, if there is one. */
export const liveCode = (
  { code }: OpenSession,
  tries: number,
  choice: Choice,
  at: EpochMs,
): E.Either<CodeVoid, KeptCode> => {
  if (code === undefined) return E.left(CodeVoid('not_sent'));
  if (code.void || !isSame(code.choice, choice)) return E.left(CodeVoid('choice_changed'));
  if (at >= code.expiresAt) return E.left(CodeVoid('expired'));
  return tries >= TRIES_MAX ? E.left(CodeVoid('locked')) : E.right(code);
};

/** Whether this is the code that was mailed for this session and choice, to this mailbox. */
export const isRight = async (
  sealer: GuardedSealer,
  session: OpenSession,
  { hash, sealedKey }: KeptCode,
  { use, typed }: { readonly use: CodeUse; readonly typed: string },
): Promise<boolean> => {
  const key = await openKept(sealer, { sealed: sealedKey, context: contextOf(session) });
  return sameDigest(hashOf(fromHex(key), session, use, typed), hash);
};
