import { E, type JobId, type TransactionId } from '@hundi/core';
import type { CancelledBy } from '@hundi/core/wire';
import type { Process } from '../engine/process.js';
import type { Ledger, LedgerEntry } from '../world/ledger.js';
import { note, violate, type World } from '../world/world.js';
import { ADMINISTRATOR, CHECKERS, MAKERS } from './town.js';

/** A payout that a canceller saw cancelled. */
export interface Cancelled {
  readonly transactionId: TransactionId;
  readonly by: CancelledBy;
}

/** People and software that think better of what they made, or what others did. */
export interface Cancellers {
  readonly cancelled: ReadonlyArray<Cancelled>;
  readonly cancel: (process: Process) => void;
  /** Returns a function that forgets the replies from now on. */
  readonly remember: () => () => void;
}

const TOO_LATE: ReadonlySet<string> = new Set(['paid', 'failed', 'rejected', 'cancelled']);

const TO_BE_SENT: ReadonlySet<string> = new Set([
  'pending_approval',
  'partially_approved',
  'approved',
  'scheduled',
]);

const VIA = { keyId: 'key1' };

/** Mostly its maker, as a person or by software; at times an administrator, another, or an operator of the bank. */
const canceller = ({ random }: World, maker: string): CancelledBy => {
  const { clients: dice } = random;
  if (dice.chance(0.2)) return { kind: 'operator', name: 'Asha' } as CancelledBy;
  if (dice.chance(0.15)) return { kind: 'user', userId: ADMINISTRATOR } as CancelledBy;
  const userId = dice.chance(0.8) ? maker : dice.pick([...MAKERS, ...CHECKERS, ADMINISTRATOR]);
  return (
    dice.chance(0.5) ? { kind: 'key', via: VIA, userId } : { kind: 'user', userId }
  ) as CancelledBy;
};

export const newCancellers = (world: World, { entries }: Ledger): Cancellers => {
  const cancelled: Cancelled[] = [];
  const { clients: dice } = world.random;

  const somePayout = (): LedgerEntry => {
    const all = [...entries.values()];
    const early = all.filter(({ state }) => !TOO_LATE.has(state));
    return dice.pick(early.length === 0 || dice.chance(0.2) ? all : early);
  };

  /** Software that has had its answer asks once more: it must not be refused as too late. */
  const askAgain = async (process: Process, { order }: LedgerEntry, by: CancelledBy) => {
    const { tenant, transactionId } = order;
    const again = await process.ask((engine) => engine.cancelPayout(tenant, { transactionId, by }));
    if (again !== undefined && E.isLeft(again) && again.left._tag === 'WrongPayoutStatus') {
      violate(world, 'I39', `${transactionId} was cancelled by software, and then it was not`);
    }
  };

  const cancelPayout = async (process: Process, entry: LedgerEntry, by: CancelledBy) => {
    const { tenant, transactionId } = entry.order;
    const answer = await process.ask((engine) =>
      engine.cancelPayout(tenant, { transactionId, by }),
    );
    if (answer === undefined || E.isLeft(answer)) return;
    cancelled.push({ transactionId, by });
    if (by.kind === 'key') await askAgain(process, entry, by);
  };

  /** Cancels what is left of a job: afterwards nothing of it is still to be sent. */
  const cancelJob = async (process: Process, entry: LedgerEntry, jobId: JobId, by: CancelledBy) => {
    const { tenant } = entry.order;
    const ofJob = [...entries.values()].filter(({ order }) => order.jobId === jobId);
    const unsent = ofJob.filter(({ state }) => TO_BE_SENT.has(state));
    const answer = await process.ask((engine) => engine.cancelJob(tenant, { jobId, by }));
    if (answer === undefined || E.isLeft(answer)) return;
    for (const { order, state } of ofJob) {
      if (TO_BE_SENT.has(state)) {
        violate(world, 'I39', `${jobId} was cancelled, and ${order.transactionId} is ${state}`);
      }
    }
    for (const { order, state } of unsent) {
      if (state === 'cancelled') cancelled.push({ transactionId: order.transactionId, by });
    }
  };

  return {
    cancelled,
    remember: () => {
      const count = cancelled.length;
      return () => {
        cancelled.length = Math.min(count, cancelled.length);
      };
    },
    cancel: (process) => {
      const entry = somePayout();
      const { transactionId, jobId, createdBy } = entry.order;
      const by = canceller(world, createdBy.userId);
      const isWhole = jobId !== undefined && (entry.state === 'queued' || dice.chance(0.2));
      note(world, `${by.kind} cancels ${isWhole ? 'the job of ' : ''}${transactionId}`);
      const asked = isWhole
        ? cancelJob(process, entry, jobId, by)
        : cancelPayout(process, entry, by);
      asked.catch(() => undefined);
    },
  };
};
