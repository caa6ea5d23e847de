import { tenantOf } from '../../../kernel/values/tenant.js';
import type { RecordChanges } from '../../writer/changes.js';
import { writeRecords } from '../../writer/write-changes.js';
import { Causes } from '../../duty/causes.js';
import type * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import { record } from '../../../kernel/codecs/record.js';
import type { UseCaseFor } from '../../../kernel/use-case/use-case.js';
import { Whole } from '../../../kernel/values/whole.js';
import { SECOND, type EpochMs } from '../../../kernel/values/time.js';
import {
  CardAcquirer,
  type CardCharge,
  type ChargeAbsent,
  type ChargeAnswer,
  type ChargeUnknown,
} from '../../../ports/card-acquirer.js';
import { Clock } from '../../../ports/clock.js';
import type { Nonsense } from '../../../ports/nonsense.js';
import { commit } from '../../../storage/commit.js';
import { Pacer } from '../../../ports/pacer.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { browsedSession, browserUseCase, type Browser } from './browsing.js';
import {
  readCard,
  HiddenCardForm,
  type InvalidCard,
  type ReadCard,
} from '../../../model/collection/card/card.js';
import { CHARGE_STARTS_WITHIN } from './charge-absence.js';
import { chargeOf } from './charge-of.js';
import { CUSTOMER } from '../../../model/collection/session/collection-entry.js';
import {
  CollectionNotFound,
  type FormUsed,
  type PaymentInProgress,
  type CollectionEnded,
} from '../../../model/collection/session/collection-errors.js';
import { beginAttempt } from '../../../model/collection/session/collection-machine.js';
import { forgottenCharges, hearOf } from './later-charges.js';
import { answerOf, nonsenseIncidents, readChargeAnswer } from './read-charge-answer.js';
import { takeAnswer } from './take-answer.js';
import { takeStep } from './step-changes.js';

/** A card form as it was sent: what was typed, and the attempt that the form was shown for. */
const PayByCardInput = record('PayByCardInput', { attempt: Whole, card: HiddenCardForm });
type PayByCardInput = t.TypeOf<typeof PayByCardInput>;

type PayByCardError =
  | CollectionNotFound
  | InvalidCard
  | CollectionEnded
  | PaymentInProgress
  | FormUsed;

/** The outcome of a card attempt. `unknown`: the page says that it is being looked into. */
export type PayByCardOutcome = 'paid' | 'declined' | 'unknown' | 'expired';

/**
 * Charges a card (§4.13). The attempt is counted in a commit before the acquirer is called, which no two requests pass
 * for one attempt; the acquirer is called with no database in reach; then its answer is committed. A form that is
 * sent twice charges once. In a session from before a restore the acquirer is asked first whether a later attempt has paid:
 * then this one is not charged.
 */
export type PayByCard = UseCaseFor<Browser, PayByCardInput, PayByCardError, PayByCardOutcome>;
export const PayByCard = token<PayByCard>('PayByCard');

const ASKED_AFTER = 2 * SECOND;

export const makePayByCard = recipe(
  PayByCard,
  { Storage, Clock, Sealer: GuardedSealer, Acquirer: CardAcquirer, Pacer, Causes },
  ({ storage, clock, sealer, acquirer, pacer, causes }) =>
    browserUseCase(PayByCardInput, async (browser, { attempt, card: typed }) => {
      const seen = await browsedSession(storage, clock, sealer, browser);
      if (seen === undefined) return E.left(CollectionNotFound());
      const card = readCard(typed, clock.now());
      if (E.isLeft(card)) return card;

      const { charge, later } = await storage.read(async (stores) => ({
        charge: await chargeOf(stores, seen, attempt),
        later: seen.status === 'open' ? await forgottenCharges(stores, seen, attempt) : [],
      }));
      const subject = { tenant: tenantOf(charge), subjectId: charge.chargeRef };
      const report = (error: unknown) => causes.report('charge-card', error, [subject]);
      const heard = await hearOf(acquirer, later, { pacer, report });
      const isPaidLater = heard.some(({ kind }) => kind === 'approved');

      const begunAt = clock.now();
      const counted = { sessionId: browser.sessionId, attempt };
      const begun = await count(storage, counted, card.right, begunAt);
      if (E.isLeft(begun)) return begun;
      if (begun.right === 'expired') return E.right('expired');
      // A call that fails says nothing about the money: the answer is then unknown, and no decline.
      const ask = async () => readChargeAnswer(await acquirer.charge(charge, card.right.details));
      const chargeNow = async (): Promise<ChargeAnswer | ChargeAbsent | Nonsense> => {
        // A later attempt has paid before a restore: charged under its reference, the customer pays once.
        if (isPaidLater) return { kind: 'absent' };
        // A process that slept does not charge: by now another process may have learned that there is no such charge.
        return clock.now() - begunAt > CHARGE_STARTS_WITHIN
          ? { kind: 'unknown' }
          : answerOf(acquirer, ask, { pacer, report });
      };
      const answer = await chargeNow();
      const at = clock.now();
      const outcome = await commit(storage, async (stores): Promise<PayByCardOutcome> => {
        if (answer.kind === 'unknown' || answer.kind === 'nonsense') {
          await writeRecords(stores, askSoon(acquirer, charge, answer, at));
          return 'unknown';
        }
        const { next, changes } = await takeAnswer(stores, charge, answer, at);
        await writeRecords(stores, changes);
        if (next.status === 'complete') return 'paid';
        return next.status === 'expired' ? 'expired' : 'declined';
      });
      return E.right(outcome);
    }),
);

/**
 * The customer waits: another process may ask before the lease ends. One that asked already, because this process slept,
 * may be giving the money back: that work stays.
 */
const askSoon = (
  acquirer: CardAcquirer,
  charge: CardCharge,
  answer: ChargeUnknown | Nonsense,
  at: EpochMs,
): RecordChanges => {
  const due = { subject: charge.chargeRef, tenant: tenantOf(charge), runAt: at + ASKED_AFTER };
  return {
    wakes: [{ duty: 'query-charges', ...due }],
    incidents: nonsenseIncidents(acquirer, charge, answer, at),
  };
};

const count = (
  storage: Storage,
  { sessionId, attempt }: { readonly sessionId: string; readonly attempt: number },
  { shown }: ReadCard,
  at: EpochMs,
) =>
  storage.atomically<Exclude<PayByCardError, InvalidCard>, 'begun' | 'expired'>(async (stores) => {
    const session = await stores.collections.anySession(sessionId);
    if (session === undefined) return E.left(CollectionNotFound());
    const begun = beginAttempt(session, { attempt, card: shown, at });
    if (E.isLeft(begun)) return begun;
    await writeRecords(stores, takeStep(session, begun.right, { actor: CUSTOMER }, at));
    return E.right(begun.right.outcome === 'begun' ? 'begun' : 'expired');
  });
