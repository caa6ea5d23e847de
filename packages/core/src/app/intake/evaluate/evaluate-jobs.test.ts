import test from 'ava';
import { E } from '../../../kernel/fp.js';
import { NOTHING_RESOLVED, type Resolved } from '../../doubt/doubt.js';
import {
  aBank,
  aCorporate,
  aDebitAccount,
  aJob,
  anActor,
  anApprovedBeneficiary,
  aPackage,
  aRow,
  JOB_ID,
  NOW,
  someTerms,
  TENANT,
} from '../../../samples.test.data.js';
import type { JudgedRow } from '../../../model/payout/judged-row.js';
import { layOutFacts } from '../rules/row-facts.js';
import { evaluation } from './evaluate-jobs.js';

const DAY = '2026-03-02';
const FACTS = layOutFacts({
  bankRail: {},
  actor: anActor(),
  packages: [aPackage({ dailyAmountLimit: 120_000 })],
  debitAccounts: [aDebitAccount()],
  beneficiaries: [anApprovedBeneficiary()],
  bank: aBank(),
  corporate: aCorporate(),
  at: NOW,
});
const passing = (index: number): JudgedRow => ({
  payout: aRow(index),
  result: E.right(someTerms({ limitDay: DAY })),
});
const failing = (index: number): JudgedRow => ({
  payout: aRow(index),
  result: E.left({ code: 'beneficiary_not_found', message: 'The beneficiary does not exist.' }),
});

const JUDGING = { bankRail: {}, pacer: { breathe: () => Promise.resolve() } } as never;

/** The changes of jobs with these rows, where 10 rupees of the day's limit were used before. */
const changesOf = (
  jobs: ReadonlyArray<ReadonlyArray<JudgedRow>>,
  resolved: Resolved = NOTHING_RESOLVED,
) => {
  const judged = jobs.map((rows) => ({
    job: { ...aJob('processing', rows.length), sequence: 2 },
    facts: FACTS,
    rows,
  }));
  const used = [{ packageCode: 'VENDOR', day: DAY, amount: 1_000n }] as never;
  const work = { subject: JOB_ID, tenant: TENANT, token: 1 };
  const ours = judged.map(({ job }) => ({ ...work, job })) as never;
  const corporates = [{ tenant: TENANT, facts: FACTS, jobs: judged, used }];
  const decided = evaluation(JUDGING).decide({ ours, corporates }, [], NOW + 1, resolved);
  const changes = E.isRight(decided) ? decided.right : undefined;
  return {
    ended: changes?.jobs?.map(({ after }) => after.status),
    results: changes?.judged?.map(({ rows }) =>
      rows.map(({ result }) => (E.isLeft(result) ? result.left.code : 'ok')),
    ),
    uses: changes?.judged?.map((one) => one.uses),
    handled: changes?.handled,
  };
};

test('a job ends by how many of its rows are accepted, and what follows it is due', (t) => {
  const { ended, handled } = changesOf([[passing(0), failing(1)], [failing(2)], [passing(3)]]);

  t.deepEqual(ended, ['completed_partial', 'completed_rejected', 'completed_success']);
  t.like(handled?.later?.[0], { subject: JOB_ID, token: 1, duty: 'arm-expiry' });
});

test('what one job of a corporate takes of a daily limit is gone for the next', (t) => {
  const { ended, results, uses } = changesOf([[passing(0), passing(1)], [passing(2)]]);

  t.deepEqual(results, [['ok', 'ok', 'amount_above_daily_limit']]);
  t.deepEqual(ended, ['completed_success', 'completed_rejected']);
  t.like(uses?.[0], [{ packageCode: 'VENDOR', day: DAY, amount: 100_000n }]);
});

test('a row that the bank has executed is accepted, even if it breaks a rule by now', (t) => {
  const { order } = aRow(1);
  const atBank = new Map([[order.transactionId, order]]);
  const { ended, results, uses } = changesOf([[failing(0), failing(1)]], {
    ...NOTHING_RESOLVED,
    atBank,
  });

  t.deepEqual(results, [['beneficiary_not_found', 'ok']]);
  t.deepEqual(ended, ['completed_partial']);
  t.deepEqual(uses, [[]]);
});
