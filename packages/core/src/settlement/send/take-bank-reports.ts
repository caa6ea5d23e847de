import { about } from '../../duty/about.js';
import type { Causes } from '../../duty/causes.js';
import type { Incident } from '../../journal/entry/incident.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Payout } from '../../payout/payout.js';
import type { BankReport } from '../../ports/bank-rail.js';
import { commit } from '../../storage/commit.js';
import type { Clock } from '../../ports/clock.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { NONSENSE, type Nonsense } from '../../ports/nonsense.js';
import { transactionOf } from '../order/bank-ref.js';
import { readReport } from '../order/read-answers.js';
import { mayBeForgotten } from '../../restore/doubt.js';
import type { DetectRestore } from '../../restore/detect-restore.js';
import { forgotten, recordForgotten } from '../../restore/record-forgotten.js';
import { applyAnswers, contradictionBy } from '../answer/apply-answers.js';

/** The numbers of reports that were new, already known, about no payout of this engine, or not allowed by the port. */
export interface ReportsTaken {
  readonly taken: number;
  readonly repeated: number;
  readonly unknown: number;
  /** Moved nothing. One that names a payout has raised the incident `nonsense_answer`. */
  readonly nonsense: number;
}

/**
 * Takes reports that the bank sends by itself, in any order and any number of times. A report counts
 * once; one that contradicts what was settled becomes an incident and moves nothing (decisions §8). One on a
 * payout that a restored database may have forgotten to have sent settles that doubt.
 */
export type TakeBankReports = (reports: ReadonlyArray<BankReport>) => Promise<ReportsTaken>;
export const TakeBankReports = token<TakeBankReports>('TakeBankReports');

/**
 * Reported to the host for a report on an order that has the form of this engine's and is not in its database: a restored
 * backup may lack it.
 */
class UnknownOrder extends Error {
  override readonly name = 'UnknownOrder';
  readonly code = 'UNKNOWN_ORDER';

  constructor() {
    super('the bank reports on an order that the database does not have');
  }
}

export const makeTakeBankReports =
  (
    storage: Storage,
    clock: Clock,
    pacer: Pacer,
    detectRestore: DetectRestore,
    causes: Causes,
  ): TakeBankReports =>
  async (reports) => {
    // A report on an order that a restored database has forgotten is no contradiction.
    await detectRestore();
    const taken = { taken: 0, repeated: 0, unknown: 0, nonsense: 0 };
    for (const report of reports) {
      const subjectId = transactionNamedBy(report);
      const subjects = subjectId === undefined ? [] : [{ subjectId }];
      const one = () => commit(storage, (stores) => takeReport(stores, report, clock.now()));
      const became = await about(subjects, one);
      taken[became] += 1;
      if (became === 'unknown' && subjects.length > 0)
        causes.report('take-bank-reports', new UnknownOrder(), subjects);
    }
    pacer.wake();
    return taken;
  };

/** The payout that a report names, whatever else the report holds. */
const transactionNamedBy = (report: BankReport): TransactionId | undefined => {
  const { bankRef } = Object(report) as { readonly bankRef?: unknown };
  return typeof bankRef === 'string' ? transactionOf(bankRef) : undefined;
};

const takeReport = async (
  stores: Stores,
  report: BankReport,
  at: EpochMs,
): Promise<keyof ReportsTaken> => {
  const transactionId = transactionNamedBy(report);
  const read = readReport(report);
  if ('kind' in read) return noteNonsense(stores, transactionId, read, at);
  const { reportId, verdict } = read;
  if (transactionId === undefined) return 'unknown';
  const held = await hold(stores, transactionId);
  if (held === undefined) return takeLate(stores, transactionId, verdict, at);
  const { payout, line } = held;
  const { tenant } = payout.order;
  // One message of the bank may speak of many orders, and of one order twice.
  const answerId = `${reportId}/${transactionId}/${verdict.kind}`;
  const answer = { tenant, answerId, transactionId, verdict, at };
  const added = await stores.bankAnswers.add([answer]);
  if (added.length === 0) return 'repeated';
  const isForgotten = mayBeForgotten(payout, line);
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

/** A payout that a report is about, and up to which moment of their making payouts are in doubt. */
interface Held {
  readonly payout: Payout;
  readonly line: EpochMs | undefined;
}

/** The payout. This unit holds its row, so that no other one moves or archives it before the report is taken. */
const hold = async (
  { payouts, work, doubts }: Stores,
  transactionId: TransactionId,
): Promise<Held | undefined> => {
  const found = await payouts.findAnywhere(transactionId);
  if (found === undefined) return undefined;
  const { tenant } = found.order;
  const line = await doubts.line();
  // What is forgotten gets other work. A worker, too, holds the work before it moves the payout.
  if (mayBeForgotten(found, line)) await work.hold(tenant, [transactionId]);
  await payouts.hold(tenant, [transactionId]);
  const payout = await payouts.find(tenant, transactionId);
  return payout === undefined ? undefined : { payout, line };
};

/** A report that says nothing usable moves nothing: a person looks at the payout that it names. */
const noteNonsense = async (
  { payouts, archives, journal }: Stores,
  subjectId: TransactionId | undefined,
  { code }: Nonsense,
  at: EpochMs,
): Promise<keyof ReportsTaken> => {
  if (subjectId === undefined) return 'nonsense';
  const payout = await payouts.findAnywhere(subjectId);
  const tenant = payout?.order.tenant ?? (await archives.findAnywhere(subjectId))?.tenant;
  const detail = `a report of the bank holds ${NONSENSE[code]}`;
  if (tenant !== undefined)
    await journal.raise([{ tenant, kind: 'nonsense_answer', subjectId, at, detail }]);
  return 'nonsense';
};

/** A report on a payout that is in the archive: nothing moves it there, so a person looks at it. */
const takeLate = async (
  { archives, journal }: Stores,
  transactionId: TransactionId,
  verdict: BankReport['verdict'],
  at: EpochMs,
): Promise<keyof ReportsTaken> => {
  const place = await archives.findAnywhere(transactionId);
  if (place === undefined) return 'unknown';
  const { tenant, file } = place;
  const detail = `the payout is in the archive, in ${file}; the bank says ${verdict.kind}`;
  await journal.raise([
    { tenant, kind: contradictionBy(verdict), subjectId: transactionId, at, detail },
  ]);
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
