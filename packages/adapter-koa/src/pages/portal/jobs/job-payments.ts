import { E } from '@hundi/core';
import type { PaymentOfJob } from '@hundi/core/wire';
import type { Inside } from '../inside.js';
import { isMendable, mendLine, paymentLine, paymentsHeader } from '../payments-csv.js';

const ROWS_A_READ = 1_000;

/** Reads them a thousand at a time. @throws when the job is no longer the person's on the way: the file would look whole. */
const read = async function* (
  { engine, person }: Inside,
  jobId: string,
): AsyncGenerator<ReadonlyArray<PaymentOfJob>> {
  for (let page = 1; ; page += 1) {
    const found = await engine.getJobPayments(person.tenant, {
      jobId,
      actorUserId: person.userId,
      page,
      limit: ROWS_A_READ,
    });
    if (E.isLeft(found)) throw new Error('a job went away while its payments were sent');
    yield found.right;
    if (found.right.length < ROWS_A_READ) return;
  }
};

/** The payments of a person's job as they sent them, as a file that can be brought again. */
export const jobPayments = async function* (inside: Inside, jobId: string): AsyncGenerator<string> {
  yield paymentsHeader(false);
  for await (const rows of read(inside, jobId))
    yield rows.map(({ payment }) => paymentLine(payment)).join('');
};

/** Those that were rejected, each with the reason, as a file to mend and to bring again. */
export const rejectedPayments = async function* (
  inside: Inside,
  jobId: string,
): AsyncGenerator<string> {
  const { engine } = inside.texts;
  yield paymentsHeader(true);
  for await (const rows of read(inside, jobId))
    yield rows
      .map(({ payment, rejection }) =>
        rejection !== undefined && isMendable(rejection.code)
          ? mendLine(payment, engine.coded(rejection.code, rejection.message))
          : '',
      )
      .join('');
};
