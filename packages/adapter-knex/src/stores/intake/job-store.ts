import type { Job, JobStore } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { int, rowsOf, text, uuid, type Held } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import type { Rows, Session } from '../../engine/session.js';
import { expectAll } from '../../engine/stale.js';
import { present, type Int } from '../rows/present.js';

const JOBS = { table: 'jobs', index: 'jobs_by_id' } as const;
const JOB = rowsOf<Job>()({
  job_id: uuid(({ jobId }) => jobId),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  api_ref: text(({ apiRefNumber }) => apiRefNumber),
  initiated_by: text(({ initiatedByUserId }) => initiatedByUserId),
  requested_at: int(({ requestedAt }) => requestedAt),
  total: int(({ total }) => total),
  status: text(({ status }) => status),
  sequence: int(({ sequence }) => sequence),
  completed_at: int(({ completedAt }) => completedAt),
  traceparent: text(({ traceparent }) => traceparent),
  via_key: text(({ via }) => via?.keyId),
});
const SELECTED = JOB.names.map((name) => `t.${name}`).join(', ');

type Columns = typeof JOB.described;
type Text<K extends keyof Columns> = Held<Columns, K>;

interface JobRow {
  readonly job_id: Text<'job_id'>;
  readonly bank_id: Text<'bank_id'>;
  readonly corporate_id: Text<'corporate_id'>;
  readonly api_ref: Text<'api_ref'>;
  readonly initiated_by: Text<'initiated_by'>;
  readonly requested_at: Int;
  readonly total: Int;
  readonly status: Text<'status'>;
  readonly sequence: Int;
  readonly completed_at: Int | null;
  readonly traceparent: Text<'traceparent'> | null;
  readonly via_key: Text<'via_key'> | null;
}

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
  const insert = dialect.insert({ table: JOBS.table, columns: JOB.columns });
  const find = `SELECT ${SELECTED} FROM jobs t ${dialect.using(JOBS.index)}
    WHERE t.job_id = ? AND t.corporate_id = ? AND t.bank_id = ?`;
  const findMany = bulk(
    dialect,
    { job_id: 'uuid' },
    dialect.lookup({ ...JOBS, select: SELECTED, where: 't.job_id = s.job_id' }),
  );
  const advance = bulk(
    dialect,
    JOB.columns,
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
      await insert(session, jobs, JOB.cells);
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
      expectAll(await advance.run(session, jobs, JOB.cells), jobs.length, 'jobs');
    },
  });
};
