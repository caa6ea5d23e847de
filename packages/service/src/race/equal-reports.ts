import { E } from '@hundi/core';
import type { BankReport } from '@hundi/core/rail';
import { batchOf } from './batch-of.js';
import { compareWithBank } from './executions.js';
import { brokenJournals, openHouse, type House } from './house.js';
import { expected, type Outcome } from './outcome.js';

export interface EqualReportsSize {
  readonly payouts: number;
  /** How many equal reports of each payout arrive at once. */
  readonly reports: number;
}

const PROCESSES = 8;

const returnOf = (bankRef: string): BankReport => ({
  reportId: `return of ${bankRef}`,
  bankRef,
  verdict: { kind: 'returned', utr: 'UTR-BACK', bankReference: 'BACK', message: 'account closed' },
});

const reportAtOnce = async (house: House, bankRef: string, reports: number) => {
  const answers = await Promise.all(
    Array.from({ length: reports }, (_, turn) =>
      house.engineOf(turn).takeBankReports([returnOf(bankRef)]),
    ),
  );
  const taken = answers.reduce((sum, answer) => sum + answer.taken, 0);
  const repeated = answers.reduce((sum, answer) => sum + answer.repeated, 0);
  return [
    ...expected(`reports on ${bankRef} that counted`, taken, 1),
    ...expected(`reports on ${bankRef} that were known`, repeated, reports - 1),
  ];
};

/** The bank reports a return many times at once, to many processes: it counts once. */
export const equalReports = async (
  server: string,
  { payouts, reports }: EqualReportsSize,
): Promise<Outcome> => {
  const house = await openHouse(server, { processes: PROCESSES });
  try {
    const { engine, tenant, bank, storage } = house.sandbox;
    const posted = await engine.acceptBatch(tenant, {
      key: 'returned',
      batch: batchOf(house, payouts, 'returned'),
    });
    if (E.isLeft(posted)) throw new Error(`refused: ${JSON.stringify(posted.left)}`);
    await house.workOff();
    const broken: string[] = [];
    for (const { bankRef } of await bank.orders())
      broken.push(...(await reportAtOnce(house, bankRef, reports)));
    await house.workOff();
    for (const { transactionId } of posted.right.answer.transactions) {
      const entries = await storage.read(({ journal }) => journal.of(tenant, transactionId));
      const returns = entries.filter(({ from }) => from === 'paid').length;
      broken.push(...expected(`returns in the journal of ${transactionId}`, returns, 1));
    }
    broken.push(...(await compareWithBank(house, payouts)), ...(await brokenJournals(house)));
    const figures = { payouts, 'equal reports at once': reports, processes: PROCESSES };
    return { race: 'one report, many times', figures, broken };
  } finally {
    await house.close();
  }
};
