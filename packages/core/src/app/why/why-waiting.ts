import type * as t from 'io-ts';
import { ActorNotFound } from '../../model/access/access-errors.js';
import { maySeePeople } from '../rights/settings-person.js';
import { packagesLookedAt } from '../beneficiary/looking-reach.js';
import { askedIn, type Beneficiary } from '../../model/beneficiary/payee/beneficiary.js';
import { BeneficiaryNotFound } from '../../model/beneficiary/payee/beneficiary-errors.js';
import { JobArchived, JobNotFound } from '../../model/intake/job/intake-errors.js';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { recipe, token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import {
  UserId,
  type BeneficiaryId,
  type JobId,
  type TransactionId,
} from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { addDays, dayIn, momentIn, type EpochMs } from '../../kernel/values/time.js';
import { FAILURES_A_DAY, lockSubject } from '../payout-checkout/maker-lock.js';
import { PayoutCheckoutNotFound } from '../../model/payout-checkout/session/checkout-errors.js';
import type { PayoutCheckoutId } from '../../model/payout-checkout/session/checkout-id.js';
import type { PayoutCheckout } from '../../model/payout-checkout/session/payout-checkout.js';
import { PayoutArchived, PayoutNotFound } from '../../model/payout/payout-errors.js';
import {
  maySeePayouts,
  packagesSeenBy,
  seesAllPayouts,
  shownTo,
} from '../../model/payout/seen-by.js';
import { Clock } from '../../ports/clock.js';
import { Pacer } from '../../ports/pacer.js';
import { Storage, type Stores } from '../../storage/storage.js';
import type { Actor } from '../../model/tenancy/user.js';
import { payeeWaits } from './payee-waits.js';
import { readCorporate, readJobWaits, readPayoutWaits } from './read-waits.js';
import { sessionWaits, type SessionFacts } from './session-waits.js';
import { whyAnswer, type Wait, type WhyAnswer } from './wait.js';
import { SUBJECTS, whySubject, type WhySubject } from './why-subject.js';

const WhyWaitingInput = record('WhyWaitingInput', { actorUserId: UserId }, SUBJECTS);
type WhyWaitingInput = t.TypeOf<typeof WhyWaitingInput>;

type WhyWaitingError =
  | ActorNotFound
  | PayoutNotFound
  | PayoutArchived
  | JobNotFound
  | JobArchived
  | BeneficiaryNotFound
  | PayoutCheckoutNotFound
  | InvalidInput;

/**
 * Says why a payout, a job, a payee or a payout checkout session waits, since when and until when, and who can move it
 * on; nothing where it waits for nothing. A job is told by its payouts, a session that was submitted by its payout. The
 * rules that decide who may approve, authorize and release decide here, too.
 *
 * A holder of `operations.view` sees all of the corporate, as in the journal; others what their roles reach, and the
 * maker of a session it. Everything else is absent for them. Names are only for somebody who may list the corporate's
 * people; others learn how many there are. What is archived says so, to everybody who may look at payouts.
 */
export type WhyWaiting = UseCase<WhyWaitingInput, WhyWaitingError, WhyAnswer>;
export const WhyWaiting = token<WhyWaiting>('WhyWaiting');

export const makeWhyWaiting = recipe(
  WhyWaiting,
  { Storage, Clock, Pacer },
  ({ storage, clock, pacer }) =>
    useCase(WhyWaitingInput, async (tenant, { actorUserId, ...ids }) => {
      const subject = whySubject(ids, '');
      if (E.isLeft(subject)) return subject;
      return storage.read(async (stores) => {
        const [actor] = await stores.tenancy.actors(tenant, [actorUserId]);
        if (actor === undefined) return E.left(ActorNotFound(actorUserId));
        const asking = { stores, tenant, actor, now: clock.now(), pacer };
        const waits = await waitsOf(asking, subject.right);
        return E.isLeft(waits) ? waits : E.right(whyAnswer(waits.right, maySeePeople(actor)));
      });
    }),
);

/** Who asks about something of a corporate, and when. */
interface Asking {
  readonly stores: Stores;
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly now: EpochMs;
  readonly pacer: Pacer;
}

type Waits = Promise<E.Either<WhyWaitingError, ReadonlyArray<Wait>>>;

const waitsOf = (asking: Asking, subject: WhySubject): Waits => {
  if ('transactionId' in subject) return ofPayout(asking, subject.transactionId);
  if ('jobId' in subject) return ofJob(asking, subject.jobId);
  if ('beneficiaryId' in subject) return ofPayee(asking, subject.beneficiaryId);
  return ofSession(asking, subject.sessionId);
};

/** The file of something that is archived, where nobody knows any more whom it concerned. */
const archivedIn = async (
  { stores, tenant, actor }: Asking,
  id: TransactionId | JobId,
): Promise<string | undefined> =>
  maySeePayouts(actor) ? stores.archives.find(tenant, id) : undefined;

const ofPayout = async (asking: Asking, id: TransactionId): Waits => {
  const { stores, tenant, actor, now, pacer } = asking;
  const payout = await stores.payouts.find(tenant, id);
  if (payout === undefined) {
    const file = await archivedIn(asking, id);
    return E.left(file === undefined ? PayoutNotFound() : PayoutArchived(file));
  }
  if (!shownTo(actor)(payout)) return E.left(PayoutNotFound());
  const facts = await readCorporate(stores, tenant, now);
  return E.right(await readPayoutWaits({ stores, tenant, facts, pacer }, [payout]));
};

const ofJob = async (asking: Asking, id: JobId): Waits => {
  const { stores, tenant, actor, now, pacer } = asking;
  const facts = await readCorporate(stores, tenant, now);
  const waits = await readJobWaits({ stores, tenant, facts, pacer }, id, shownTo(actor));
  if (waits !== undefined) return E.right(waits);
  const file = await archivedIn(asking, id);
  return E.left(file === undefined ? JobNotFound() : JobArchived(file));
};

const ofPayee = async ({ stores, tenant, actor, now }: Asking, id: BeneficiaryId): Waits => {
  const payee = await stores.beneficiaries.find(tenant, id);
  if (payee === undefined) return E.left(BeneficiaryNotFound());
  const packages = await packagesLookedAt(stores, tenant, actor, now);
  if (!seesAllPayouts(actor) && !payee.packageCodes.some((code) => packages.has(code)))
    return E.left(BeneficiaryNotFound());
  const { people, roles } = await readCorporate(stores, tenant, now);
  const keyIds = askedIn(payee).vias.map(({ keyId }) => keyId);
  const keys = keyIds.length === 0 ? [] : await stores.access.apiKeys(keyIds);
  return E.right(payeeWaits(payee, { now, people, roles, keys }));
};

const ofSession = async (asking: Asking, id: PayoutCheckoutId): Waits => {
  const { stores, tenant, now } = asking;
  const found = await stores.payoutCheckouts.find(tenant, id);
  if (found === undefined) return E.left(PayoutCheckoutNotFound());
  const { session } = found;
  if (session.status === 'submitted') {
    const waits = await ofPayout(asking, session.transactionId);
    return E.isLeft(waits) && waits.left._tag !== 'PayoutArchived'
      ? E.left(PayoutCheckoutNotFound())
      : waits;
  }
  const payee = await stores.beneficiaries.find(tenant, session.beneficiaryId);
  if (!isSessionSeen(asking, session, payee)) return E.left(PayoutCheckoutNotFound());
  const [maker] = await stores.tenancy.actors(tenant, [session.makerUserId]);
  const lock = await lockOf(asking, session);
  return E.right(sessionWaits(session, { now, maker, payee, lock }));
};

/** An open session has no package yet: it will be one of the payee's. */
const isSessionSeen = (
  { actor }: Asking,
  { makerUserId }: PayoutCheckout,
  payee: Beneficiary | undefined,
): boolean => {
  if (seesAllPayouts(actor)) return true;
  const packages = packagesSeenBy(actor);
  if (packages.size > 0 && actor.user.userId === makerUserId) return true;
  return payee?.packageCodes.some((code) => packages.has(code)) === true;
};

/** The lock of the maker for the rest of the day at the bank, if they typed too many wrong codes. */
const lockOf = async (
  { stores, tenant, now }: Asking,
  { makerUserId, createdAt }: PayoutCheckout,
): Promise<SessionFacts['lock']> => {
  const bank = await stores.tenancy.bank(tenant);
  if (bank === undefined) throw new Error('a session of no bank');
  const day = dayIn(bank.timeZone, now);
  const failures = await stores.payoutCheckouts.failures(tenant, makerUserId, day);
  if (failures < FAILURES_A_DAY) return undefined;
  const [incident] = await stores.journal.incidentsAbout(tenant, [lockSubject(makerUserId, day)]);
  return {
    since: incident?.at ?? createdAt,
    until: momentIn(bank.timeZone, addDays(day, 1)),
  };
};
