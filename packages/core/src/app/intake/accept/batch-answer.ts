import type { JobId } from '../../../kernel/values/ids.js';
import type { JsonOf } from '../../../kernel/codecs/json.js';
import { rowId } from '../../../kernel/values/uuid.js';
import type { AcceptedBatch } from '../view/accepted-batch.js';
import type { Instruction } from '../request/instruction.js';
import { acceptedBatch } from '../view/job-view.js';
import type { Job } from '../../../model/intake/job/job.js';

/**
 * The answer to an accepted batch (§2.6) without its transactions: what is kept. They need no keeping, for
 * a caller who may have the answer again has sent the same references in the same order, and the ids are derived
 * from the job's. Two megabytes less for each full batch.
 */
export const answerFrame = (job: Job): string => JSON.stringify(acceptedBatch(job, []));

type References = ReadonlyArray<Pick<Instruction, 'transactionReference'>>;

/** The whole answer: the frame, and the transactions of the request that it answers. */
export const wholeAnswer = (frame: string, payments: References): AcceptedBatch => {
  const answer = JSON.parse(frame) as AcceptedBatch;
  const transactions = payments.map(({ transactionReference }, index) => ({
    transactionId: rowId(answer.jobId, index),
    transactionReference,
  }));
  return { ...answer, transactions };
};

const END = ']}';

/** The JSON of the same, written without an object for each transaction. */
export const wholeAnswerAsJson = (frame: string, payments: References): JsonOf<AcceptedBatch> => {
  const { jobId } = JSON.parse(frame) as { readonly jobId: JobId };
  const transactions = payments.map(
    ({ transactionReference }, index) =>
      `{"transactionId":"${rowId(jobId, index)}","transactionReference":${JSON.stringify(transactionReference)}}`,
  );
  return (frame.slice(0, -END.length) + transactions.join(',') + END) as JsonOf<AcceptedBatch>;
};
