import { E } from '@hundi/core';
import type { JobStatusRecord } from '@hundi/core/wire';
import { CSV_START, csvLine } from '../../../http/csv.js';
import type { Inside } from '../inside.js';

const ROWS_A_READ = 1_000;

type Row = JobStatusRecord['records'][number];

const lineOf =
  ({ engine }: Inside['texts']) =>
  (row: Row): string =>
    csvLine([
      row.index + 1,
      row.transactionReference,
      row.transactionId,
      row.outcome,
      row.routingState,
      row.rejectionCode ?? '',
      engine.coded(row.rejectionCode ?? '', row.rejectionMessage ?? ''),
    ]);

/**
 * What became of each payment of a job that the person sees, as lines of CSV: read a thousand at a time, and no more than
 * the browser takes.
 *
 * @throws when the job is no longer shown to them on the way: a file that ended there would look whole.
 */
export const jobResults = async function* (
  { engine, person, texts }: Inside,
  jobId: string,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(texts.job.columns);
  for (let page = 1, total = Infinity; (page - 1) * ROWS_A_READ < total; page += 1) {
    const read = await engine.getJob(person.tenant, {
      jobId,
      actorUserId: person.userId,
      page,
      limit: ROWS_A_READ,
    });
    if (E.isLeft(read)) throw new Error('a job went away while its results were sent');
    const { records, pagination } = read.right;
    total = pagination.total;
    yield records.map(lineOf(texts)).join('');
  }
};
