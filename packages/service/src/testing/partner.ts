import type { TransactionObject } from '@hundi/core';
import type { AcceptedBatch, BeneficiaryRecord } from '@hundi/core/wire';
import type { Answer, Served } from './running-service.js';

/** The JSON of an answer. @throws when the status is another one. */
export const json = <A>({ status, text }: Answer, expected = 200): A => {
  if (status !== expected) throw new Error(`answered ${String(status)}: ${text}`);
  return JSON.parse(text) as A;
};

/** The id of a demo payee by its name. */
export const payee = async (service: Served, name: string): Promise<string> => {
  const path = `/v1/partner/beneficiaries?search=${encodeURIComponent(name)}`;
  const { items } = json<{ items: BeneficiaryRecord[] }>(await service.get(path));
  const [found] = items;
  if (found === undefined) throw new Error(`no payee is called ${name}`);
  return found.beneficiaryId;
};

/** The body of a batch: so many payments to one payee, each of ₹25 by default. */
export const batchTo = (
  beneficiaryId: string,
  apiRefNumber: string,
  count = 1,
  amount = AMOUNT,
) => ({
  initiatedByUserId: 'u-maker',
  apiRefNumber,
  payments: Array.from({ length: count }, (_, i) => ({
    transactionReference: `${apiRefNumber}-${String(i)}`,
    beneficiaryId,
    packageCode: 'VENDOR',
    amount,
  })),
});
const AMOUNT = 2_500;

export const postBatch = (service: Served, body: ReturnType<typeof batchTo>): Promise<Answer> =>
  service.post('/v1/partner/payments/batches', body, { 'idempotency-key': body.apiRefNumber });

/** Posts a batch to a demo payee and lets the sandbox do what is due. */
export const payOne = async (service: Served, name: string): Promise<string> => {
  const body = batchTo(await payee(service, name), `RUN-${name.replaceAll(' ', '')}`);
  const accepted = json<AcceptedBatch>(await postBatch(service, body), 202);
  await service.post('/sandbox/v1/settle');
  return accepted.transactions[0]?.transactionId ?? '';
};

export const transaction = async (
  service: Served,
  transactionId: string,
): Promise<TransactionObject> =>
  json(await service.get(`/v1/partner/payments/transactions/${transactionId}`));

export interface BankOrderView {
  readonly bankRef: string;
  readonly transactionId: string;
  readonly amount: number;
  readonly state: string;
}

/** The orders in the sandbox bank's own books. */
export const bankOrders = async (service: Served): Promise<ReadonlyArray<BankOrderView>> =>
  json<{ items: BankOrderView[] }>(await service.get('/sandbox/v1/bank/orders')).items;

export const balance = async (service: Served): Promise<number> =>
  json<{ balance: number }>(await service.get('/sandbox/v1/bank/accounts/50200011112222')).balance;
