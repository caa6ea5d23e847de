import { Misused, type Command } from '../command/command.js';
import { followJob } from '../job/follow-job.js';
import { reportJob } from '../job/report-job.js';
import { partnerOf } from '../remote/partner.js';
import { URL_OPTION } from '../remote/service-url.js';

/** `hundi job watch JOB_ID`: follows the intake of a batch to its end. */
export const jobWatch: Command = {
  words: 'JOB_ID',
  wordsMax: 1,
  options: URL_OPTION,
  about: [
    'Asks for a job until its intake has ended, later each time, and prints how many rows are where and each row that was rejected. The end of intake means that every row is decided: payments may then wait for approval, and for the bank.',
    'The partner key stands in HUNDI_API_KEY. Exit code: 0 if every row became a payment; 1 if a row was rejected, the job failed or was cancelled, or the service did not answer.',
  ].join('\n\n'),
  examples: [
    'hundi job watch 01989f6e-0c5a-7000-8000-000000000000 --url https://payouts.bank.example',
  ],
  run: async (given, around) => {
    const [jobId] = given.words;
    if (jobId === undefined)
      throw new Misused('JOB_ID: must be given, as the answer to the batch names it');
    const watched = { ...partnerOf(given, around), jobId };
    return reportJob(watched, await followJob(watched, around), given.json, around);
  },
};
