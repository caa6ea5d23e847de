import { Secret, type CardAcquirer } from '@hundi/core';
import {
  readChargeAnswer,
  readChargeQueryAnswer,
  readReversalAnswer,
  type CardCharge,
  type CardDetails,
  type ChargeAnswer,
  type ChargeQueryAnswer,
  type Nonsense,
  type ReversalAnswer,
} from '@hundi/core/acquirer';
import { NONSENSE } from '@hundi/core/rail';
import { expecting, shownError } from '../check/check.js';
import { hook } from '../check/needs.js';
import type { AcquirerUnderTest } from './acquirer-under-test.js';

type Answer = ChargeQueryAnswer | ReversalAnswer;

/** The answer of a call, or why it was rejected, and how long it took. */
export interface Called<A> {
  readonly answer?: A | Nonsense;
  readonly rejected?: unknown;
  readonly ms: number;
}

/** A new charge like the sample. */
export const newCharge = ({ charge }: AcquirerUnderTest): CardCharge => {
  const sessionId = `cs_${crypto.randomUUID().replaceAll('-', '')}`;
  return {
    ...charge,
    bankTenantId: charge.bankTenantId as CardCharge['bankTenantId'],
    corporateTenantId: charge.corporateTenantId as CardCharge['corporateTenantId'],
    sessionId,
    chargeRef: `${sessionId}-1`,
  };
};

const timed = async <A>(call: () => Promise<A | Nonsense>): Promise<Called<A>> => {
  const begun = performance.now();
  try {
    const answer = await call();
    return { answer, ms: performance.now() - begun };
  } catch (error) {
    return { rejected: error, ms: performance.now() - begun };
  }
};

/** Charges a card, and reads the answer as the engine does. */
export const charging = (
  acquirer: CardAcquirer,
  charge: CardCharge,
  card: CardDetails,
): Promise<Called<ChargeAnswer>> =>
  timed(async () => readChargeAnswer(await acquirer.charge(charge, new Secret(card))));

/** Asks about a charge, and reads the answer as the engine does. */
export const querying = (
  acquirer: CardAcquirer,
  charge: CardCharge,
): Promise<Called<ChargeQueryAnswer>> =>
  timed(async () => readChargeQueryAnswer(await acquirer.query(charge)));

/** Gives a charge's money back, and reads the answer as the engine does. */
export const reversing = (
  acquirer: CardAcquirer,
  charge: CardCharge,
): Promise<Called<ReversalAnswer>> =>
  timed(async () => readReversalAnswer(await acquirer.reverse(charge)));

/** The result of a call as a report shows it. */
export const shownCall = ({ answer, rejected }: Called<Answer>): string => {
  if (rejected !== undefined) return `a rejection, ${shownError(rejected)}`;
  if (answer === undefined) return 'no answer';
  if (answer.kind === 'nonsense') return NONSENSE[answer.code];
  return answer.kind === 'declined' ? `declined (${answer.code})` : answer.kind;
};

/** @throws unless the call was answered with one of these kinds. */
export const expectKind = (
  called: Called<Answer>,
  ...kinds: ReadonlyArray<Answer['kind']>
): void => {
  const { answer } = called;
  const fits = answer !== undefined && answer.kind !== 'nonsense' && kinds.includes(answer.kind);
  expecting(fits, kinds.join(' or '), shownCall(called));
};

/** Charges the card that is approved. */
export const approvedCharge = async (
  under: AcquirerUnderTest,
  acquirer: CardAcquirer,
): Promise<CardCharge> => {
  const charge = newCharge(under);
  expectKind(await charging(acquirer, charge, under.approves), 'approved');
  return charge;
};

/** @throws unless the acquirer's books have this much for the charge, in paise. */
export const expectTaken = async (
  { taken }: AcquirerUnderTest,
  { chargeRef }: CardCharge,
  paise: number,
): Promise<void> => {
  const seen = (await taken?.(chargeRef)) ?? 0;
  expecting(
    seen === paise,
    `${String(paise)} paise in the acquirer's books`,
    `${String(seen)} paise`,
  );
};

export const BOOKS = hook<AcquirerUnderTest>(
  'taken',
  'what the acquirer has taken for a charge, by its books',
);
export const DECLINES = hook<AcquirerUnderTest>('declines', 'a test card that is declined');
export const HOLDS = hook<AcquirerUnderTest>('holdNextCharge', 'a charge that is held on its way');
