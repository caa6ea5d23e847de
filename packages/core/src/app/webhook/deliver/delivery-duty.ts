import { writeRecords, writeRecordsAcross } from '../../writer/write-changes.js';
import { subjectsOfWork } from '../../duty/about.js';
import { detailOf } from '../../duty/causes.js';
import { DutyParts } from '../../duty/duty-parts.js';
import { LEASE_MS, type Duty } from '../../duty/duty.js';
import { retryForEver } from '../../duty/retry-for-ever.js';
import type { DeferredWork, Work } from '../../../storage/work-store.js';
import { recipe, type Needs, type Token } from '../../../kernel/token.js';
import { awaitAll } from '../../../kernel/flow/await-all.js';
import { SECOND, type EpochMs } from '../../../kernel/values/time.js';
import { tenantOf } from '../../../kernel/values/tenant.js';
import { commit } from '../../../storage/commit.js';
import { Entropy } from '../../../ports/entropy.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { isBrief, type Stores } from '../../../storage/storage.js';
import { Pacer } from '../../../ports/pacer.js';
import { WebhookSender } from '../../../ports/webhook-sender.js';
import type { DeliveryProgress } from '../../../model/webhook/endpoint/delivery.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { fairLanes } from './fair-lanes.js';
import { keysOf } from './endpoint-keys.js';
import type { Consignment } from './outgoing.js';
import { readConsignment } from './read-consignment.js';
import { isDisabledBy, recordDeliveries, type Recorded } from './record-deliveries.js';
import { sendOutgoing, type Sent } from './send-outgoing.js';

const DELIVERING = {
  Parts: DutyParts,
  Entropy,
  Sealer: GuardedSealer,
  Sender: WebhookSender,
  Pacer,
};
type Delivering = Needs<typeof DELIVERING>;

/** How long one claim goes on with an endpoint that has more and more to be sent. */
const TURN = 5 * SECOND;

/** How long an endpoint that does nothing but fail is left alone between two consignments. */
const FAILING_PAUSE = SECOND;

/** How long the endpoints of one run may hold its lane: others wait no longer for those that fall silent, or get much. */
const LANE_HELD = SECOND;

/** In how many lanes of a process the slow endpoints of one corporate may be at once. */
const LANES_EACH = 1;

/** How long an endpoint whose corporate has that many waits. */
const FULL_PAUSE = SECOND;

/** A duty that claims endpoints and sends each what is due for it. */
export const deliveryDuty = (
  service: Token<Duty>,
  how: Pick<Duty, 'lanes' | 'chunk'> & { readonly name: 'deliver-webhooks' | 'deliver-slowly' },
) =>
  recipe(service, DELIVERING, (delivering) => {
    const { storage, clock, claims, causes } = delivering.parts;
    const { name } = how;
    const retry = retryForEver(storage, clock, 'deliver-slowly', 'delivery_failed');

    const deliver = async (work: Work): Promise<void> => {
      try {
        await deliverTo(delivering, work, name === 'deliver-slowly');
      } catch (error) {
        // A fault of this endpoint's records, or of the storage: no other waits for it.
        const incidentId = causes.report('deliver-slowly', error, subjectsOfWork([work]));
        await retry(work, detailOf(error, incidentId));
      }
    };

    const inLane = async (works: ReadonlyArray<Work>, onHeldUp?: () => void): Promise<void> => {
      const callOff = onHeldUp && delivering.pacer.alarm(LANE_HELD, onHeldUp);
      await awaitAll(works.map(deliver)).finally(callOff);
    };

    const putOff = (works: ReadonlyArray<Work>): Promise<void> => {
      const runAt = clock.now() + FULL_PAUSE;
      const later = works.map((one) => ({ ...one, duty: name, runAt }));
      return commit(storage, (stores) => writeRecordsAcross(stores, { handled: { later } }));
    };
    const fairly = fairLanes(
      { lanesEach: LANES_EACH, leaseMs: LEASE_MS },
      clock.now,
      (works) => awaitAll(works.map(deliver)),
      putOff,
    );

    return {
      ...how,
      run: async (onFull, onHeldUp) => {
        const claimed = await commit(
          storage,
          ({ work }) =>
            claims.claim(work, {
              duty: name,
              now: clock.now(),
              leaseMs: LEASE_MS,
              limit: how.chunk,
              lapsesTo: 'deliver-slowly',
            }),
          { brief: true },
        );
        if (claimed.length >= how.chunk) onFull?.();
        if (name === 'deliver-slowly') await fairly(claimed);
        else await inLane(claimed, onHeldUp);
        return claimed.length;
      },
    };
  });

