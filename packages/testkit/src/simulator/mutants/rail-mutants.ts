import type { StatusDetails } from '@hundi/core';
import type { QueryAnswer, SubmitAnswer } from '@hundi/core/rail';
import type { Mutant } from './mutant.js';
import { withRail } from './plant.js';

const GUESSED: StatusDetails = {
  code: 'time_out',
  source: 'rail',
  message: 'No answer.',
  retryable: true,
  nextAction: 'retry',
};
const believed = <A extends QueryAnswer>(answer: A): A | SubmitAnswer =>
  answer.kind === 'paid' ? { utr: 'U', bankReference: 'B', ...answer } : answer;

const refused: SubmitAnswer = { kind: 'refused', details: GUESSED };

export const railMutants: ReadonlyArray<Mutant> = [
  {
    name: 'nonsense-is-believed',
    bug: 'a payment without a UTR counts as paid',
    ports: () =>
      withRail((rail) => ({
        submit: async (orders) => (await rail.submit(orders)).map(believed),
        query: async (orders) => (await rail.query(orders)).map(believed),
      })),
  },
  {
    name: 'unknown-is-failed',
    bug: 'an unclear answer to a send fails the payout',
    ports: () =>
      withRail((rail) => ({
        submit: async (orders) =>
          (await rail.submit(orders)).map((one) => (one.kind === 'unknown' ? refused : one)),
      })),
  },
  {
    name: 'time-out-is-failed',
    bug: 'a bank that cannot be reached fails the payout',
    ports: () =>
      withRail((rail) => ({
        query: (orders) => rail.query(orders).catch(() => orders.map(() => refused)),
        submit: (orders) => rail.submit(orders).catch(() => orders.map(() => refused)),
      })),
  },
  {
    name: 'absent-is-failed',
    bug: 'an order that the bank does not know has failed',
    ports: () =>
      withRail((rail) => ({
        query: async (orders) =>
          (await rail.query(orders)).map((one) => (one.kind === 'absent' ? refused : one)),
      })),
  },
  {
    name: 'unknown-is-absent',
    bug: 'no answer to a question means that the bank has no such order',
    ports: () =>
      withRail((rail) => ({
        query: async (orders) =>
          (await rail.query(orders)).map((one): QueryAnswer =>
            one.kind === 'unknown' ? { kind: 'absent' } : one,
          ),
      })),
  },
  {
    name: 'absence-is-final',
    bug: 'every absence counts as final at once',
    ports: () => withRail(({ traits }) => ({ traits: { ...traits, absenceFinalAfterMs: 0 } })),
  },
  {
    name: 'absence-ends-unknown',
    bug: 'an absence that is never final counts after a minute',
    ports: () =>
      withRail(({ traits }) => ({
        traits: { ...traits, absenceFinalAfterMs: traits.absenceFinalAfterMs ?? 60_000 },
      })),
  },
  {
    name: 'no-margin',
    bug: 'a late send of a worker that slept is not reckoned with',
    ports: () => withRail(({ traits }) => ({ traits: { ...traits, deduplicates: true } })),
  },
  {
    name: 'accepted-is-paid',
    bug: 'an order that the bank has not decided on counts as paid',
    ports: () =>
      withRail((rail) => ({
        submit: async (orders) =>
          (await rail.submit(orders)).map((one): SubmitAnswer =>
            one.kind === 'accepted' ? { kind: 'paid', utr: 'U', bankReference: 'B' } : one,
          ),
      })),
  },
  {
    name: 'client-retries',
    bug: 'the client of the bank sends again by itself when it hears nothing',
    ports: () =>
      withRail((rail) => ({
        submit: async (orders) => {
          const answers = await rail.submit(orders);
          return answers.some(({ kind }) => kind === 'unknown') ? rail.submit(orders) : answers;
        },
      })),
  },
  {
    name: 'reference-of-attempt',
    bug: 'every send has a bank reference of its own',
    ports: () => {
      const sends = new Map<string, number>();
      return withRail((rail) => ({
        submit: (orders) =>
          rail.submit(
            orders.map((order) => {
              const send = (sends.get(order.bankRef) ?? 0) + 1;
              sends.set(order.bankRef, send);
              return send === 1 ? order : { ...order, bankRef: `${order.bankRef}-${String(send)}` };
            }),
          ),
      }));
    },
  },
  {
    name: 'answers-crossed',
    bug: 'the answers of one call are given to each other’s orders',
    ports: () =>
      withRail((rail) => ({
        submit: async (orders) => [...(await rail.submit(orders))].reverse(),
      })),
  },
  {
    name: 'fee-on-top',
    bug: 'the order that is sent again carries another amount',
    ports: () => {
      const sent = new Set<string>();
      return withRail((rail) => ({
        submit: (orders) =>
          rail.submit(
            orders.map((order) => {
              const again = sent.has(order.bankRef);
              sent.add(order.bankRef);
              return again ? { ...order, amount: order.amount + 500 } : order;
            }),
          ),
      }));
    },
  },
];
