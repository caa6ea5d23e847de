import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import { rowId } from '../../../kernel/values/uuid.js';
import { Reference } from '../../../kernel/values/text.js';
import { answerFrame, wholeAnswer, wholeAnswerAsJson } from './batch-answer.js';
import { acceptedBatch } from '../view/job-view.js';
import type { Job } from '../../../model/intake/job/job.js';

const JOB = {
  jobId: '0195c0d0-0000-8000-8000-000000000000',
  apiRefNumber: 'A "quoted" ]} reference',
  requestedAt: 1_700_000_000_000,
} as Job;

test('the frame and the request give the whole answer, as an object and as the bytes that it is written in', (t) => {
  const reference = fc
    .string({ minLength: 1, maxLength: 20 })
    .filter((s) => E.isRight(Reference.decode(s)));
  fc.assert(
    fc.property(fc.array(reference, { minLength: 1, maxLength: 20 }), (references) => {
      const payments = references.map((transactionReference) => ({
        transactionReference: transactionReference as Reference,
      }));
      const whole = acceptedBatch(
        JOB,
        references.map((transactionReference, index) => ({
          transactionId: rowId(JOB.jobId, index),
          transactionReference,
        })),
      );
      const written: string = wholeAnswerAsJson(answerFrame(JOB), payments);
      t.is(written, JSON.stringify(whole));
      t.deepEqual(wholeAnswer(answerFrame(JOB), payments), whole);
    }),
  );
});