/** Sends consignment after consignment for one turn. */
const deliverTo = async (delivering: Delivering, work: Work, takesSlow: boolean): Promise<void> => {
  const {
    parts: { storage, clock, causes },
    sealer,
    sender,
    pacer,
  } = delivering;
  const calling = {
    sender,
    clock,
    pacer,
    report: (error: unknown) => causes.report('deliver-slowly', error, subjectsOfWork([work])),
  };
  const until = clock.now() + TURN;
  for (let goesOn = true; goesOn;) {
    const now = clock.now();
    const consignment = await storage.read((stores) =>
      readConsignment(stores, work.tenant, work.subject, now),
    );
    if (consignment === undefined) {
      goesOn = await commit(storage, (stores) => giveUp(stores, work, now));
      continue;
    }
    if (consignment.progress.slow && !takesSlow) {
      const later = [{ ...work, duty: 'deliver-slowly', runAt: now } as const];
      return commit(storage, (stores) => writeRecords(stores, { handled: { later } }));
    }
    const { endpointId, url } = consignment.endpoint;
    const keys = await keysOf(sealer, consignment.endpoint, now);
    const recipient = { endpointId, url, keys };
    // Where the storage fails, recording says so.
    const isStillSo = (): Promise<boolean> =>
      storage.read((stores) => isSame(stores, consignment.endpoint)).catch(() => false);
    const sent = await sendOutgoing({ ...calling, isStillSo }, recipient, consignment);
    goesOn = await commit(
      storage,
      (stores) => record(stores, delivering, { work, consignment, sent, until }),
      { brief: isBrief(sent.length) },
    );
  }
};

/** Whether an endpoint is sent the same, and there, as when it was read. */
const isSame = async ({ webhookEndpoints }: Stores, read: WebhookEndpoint): Promise<boolean> => {
  const now = await webhookEndpoints.find(tenantOf(read), read.endpointId);
  return (
    now?.url === read.url &&
    now.disabled === undefined &&
    now.eventTypes.join() === read.eventTypes.join()
  );
};

/**
 * Lets go of an endpoint that is gone or disabled, perhaps while something was on its way to it. Says whether the turn
 * goes on, because a person has enabled the endpoint since the look.
 */
const giveUp = async (stores: Stores, work: Work, now: EpochMs): Promise<boolean> => {
  const { tenant, subject } = work;
  // From here on who wakes this endpoint waits: what is enabled later finds no work that is about to end.
  if ((await stores.work.held([work])).size === 0) return false;
  if ((await readConsignment(stores, tenant, subject, now)) !== undefined) return true;
  const progress = await stores.deliveries.progress(tenant, subject);
  if (progress?.failingSince !== undefined) {
    const { failingSince: _, ...rest } = progress;
    await stores.deliveries.putProgress(rest);
  }
  await writeRecords(stores, { handled: { over: [work] } });
  return false;
};

/** What was sent to an endpoint, for which work, and until when its turn goes on. */
interface Turn {
  readonly work: Work;
  readonly consignment: Consignment;
  readonly sent: ReadonlyArray<Sent>;
  readonly until: EpochMs;
}

/** Records a consignment unless the claim is lost, and says whether the turn goes on. */
const record = async (
  stores: Stores,
  { parts: { clock }, entropy }: Delivering,
  { work, consignment, sent, until }: Turn,
): Promise<boolean> => {
  const at = clock.now();
  // From here on, other changes to endpoints of this corporate wait. This comes first, because a person who changes an
  // endpoint holds the corporate before its work.
  if (isDisabledBy(consignment, sent, at)) await stores.tenancy.holdCorporate(work.tenant);
  // From here on a waker of this endpoint waits, so that nothing is sealed between a look and its result.
  if ((await stores.work.held([work])).size === 0) return false;
  const dice = () => diceOf(entropy);
  const recorded = await recordDeliveries(stores, consignment, sent, { at, dice });
  const next = await nextTurn(stores, work, recorded, at);
  if (next === undefined) {
    if (recorded.isEnabled) await fallSilent(stores, recorded.progress);
    await writeRecords(stores, { handled: { over: [work] } });
    return false;
  }
  const goesOn = next.runAt <= at && at < until && !recorded.progress.slow;
  const later = [
    goesOn ? ({ ...work, duty: 'deliver-slowly', runAt: at + LEASE_MS } as const) : next,
  ];
  await writeRecords(stores, { handled: { later } });
  return goesOn;
};

/** An endpoint that nothing waits for fails no longer: days without an attempt are no days of failures. */
const fallSilent = async (
  { deliveries }: Stores,
  { failingSince, backoff: _, ...rest }: DeliveryProgress,
): Promise<void> => {
  if (failingSince !== undefined) await deliveries.putProgress(rest);
};

/** When an endpoint is to be looked at again; undefined when there is nothing to wait for. */
const nextTurn = async (
  { events, deliveries }: Stores,
  work: Work,
  { progress, isEnabled }: Recorded,
  at: EpochMs,
): Promise<DeferredWork | undefined> => {
  if (!isEnabled) return undefined;
  const { tenant, endpointId, position, slow, failingSince, backoff } = progress;
  const isBehind = position < (await events.lastPosition(tenant));
  const due = isBehind ? at : await deliveries.nextDue(tenant, endpointId);
  if (due === undefined) return undefined;
  const asked = backoff === undefined ? [] : await deliveries.untried(tenant, endpointId, at, 1);
  const from =
    asked.length > 0
      ? at
      : (backoff?.until ?? (failingSince === undefined ? due : at + FAILING_PAUSE));
  const runAt = Math.max(due, from);
  // Work that waits for long can be woken.
  const duty = slow && runAt <= at + FAILING_PAUSE ? 'deliver-slowly' : 'deliver-webhooks';
  return { ...work, duty, runAt };
};

const DICE_SIDES = 0xffff_ffff;

const diceOf = ({ bytes }: Entropy): number => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes(4);
  return (((a * 256 + b) * 256 + c) * 256 + d) / DICE_SIDES;
};
