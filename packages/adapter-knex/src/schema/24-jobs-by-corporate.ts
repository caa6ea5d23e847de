/** Jobs are found within their corporate. */
export const jobsByCorporate = (): ReadonlyArray<string> => [
  `DROP INDEX jobs_by_id`,
  `CREATE UNIQUE INDEX jobs_by_id ON jobs (corporate_id, job_id)`,
];
