import { rowOf, type JobId } from '@hundi/core';
import type { JobStatus, Payout } from '@hundi/core/wire';
import type { Evidence } from './evidence.js';
import type { Invariant } from './invariant.js';

const rowsOf = ({ rows }: Evidence, jobId: JobId): ReadonlyArray<Payout> => rows.get(jobId) ?? [];

interface AcceptedBody {
  readonly jobId: JobId;
  readonly transactions: ReadonlyArray<{
    readonly transactionId: string;
    readonly transactionReference: string;
  }>;
}

const allOrNothing: Invariant = {
  name: 'I10',
  promise: 'an accepted batch is stored with every row, under the ids of its 202',
  *broken(evidence) {
    const { clients } = evidence.simulation;
    for (const job of evidence.jobs.values()) {
      const rows = rowsOf(evidence, job.jobId).length;
      if (rows !== job.total) yield `${job.jobId} has ${String(rows)} of ${String(job.total)} rows`;
    }
    for (const { body, replies, key } of clients.requests) {
      for (const reply of replies) {
        if (reply.kind !== 'accepted') continue;
        const accepted = JSON.parse(reply.body) as AcceptedBody;
        const job = evidence.jobs.get(accepted.jobId);
        if (job?.total !== body.payments.length) yield `${key} was accepted, and is not there`;
        if (accepted.transactions.length !== body.payments.length) yield `${key} names other rows`;
        for (const [
          i,
          { transactionId, transactionReference },
        ] of accepted.transactions.entries()) {
          const row = evidence.payouts.get(transactionId as never);
          const asked = body.payments[i];
          if (
            row === undefined ||
            row.order.reference !== transactionReference ||
            asked?.transactionReference !== transactionReference ||
            row.order.amount !== asked.amount ||
            rowOf(row.order.transactionId) !== i
          ) {
            yield `${transactionId} of ${key} is not what its client asked for`;
          }
        }
      }
    }
  },
};

const OVER: ReadonlySet<JobStatus> = new Set([
  'completed_success',
  'completed_partial',
  'completed_rejected',
  'failed_system',
  'cancelled',
]);

const counted: Invariant = {
  name: 'I11',
  promise: 'a job is over exactly when none of its rows is undecided',
  *broken(evidence) {
    for (const job of evidence.jobs.values()) {
      const undecided = rowsOf(evidence, job.jobId).some(({ intake }) => intake === 'undecided');
      if (OVER.has(job.status) === undecided) yield `${job.jobId} is ${job.status}`;
    }
  },
};

const statusOfJob: Invariant = {
  name: 'I12',
  promise: 'the status of a job follows from its rows; it fails only with an incident',
  *broken(evidence) {
    for (const { jobId, status, total } of evidence.jobs.values()) {
      if (!OVER.has(status) || status === 'cancelled') continue;
      const taken = rowsOf(evidence, jobId).filter(({ intake }) => intake === 'accepted').length;
      const ended =
        taken === total
          ? 'completed_success'
          : taken === 0
            ? 'completed_rejected'
            : 'completed_partial';
      const known = evidence.incidents.some(
        ({ kind, subjectId }) => kind === 'intake_failed' && subjectId === jobId,
      );
      if (status === 'failed_system' ? !known : status !== ended) {
        yield `${jobId} is ${status}, ${String(taken)} of ${String(total)} rows were accepted`;
      }
    }
  },
};

const fileRule: Invariant = {
  name: 'I13',
  promise: 'under fail_full_file one rejected row rejects every row of its package; no other does',
  *broken(evidence) {
    const { lost } = evidence.simulation.ledger;
    for (const job of evidence.jobs.values()) {
      if (!job.status.startsWith('completed')) continue;
      const rows = rowsOf(evidence, job.jobId);
      const files = rows.filter(({ order }) => order.packageCode === 'FILE');
      // A row that the bank executed before the restore is accepted, even if others are not.
      if (files.some(({ order }) => lost.sends.has(order.transactionId))) continue;
      const rejected = files.filter(({ intake }) => intake === 'rejected').length;
      if (rejected > 0 && rejected < files.length) yield `half a file of ${job.jobId} was rejected`;
      for (const row of rows) {
        const isCollateral =
          row.intake === 'rejected' && row.rejection.code === 'package_group_failed';
        if (isCollateral && row.order.packageCode !== 'FILE') {
          yield `${row.order.transactionId} fell with a package that rejects row by row`;
        }
      }
    }
  },
};

/** Every payee but 5 is approved; 4 takes PLAIN alone. Neither ever changes. */
const usablePayee: Invariant = {
  name: 'I17',
  promise: 'an accepted row pays an approved payee of its own corporate, mapped to its package',
  *broken({ payouts }) {
    for (const payout of payouts.values()) {
      if (payout.intake !== 'accepted') continue;
      const { beneficiaryCode } = payout.terms;
      const { transactionId, packageCode } = payout.order;
      const isForeign =
        Number(beneficiaryCode.slice(4, 5)) !==
        (payout.order.tenant.corporateTenantId === 'north' ? 1 : 2);
      const n = beneficiaryCode.slice(-1);
      if (n === '5' || isForeign || (n === '4' && packageCode !== 'PLAIN')) {
        yield `${transactionId} pays ${beneficiaryCode} with ${packageCode}`;
      }
    }
  },
};

export const intakeInvariants: ReadonlyArray<Invariant> = [
  allOrNothing,
  counted,
  statusOfJob,
  fileRule,
  usablePayee,
];
