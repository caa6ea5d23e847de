import type { Handled, Save } from '../writer/changes.js';
import { writeRecords, writeRecordsAcross } from '../writer/write-changes.js';
import { asClaimed, claimAndRun, together } from '../duty/claim-and-run.js';
import { DutyParts } from '../duty/duty-parts.js';
import { retryDelay, type Duty } from '../duty/duty.js';
import { mailingWork } from '../duty/notification-work.js';
import { recipe, token } from '../../kernel/token.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { DAY, HOUR, MINUTE, type EpochMs } from '../../kernel/values/time.js';
import type { SealHead } from '../../model/journal/entry/seal.js';
import { Mailer } from '../../ports/email.js';
import { Notifications } from '../../ports/notifications.js';
import { Pacer } from '../../ports/pacer.js';
import { commit } from '../../storage/commit.js';
import type { Stores } from '../../storage/storage.js';
import type { NewWork, Work } from '../../storage/work-store.js';
import type { NotificationLook } from '../../model/notification/kept/notification-look.js';
import {
  noNotifications,
  summed,
  type OutcomeSum,
  type PersonNotifications,
} from '../../model/notification/kept/person-notifications.js';
import { isMailedLately, notificationDue, wants } from './notification-due.js';
import { outcomesSince, type Outcomes } from './outcomes-since.js';
import { factsFor, recipientsAmong, seesSums, type Recipient } from './recipients.js';

/**
 * The duty that looks every ten minutes, corporate by corporate, for what its people are to be mailed of. It writes
 * nothing beside payouts: what waits is read from them, and what became of them from sealed events. So no payout waits for
 * it, and it costs the same however they came.
 */
export type GatherNotifications = Duty;
export const GatherNotifications = token<GatherNotifications>('GatherNotifications');

const LOOK_EVERY = 10 * MINUTE;
const CORPORATES_A_CLAIM = 32;
/** What became of payouts longer ago is nobody's news: nothing looked for so long. */
const NEWS_LIFE = DAY;
/** Even where nothing is sealed, time brings an expiry nearer, and a deputy their turn. */
const LOOK_ANYWAY = HOUR;

/** How far the journal of a corporate is sealed, and how far it was when the engine last looked. */
interface Standing {
  readonly head: SealHead;
  readonly last: NotificationLook | undefined;
}

interface Found {
  /** The people to be mailed. */
  readonly due: ReadonlyArray<UserId>;
  /** What became of payouts, for the makers who are to be told of it. */
  readonly news: ReadonlyMap<UserId, ReadonlyArray<OutcomeSum>>;
  /** Whether somebody was mailed too lately to be told what there may be. */
  readonly isHeldBack: boolean;
}

/** @param mailer and `notifications`: without them it does not run */
export const makeGatherNotifications = recipe(
  GatherNotifications,
  { Parts: DutyParts, Pacer, Mailer, Notifications },
  ({ parts, pacer }) => {
    const { storage, clock } = parts;
    const standingOf = (tenant: Tenant): Promise<Standing> =>
      storage.read(async ({ seals, notifications }) => ({
        head: await seals.head(tenant),
        last: await notifications.look(tenant),
      }));

    const look = async (work: Work, { head, last }: Standing): Promise<void> => {
      const { tenant } = work;
      const now = clock.now();
      const news = { after: newsSince(last, head, now), upTo: head.position };
      const outcomes = await outcomesSince({ storage, pacer }, tenant, news);
      const found = await storage.read((stores) => findDue(stores, tenant, outcomes, now));
      await commit(storage, async (stores) => {
        if ((await stores.work.held([work])).size === 0) return;
        const noted = await notedNews(stores, tenant, found.news);
        const isSettled = !outcomes.hasMore && !found.isHeldBack;
        const looked = {
          tenant,
          position: outcomes.position,
          lookedAt: now,
          ...(isSettled && { ordinal: head.ordinal }),
        };
        const runAt = outcomes.hasMore ? now : now + LOOK_EVERY;
        await writeRecords(stores, {
          work: await mailing(stores, tenant, found.due, now),
          saves: [
            ...noted.map(
              (one): Save =>
                (records) =>
                  records.notifications.put(one),
            ),
            (records) => records.notifications.putLook(looked),
          ],
          handled: { later: [{ ...work, runAt }] },
        });
      });
    };

    const handle = (handled: Handled): Promise<void> =>
      commit(storage, (stores) => writeRecordsAcross(stores, { handled }));

    return claimAndRun(parts, {
      name: 'gather-notifications',
      chunk: CORPORATES_A_CLAIM,
      prepare: asClaimed,
      groups: together,
      act: async (works) => {
        const idle: Work[] = [];
        for (const work of works) {
          const standing = await standingOf(work.tenant);
          if (isIdle(standing, clock.now())) idle.push(work);
          else await look(work, standing);
        }
        const runAt = clock.now() + LOOK_EVERY;
        if (idle.length > 0) await handle({ later: idle.map((work) => ({ ...work, runAt })) });
      },
      retry: (work) =>
        handle({ failed: [{ ...work, runAt: clock.now() + retryDelay(work.attempts) }] }),
    });
  },
);

