import assert from 'node:assert/strict';
import { E } from '@hundi/core';
import type { AcceptedBatch, OpenedPayoutCheckout } from '@hundi/core/wire';
import type { CorporateInput } from '@hundi/testkit';
import { batchTo } from '../testing/partner.js';
import type { BudgetName } from './budgets.js';
import { together, type Asked } from './driver-log.js';
import type { DutyRun, Stand } from './stand.js';
import { steppedPacer } from './stepped-pacer.js';

/** What each way asked for. */
export type Measured = Partial<Record<BudgetName, Asked>>;

/** Ways that are measured on one stand, one after the other. */
export interface Ways {
  /** Members of the demo tenant to have instead. */
  readonly acme?: Partial<CorporateInput>;
  readonly measure: (stand: Stand) => Promise<Measured>;
}

const batch = ({ post, payeeId }: Stand, ref: string, count = 1): Promise<string> =>
  post('/payments/batches', ref, batchTo(payeeId, ref, count));

const PAYMENTS_MAX = 20_000;

/** The first of everything prepares statements, opens connections and notes the use of the key. */
const warmUp = async (stand: Stand): Promise<AcceptedBatch> => {
  const accepted = JSON.parse(await batch(stand, 'WARM-UP')) as AcceptedBatch;
  await stand.workOff();
  return accepted;
};

const measurePayment = async (stand: Stand): Promise<Measured> => {
  const { log, post, payeeId, workOff } = stand;
  const {
    payments: [payment],
  } = batchTo(payeeId, 'CREATED');
  const created = {
    idempotencyKey: 'created',
    payments: [{ ...payment, amount: { value: payment?.amount, currency: 'INR' } }],
  };
  return {
    acceptOne: await log.during(() => batch(stand, 'ONE')),
    finishOne: together(await workOff()),
    createOne: await log.during(() => post('/payments', 'not read', created)),
    acceptAgain: await log.during(() => batch(stand, 'ONE')),
  };
};

const reading =
  ({ log, get }: Stand) =>
  (path: string): Promise<Asked> =>
    log.during(() => get(path));

const measureReads = async (
  stand: Stand,
  { jobId, transactions: [transaction] }: AcceptedBatch,
): Promise<Measured> => {
  const read = reading(stand);
  return {
    getTransaction: await read(`/payments/transactions/${transaction?.transactionId ?? ''}`),
    getJob: await read(`/payments/jobs/${jobId}`),
    events: await read('/events'),
  };
};

const measureReports = async (stand: Stand): Promise<Measured> => {
  const read = reading(stand);
  const report = '/reports/transactions?initiatedByUserId=u-maker';
  return { report: await read(report), search: await read(`${report}&search=MANY-12`) };
};

const CALLERS = 32;

const measureCallers = async (stand: Stand): Promise<Measured> => {
  const post = (round: string) =>
    Promise.all(Array.from({ length: CALLERS }, (_, i) => batch(stand, `${round}-${String(i)}`)));
  // Opens the connections of so many callers.
  await post('WARM-UP');
  await stand.workOff();
  const acceptSome = await stand.log.during(() => post('SOME'));
  return { acceptSome, finishSome: together(await stand.workOff()) };
};

const CHOICE = { packageCode: 'VENDOR', debitAccountId: 'da-main', paymentMethodCode: 'NEFT' };

const done = async <L, R>(result: Promise<E.Either<L, R>>): Promise<R> => {
  const ended = await result;
  if (E.isLeft(ended)) throw new Error(JSON.stringify(ended.left));
  return ended.right;
};

