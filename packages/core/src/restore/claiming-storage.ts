import { token } from '../kernel/token.js';
import type { SendMark } from '../ports/send-mark.js';
import type { Storage, Stores } from '../storage/storage.js';
import type { WorkStore } from '../storage/work-store.js';

/** The database was put back to a backup while this process ran. Nothing was claimed: a claim would hide it. */
export class PutBack extends Error {
  override readonly name = 'PutBack';
}

/**
 * The storage, for duties: before it gives out tokens it compares the send mark with those that it has given out. A
 * mark beyond them is of a life of the database that ended under this process. Asked inside the unit: a restore ends
 * its connection, so none comes between the question and the claim.
 */
export const ClaimingStorage = token<Storage>('ClaimingStorage');

export const makeClaimingStorage = (storage: Storage, sendMark: SendMark): Storage => {
  const claimingBy =
    (work: WorkStore): WorkStore['claim'] =>
    async (claim) => {
      if (await isBehind(work, sendMark))
        throw new PutBack('the database was put back to a backup');
      return work.claim(claim);
    };
  const claiming = (stores: Stores): Stores =>
    instead(stores, { work: instead(stores.work, { claim: claimingBy(stores.work) }) });
  return {
    ...storage,
    atomically: (work, options) => storage.atomically((stores) => work(claiming(stores)), options),
  };
};

/**
 * The same, with some members replaced. A member that is made when it is first used is not made here. No prototype:
 * an object that becomes one costs the garbage collector dear, and each unit of work would make two.
 */
const instead = <A extends object>(whole: A, replaced: Partial<A>): A =>
  new Proxy(whole, {
    get: (_, member) => (member in replaced ? replaced : whole)[member as keyof A],
  });

/** Whether an order was sent under a token that the database has never given out in its present life. */
const isBehind = async (
  { lastToken }: Pick<WorkStore, 'lastToken'>,
  { read }: SendMark,
): Promise<boolean> => {
  // Neither waits for the other. Another process may send between the two answers: then the second look decides.
  const [mark, last] = await Promise.all([read(), lastToken()]);
  return mark !== undefined && mark.token > last && mark.token > (await lastToken());
};
