import { E, type CancelledBy, type TransactionId } from '@hundi/core';
import type { Process } from '../engine/process.js';
import type { Ledger, LedgerEntry } from '../world/ledger.js';
import { note, type World } from '../world/world.js';
import { MAKERS } from './town.js';

/** A payout that somebody was told they had cancelled. */
export interface Cancelled {
  readonly transactionId: TransactionId;
  readonly by: CancelledBy;
}

/** People who think better of what they made, or what others did. */
export interface Cancellers {
  readonly cancelled: ReadonlyArray<Cancelled>;
  readonly cancel: (process: Process) => void;
  /** What it answers forgets what was told from now on. */
  readonly remember: () => () => void;
}

const TOO_LATE: ReadonlySet<string> = new Set(['paid', 'failed', 'rejected', 'cancelled']);

/** Mostly its maker; at times another, or an operator of the bank. */
const somebody = ({ random }: World, maker: string): CancelledBy => {
  const { clients: dice } = random;
  if (dice.chance(0.2)) return { kind: 'operator', name: 'Asha' } as CancelledBy;
  const userId = dice.chance(0.8) ? maker : dice.pick(MAKERS);
  return { kind: 'user', userId } as CancelledBy;
};

export const newCancellers = (world: World, { entries }: Ledger): Cancellers => {
  const cancelled: Cancelled[] = [];
  const { clients: dice } = world.random;

  const somePayout = (): LedgerEntry => {
    const all = [...entries.values()];
    const early = all.filter(({ state }) => !TOO_LATE.has(state));
    return dice.pick(early.length === 0 || dice.chance(0.2) ? all : early);
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
      const { order, state } = somePayout();
      const { tenant, transactionId, jobId } = order;
      const by = somebody(world, order.createdBy.userId);
      const isUndecided = state === 'queued' && jobId !== undefined;
      note(world, `${by.kind} cancels ${isUndecided ? 'the job of ' : ''}${transactionId}`);
      const asked: Promise<unknown> = isUndecided
        ? process.ask((engine) => engine.cancelJob(tenant, { jobId, by }))
        : process
            .ask((engine) => engine.cancelPayout(tenant, { transactionId, by }))
            .then((answer) => {
              if (answer !== undefined && E.isRight(answer)) cancelled.push({ transactionId, by });
            });
      asked.catch(() => undefined);
    },
  };
};
