import type { DutyName, EpochMs } from '@hundi/core';
import type { AcceptedPayout } from '@hundi/core/wire';
import { bankRefOf } from '@hundi/core/rail';
import { indianDay } from '../people/batches.js';
import { settingsOf } from '../people/settings.js';
import { TENANTS } from '../people/tenants.js';
import { levelsUnder } from '../people/town.js';
import type { Simulation } from '../play/simulation.js';
import { isOpenAt, KEPT_METHOD } from '../world/hours.js';
import { mayStayInDoubt } from './in-doubt.js';
import type { Invariant } from './invariant.js';

const HOUR = 3_600_000;

/** More work than a history leaves. */
const WORK_MAX = 1_000;

/** The engine asks about an unknown outcome at least so often. */
const ASKED_AGAIN_WITHIN = HOUR / 4;

/** Whether the bank, if it is asked now, still says nothing definite. */
const isStillUnknown = ({ bank, world }: Simulation, ref: string): boolean => {
  if (!world.climate.traits.canQuery) {
    const kinds = bank.books.reported.get(ref);
    return kinds === undefined || [...kinds].every((kind) => kind === 'accepted');
  }
  const booked = bank.books.orders.get(ref);
  return booked === undefined
    ? world.climate.traits.absenceFinalAfterMs === null
    : booked.state === 'accepted' || world.now - booked.since < ASKED_AGAIN_WITHIN;
};

const atRest: Invariant = {
  name: 'I36',
  promise:
    'two hours after the heal nothing is queued, processing or ready; unknown only where the bank is',
  *broken(evidence) {
    const { jobs, payouts, incidents, simulation } = evidence;
    const { world } = simulation;
    const raised = new Set(
      incidents.filter(({ kind }) => kind === 'outcome_unknown').map(({ subjectId }) => subjectId),
    );
    for (const { jobId, status } of jobs.values()) {
      const rows = evidence.rows.get(jobId) ?? [];
      if (rows.some(({ order }) => mayStayInDoubt(evidence, order))) continue;
      if (status === 'queued' || status === 'processing') yield `${jobId} is still ${status}`;
    }
    for (const [id, payout] of payouts) {
      if (payout.intake !== 'accepted') continue;
      const { status, sentToBankAt = 0 } = payout.progress;
      const isClosed = isClosedFor(simulation, payout);
      if (lacksSignatures(simulation, id)) continue;
      if (isClosed && (status === 'approved' || status === 'scheduled')) continue;
      if (status === 'approved') yield `${id} is approved and was never sent`;
      if (status === 'scheduled' && isPast(payout.order.payoutDate, world.now)) {
        yield `${id} is still scheduled for ${String(payout.order.payoutDate)}`;
      }
      if (status !== 'sent_to_bank') continue;
      const ref = bankRefOf(id);
      // What the bank never got is sent again once it opens.
      const isSentAgain = isClosed && !simulation.bank.books.orders.has(ref);
      if (!isSentAgain && !isStillUnknown(simulation, ref))
        yield `${id} is unknown, and the bank knows`;
      // One that was given back before the bank was called is in no doubt: it waits for the bank to open.
      const isToSend = isClosed && evidence.toSend.has(id);
      if (!isToSend && world.now - sentToBankAt > 2 * HOUR && !raised.has(id)) {
        yield `no incident was raised about ${id}, which is unknown`;
      }
    }
  },
};

/**
 * Whether an operator has vouched for a policy that asks for more signatures than the one under which the payout was
 * accepted: nothing proves the older one any more, so that the corporate has to make the payout again.
 */
const lacksSignatures = ({ ledger, settings }: Simulation, id: string): boolean => {
  const { order, policy } = ledger.entries.get(id) ?? {};
  const { vouched } = order === undefined ? {} : settingsOf(settings, order.tenant);
  if (order === undefined || policy === undefined || vouched === undefined) return false;
  const had = levelsUnder(policy, order.packageCode, order.amount);
  return levelsUnder(vouched, order.packageCode, order.amount).some(
    ({ approvals }, i) => approvals > (had[i]?.approvals ?? 0),
  );
};

/** Whether the bank takes no order of this payout now. */
const isClosedFor = ({ world: { climate, now } }: Simulation, { terms }: AcceptedPayout): boolean =>
  climate.keepsHours && terms.paymentMethod === KEPT_METHOD && !isOpenAt(now);

const isPast = (day: string | undefined, now: EpochMs): boolean =>
  day !== undefined && day <= indianDay(now);

const answered: Invariant = {
  name: 'I38',
  promise: 'after the heal every client gets an answer: no key stays in progress',
  *broken({ simulation }) {
    for (const { key, replies, open } of simulation.clients.requests) {
      if (open > 0) yield `${key} still waits`;
      else if (replies.every(({ kind }) => kind === 'nothing')) yield `${key} never got an answer`;
    }
  },
};

export const livenessInvariants: ReadonlyArray<Invariant> = [atRest, answered];

/** In which states a payout still has work. One that is sent again has been intended before. */
const MOVING: Readonly<Partial<Record<DutyName, ReadonlySet<string>>>> = {
  'process-jobs': new Set(['queued']),
  'send-to-bank': new Set(['approved', 'scheduled', 'sent_to_bank']),
  'query-unknowns': new Set(['sent_to_bank']),
};

/** Work that fell due and stays, or is kept for a payout or a job of which nothing is left to do. */
export const stuckWork = ({ storage, world, ledger }: Simulation): Promise<ReadonlyArray<string>> =>
  storage.read(async ({ work }) => {
    const stuck: string[] = [];
    const states = new Map<string, Set<string>>();
    for (const { order, state } of ledger.entries.values())
      for (const subject of [order.transactionId, order.jobId ?? order.transactionId])
        states.set(subject, (states.get(subject) ?? new Set()).add(state));
    for (const [duty, due] of await work.nextDues(world.now)) {
      if (due <= world.now) stuck.push(`${duty} is due and stays so`);
      const moving = MOVING[duty];
      if (moving === undefined) continue;
      for (const tenant of TENANTS)
        for (const { subject, runAt } of await work.ofDuty(tenant, duty, WORK_MAX)) {
          // What the bank has reported on by itself is over when the bank would be asked the next time.
          const isOverSoon = duty === 'query-unknowns' && runAt - world.now <= ASKED_AGAIN_WITHIN;
          const isMoving = [...(states.get(subject) ?? [])].some((state) => moving.has(state));
          if (!isMoving && !isOverSoon)
            stuck.push(`${duty} has work about ${subject}, which needs none`);
        }
    }
    return stuck;
  });
