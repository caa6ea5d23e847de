import { tenantOf } from '../../../kernel/values/tenant.js';
import { together, type RecordChanges } from '../../writer/changes.js';
import { E } from '../../../kernel/fp.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { CardCharge, ChargeAbsent, ChargeOutcome } from '../../../ports/card-acquirer.js';
import type { Stores } from '../../../storage/storage.js';
import { attemptOf } from '../../../model/collection/card/charge-ref.js';
import { stepCollection } from '../../../model/collection/session/collection-machine.js';
import type { CollectionSession } from '../../../model/collection/session/collection-session.js';
import { bornOf } from './session-age.js';
import { payLink, takeStep, type Stepped } from './step-changes.js';

/** The name that the journal gives to what the acquirer decides. */
const ACQUIRER = { actor: 'card-acquirer' } as const;

/**
 * What becomes of a session by what the acquirer says of its charge. The process that gets the answer first writes it:
 * the answer is about one attempt, and an attempt whose outcome is known takes no other one.
 */
export const takeAnswer = async (
  { collections, doubts }: Stores,
  charge: CardCharge,
  answer: ChargeOutcome | ChargeAbsent,
  at: EpochMs,
): Promise<Stepped<CollectionSession>> => {
  const { sessionId, attempt } = attemptOf(charge.chargeRef);
  const tenant = tenantOf(charge);
  const session = await collections.session(tenant, sessionId);
  if (session === undefined) throw new Error('a charge of no session');
  const line = answer.kind === 'approved' ? ((await doubts.line()) ?? -Infinity) : -Infinity;
  const isOld = (session.attempts[attempt - 1]?.startedAt ?? Infinity) <= line;
  const taken = stepCollection(session, { type: 'answer', attempt, answer, isOld, at });
  if (E.isLeft(taken)) throw new Error('the answer about a charge is always taken');
  const { next, outcome } = taken.right;
  const { linkId } = next;
  const stepped = takeStep(session, taken.right, ACQUIRER, at);
  if (outcome !== 'paid') return { next, changes: stepped };
  const link = linkId === undefined ? undefined : await collections.link(tenant, linkId);
  const changes = linkId === undefined ? stepped : together([stepped, payLink(next, link, at)]);
  return { next, changes: bornOf(session, link) > line ? changes : lookedAtLater(changes, charge) };
};

/**
 * A life of the database that a restored backup has ended may have been paid by another charge: what expires is looked at
 * once more, though it is paid.
 */
const lookedAtLater = (changes: RecordChanges, { chargeRef }: CardCharge): RecordChanges => ({
  ...changes,
  drops: changes.drops?.filter(({ subject }) => subject === chargeRef) ?? [],
});
