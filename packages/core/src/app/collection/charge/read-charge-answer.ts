import { tenantOf } from '../../../kernel/values/tenant.js';
import {
  DECLINE_CODES,
  type CardAcquirer,
  type CardCharge,
  type ChargeAnswer,
  type ChargeQueryAnswer,
  type ChargeUnknown,
  type DeclineCode,
  type ReversalAnswer,
} from '../../../ports/card-acquirer.js';
import type { Incident } from '../../../model/journal/entry/incident.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { inTime, type Calling } from '../../../ports/in-time.js';
import {
  isReference,
  NonsenseAnswer,
  nonsenseDetail,
  type AnsweredCall,
  type Nonsense,
  type NonsenseCode,
} from '../../../ports/nonsense.js';

type Members = Readonly<Record<string, unknown>>;

/** How incidents and logs call an acquirer. */
const acquirerName = ({ name }: Pick<CardAcquirer, 'name'>): string => name ?? 'card acquirer';

/** Reads what an acquirer returned for a charge. What the port does not allow says nothing about the money. */
export const readChargeAnswer = (returned: unknown): ChargeAnswer | Nonsense => {
  const read = readOutcome(returned);
  return typeof read === 'string' ? nonsense('charge', read) : read;
};

/** Reads what an acquirer returned for a query. */
export const readChargeQueryAnswer = (returned: unknown): ChargeQueryAnswer | Nonsense => {
  if (membersOf(returned)['kind'] === 'absent') return { kind: 'absent' };
  const read = readOutcome(returned);
  return typeof read === 'string' ? nonsense('query-charge', read) : read;
};

/** Reads what an acquirer returned for a reversal. */
export const readReversalAnswer = (returned: unknown): ReversalAnswer | Nonsense => {
  const { kind } = membersOf(returned);
  return kind === 'reversed' || kind === 'unknown' ? { kind } : nonsense('reverse', 'UNKNOWN_KIND');
};

/**
 * The answer to a call of an acquirer. A call that fails, or is not answered in time, is reported, and its outcome is
 * unknown. So is an answer that the port does not allow, but it stays nonsense for the incident.
 */
export const answerOf = async <A extends { readonly kind: string }>(
  acquirer: Pick<CardAcquirer, 'name'>,
  ask: () => Promise<A | Nonsense>,
  calling: Calling,
): Promise<A | Nonsense | ChargeUnknown> => {
  try {
    const answer = await inTime(acquirerName(acquirer), ask, calling);
    if (isNonsense(answer)) calling.report(new NonsenseAnswer(acquirerName(acquirer), answer));
    return answer;
  } catch (error) {
    calling.report(error);
    return { kind: 'unknown' };
  }
};

export const isNonsense = (answer: { readonly kind: string }): answer is Nonsense =>
  answer.kind === 'nonsense';

/** The incident for an answer about an attempt, if the port does not allow that answer. */
export const nonsenseIncidents = (
  acquirer: Pick<CardAcquirer, 'name'>,
  charge: CardCharge,
  answer: Nonsense | { readonly kind: string },
  at: EpochMs,
): ReadonlyArray<Incident> => {
  if (!isNonsense(answer)) return [];
  const detail = nonsenseDetail(acquirerName(acquirer), answer);
  const { sessionId: subjectId } = charge;
  return [{ tenant: tenantOf(charge), kind: 'nonsense_answer', subjectId, at, detail }];
};

const nonsense = (call: AnsweredCall, code: NonsenseCode): Nonsense => ({
  kind: 'nonsense',
  call,
  code,
});

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};

const readOutcome = (returned: unknown): ChargeAnswer | NonsenseCode => {
  if (typeof returned !== 'object' || returned === null) return 'NOT_AN_ANSWER';
  const { kind, authCode, code } = returned as Members;
  switch (kind) {
    case 'unknown':
      return { kind };
    case 'approved':
      return isReference(authCode) ? { kind, authCode } : 'AUTH_CODE_INVALID';
    case 'declined':
      return isDeclineCode(code) ? { kind, code } : 'DECLINE_CODE_UNKNOWN';
    default:
      return 'UNKNOWN_KIND';
  }
};

const isDeclineCode = (code: unknown): code is DeclineCode =>
  (DECLINE_CODES as ReadonlyArray<unknown>).includes(code);
