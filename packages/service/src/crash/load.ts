import { setTimeout } from 'node:timers/promises';
import type { BeneficiaryRecord } from '@hundi/core/wire';
import { json } from '../testing/partner.js';
import type { RunningService } from '../testing/running-service.js';
import type { Checker } from './checker.js';
import type { Dice } from './dice.js';
import type { Asked, AskedPayment, Requests } from './requests.js';

/** How long a client waits for a service that does not answer. */
const PAUSE_MS = 20;
const CLIENTS = 4;

const CHECKS_EVERY_MS = 150;

/** The payments of a large batch: its work is in progress when the process dies. */
const LARGE = 0.02;

/** Above what needs no approval: it waits for the checker, and no crash may send it before. */
export const WAITS_FOR_APPROVAL = 2_000_000;

/** The payee whom the package SALARY alone pays. */
const STAFF = 'Anita Rao';

export interface Payee {
  readonly beneficiaryId: string;
  readonly accountNumber: string;
}

/** Every payee of acme that the package VENDOR pays, with every outcome; those that are paid at once come first. */
export const payeesOf = async (service: RunningService): Promise<ReadonlyArray<Payee>> => {
  const { items } = json<{ items: BeneficiaryRecord[] }>(
    await service.get('/v1/partner/beneficiaries?limit=100'),
  );
  return items
    .filter(({ name }) => name !== STAFF)
    .map(({ beneficiaryId, accountNumber }) => ({ beneficiaryId, accountNumber }))
    .sort((a, b) => Number(a.accountNumber.slice(-4)) - Number(b.accountNumber.slice(-4)));
};

interface Wanted extends AskedPayment {
  readonly beneficiaryId: string;
}

const wanted = (dice: Dice, payees: ReadonlyArray<Payee>, key: string, n: number): Wanted => {
  const payee = dice.chance(0.7) ? payees[0] : dice.pick(payees);
  if (payee === undefined) throw new Error('no payees');
  return {
    transactionReference: `${key}-${String(n)}`,
    amount: dice.chance(0.02) ? WAITS_FOR_APPROVAL : dice.int(100, 5_000),
    creditAccountNumber: payee.accountNumber,
    beneficiaryId: payee.beneficiaryId,
  };
};

const instruction = ({ transactionReference, amount, beneficiaryId }: Wanted) => ({
  transactionReference,
  beneficiaryId,
  packageCode: 'VENDOR',
  amount,
});

const batch = (key: string, payments: ReadonlyArray<Wanted>): Asked => ({
  key,
  path: '/v1/partner/payments/batches',
  headers: { 'idempotency-key': key },
  body: {
    initiatedByUserId: 'u-maker',
    apiRefNumber: key,
    payments: payments.map(instruction),
  },
  payments,
});

const unified = (key: string, payments: ReadonlyArray<Wanted>): Asked => ({
  key,
  path: '/v1/partner/payments',
  headers: {},
  body: {
    idempotencyKey: key,
    apiRefNumber: key,
    payments: payments.map((one) => ({
      ...instruction(one),
      amount: { value: one.amount, currency: 'INR' },
    })),
  },
  payments,
});

/** A request of a client, its references begin with its key. */
export const newRequest = (dice: Dice, payees: ReadonlyArray<Payee>, key: string): Asked => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, n) => wanted(dice, payees, key, n));
  if (dice.chance(0.3)) return unified(key, some(dice.int(1, 3)));
  return batch(key, some(dice.chance(LARGE) ? dice.int(500, 1_500) : dice.int(1, 10)));
};

/** Sends it, and hears what comes back; a connection that breaks gives no answer. */
const send = async (
  service: RunningService,
  requests: Requests,
  asked: Asked,
  refusedMs = 0,
): Promise<void> => {
  try {
    const answer = await service.post(asked.path, asked.body, asked.headers);
    requests.receive(asked, answer);
    if (answer.status === 503) await setTimeout(refusedMs);
  } catch {
    await setTimeout(PAUSE_MS);
  }
};

/** Clients that go on asking. */
export interface Load {
  readonly stop: () => Promise<void>;
}

/** Sends new requests, and old ones with their keys, to the service that is running; a checker decides meanwhile. */
export const startLoad = (parts: {
  readonly service: () => RunningService | undefined;
  readonly requests: Requests;
  readonly dice: Dice;
  readonly payees: ReadonlyArray<Payee>;
  readonly checker: Checker;
  /** How long a client waits after a 503, in ms. */
  readonly refusedMs?: number;
}): Load => {
  const { service, requests, dice, payees, checker, refusedMs } = parts;
  let stopped = false;
  const isStopped = (): boolean => stopped;

  const choose = (): Asked => {
    const before = requests.all();
    if (before.length > 0 && dice.chance(0.25)) return dice.pick(before);
    const asked = newRequest(dice, payees, `KEY-${String(before.length)}`);
    requests.ask(asked);
    return asked;
  };
  const client = async (): Promise<void> => {
    while (!isStopped()) {
      const there = service();
      if (there === undefined) await setTimeout(PAUSE_MS);
      else await send(there, requests, choose(), refusedMs);
    }
  };

  const checking = async (): Promise<void> => {
    while (!isStopped()) {
      const there = service();
      if (there !== undefined) await checker.decide(there).catch(() => undefined);
      await setTimeout(CHECKS_EVERY_MS);
    }
  };

  const clients = [...Array.from({ length: CLIENTS }, client), checking()];
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(clients);
    },
  };
};

/** Asks for everything again: who was answered must hear the same, who was not gets an answer now. */
export const askAgain = async (service: RunningService, requests: Requests): Promise<void> => {
  const left = [...requests.all()];
  const client = async (): Promise<void> => {
    for (let asked = left.pop(); asked !== undefined; asked = left.pop()) {
      await send(service, requests, asked);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
};
