import test from 'ava';
import type { ApprovalMatrix } from '../../../model/approval/matrix/matrix.js';
import { E } from '../../../kernel/fp.js';
import type { DebitAccountId } from '../../../kernel/values/ids.js';
import { momentIn, type Day } from '../../../kernel/values/time.js';
import {
  aBank,
  aCatalog,
  aCorporate,
  aDebitAccount,
  anActor,
  anApprovedBeneficiary,
  aPackage,
  aRow,
  NOW,
  someTerms,
} from '../../../samples.test.data.js';
import { dailyBook } from './daily-room.js';
import { concludeRow, judgeGroups } from './evaluate-batch.js';
import type { JudgedRow } from '../../../model/payout/judged-row.js';
import { layOutFacts, type RowFacts } from './row-facts.js';

const ZONE = 'Asia/Kolkata';
const NO_APPROVAL = [
  { packageCodes: null, tiers: [{ upToAmount: null, levels: [] }] },
] as unknown as ApprovalMatrix;
const auto = aCatalog({ autoApprovalEnabled: true });

const factsWith = (matrix: ApprovalMatrix, ...packages: ReadonlyArray<object>) =>
  layOutFacts({
    bankRail: {},
    actor: anActor([{ packageCodes: ['VENDOR', 'SALARY'] }]),
    packages: packages.map((one) => aPackage(one)),
    debitAccounts: [aDebitAccount()],
    beneficiaries: [anApprovedBeneficiary()],
    bank: aBank({ timeZone: ZONE }),
    corporate: aCorporate({ approvalMatrix: matrix }),
    at: NOW,
  });
const passing = (index: number, overrides: object = {}): JudgedRow => ({
  payout: aRow(index, overrides),
  result: E.right(someTerms()),
});
const failing = (index: number, overrides: object = {}): JudgedRow => ({
  payout: aRow(index, overrides),
  result: E.left({ code: 'beneficiary_not_found', message: 'The beneficiary does not exist.' }),
});
const codes = (rows: ReadonlyArray<JudgedRow>) =>
  rows.map(({ result }) => (E.isLeft(result) ? result.left.code : 'ok'));

test("a group fails by its own package's rule, and rows keep the order of the request", (t) => {
  const strict = aCatalog({ defaultFileRejectionMode: 'fail_full_file' });
  const facts = factsWith([], { catalogConfiguration: strict }, { packageCode: 'SALARY' });
  const rows = [
    passing(0),
    passing(1, { packageCode: 'SALARY' }),
    failing(2),
    failing(3, { packageCode: 'SALARY' }),
    passing(4),
    passing(5, { packageCode: 'UNKNOWN' }),
  ];
  const judged = judgeGroups(rows, facts, dailyBook(new Map(), []));

  t.deepEqual(codes(judged), [
    'package_group_failed',
    'ok',
    'beneficiary_not_found',
    'beneficiary_not_found',
    'package_group_failed',
    'ok',
  ]);
  t.deepEqual(
    judged.map(({ payout }) => payout),
    rows.map(({ payout }) => payout),
  );
});

const stepsOf = (row: JudgedRow, facts: RowFacts) =>
  concludeRow(row, facts).steps.map(({ next }) => [next.status, next.sequence]);

test('an accepted row waits for approval, and nothing is sent', (t) => {
  const { decision, work } = concludeRow(passing(0), factsWith([], {}));

  t.like(decision, { outcome: 'accepted', terms: someTerms() });
  t.deepEqual(stepsOf(passing(0), factsWith([], {})), [['pending_approval', 1]]);
  t.is(work, undefined);
});

test('a row that needs no approval goes to the bank at once', (t) => {
  const facts = factsWith(NO_APPROVAL, { catalogConfiguration: auto });
  const { steps, work } = concludeRow(passing(0), facts);

  t.like(steps.at(-1)?.next, { status: 'approved', approvedAt: NOW });
  t.like(work, { duty: 'send-to-bank', runAt: NOW });
});

test('a row that needs no approval and is dated ahead waits for its day', (t) => {
  const facts = factsWith(NO_APPROVAL, { catalogConfiguration: auto });
  const row = passing(0, { payoutDate: '2026-03-09' });

  t.deepEqual(stepsOf(row, facts), [
    ['approved', 1],
    ['scheduled', 2],
  ]);
  t.is(concludeRow(row, facts).work?.runAt, momentIn(ZONE, '2026-03-09' as Day));
});

test('a payout is approved no earlier than it was created, even if the clock went back', (t) => {
  const facts = factsWith(NO_APPROVAL, { catalogConfiguration: auto });
  const { steps } = concludeRow(passing(0, { createdAt: NOW + 5 }), facts);

  t.like(steps[0], { at: NOW + 5, next: { approvedAt: NOW + 5 } });
});

test('a rejected row keeps the account that it names, if the corporate has it', (t) => {
  const accountOf = (overrides: object) =>
    concludeRow(failing(0, overrides), factsWith([], {})).decision.rejection?.debitAccountId;

  t.is(accountOf({ debitAccountNumber: '50200011112222' }), 'da-main' as DebitAccountId);
  t.is(accountOf({ debitAccountNumber: '999999' }), undefined);
  t.is(accountOf({}), undefined);
});

test('a rejected row ends with its reason in the journal', (t) => {
  const { decision, steps, work } = concludeRow(failing(0), factsWith([], {}));

  t.like(decision, { outcome: 'rejected', rejection: { code: 'beneficiary_not_found' } });
  t.deepEqual(steps, [
    {
      next: { status: 'rejected', sequence: 1 },
      at: NOW,
      changes: {
        rejectionCode: 'beneficiary_not_found',
        rejectionMessage: 'The beneficiary does not exist.',
      },
    },
  ]);
  t.is(work, undefined);
});
