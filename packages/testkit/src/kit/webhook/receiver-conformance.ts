import type { EpochMs } from '@hundi/core';
import {
  completedEvent,
  deliveryOf,
  JOB_ID,
  NOW,
  pageEvent,
  PAGES,
  ROWS_A_PAGE,
  SECRETS,
  TRANSACTION_ID,
  transactionEvent,
  type ReceiverDelivery,
} from './conformance-deliveries.js';

/** An integrator's receiver of webhooks, and what it has made of what it got. */
export interface ReceiverUnderTest {
  /** Takes a delivery; answers the HTTP status. */
  readonly handle: (delivery: ReceiverDelivery) => number | Promise<number>;
  /** How often it has acted on an event. */
  readonly timesActedOn: (eventId: string) => number | Promise<number>;
  /** The status in which it believes a transaction to be. */
  readonly statusOf: (transactionId: string) => string | undefined | Promise<string | undefined>;
  /** How many rows of a job it knows the result of. */
  readonly rowsOf: (jobId: string) => number | Promise<number>;
}

/** A receiver that has got nothing yet, with these secrets, at this time. */
export type OpenReceiver = (setup: {
  readonly secrets: ReadonlyArray<string>;
  /** Epoch ms. */
  readonly now: EpochMs;
}) => ReceiverUnderTest | Promise<ReceiverUnderTest>;

/** The result of a receiver for one kind of delivery. */
export interface ConformanceResult {
  readonly title: string;
  readonly passed: boolean;
  /** The receiver's mistakes, and what it should do instead; empty when it passed. */
  readonly faults: ReadonlyArray<string>;
}

interface Trial extends ReceiverUnderTest {
  readonly fault: (what: string) => void;
}

interface Case {
  readonly title: string;
  readonly secrets?: ReadonlyArray<string>;
  readonly run: (trial: Trial) => Promise<void>;
}

const isTaken = (status: number): boolean => status >= 200 && status < 300;

const PAID = transactionEvent('paid', 3);
const SENT = transactionEvent('sent_to_bank', 2);

const mustTake = async ({ handle, fault }: Trial, delivery: ReceiverDelivery, what: string) => {
  const status = await handle(delivery);
  if (!isTaken(status))
    fault(
      `answered ${String(status)} to ${what}; answer 2xx, or it is sent again for about three days`,
    );
};

const mustRefuse = async (trial: Trial, delivery: ReceiverDelivery, what: string) => {
  const status = await trial.handle(delivery);
  if (isTaken(status)) trial.fault(`took ${what}; answer 400`);
  if ((await trial.timesActedOn(PAID.id)) > 0)
    trial.fault(`acted on ${what}; look at nothing in the body before the signature is verified`);
};

const mustHaveActedOnce = async ({ timesActedOn, fault }: Trial) => {
  const times = await timesActedOn(PAID.id);
  if (times === 0) fault('did not act on an event that is genuine');
  if (times > 1) fault(`acted ${String(times)} times on one event; remember every webhook-id`);
};

const TEN_MINUTES = 600_000;

const SIGNATURES: ReadonlyArray<Case> = [
  {
    title: 'genuine: a delivery that is signed with its secret is acted on',
    run: async (trial) => {
      await mustTake(trial, deliveryOf(PAID), 'a genuine delivery');
      await mustHaveActedOnce(trial);
    },
  },
  {
    title: 'wrong secret: a delivery signed with another secret is rejected',
    run: (trial) =>
      mustRefuse(trial, deliveryOf(PAID, { secrets: [SECRETS.foreign] }), 'a forged delivery'),
  },
  {
    title: 'unsigned: a delivery without a signature is refused',
    run: (trial) => {
      const { 'webhook-signature': _, ...headers } = deliveryOf(PAID).headers;
      return mustRefuse(trial, { ...deliveryOf(PAID), headers }, 'a delivery without a signature');
    },
  },
  {
    title: 'changed: a delivery whose body is not what was signed is refused',
    run: (trial) => {
      const { headers, body } = deliveryOf(PAID);
      const changed = new TextDecoder().decode(body).replace('"paid"', '"fail"');
      const delivery = { headers, body: new TextEncoder().encode(changed) };
      return mustRefuse(trial, delivery, 'a body that was changed after it was signed');
    },
  },
  {
    title: 'stale: a delivery that was signed ten minutes ago is refused',
    run: (trial) =>
      mustRefuse(
        trial,
        deliveryOf(PAID, { at: NOW - TEN_MINUTES }),
        'a delivery that is ten minutes old, as a recorded one is that is played again',
      ),
  },
  {
    title:
      'rotated secret: a receiver that knows either secret accepts a delivery that both signed',
    run: async (trial) => {
      const both = deliveryOf(PAID, { secrets: [SECRETS.next, SECRETS.own] });
      await mustTake(trial, both, 'a delivery with two signatures, of which the second is its own');
      await mustHaveActedOnce(trial);
    },
  },
  {
    title: 'rotated secret: once both are known, deliveries of either are taken',
    secrets: [SECRETS.own, SECRETS.next],
    run: async (trial) => {
      await mustTake(trial, deliveryOf(SENT), 'a delivery of the old secret');
      const next = deliveryOf(PAID, { secrets: [SECRETS.next] });
      await mustTake(trial, next, 'a delivery of the new secret');
      await mustHaveActedOnce(trial);
    },
  },
];

