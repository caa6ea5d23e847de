import type { Job, JobId, JobStatus, JobStore, Traceparent, UserId } from '@hundi/core';
import { bulk } from '../../engine/bulk.js';
import type { Dialect } from '../../engine/dialect.js';
import type { Rows, Session } from '../../engine/session.js';
import { expectAll } from '../../engine/stale.js';
import { present, type Int } from '../rows/present.js';

const JOBS = { table: 'jobs', index: 'jobs_by_id' } as const;
const COLUMNS = {
  job_id: 'uuid',
  bank_id: 'text',
  corporate_id: 'text',
  api_ref: 'text',
  initiated_by: 'text',
  requested_at: 'int',
  total: 'int',
  status: 'text',
  sequence: 'int',
  completed_at: 'int',
  traceparent: 'text',
  via_key: 'text',
} as const;
const SELECTED = Object.keys(COLUMNS)
  .map((name) => `t.${name}`)
  .join(', ');

interface JobRow {
  readonly job_id: JobId;
  readonly bank_id: Job['tenant']['bankTenantId'];
  readonly corporate_id: Job['tenant']['corporateTenantId'];
  readonly api_ref: string;
  readonly initiated_by: UserId;
  readonly requested_at: Int;
  readonly total: Int;
  readonly status: JobStatus;
  readonly sequence: Int;
  readonly completed_at: Int | null;
  readonly traceparent: Traceparent | null;
  readonly via_key: string | null;
}

const cells = ({ tenant, ...job }: Job) => [
  job.jobId,
  tenant.bankTenantId,
  tenant.corporateTenantId,
  job.apiRefNumber,
  job.initiatedByUserId,
  job.requestedAt,
  job.total,
  job.status,
  job.sequence,
  job.completedAt,
  job.traceparent,
  job.via?.keyId,
];

const jobOf = (row: JobRow): Job =>
  present<Job>({
    jobId: row.job_id,
    tenant: { bankTenantId: row.bank_id, corporateTenantId: row.corporate_id },
    apiRefNumber: row.api_ref,
    initiatedByUserId: row.initiated_by,
    requestedAt: Number(row.requested_at),
    total: Number(row.total),
    status: row.status,
    sequence: Number(row.sequence),
    completedAt: row.completed_at === null ? null : Number(row.completed_at),
    traceparent: row.traceparent,
    via: row.via_key === null ? null : { keyId: row.via_key },
  });

const jobsOf = (rows: Rows): ReadonlyArray<Job> => (rows as ReadonlyArray<JobRow>).map(jobOf);

/** Jobs. */
export const jobStore = (dialect: Dialect): ((session: Session) => JobStore) => {
  const insert = dialect.insert({ table: JOBS.table, columns: COLUMNS });
  const find = `SELECT ${SELECTED} FROM jobs t ${dialect.using(JOBS.index)}
    WHERE t.job_id = ? AND t.corporate_id = ? AND t.bank_id = ?`;
  const findMany = bulk(
    dialect,
    { job_id: 'uuid' },
    dialect.lookup({ ...JOBS, select: SELECTED, where: 't.job_id = s.job_id' }),
  );
  const advance = bulk(
    dialect,
    COLUMNS,
    dialect.update({
      ...JOBS,
      key: ['job_id'],
      set: ['status', 'sequence', 'completed_at'],
      where: `t.job_id = s.job_id AND t.corporate_id = s.corporate_id AND t.bank_id = s.bank_id
        AND t.sequence = s.sequence - 1`,
    }),
  );

  return (session) => ({
    add: async (jobs) => {
      await insert(session, jobs, cells);
    },
    find: async (tenant, id) =>
      jobsOf(await session.all(find, [id, tenant.corporateTenantId, tenant.bankTenantId]))[0],
    findMany: async (wanted) =>
      jobsOf(
        await findMany.all(
          session,
          [...new Set(wanted)].map((id) => [id]),
        ),
      ),
    advance: async (jobs) => {
      expectAll(await advance.run(session, jobs, cells), jobs.length, 'jobs');
    },
  });
};
