import type { PackageCode } from '@hundi/core';
import type { Job, JobKey, JobStore } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { int, rowsOf, text, uuid } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Rows, Session } from '../../engine/session.js';
import { expectAll } from '../../engine/stale.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { intOrNull, present } from '../rows/present.js';
import { EVERY_UUID } from '../rows/uuid-range.js';

const JOBS = { table: 'jobs', index: 'jobs_by_id' } as const;
const KEY = rowsOf<JobKey>()({
  job_id: uuid(({ jobId }) => jobId),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
});
const JOB = rowsOf<Job>()({
  ...KEY.described,
  api_ref: text(({ apiRefNumber }) => apiRefNumber),
  initiated_by: text(({ initiatedByUserId }) => initiatedByUserId),
  requested_at: int(({ requestedAt }) => requestedAt),
  total: int(({ total }) => total),
  status: text(({ status }) => status),
  sequence: int(({ sequence }) => sequence),
  completed_at: int(({ completedAt }) => completedAt),
  traceparent: text(({ traceparent }) => traceparent),
  via_key: text(({ via }) => via?.keyId),
  package_codes: text(({ packageCodes }) => packageCodes && JSON.stringify(packageCodes)),
});
const FOUND = JOB.select(JOB.names);
type JobRow = ReturnType<typeof FOUND.rows>[number];

const SAME = `t.corporate_id = s.corporate_id AND t.job_id = s.job_id AND t.bank_id = s.bank_id`;

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
    completedAt: intOrNull(row.completed_at),
    traceparent: row.traceparent,
    via: row.via_key === null ? null : { keyId: row.via_key },
    packageCodes:
      row.package_codes === null ? null : (JSON.parse(row.package_codes) as PackageCode[]),
  });

const jobsOf = (rows: Rows): ReadonlyArray<Job> => FOUND.rows(rows).map(jobOf);

const once = (keys: ReadonlyArray<JobKey>): ReadonlyArray<JobKey> => [
  ...new Map(keys.map((key) => [`${key.tenant.corporateTenantId} ${key.jobId}`, key])).values(),
];

/** Jobs. */
export const jobStore = (dialect: Dialect): ((session: Session) => JobStore) => {
  const insert = dialect.insert({ table: JOBS.table, columns: JOB.columns });
  const find = named(`SELECT ${FOUND.list('t.')} FROM jobs t ${dialect.using(JOBS.index)}
    WHERE t.job_id = :job_id AND ${OWNED}`);
  const newest = named(`SELECT ${FOUND.list('t.')} FROM jobs t ${dialect.using(JOBS.index)}
    WHERE ${OWNED} AND t.job_id < :before
    ORDER BY t.job_id DESC LIMIT :limit`);
  const findMany = bulk(
    dialect,
    KEY.columns,
    dialect.lookup({ ...JOBS, select: FOUND.list('t.'), where: SAME }),
  );
  const advance = bulk(
    dialect,
    JOB.columns,
    dialect.update({
      ...JOBS,
      key: ['corporate_id', 'job_id'],
      set: ['status', 'sequence', 'completed_at'],
      where: `${SAME} AND t.sequence + 1 = s.sequence`,
    }),
  );

  return (session) => ({
    add: async (jobs) => {
      await insert(session, jobs, JOB.cells);
    },
    find: async (tenant, id) =>
      jobsOf(await find.all(session, { ...OWNER.values(tenant), job_id: id }))[0],
    newest: async (tenant, before, limit) =>
      jobsOf(
        await newest.all(session, {
          ...OWNER.values(tenant),
          before: before ?? EVERY_UUID.last,
          limit,
        }),
      ),
    findMany: async (wanted) => jobsOf(await findMany.all(session, once(wanted).map(KEY.cells))),
    advance: async (jobs) => {
      expectAll(await advance.run(session, jobs, JOB.cells), jobs.length, 'jobs');
    },
  });
};
