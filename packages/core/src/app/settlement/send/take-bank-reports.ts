import { writeCertainAcross, writeRecordsAcross } from '../../writer/write-changes.js';
import type { Subject } from '../../../kernel/use-case/subject.js';
import { about } from '../../duty/about.js';
import { Causes } from '../../duty/causes.js';
import type { Incident } from '../../../model/journal/entry/incident.js';
import type { TransactionId } from '../../../kernel/values/ids.js';
import { byTenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { byTransactionId, isUnsent, type Payout } from '../../../model/payout/payout.js';
import type { BankReport } from '../../../ports/bank-rail.js';
import { commit } from '../../../storage/commit.js';
import { Clock } from '../../../ports/clock.js';
import { isStorageAway } from '../../../storage/storage-away.js';
import { BRIEF_ROWS, isBrief, Storage, type Stores } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { NONSENSE, type Nonsense } from '../../../ports/nonsense.js';
import { transactionOf } from '../../../model/settlement/order/bank-ref.js';
import { readReport } from '../../../model/settlement/order/read-answers.js';
import { mayBeForgotten } from '../../doubt/doubt.js';
import { DetectRestore } from '../../restore/detect-restore.js';
import { followingForgotten, forgotten } from '../../restore/forgotten-orders.js';
import { HELD_BY_BANK, reasonOf } from './send-review.js';
import { contradictionBy, following, type PayoutAnswer } from '../../bank-answer/following.js';

/** The numbers of reports that were new, already known, about no payout of this engine, or not allowed by the port. */
export interface ReportsTaken {
  readonly taken: number;
  readonly repeated: number;
  readonly unknown: number;
  /** Moved nothing. One that names a payout has raised the incident `nonsense_answer`. */
  readonly nonsense: number;
}

/**
 * Takes reports that the bank sends by itself, in any order and any number of times, hundreds in a commit. A report
 * that cannot be stored keeps no other from being taken; then the first failure rejects. A report counts once; one that contradicts what was settled becomes an incident and moves nothing (decisions §8). One on a
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

export const makeTakeBankReports = recipe(
  TakeBankReports,
  { Storage, Clock, DetectRestore, Causes },
  ({ storage, clock, detectRestore, causes }) =>
    async (reports) => {
      if (!Array.isArray(reports)) throw new TypeError('takeBankReports takes an array of reports');
      // A report on an order that a restored database has forgotten is no contradiction.
      await detectRestore();
      const taken = { taken: 0, repeated: 0, unknown: 0, nonsense: 0 };
      const take = async (portion: ReadonlyArray<BankReport>): Promise<void> => {
        const became = await about(subjectsOf(portion), () =>
          commit(storage, (stores) => takePortion(stores, portion, clock.now()), {
            brief: isBrief(portion.length),
          }),
        );
        for (const one of became) taken[one] += 1;
        const unknown = subjectsOf(portion.filter((_, i) => became[i] === 'unknown'));
        if (unknown.length > 0) causes.report('take-bank-reports', new UnknownOrder(), unknown);
      };
      const failures: unknown[] = [];
      const takeEach = async (portion: ReadonlyArray<BankReport>): Promise<void> => {
        for (const report of portion)
          await take([report]).catch((error: unknown) => failures.push(error));
      };
      for (let from = 0; from < reports.length; from += REPORTS_A_COMMIT) {
        const portion = reports.slice(from, from + REPORTS_A_COMMIT);
        await take(portion).catch((error: unknown) => {
          if (isStorageAway(error)) throw error;
          return takeEach(portion);
        });
      }
      if (failures.length > 0) throw failures[0];
      return taken;
    },
);

/** The writer of SQLite is free for others in between. */
const REPORTS_A_COMMIT = BRIEF_ROWS;

const subjectsOf = (reports: ReadonlyArray<BankReport>): ReadonlyArray<Subject> =>
  reports.flatMap((report) => {
    const subjectId = transactionNamedBy(report);
    return subjectId === undefined ? [] : [{ subjectId }];
  });

/** The payout that a report names, whatever else the report holds. */
const transactionNamedBy = (report: BankReport): TransactionId | undefined => {
  const { bankRef } = Object(report) as { readonly bankRef?: unknown };
  return typeof bankRef === 'string' ? transactionOf(bankRef) : undefined;
};

/** A report on a payout, and its place in the portion. */
interface Placed {
  readonly place: number;
  readonly transactionId: TransactionId;
  readonly report: BankReport;
}

/** Takes reports in one unit of work, those on one payout in their order. Answers what each became. */
const takePortion = async (
  stores: Stores,
  reports: ReadonlyArray<BankReport>,
  at: EpochMs,
): Promise<ReadonlyArray<keyof ReportsTaken>> => {
  const became = reports.map((): keyof ReportsTaken => 'unknown');
  const held = await hold(stores, reports);
  const incidents: Incident[] = [];
  // A payout stands in each round once: the next report on it is about what the one before has made of it.
  const rounds: Placed[][] = [];
  const times = new Map<TransactionId, number>();
  for (const [place, reported] of reports.entries()) {
    const transactionId = transactionNamedBy(reported);
    const report = readReport(reported);
    if ('kind' in report) {
      became[place] = 'nonsense';
      incidents.push(...(await nonsense(stores, held, { subjectId: transactionId, at }, report)));
    } else if (transactionId !== undefined && held.payouts.has(transactionId)) {
      const round = times.get(transactionId) ?? 0;
      times.set(transactionId, round + 1);
      (rounds[round] ??= []).push({ place, transactionId, report });
    } else if (transactionId !== undefined) {
      const late = await lateIncident(stores, transactionId, report.verdict, at);
      if (late === undefined) continue;
      became[place] = 'taken';
      incidents.push(late);
    }
  }
  for (const [n, round] of rounds.entries()) {
    const payouts = n === 0 ? held.payouts : await reread(stores, held.payouts, round);
    const fresh = await takeRound(stores, { payouts, line: held.line }, round, at);
    for (const one of round) became[one.place] = fresh.has(one) ? 'taken' : 'repeated';
  }
  await writeRecordsAcross(stores, { incidents });
  return became;
};

/** Takes a report on each of these payouts. Answers those that were not known. */
const takeRound = async (
  stores: Stores,
  { payouts, line }: Held,
  round: ReadonlyArray<Placed>,
  at: EpochMs,
): Promise<ReadonlySet<Placed>> => {
  const placed = round.flatMap((one) => {
    const payout = payouts.get(one.transactionId);
    if (payout === undefined) return [];
    const { reportId, verdict } = one.report;
    // One message of the bank may speak of many orders, and of one order twice: a second UTR is a second payment of it.
    const utr = 'utr' in verdict ? `/${verdict.utr}` : '';
    const answerId = `${reportId}/${one.transactionId}/${verdict.kind}${utr}`;
    const { tenant } = payout.order;
    return [
      { one, payout, answer: { tenant, answerId, transactionId: one.transactionId, verdict, at } },
    ];
  });
  const added = await stores.bankAnswers.add(placed.map(({ answer }) => answer));
  const names = new Set(added.map(({ answerId }) => answerId));
  const fresh = placed.filter(({ answer }) => names.has(answer.answerId));
  const reported: PayoutAnswer[] = [];
  const forgottenOnes: PayoutAnswer[] = [];
  const incidents: Incident[] = [];
  for (const { payout, answer } of fresh) {
    const isForgotten = mayBeForgotten(payout, line);
    if (payout.intake === 'accepted')
      (isForgotten ? forgottenOnes : reported).push({ payout, answer: answer.verdict });
    else incidents.push((isForgotten ? forgotten : neverSent)(payout, answer.verdict, at));
  }
  const found = followingForgotten(forgottenOnes, at);
  const followed = following(reported, at);
  await writeCertainAcross(stores, {
    ...found,
    moves: [...found.moves, ...followed.moves],
    // If the bank has executed one, a send would pay twice: the bank is asked first.
    explained: reported.flatMap(({ payout }) =>
      isUnsent(payout.progress.status) ? [reasonOf(payout, HELD_BY_BANK)] : [],
    ),
    incidents: [...found.incidents, ...followed.incidents, ...incidents],
  });
  return new Set(fresh.map(({ one }) => one));
};

/** The payouts that reports are about, and up to which moment of their making payouts are in doubt. */
interface Held {
  readonly payouts: ReadonlyMap<TransactionId, Payout>;
  readonly line: EpochMs | undefined;
}

/** The payouts. This unit holds their rows, so that no other one moves or archives them before the reports are taken. */
const hold = async (stores: Stores, reports: ReadonlyArray<BankReport>): Promise<Held> => {
  const ids = reports.flatMap((report) => transactionNamedBy(report) ?? []);
  const { payouts, work, doubts } = stores;
  const found = ids.length === 0 ? [] : await payouts.findAnywhere(ids);
  if (found.length === 0) return { payouts: new Map(), line: undefined };
  const line = await doubts.line();
  // What is forgotten gets other work. A worker, too, holds the work before it moves the payout.
  const inDoubt = found.filter((payout) => mayBeForgotten(payout, line));
  for (const [tenant, own] of byTenant(inDoubt.map(({ order }) => order)))
    await work.hold(
      tenant,
      own.map(({ transactionId }) => transactionId),
    );
  const held: Payout[] = [];
  for (const [tenant, own] of byTenant(found.map(({ order }) => order))) {
    const theirs = own.map(({ transactionId }) => transactionId);
    await payouts.hold(tenant, theirs);
    held.push(...(await payouts.findMany(tenant, theirs)));
  }
  return { payouts: byTransactionId(held), line };
};

/** Payouts of a later round as the rounds before have left them. */
const reread = async (
  { payouts }: Stores,
  held: Held['payouts'],
  round: ReadonlyArray<Placed>,
): Promise<Held['payouts']> => {
  const now: Payout[] = [];
  const orders = round.flatMap(({ transactionId }) => held.get(transactionId)?.order ?? []);
  for (const [tenant, own] of byTenant(orders)) {
    const ids = own.map(({ transactionId }) => transactionId);
    now.push(...(await payouts.findMany(tenant, ids)));
  }
  return byTransactionId(now);
};

/** A report that says nothing usable moves nothing: a person looks at the payout that it names. */
const nonsense = async (
  { archives }: Stores,
  { payouts }: Held,
  { subjectId, at }: { readonly subjectId: TransactionId | undefined; readonly at: EpochMs },
  { code }: Nonsense,
): Promise<ReadonlyArray<Incident>> => {
  if (subjectId === undefined) return [];
  const tenant =
    payouts.get(subjectId)?.order.tenant ?? (await archives.findAnywhere(subjectId))?.tenant;
  if (tenant === undefined) return [];
  const detail = `a report of the bank holds ${NONSENSE[code]}`;
  return [{ tenant, kind: 'nonsense_answer', subjectId, at, detail }];
};

/** The incident of a report on a payout that is in the archive: nothing moves it there, so a person looks at it. */
const lateIncident = async (
  { archives }: Stores,
  transactionId: TransactionId,
  verdict: BankReport['verdict'],
  at: EpochMs,
): Promise<Incident | undefined> => {
  const place = await archives.findAnywhere(transactionId);
  if (place === undefined) return undefined;
  const { tenant, file } = place;
  const detail = `the payout is in the archive, in ${file}; the bank says ${verdict.kind}`;
  return { tenant, kind: contradictionBy(verdict), subjectId: transactionId, at, detail };
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