/** Whether nothing can have come up since the last look. */
const isIdle = ({ head, last }: Standing, now: EpochMs): boolean =>
  last?.ordinal === head.ordinal && now < last.lookedAt + LOOK_ANYWAY;

/** The event behind which outcomes are news: where nobody looked for long, or ever, only what comes from now on. */
const newsSince = (
  last: NotificationLook | undefined,
  { position }: SealHead,
  now: EpochMs,
): number => (last === undefined || now >= last.lookedAt + NEWS_LIFE ? position : last.position);

const findDue = async (
  stores: Stores,
  tenant: Tenant,
  { byMaker }: Outcomes,
  now: EpochMs,
): Promise<Found> => {
  const recipients = recipientsAmong(await stores.tenancy.everybody(tenant), now);
  const records = new Map(
    (await stores.notifications.ofCorporate(tenant)).map((one) => [one.userId, one]),
  );
  const due: UserId[] = [];
  const news = new Map<UserId, ReadonlyArray<OutcomeSum>>();
  let isHeldBack = false;
  for (const [userId, recipient] of recipients) {
    const kept = records.get(userId) ?? noNotifications(tenant, userId);
    const theirs = newsFor(recipient, kept, byMaker.get(userId));
    if (theirs.length > 0) news.set(userId, theirs);
    if (isMailedLately(kept, now)) {
      isHeldBack = true;
      continue;
    }
    const known = { ...kept, outcomes: summed([...kept.outcomes, ...theirs]) };
    const facts = await factsFor(stores, tenant, { recipient, known }, now);
    if (notificationDue(known, facts, now) !== undefined) due.push(userId);
  }
  return { due, news, isHeldBack };
};

const newsFor = (
  recipient: Recipient,
  known: PersonNotifications,
  sums: ReadonlyArray<OutcomeSum> = [],
): ReadonlyArray<OutcomeSum> => (wants(known, 'outcomes') ? sums.filter(seesSums(recipient)) : []);

const notedNews = async (
  { notifications }: Stores,
  tenant: Tenant,
  news: Found['news'],
): Promise<ReadonlyArray<PersonNotifications>> => {
  const noted: PersonNotifications[] = [];
  for (const [userId, sums] of news) {
    const known = (await notifications.find(tenant, userId)) ?? noNotifications(tenant, userId);
    const outcomes = summed([...known.outcomes, ...sums]);
    noted.push({ ...known, outcomes, revision: known.revision + 1 });
  }
  return noted;
};

/** Who is being mailed already stays with whoever mails them. */
const mailing = async (
  { work }: Stores,
  tenant: Tenant,
  due: ReadonlyArray<UserId>,
  now: EpochMs,
): Promise<ReadonlyArray<NewWork>> => {
  const all = due.map((userId) => mailingWork(tenant, userId, now));
  const known = await work.ofSubjects(
    tenant,
    all.map(({ subject }) => subject),
  );
  const there = new Set(known.map(({ subject }) => subject));
  return all.filter(({ subject }) => !there.has(subject));
};