const EVENTS: ReadonlyArray<Case> = [
  {
    title: 'duplicate: an event that comes three times is acted on once, and taken each time',
    run: async (trial) => {
      for (const at of [NOW, NOW + 5_000, NOW + 6_000])
        await mustTake(trial, deliveryOf(PAID, { at }), 'an event that it has already');
      await mustHaveActedOnce(trial);
    },
  },
  {
    title: 'out of order: the sequence decides, not the time of arrival',
    run: async (trial) => {
      await mustTake(trial, deliveryOf(PAID), 'a payment');
      await mustTake(trial, deliveryOf(SENT), 'the event before it, which arrives after it');
      const status = await trial.statusOf(TRANSACTION_ID);
      if (status !== 'paid')
        trial.fault(
          `believes the transaction ${String(status)}, which is paid; ignore a lower sequence than the one that is known`,
        );
    },
  },
  {
    title: 'unknown: an event of a type that does not exist yet is taken',
    run: (trial) =>
      mustTake(
        trial,
        deliveryOf({ ...PAID, id: 'evt_new', type: 'transaction.invented_later' }),
        'an event of an unknown type',
      ),
  },
  {
    title: 'twenty pages: the results of a job are complete, in any order and with duplicates',
    run: async (trial) => {
      // Every seventh of twenty is each of them once.
      const order = Array.from({ length: PAGES }, (_, i) => ((i * 7) % PAGES) + 1);
      for (const [i, page] of [...order, 3, 20].entries()) {
        if (i === PAGES / 2)
          await mustTake(trial, deliveryOf(completedEvent), 'the end of a job before its pages');
        await mustTake(trial, deliveryOf(pageEvent(page)), `page ${String(page)}`);
      }
      const rows = await trial.rowsOf(JOB_ID);
      if (rows !== PAGES * ROWS_A_PAGE)
        trial.fault(
          `knows ${String(rows)} of the ${String(PAGES * ROWS_A_PAGE)} rows of a job; gather all pages of totalPages by their number`,
        );
    },
  },
];

/**
 * Fires deliveries at a receiver as the engine does, and as attackers do, and reports which it gets wrong:
 * genuine, forged, stale, under a rotated secret, twice, out of order, and in twenty pages.
 *
 * @param open makes a receiver for each case
 */
export const checkReceiver = async (
  open: OpenReceiver,
): Promise<ReadonlyArray<ConformanceResult>> => {
  const results: ConformanceResult[] = [];
  for (const { title, secrets = [SECRETS.own], run } of [...SIGNATURES, ...EVENTS]) {
    const faults: string[] = [];
    try {
      const receiver = await open({ secrets, now: NOW });
      await run({ ...receiver, fault: (what) => faults.push(what) });
    } catch (error) {
      faults.push(
        `threw ${error instanceof Error ? error.message : String(error)}; answer 4xx or 5xx`,
      );
    }
    results.push({ title, passed: faults.length === 0, faults });
  }
  return results;
};

/** The results as text: a line for each case, and what is wrong below it. */
export const conformanceReport = (results: ReadonlyArray<ConformanceResult>): string =>
  results
    .flatMap(({ title, passed, faults }) => [
      `${passed ? 'ok   ' : 'WRONG'} ${title}`,
      ...faults.map((fault) => `      ${fault}`),
    ])
    .join('\n');