const measureCheckout = async ({ sandbox, log, post, payeeId }: Stand): Promise<Measured> => {
  const { engine, mailbox } = sandbox;
  let opened = '';
  const openCheckout = await log.during(async () => {
    opened = await post('/payout-checkout/sessions', 'checkout', {
      makerUserId: 'u-maker',
      amount: { value: 250_000, currency: 'INR' },
      transactionReference: 'CHECKOUT',
      beneficiaryId: payeeId,
    });
  });
  const { sessionId, token } = JSON.parse(opened) as OpenedPayoutCheckout;
  const authorizeCheckout = await log.during(async () => {
    const { secret } = await done(engine.enterPayoutCheckout({ sessionId, token }));
    const browser = { sessionId, secret };
    await done(engine.viewPayoutCheckout(browser));
    await done(engine.sendPayoutCode(browser, CHOICE));
    const code = /\b[0-9]{6}\b/.exec(mailbox.mails()[0]?.text ?? '')?.[0] ?? '';
    await done(engine.authorizePayout(browser, { choice: CHOICE, code }));
  });
  return { openCheckout, authorizeCheckout };
};

const measureWorker = async (stand: Stand): Promise<Measured> => {
  const { sandbox, log } = stand;
  const pacer = steppedPacer();
  const engine = sandbox.another({ pacer });
  const failures: unknown[] = [];
  /** One look and the lanes that it starts; says whether they call for another. */
  const step = async (): Promise<boolean> => {
    const worker = engine.startWorker({ onError: (_, error) => failures.push(error) });
    await pacer.resting();
    const stopped = worker.stop();
    const before = pacer.wakes();
    pacer.release();
    await stopped;
    return pacer.wakes() > before;
  };
  await step();
  // After a recovery of the server one look asks once more than others.
  const wakeUps = [await log.during(step), await log.during(step)];
  const [wakeUp = assert.fail()] = wakeUps.toSorted(
    (a, b) => a.statements.length - b.statements.length,
  );
  await batch(stand, 'WORKER');
  const workerOne = await log.during(async () => {
    while (await step());
  });
  if (failures.length > 0) throw new AggregateError(failures, 'a duty failed');
  return { wakeUp, workerOne };
};

/** The ways of single payments. No time passes, so nothing is due but what they bring. */
export const singleWays: Ways = {
  measure: async (stand) => {
    await warmUp(stand);
    const payment = await measurePayment(stand);
    const checkout = await measureCheckout(stand);
    await stand.workOff();
    const callers = await measureCallers(stand);
    const nextDue = await stand.log.during(stand.sandbox.engine.nextDue);
    return { ...payment, ...checkout, ...callers, nextDue, ...(await measureWorker(stand)) };
  },
};

/** More than the engine lets pass between the intake of a job and its follow-up. */
const FOLLOW_UP_MS = 31_000;

const followUp = async ({ sandbox, workOff }: Stand): Promise<Asked> => {
  sandbox.clock.advance(FOLLOW_UP_MS);
  return together(await workOff());
};

const deliveries = (runs: ReadonlyArray<DutyRun>): Asked =>
  together(runs.filter(({ duty }) => duty === 'deliver-webhooks'));

/** The ways of what comes after a payment: reads, its webhook, and the follow-up of its job. */
export const laterWays: Ways = {
  acme: {
    webhookEndpoints: [{ url: 'https://erp.example/hook', eventTypes: ['transaction.paid'] }],
  },
  measure: async (stand) => {
    const accepted = await warmUp(stand);
    await followUp(stand);
    const reads = await measureReads(stand, accepted);
    await batch(stand, 'HOOK');
    const deliverOne = deliveries(await stand.workOff());
    const followUpOne = await followUp(stand);
    await batch(stand, 'HOOKS', 100);
    const deliverMany = deliveries(await stand.workOff());
    return { ...reads, deliverOne, followUpOne, deliverMany };
  },
};

/** The ways of the largest batch, and of pages among its payouts. */
export const largeWays: Ways = {
  measure: async (stand) => {
    await warmUp(stand);
    const acceptMany = await stand.log.during(() => batch(stand, 'MANY', PAYMENTS_MAX));
    const finishMany = together(await stand.workOff());
    await followUp(stand);
    return { acceptMany, finishMany, ...(await measureReports(stand)) };
  },
};
