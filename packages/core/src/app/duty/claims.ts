import { recipe, token } from '../../kernel/token.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';
import type { SendMark } from '../../ports/send-mark.js';
import { commit } from '../../storage/commit.js';
import { isStorageAway } from '../../storage/storage-away.js';
import { Storage, type Stores } from '../../storage/storage.js';
import { whole } from '../../storage/whole-storage.js';
import type {
  Claim,
  DeferredWork,
  DutyName,
  HeldWork,
  Work,
  WorkStore,
} from '../../storage/work-store.js';
import { LEASE_MS } from './duty.js';
import { GuardedSendMark } from './guarded-send-mark.js';

/** The database was put back to a backup while this process ran. Nothing was claimed: a claim would hide it. */
export class PutBack extends Error {
  override readonly name = 'PutBack';
}

/** How the duties of this process claim work, and let go of it where the storage was away. */
export interface Claims {
  /**
   * Claims work for a duty, in its unit of work. Before it gives out tokens it compares the send mark with those that the
   * database has given out: a mark beyond them is of a life of the database that ended under this process. Asked inside
   * the unit: a restore ends its connection, so none comes between the question and the claim.
   *
   * @throws PutBack
   */
  readonly claim: (
    store: Pick<WorkStore, 'claim' | 'lastToken'>,
    claim: Claim,
  ) => Promise<ReadonlyArray<Work>>;
  /**
   * Runs something under claims. If it fails because the storage is away, they lapse once the storage is back, to the duty
   * that they lapse to. When it has failed, nothing of it may still be under way.
   */
  readonly under: <A>(
    work: ReadonlyArray<HeldWork>,
    lapsesTo: DutyName,
    run: () => Promise<A>,
  ) => Promise<A>;
  /**
   * Lets the claims of such failures lapse now, and not when their leases end. Those that were taken or finished meanwhile
   * stay as they are.
   */
  readonly letLapse: () => Promise<void>;
}
export const Claims = token<Claims>('Claims');

/** Claims whose holder failed because the storage was away, and when their leases have ended. */
interface Abandoned {
  readonly work: ReadonlyArray<Omit<DeferredWork, 'runAt'>>;
  readonly until: EpochMs;
}

export const makeClaims = recipe(
  Claims,
  { Storage, Clock, SendMark: GuardedSendMark },
  ({ storage, clock, sendMark }) => {
    let abandoned: ReadonlyArray<Abandoned> = [];
    return {
      claim: async (store, claim) => {
        if (await isBehind(store, sendMark))
          throw new PutBack('the database was put back to a backup');
        return store.claim(claim);
      },
      under: async (holding, lapsesTo, run) => {
        try {
          return await run();
        } catch (error) {
          if (isStorageAway(error)) {
            const work = holding.map(({ tenant, subject, token: fence }) => ({
              tenant,
              subject,
              token: fence,
              duty: lapsesTo,
            }));
            const now = clock.now();
            const held = abandoned.filter(({ until }) => until > now);
            abandoned = [...held, { work, until: now + LEASE_MS }];
          }
          throw error;
        }
      },
      letLapse: async () => {
        const lapsing = abandoned;
        if (lapsing.length === 0) return;
        const runAt = clock.now();
        const due = lapsing.flatMap(({ work }) => work.map((one) => ({ ...one, runAt })));
        await commit(storage, (stores) => whole(stores).work.defer(due));
        abandoned = abandoned.filter((one) => !lapsing.includes(one));
      },
    };
  },
);

/** Lets later claims have tokens beyond this number. May take effect though the unit of work is undone. */
export const skipTokens = (stores: Stores, beyond: number): Promise<void> =>
  whole(stores).work.skipTokens(beyond);

/** Whether an order was sent under a token that the database has never given out in its present life. */
const isBehind = async (
  { lastToken }: Pick<WorkStore, 'lastToken'>,
  { read }: SendMark,
): Promise<boolean> => {
  // Neither waits for the other. Another process may send between the two answers: then the second look decides.
  const [mark, last] = await Promise.all([read(), lastToken()]);
  return mark !== undefined && mark.token > last && mark.token > (await lastToken());
};
