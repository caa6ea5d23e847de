import { E, type TransactionId, type TransactionObject } from '@hundi/core';
import type { Process } from '../engine/process.js';
import type { Ledger } from '../world/ledger.js';
import { note, type World } from '../world/world.js';
import { TENANTS } from './tenants.js';

/** The payout as a reader of a corporate saw it; undefined if it was absent. */
export interface Look {
  readonly corporate: string;
  readonly transactionId: TransactionId;
  readonly seen: TransactionObject | undefined;
}

/** Clients who look at payouts, their own and others'. */
export interface Readers {
  readonly looks: Look[];
  readonly look: (process: Process) => void;
  /** Returns a function that forgets the replies from now on. */
  readonly remember: () => () => void;
}

export const newReaders = (world: World, ledger: Ledger): Readers => {
  const looks: Look[] = [];
  const { clients: dice } = world.random;
  return {
    looks,
    remember: () => {
      const count = looks.length;
      return () => {
        looks.length = Math.min(count, looks.length);
      };
    },
    look: (process) => {
      const tenant = dice.pick(TENANTS);
      const { transactionId } = dice.pick([...ledger.entries.values()]).order;
      note(world, `${tenant.corporateTenantId} looks at ${transactionId}`);
      void process
        .ask((engine) => engine.getTransaction(tenant, { transactionId }))
        .then(
          (answer) => {
            if (answer === undefined) return;
            const seen = E.isRight(answer) ? answer.right : undefined;
            looks.push({ corporate: tenant.corporateTenantId, transactionId, seen });
          },
          () => undefined,
        );
    },
  };
};
