import { resolve } from 'node:path';
import { E, IdempotencyKey } from '@hundi/core';
import type { ReadBatch } from '@hundi/core/wire';
import { EXPECT_OPTIONS, expectedOf, unexpected } from '../batch/expected.js';
import { postBatch, Undecided, type Submitted } from '../batch/post-batch.js';
import { faultLines, type FileFault } from '../batch/file-fault.js';
import { readBatchFile } from '../batch/read-batch-file.js';
import { totalsJson, totalsLine, totalsOf, type Totals } from '../batch/totals.js';
import {
  EXIT,
  Misused,
  textOf,
  type Command,
  type Given,
  type Surroundings,
} from '../command/command.js';
import { counted } from '../../texts/counted.js';
import { followJob } from '../job/follow-job.js';
import { reportJob } from '../job/report-job.js';
import { refuseOptions } from '../command/refuse-options.js';
import { partnerOf, type Partner } from '../remote/partner.js';
import { URL_OPTION } from '../remote/service-url.js';

const rejectFile = (
  faults: ReadonlyArray<FileFault>,
  { json }: Given,
  { out, err }: Surroundings,
): number => {
  if (json) out(JSON.stringify({ faults }));
  else faultLines(faults).forEach(out);
  err(`hundi: the file has ${counted(faults.length, 'fault')}; nothing was submitted`);
  return EXIT.failed;
};

/** One key for one content: the service never sees a second batch under it. */
const keyOf = (given: Given, { fingerprint }: ReadBatch): string => {
  const key = textOf(given, 'idempotency-key');
  if (key === undefined) return `file-${fingerprint}`;
  if (IdempotencyKey.is(key)) return key;
  throw new Misused('--idempotency-key: expected 1 to 255 visible ASCII characters');
};

const sayAccepted = (
  { batch, replayed }: Submitted,
  totals: Totals,
  idempotencyKey: string,
  { json }: Given,
  { out, err }: Surroundings,
): void => {
  if (json) {
    out(JSON.stringify({ ...batch, ...totalsJson(totals), idempotencyKey, replayed }));
    return;
  }
  out(`job ${batch.jobId}: accepted, ${counted(batch.transactions.length, 'payment')}`);
  err(`idempotency key ${idempotencyKey}`);
  if (replayed)
    err(
      `This batch was accepted at ${batch.requestedAt} already, and nothing was submitted now. To submit its payments once more, give another --idempotency-key.`,
    );
};

const submit = async (
  partner: Partner,
  read: ReadBatch,
  totals: Totals,
  given: Given,
  around: Surroundings,
): Promise<Submitted> => {
  const key = keyOf(given, read);
  around.err(totalsLine(totals));
  around.progress(`submitting ${counted(totals.payments, 'payment')}`);
  try {
    const submitted = await postBatch(partner, read.request, key, around);
    sayAccepted(submitted, totals, key, given, around);
    return submitted;
  } catch (error) {
    if (error instanceof Undecided && given.json)
      around.out(JSON.stringify({ undecided: true, idempotencyKey: key }));
    throw error;
  }
};

const OPTIONS: Command['options'] = {
  ...URL_OPTION,
  'initiated-by': { type: 'string', value: 'USER', about: 'with CSV or .xlsx: initiatedByUserId' },
  'api-ref': { type: 'string', value: 'TEXT', about: 'with CSV or .xlsx: apiRefNumber' },
  'idempotency-key': {
    type: 'string',
    value: 'KEY',
    about: 'else one of the content: the same file is submitted once, however often you call',
  },
  ...EXPECT_OPTIONS,
  'dry-run': { type: 'boolean', about: 'checks the file, and submits nothing' },
  wait: {
    type: 'boolean',
    about: 'follows the job to the end of intake, and prints rejected rows',
  },
};

/** `hundi batch submit FILE`: submits the payments of a file once. */
export const batchSubmit: Command = {
  words: 'FILE',
  wordsMax: 1,
  options: OPTIONS,
  about: [
    'Checks a file of payments and submits it as one batch. FILE is JSON, as the body of POST /v1/partner/payments/batches, or a table (name ends in .csv or .xlsx): a header with the names of fields (transactionReference, beneficiaryId or beneId, packageCode, amount in paise or amountRupees, …), an empty cell for no value. Faults are printed with row, column and JSON pointer, and then nothing is submitted. Otherwise the number of payments, their sum and the largest one are printed before they are sent.',
    'The partner key stands in HUNDI_API_KEY. After a failure on the way, call again: under one idempotency key a batch is accepted once.',
    'Exit code: 0 if the batch was accepted, and with --wait every row became a payment; 1 if the file has faults, a row was rejected, or the service refused or did not answer.',
  ].join('\n\n'),
  examples: [
    'hundi batch submit salaries.json --wait',
    'hundi batch submit vendors.csv --initiated-by u-erp --api-ref NOV-23 --wait --json',
    'hundi batch submit salaries.json --expect-total 1,00,000.00 --expect-count 100',
  ],
  run: async (given, around) => {
    const [file] = given.words;
    if (file === undefined) throw new Misused('FILE: must be given, JSON, CSV or .xlsx');
    const isTrial = given.values['dry-run'] === true;
    if (isTrial) refuseOptions(given, ['wait'], 'with --dry-run there is no job to follow');
    const expected = expectedOf(given);
    const partner = isTrial ? undefined : partnerOf(given, around);
    const read = await readBatchFile(resolve(around.directory, file), {
      initiatedByUserId: textOf(given, 'initiated-by'),
      apiRefNumber: textOf(given, 'api-ref'),
    });
    if (E.isLeft(read)) return rejectFile(read.left, given, around);
    const totals = totalsOf(read.right.request.payments);
    const differences = unexpected(expected, totals);
    if (differences.length > 0) return rejectFile(differences, given, around);
    if (partner === undefined) {
      const idempotencyKey = keyOf(given, read.right);
      around.out(
        given.json
          ? JSON.stringify({ ...totalsJson(totals), idempotencyKey })
          : `${totalsLine(totals)}; no fault, and nothing was submitted`,
      );
      return EXIT.done;
    }
    const { batch } = await submit(partner, read.right, totals, given, around);
    if (given.values['wait'] !== true) return EXIT.done;
    const watched = { ...partner, jobId: batch.jobId };
    return reportJob(watched, await followJob(watched, around), given.json, around);
  },
};
