import { groupBy } from '../../kernel/flow/group.js';
import type { TransactionId, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EventType } from '../../model/journal/entry/event-type.js';
import type { SealedEvent } from '../../model/journal/entry/sealed-event.js';
import { byTransactionId, type Payout } from '../../model/payout/payout.js';
import type { Storage } from '../../storage/storage.js';
import type { Pacer } from '../../ports/pacer.js';
import {
  summed,
  type OutcomeState,
  type OutcomeSum,
} from '../../model/notification/kept/person-notifications.js';

const STATES: ReadonlyMap<EventType, OutcomeState> = new Map([
  ['transaction.rejected', 'rejected'],
  ['transaction.failed', 'failed'],
]);

const EVENTS_A_READ = 500;
// Then other corporates get a turn.
const READS_A_LOOK = 20;

/** What became of payouts, by their makers. */
export interface Outcomes {
  readonly byMaker: ReadonlyMap<UserId, ReadonlyArray<OutcomeSum>>;
  /** The event up to which they are read. */
  readonly position: number;
  /** Whether there are more up to the event that was asked for. */
  readonly hasMore: boolean;
}

/** Reads which payouts were rejected or failed behind one event of a corporate, up to another. */
export const outcomesSince = async (
  { storage, pacer }: { readonly storage: Storage; readonly pacer: Pacer },
  tenant: Tenant,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<Outcomes> => {
  let sums: ReadonlyArray<readonly [UserId, OutcomeSum]> = [];
  let position = after;
  for (let reads = 0; reads < READS_A_LOOK; reads += 1) {
    const from = position;
    const { events, payouts } = await storage.read(async (stores) => {
      const types = [...STATES.keys()];
      const found = await stores.events.after(tenant, from, EVENTS_A_READ, types);
      const ids = [...new Set(found.map(transactionIn))];
      return { events: found, payouts: await stores.payouts.findMany(tenant, ids) };
    });
    const byId = byTransactionId(payouts);
    sums = [
      ...sums,
      ...events
        .filter((event) => event.position <= upTo)
        .flatMap((event) => outcomeOf(event, byId.get(transactionIn(event)))),
    ];
    position = events.at(-1)?.position ?? upTo;
    if (events.length < EVENTS_A_READ || position >= upTo)
      return { byMaker: byMakerOf(sums), position: upTo, hasMore: false };
    await pacer.breathe();
  }
  return { byMaker: byMakerOf(sums), position, hasMore: true };
};

const transactionIn = ({ body }: SealedEvent): TransactionId => {
  const { data } = JSON.parse(body) as {
    readonly data: { readonly object: { readonly transactionId: TransactionId } };
  };
  return data.object.transactionId;
};

/** Nothing of a payout that is in the archive by now. */
const outcomeOf = (
  { type }: SealedEvent,
  payout: Payout | undefined,
): ReadonlyArray<readonly [UserId, OutcomeSum]> => {
  const state = STATES.get(type);
  if (state === undefined || payout === undefined) return [];
  const { createdBy, packageCode, amount } = payout.order;
  const sum = {
    state,
    packageCode,
    count: 1,
    amount: String(amount),
    ...(payout.intake === 'accepted' && { debitAccountId: payout.terms.debitAccountId }),
  };
  return [[createdBy.userId as UserId, sum]];
};

const byMakerOf = (
  sums: ReadonlyArray<readonly [UserId, OutcomeSum]>,
): ReadonlyMap<UserId, ReadonlyArray<OutcomeSum>> =>
  new Map(
    [...groupBy(sums, ([userId]) => userId)].map(([userId, theirs]) => [
      userId,
      summed(theirs.map(([, sum]) => sum)),
    ]),
  );
