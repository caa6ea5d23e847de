import { median } from './bench.js';
import { benchBatch } from './document.js';

const PAYMENTS = 20_000;
const TIMES = 9;

let body: string | undefined;

/**
 * How long this machine takes now to parse the JSON of a batch of 20,000 payments, in ms: what a stall of the event
 * loop is compared with, because the same work stalls it longer on a slower machine.
 */
export const parseMs = (): number => {
  const text = (body ??= JSON.stringify(benchBatch(['payee'], PAYMENTS, 'P')));
  return median(
    Array.from({ length: TIMES }, () => {
      const startedAt = performance.now();
      JSON.parse(text);
      return performance.now() - startedAt;
    }),
  );
};
