import { json } from '../testing/partner.js';
import type { RunningService } from '../testing/running-service.js';

const GET_EVERY_MS = 10;

/** The 99th percentile of times. */
export const quantile99 = (times: ReadonlyArray<number>): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN;

/** Asks for a transaction in a steady beat until it is stopped; answers how long each request took, in ms. */
export const steadyGets = (service: RunningService, transactionId: string) => {
  const times: Promise<number>[] = [];
  const ask = async (): Promise<number> => {
    const startedAt = performance.now();
    json(await service.get(`/v1/partner/payments/transactions/${transactionId}`));
    return performance.now() - startedAt;
  };
  const beating = setInterval(() => times.push(ask()), GET_EVERY_MS);
  return {
    count: () => times.length,
    stop: () => {
      clearInterval(beating);
      return Promise.all(times);
    },
  };
};
