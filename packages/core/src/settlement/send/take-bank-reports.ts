import { about } from '../../duty/about.js';
import type { Incident } from '../../journal/entry/incident.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Payout } from '../../payout/payout.js';
import type { BankReport } from '../../ports/bank-rail.js';
import { commit } from '../../storage/commit.js';
import type { Clock } from '../../ports/clock.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { transactionOf } from '../order/bank-ref.js';
import { mayBeForgotten } from '../../restore/doubt.js';
import type { DetectRestore } from '../../restore/detect-restore.js';
import { forgotten, recordForgotten } from '../../restore/record-forgotten.js';
import { applyAnswers } from '../answer/apply-answers.js';

/** The numbers of reports that were new, already known, or about no payout of this engine. */
export interface ReportsTaken {
  readonly taken: number;
  readonly repeated: number;
  readonly unknown: number;
}

/**
 * Takes reports that the bank sends by itself, in any order and any number of times. A report counts
 * once; one that contradicts what was settled becomes an incident and moves nothing (decisions §8). One on a
 * payout that a restored database may have forgotten to have sent settles that doubt.
 */
export type TakeBankReports = (reports: ReadonlyArray<BankReport>) => Promise<ReportsTaken>;
export const TakeBankReports = token<TakeBankReports>('TakeBankReports');

export const makeTakeBankReports =
  (storage: Storage, clock: Clock, pacer: Pacer, detectRestore: DetectRestore): TakeBankReports =>
  async (reports) => {
    // A report on an order that a restored database has forgotten is no contradiction.
    await detectRestore();
    const taken = { taken: 0, repeated: 0, unknown: 0 };
    for (const report of reports) {
      const subjectId = transactionOf(report.bankRef);
      const subjects = subjectId === undefined ? [] : [{ subjectId }];
      const one = () => commit(storage, (stores) => takeReport(stores, report, clock.now()));
      taken[await about(subjects, one)] += 1;
    }
    pacer.wake();
    return taken;
  };

const takeReport = async (
  stores: Stores,
  { reportId, bankRef, verdict }: BankReport,
  at: EpochMs,
): Promise<keyof ReportsTaken> => {
  const transactionId = transactionOf(bankRef);
  const payout =
    transactionId === undefined ? undefined : await stores.payouts.findAnywhere(transactionId);
  if (transactionId === undefined || payout === undefined) return 'unknown';
  const added = await stores.bankAnswers.add([{ answerId: reportId, transactionId, verdict, at }]);
  if (added.length === 0) return 'repeated';
  const isForgotten = mayBeForgotten(payout, await stores.doubts.line());
  if (payout.intake === 'accepted') {
    const reported = [{ payout, answer: verdict }];
    await (isForgotten
      ? recordForgotten(stores, reported, at)
      : applyAnswers(stores, reported, at));
  } else {
    const incident = isForgotten ? forgotten : neverSent;
    await stores.journal.raise([incident(payout, verdict, at)]);
  }
  return 'taken';
};

/** Nothing leaves for the bank before intake has accepted it. */
const neverSent = (
  { order, intake }: Payout,
  { kind }: BankReport['verdict'],
  at: EpochMs,
): Incident => ({
  tenant: order.tenant,
  kind: 'unknown_order',
  subjectId: order.transactionId,
  at,
  detail: `the payment is ${intake} by intake, the bank says ${kind}`,
});
