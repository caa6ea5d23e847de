import test from 'ava';
import fc from 'fast-check';
import type { PayoutApproval } from '../approval/matrix/payout-approval.js';
import { E } from '../../kernel/fp.js';
import { accepted, anOrder, aRow, JOB_ID, NOW, someTerms } from '../../samples.test.data.js';
import type { PayoutProgress, Payout } from './payout.js';
import { enter, stepPayout, turnAway, type PayoutCommand } from './payout-machine.js';
import { narrationOf, transactionObject } from './payout-view.js';

const APPROVAL = {
  levels: [{ roleCodes: [], approvals: 1 }],
  currentLevel: 1,
  approvals: [],
} as unknown as PayoutApproval;
const DETAILS = {
  code: 'beneficiary_account_invalid',
  source: 'rail',
  message: 'no such account',
  retryable: false,
  nextAction: 'fix_beneficiary',
} as const;
const BY = { userId: 'u-checker', username: 'checker', role: 'checker' };

/** The state after commands, one millisecond each. */
const after = (...commands: ReadonlyArray<object>): PayoutProgress =>
  commands.reduce<PayoutProgress>((progress, command, i) => {
    const taken = stepPayout(progress, { at: NOW + i + 1, ...command } as PayoutCommand);
    if (E.isLeft(taken)) throw new Error(`no step from ${progress.status}`);
    return taken.right.next;
  }, enter(APPROVAL.levels, NOW).next);

const approve = { type: 'approve_last', approval: APPROVAL, by: BY };
const send = { type: 'send' };
const pay = { type: 'pay', utr: 'UTR1', bankReference: 'BR1' };

const nulls = (value: unknown, at = ''): ReadonlyArray<string> =>
  value === null || value === undefined
    ? [at]
    : typeof value === 'object'
      ? Object.entries(value).flatMap(([key, member]) => nulls(member, `${at}/${key}`))
      : [];

const states: Readonly<Record<string, Payout>> = {
  queued: aRow(),
  pending_approval: accepted(after()),
  partially_approved: accepted(after({ type: 'approve_level', approval: APPROVAL })),
  approved: accepted(after(approve)),
  scheduled: accepted(
    after(approve, { type: 'schedule' }),
    anOrder(0, { payoutDate: '2026-03-09' }),
  ),
  sent_to_bank: accepted(after(approve, send)),
  paid: accepted(after(approve, send, pay)),
  failed: accepted(after(approve, send, { type: 'fail', details: DETAILS })),
  rejected: {
    intake: 'rejected',
    order: anOrder(),
    rejection: { code: 'beneficiary_not_found', message: 'The beneficiary does not exist.' },
    progress: turnAway('rejected'),
  },
  cancelled: {
    intake: 'cancelled',
    order: anOrder(),
    rejection: { code: 'job_cancelled', message: '' },
    progress: turnAway('cancelled'),
  },
};

for (const [status, payout] of Object.entries(states)) {
  test(`a ${status} payout shows no null and no undefined value`, (t) => {
    const shown = transactionObject(payout);

    t.is(shown.status, status as typeof shown.status);
    t.deepEqual(nulls(shown), []);
  });
}

test('only the job of a payout that has none is null', (t) => {
  const { jobId: _job, ...order } = anOrder();

  t.deepEqual(nulls(transactionObject(accepted(after(approve, send, pay), order))), ['/jobId']);
});

