import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Orders take a while on their way to the books, so that others may look for them meanwhile. */
const railAfter = (
  submitMs: number,
): string => `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
const books = new URL('books.txt', import.meta.url);
const booked = () => (existsSync(books) ? readFileSync(books, 'utf8').split('\\n') : []);
const paid = ({ bankRef }) => ({ kind: 'paid', utr: 'U' + bankRef, bankReference: bankRef });
export default () => ({
  traits: { deduplicates: false, canQuery: true, absenceFinalAfterMs: 0 },
  submit: async (orders) => {
    if (${String(submitMs)} > 0) await setTimeout(${String(submitMs)});
    return orders.map((order) => {
      appendFileSync(books, order.bankRef + '\\n');
      return paid(order);
    });
  },
  query: async (orders) => orders.map((order) =>
    booked().includes(order.bankRef) ? paid(order) : { kind: 'absent' }),
});
`;

/** A bank with books in a file. It executes whatever it is sent, however often. */
export interface BankOfFiles {
  /** The module of its rail. */
  readonly rail: string;
  /** The references of all executions, in their order. */
  readonly executed: () => Promise<ReadonlyArray<string>>;
}

/** Opens a bank whose orders take so long until they are booked. */
export const bankOfFiles = async (submitMs = 0): Promise<BankOfFiles> => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-bank-'));
  const rail = join(folder, 'rail.mjs');
  await writeFile(rail, railAfter(submitMs));
  return {
    rail,
    executed: async () => {
      const text = await readFile(join(folder, 'books.txt'), 'utf8').catch(() => '');
      return text.split('\n').filter((line) => line !== '');
    },
  };
};
