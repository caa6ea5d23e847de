import { setTimeout } from 'node:timers/promises';
import type { TransactionObject } from '@hundi/core';
import type { AcceptedBatch } from '@hundi/core/wire';
import type { Payee } from '../crash/load.js';
import type { Asked, Requests } from '../crash/requests.js';
import type { Tally } from '../crash/tally.js';
import { batchTo } from '../testing/partner.js';
import type { Answer, RunningService } from '../testing/running-service.js';
import type { Pair } from './pair/pair.js';
import type { VirtualAddress } from './virtual-address.js';

/** Clients give up on a service that does not resume in this time; beyond the bound, so that a late one is timed. */
const PATIENCE_MS = 120_000;
const EVERY_MS = 50;

/** Asks until an answer is as wished; a connection that breaks or stays silent is no answer. @throws when none is. */
const askUntil = async (
  ask: () => Promise<Answer>,
  isWished: (answer: Answer) => boolean,
): Promise<Answer> => {
  const latest = performance.now() + PATIENCE_MS;
  while (performance.now() < latest) {
    const answer = await Promise.race([
      ask().catch(() => undefined),
      setTimeout(PATIENCE_MS, undefined, { ref: false }),
    ]);
    if (answer !== undefined && isWished(answer)) return answer;
    await setTimeout(EVERY_MS);
  }
  throw new Error('the service does not resume after the loss of its primary');
};

const paymentTo = ({ beneficiaryId, accountNumber }: Payee, key: string): Asked => {
  const body = batchTo(beneficiaryId, key);
  return {
    key,
    path: '/v1/partner/payments/batches',
    headers: { 'idempotency-key': key },
    body,
    payments: body.payments.map(({ transactionReference, amount }) => ({
      transactionReference,
      amount,
      creditAccountNumber: accountNumber,
    })),
  };
};

/** Posts a payment from now on until it is accepted, and then waits until it is paid; times both. */
const resume = async (
  http: RunningService,
  payee: Payee,
  requests: Requests,
  tally: Tally,
): Promise<void> => {
  const lostAt = performance.now();
  const asked = paymentTo(payee, 'AFTER-THE-LOSS');
  requests.ask(asked);
  const accepted = await askUntil(
    async () => {
      const answer = await http.post(asked.path, asked.body, asked.headers);
      requests.receive(asked, answer);
      return answer;
    },
    ({ status }) => status === 202,
  );
  tally.took('accepting again', performance.now() - lostAt);
  const { transactions } = JSON.parse(accepted.text) as AcceptedBatch;
  await askUntil(
    () => http.get(`/v1/partner/payments/transactions/${transactions[0]?.transactionId ?? ''}`),
    ({ status, text }) =>
      status === 200 && (JSON.parse(text) as TransactionObject).status === 'paid',
  );
  tally.took('paying again', performance.now() - lostAt);
};

/** Loses the primary, and waits until the standby has taken over and the service has resumed by itself. */
export const failOver = async (parts: {
  readonly pair: Pair;
  readonly address: VirtualAddress;
  readonly http: RunningService;
  readonly payee: Payee;
  readonly requests: Requests;
  readonly tally: Tally;
}): Promise<void> => {
  const { pair, address, http, payee, requests, tally } = parts;
  await pair.lose();
  tally.died('its primary');
  const lostAt = performance.now();
  const takeOver = async (): Promise<void> => {
    await pair.takeOver();
    tally.took('promoted', performance.now() - lostAt);
    address.leadTo(pair.primary());
  };
  await Promise.all([resume(http, payee, requests, tally), takeOver()]);
};
