import type { Handled } from '../writer/changes.js';
import { writeRecords } from '../writer/write-changes.js';
import { subjectsOfWork } from '../duty/about.js';
import { asClaimed, claimAndRun, together } from '../duty/claim-and-run.js';
import { DutyParts } from '../duty/duty-parts.js';
import type { Duty } from '../duty/duty.js';
import { makeGuardedMailer } from '../duty/guarded-mailer.js';
import { mailedPerson } from '../duty/notification-work.js';
import { awaitAll } from '../../kernel/flow/await-all.js';
import { recipe, token } from '../../kernel/token.js';
import { USUAL_LANGUAGE } from '../../kernel/values/mail-language.js';
import { MINUTE, type EpochMs } from '../../kernel/values/time.js';
import { Mailer, type Mail } from '../../ports/email.js';
import { NoAnswerInTime } from '../../ports/in-time.js';
import { Notifications } from '../../ports/notifications.js';
import { Pacer } from '../../ports/pacer.js';
import { commit } from '../../storage/commit.js';
import type { Stores } from '../../storage/storage.js';
import type { Work } from '../../storage/work-store.js';
import {
  noNotifications,
  type PersonNotifications,
} from '../../model/notification/kept/person-notifications.js';
import { afterNoAnswer, afterTelling, notificationDue, type Told } from './notification-due.js';
import { notificationMail } from './notification-mail.js';
import { factsFor, recipientsAmong } from './recipients.js';

/**
 * The duty that mails people what {@link GatherNotifications} found for them, each as things stand when their mail is
 * written. A mail server that refuses is tried again, later and later; nothing else waits for it.
 *
 * A mail goes out once, unless the answer to it is lost: because the process ended before it wrote the answer down, then it
 * is sent once more at once; or because the server gave none in time, then what there is to tell is told in an hour. After
 * a second loss in a row an hour passes in any case.
 */
export type SendNotifications = Duty;
export const SendNotifications = token<SendNotifications>('SendNotifications');

/** So few that their mails, sent at once, take no longer than the claim of them. */
const MAILS_A_CLAIM = 10;
/** Claims in a row whose mail may have gone, although no answer was written down: the first, and one more. */
const UNANSWERED_MAX = 2;
const WAIT_MAX = 15 * MINUTE;

/** Waits 1, 2, 4, 8 … up to 15 minutes. */
const retryAfter = (failures: number): number => Math.min(2 ** failures * MINUTE, WAIT_MAX);

/** A mail that is due, and what it tells. */
interface Written extends Told {
  readonly mail: Mail;
}

export const makeSendNotifications = recipe(
  SendNotifications,
  { Parts: DutyParts, Pacer, Mailer, Notifications },
  ({ parts, pacer, mailer: given, notifications }) => {
    const { storage, clock, causes } = parts;
    const mailer = makeGuardedMailer({ mailer: given, pacer, causes });
    const portalUrl = () => notifications.portalUrl();

    const recordAnswer = (
      work: Work,
      next: (known: PersonNotifications) => PersonNotifications,
    ): Promise<void> =>
      commit(storage, async (stores) => {
        if ((await stores.work.held([work])).size === 0) return;
        const told = next(await knownOf(stores, work));
        await writeRecords(stores, {
          saves: [({ notifications: kept }) => kept.put(told)],
          handled: { over: [work] },
        });
      });

    const noAnswer = (work: Work): Promise<void> =>
      recordAnswer(work, (known) => afterNoAnswer(known, clock.now()));

    const handle = (handled: Handled): Promise<void> =>
      commit(storage, (stores) => writeRecords(stores, { handled }));

    const retry = (work: Work): Promise<void> =>
      handle({ failed: [{ ...work, runAt: clock.now() + retryAfter(work.failures) }] });

    const mailTo = async (work: Work): Promise<void> => {
      if (work.attempts - work.failures > UNANSWERED_MAX) return noAnswer(work);
      const now = clock.now();
      const written = await storage.read((stores) => writeMail(stores, work, portalUrl, now));
      if (written === 'lost') return;
      if (written === 'nothing_due') return handle({ over: [work] });
      try {
        await mailer.send(written.mail);
      } catch (error) {
        causes.report('send-notifications', error, subjectsOfWork([work]));
        return error instanceof NoAnswerInTime ? noAnswer(work) : retry(work);
      }
      return recordAnswer(work, (fresh) => afterTelling(fresh, written, now));
    };

    return claimAndRun(parts, {
      name: 'send-notifications',
      chunk: MAILS_A_CLAIM,
      prepare: asClaimed,
      groups: together,
      act: (works) => awaitAll(works.map(mailTo)),
      retry,
    });
  },
);

const knownOf = async ({ notifications }: Stores, work: Work): Promise<PersonNotifications> => {
  const userId = mailedPerson(work);
  if (userId === undefined) throw new Error('work to mail nobody');
  return (await notifications.find(work.tenant, userId)) ?? noNotifications(work.tenant, userId);
};

const writeMail = async (
  stores: Stores,
  work: Work,
  portalUrl: () => string | undefined,
  now: EpochMs,
): Promise<Written | 'lost' | 'nothing_due'> => {
  const { tenant, subject } = work;
  // Those of a group whose mails have gone are not sent again when another of it fails.
  const [ours] = await stores.work.ofSubjects(tenant, [subject]);
  if (ours?.token !== work.token) return 'lost';
  const known = await knownOf(stores, work);
  const recipient = recipientsAmong(await stores.tenancy.everybody(tenant), now).get(known.userId);
  if (recipient === undefined) return 'nothing_due';
  const facts = await factsFor(stores, tenant, { recipient, known }, now);
  const notification = notificationDue(known, facts, now);
  const corporate = await stores.tenancy.corporate(tenant);
  const bank = await stores.tenancy.bank(tenant);
  if (notification === undefined || corporate === undefined || bank === undefined)
    return 'nothing_due';
  const { language = USUAL_LANGUAGE } = known;
  const frame = { to: recipient.email, language, corporate, bank, portalUrl: portalUrl() };
  return { mail: notificationMail(notification, frame), known, facts, notification };
};
