import { INCIDENT_KINDS, type IncidentKind } from '../../model/journal/entry/incident-kind.js';
import type { SealStore } from '../../storage/seal-store.js';
import { HOUR, type EpochMs } from '../../kernel/values/time.js';
import type { Clock } from '../../ports/clock.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { DisabledBy } from '../../model/webhook/endpoint/endpoint-machine.js';
import { token } from '../../kernel/token.js';
import { DUTY_NAMES, type DutyName, type WorkTally } from '../../storage/work-store.js';

/** The limit of a backlog reading: of one duty's work, and of the last incidents. */
export const BACKLOG_LOOK_MAX = 10_000;

/** The work that is left to do, over all tenants. No count goes beyond {@link BACKLOG_LOOK_MAX}; ages are in ms. */
export interface Backlog {
  readonly duties: ReadonlyArray<{
    readonly duty: DutyName;
    /** Work that is due now or later, claimed or not. For sealing, the number of journals, at most 100. */
    readonly waiting: number;
    readonly due: number;
    /** For how long the earliest of it has been due; 0 when nothing is. */
    readonly oldestDueMs: number;
  }>;
  /** Jobs that intake has not finished. */
  readonly openJobs: { readonly queued: number; readonly processing: number };
  /** Payouts whose outcome the bank has not reported, including those in a call right now. */
  readonly unknowns: {
    readonly count: number;
    /** For how long the oldest of them has been at the bank since it was last sent; 0 when there is none. */
    readonly oldestMs: number;
  };
  /** Up to which moment of their making payouts are asked about before they are sent; absent when there is no doubt. */
  readonly asksUpTo?: EpochMs;
  /** Webhook endpoints that are not delivered to as they should be. */
  readonly endpoints: {
    /** Enabled, with nothing but failed attempts since the last that was taken. */
    readonly failing: number;
    /** By why nothing is sent to them: they said 410, failed for five days, or a person wants it so. */
    readonly disabled: Readonly<Record<DisabledBy, number>>;
  };
  /** Incidents of the last hour. */
  readonly incidents: Readonly<Record<IncidentKind, number>>;
}

/** Reads how far background work is behind, at a cost that does not grow with it: for the people who run it. */
export type GetBacklog = () => Promise<Backlog>;
export const GetBacklog = token<GetBacklog>('GetBacklog');

/** Makes {@link GetBacklog} over a storage, for operators who have no engine (decisions §16). */
export const makeGetBacklog =
  (storage: Storage, clock: Clock): GetBacklog =>
  () => {
    const now = clock.now();
    return storage.read(async (stores) => {
      const { work, journal, seals, doubts } = stores;
      const tallies = new Map<DutyName, WorkTally>();
      for (const duty of DUTY_NAMES) {
        tallies.set(duty, await work.tally(duty, now, BACKLOG_LOOK_MAX));
      }
      tallies.set('seal-journal', await tallySeals(seals));
      const unknown = await work.tallyUnknown(BACKLOG_LOOK_MAX);
      const recent = await journal.recentIncidents(now - HOUR, BACKLOG_LOOK_MAX);
      const line = await doubts.line();
      return {
        ...backlogOf(tallies, recent, now),
        unknowns: { count: unknown.count, oldestMs: since(unknown.firstMarkedAt, now) },
        endpoints: await endpointsIn(stores),
        ...(line !== undefined && { asksUpTo: line }),
      };
    });
  };

const endpointsIn = async ({
  deliveries,
  webhookEndpoints,
}: Stores): Promise<Backlog['endpoints']> => ({
  failing: await deliveries.failing(BACKLOG_LOOK_MAX),
  disabled: await webhookEndpoints.disabled(BACKLOG_LOOK_MAX),
});

// Each is looked at by itself.
const JOURNALS_MAX = 100;

/** Journals with something to seal, held by anybody or not, since the earliest entry that waits. */
const tallySeals = async (seals: SealStore): Promise<WorkTally> => {
  const moments: EpochMs[] = [];
  for (const tenant of await seals.waiting(Number.MAX_SAFE_INTEGER, undefined, JOURNALS_MAX)) {
    const [first] = (await seals.unsealed(tenant, 1)).entries;
    if (first !== undefined) moments.push(first.entry.at);
  }
  const count = moments.length;
  return {
    waiting: count,
    due: count,
    untouched: 0,
    ...(count > 0 && { firstAt: Math.min(...moments) }),
  };
};

const NOTHING: WorkTally = { waiting: 0, due: 0, untouched: 0 };

const backlogOf = (
  tallies: ReadonlyMap<DutyName, WorkTally>,
  recent: ReadonlyMap<IncidentKind, number>,
  now: EpochMs,
): Pick<Backlog, 'duties' | 'openJobs' | 'incidents'> => {
  const tallyOf = (duty: DutyName): WorkTally => tallies.get(duty) ?? NOTHING;
  const jobs = tallyOf('process-jobs');
  const retried = tallyOf('retry-jobs');
  return {
    duties: DUTY_NAMES.map((duty) => {
      const { waiting, due, firstAt } = tallyOf(duty);
      return { duty, waiting, due, oldestDueMs: since(firstAt, now) };
    }),
    // The claim that starts a job is the first on its work, in one commit.
    openJobs: {
      queued: jobs.untouched,
      processing: jobs.waiting - jobs.untouched + retried.waiting,
    },
    incidents: Object.fromEntries(
      INCIDENT_KINDS.map((kind) => [kind, recent.get(kind) ?? 0]),
    ) as Record<IncidentKind, number>,
  };
};

const since = (moment: EpochMs | undefined, now: EpochMs): number =>
  moment === undefined ? 0 : Math.max(now - moment, 0);