test('a paid payout shows everything', (t) => {
  const order = anOrder(0, { tag: 'north', remark: 'rent', metadata: { po: null } });

  t.deepEqual(transactionObject(accepted(after(approve, send, pay), order)) as unknown, {
    object: 'transaction',
    transactionId: order.transactionId,
    jobId: JOB_ID,
    apiRefNumber: 'March vendors',
    reference: 'INV-0',
    tag: 'north',
    remark: 'rent',
    metadata: { po: null },
    status: 'paid',
    source: 'partner_api',
    initiationMode: 'bulk',
    packageCode: 'VENDOR',
    paymentMethod: 'NEFT',
    amount: { value: 50_000, currency: 'INR' },
    fees: {
      base: { value: 500, currency: 'INR' },
      gst: { value: 90, currency: 'INR' },
      total: { value: 590, currency: 'INR' },
    },
    narration: 'rent',
    debitAccount: { accountNumber: '50200011112222' },
    beneficiary: {
      code: 'SHARMA01',
      name: 'Sharma Steel',
      accountNumber: '123456780001',
      ifsc: 'HDFC0000001',
    },
    approval: { levelsRequired: 1, currentLevel: 1 },
    actors: { createdBy: order.createdBy, approvedBy: BY },
    timestamps: {
      createdAt: NOW,
      approvedAt: NOW + 1,
      sentToBankAt: NOW + 2,
      paidAt: NOW + 3,
    },
    utr: 'UTR1',
    bankReference: 'BR1',
    sequence: 4,
  });
});

test('fields appear with the stage that produces them', (t) => {
  const keys = (status: string) =>
    Object.keys(transactionObject(states[status] ?? aRow())).filter((key) =>
      ['fees', 'narration', 'utr', 'bankReference', 'approval', 'paymentMethod'].includes(key),
    );

  t.deepEqual(keys('queued'), []);
  t.deepEqual(keys('rejected'), []);
  t.deepEqual(keys('approved'), ['paymentMethod', 'approval']);
  t.deepEqual(keys('sent_to_bank'), ['paymentMethod', 'fees', 'narration', 'approval']);
  t.deepEqual(keys('failed'), ['paymentMethod', 'fees', 'narration', 'approval']);
});

test('a payout that needed no approval has approvedAt and no approver', (t) => {
  const shown = transactionObject(accepted(enter([], NOW).next));

  t.is(shown.timestamps.approvedAt, NOW);
  t.false('approvedBy' in shown.actors);
  t.false('approval' in shown);
});

test('the date is shown while the payout waits for it, and only then', (t) => {
  const order = anOrder(0, { payoutDate: '2026-03-09' });
  const dated = (progress: PayoutProgress) =>
    transactionObject(accepted(progress, order)).timestamps.payoutDate as unknown;

  t.is(dated(after()), undefined);
  t.is(dated(after(approve, { type: 'schedule' })), '2026-03-09');
  t.is(dated(after(approve, { type: 'schedule' }, send)), undefined);
});

test('a package that masks shows the last four digits of both accounts and no other digit', (t) => {
  const masked = someTerms({ masked: true });
  const text = JSON.stringify(
    transactionObject(accepted(after(approve, send, pay), anOrder(), masked)),
  );

  t.true(text.includes('"XXXXXX2222"') && text.includes('"XXXXXX0001"'));
  t.false(text.includes('5020001111') || text.includes('12345678'));
});

test('while the bank has not confirmed, the payout says so', (t) => {
  t.like(transactionObject(states['sent_to_bank'] ?? aRow()), {
    statusDetails: { code: 'bank_confirmation_pending', nextAction: 'wait' },
  });
});

test('a failed payout says why and what to do', (t) => {
  t.deepEqual(transactionObject(states['failed'] ?? aRow()).statusDetails, DETAILS);
});

test('a row that intake turned away says why', (t) => {
  t.like(transactionObject(states['rejected'] ?? aRow()).statusDetails, {
    code: 'beneficiary_not_found',
    source: 'business',
    nextAction: 'fix_beneficiary',
  });
  t.like(transactionObject(states['cancelled'] ?? aRow()).statusDetails, { retryable: true });
});

test('the narration is the remark, else the reference', (t) => {
  t.is(narrationOf(anOrder()), 'INV-0');
  t.is(narrationOf(anOrder(0, { remark: '' })), 'INV-0');
  t.is(narrationOf(anOrder(0, { remark: 'rent' })), 'rent');
});

test('fees add up', (t) => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (feeBase, feeGst) => {
      const { fees } = transactionObject(
        accepted(after(approve, send), anOrder(), someTerms({ feeBase, feeGst })),
      );
      t.is(fees?.total.value, feeBase + feeGst);
    }),
  );
});
