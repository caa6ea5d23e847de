import assert from 'node:assert/strict';
import type { Plain } from '@hundi/core';
import type { PaymentsRequest } from '@hundi/core/wire';
import { demoUsers } from '../../kit/sandbox/demo-people.js';
import { compareBooks } from '../stage/compare-books.js';
import type { Scenario } from '../stage/scenario.js';
import {
  expectLeft,
  expectRight,
  openStage,
  postedOf,
  type Row,
  type Stage,
} from '../stage/stage.js';

type Request = Plain<PaymentsRequest>;

/** The body of a unified create of these rows, without what may be left out. */
const bodyOf = async (
  stage: Stage,
  rows: ReadonlyArray<Row>,
  more: Partial<Request> = {},
): Promise<Request> => {
  const { payments } = await stage.bodyOf(rows);
  return {
    idempotencyKey: 'order-1',
    payments: payments.map((row) => ({ ...row, amount: { value: row.amount, currency: 'INR' } })),
    ...more,
  };
};

const create = (
  { tenant, engine }: Stage,
  request: Request,
  { as = 'u-maker' }: { readonly as?: string | null } = {},
) => engine.createPayments(tenant, { request, ...(as !== null && { actsAsUserId: as }) });

const services = (...approvalStates: ('approved' | 'pending_approval')[]) => ({
  users: [
    ...demoUsers('acme').filter(({ kind }) => kind === 'human'),
    ...approvalStates.map((approvalState, n) => ({
      userId: `u-service-${String(n)}`,
      username: `service ${String(n)}`,
      kind: 'service' as const,
      approvalState,
      roleCodes: ['maker'],
    })),
  ],
  apiKeys: [],
});

export const paymentsScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a payment of a unified create may name its payee by beneId',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = postedOf(
        expectRight(await create(stage, await bodyOf(stage, [{ beneId: 'SHARMA01' }, {}]))),
      );
      await stage.runDue();
      const [byCode, byId] = await Promise.all(ids.map((id) => stage.payout(id)));
      assert.deepEqual(byCode?.beneficiary, byId?.beneficiary);
    },
  },
  {
    title: 'one payment is single, several are bulk, and each is paid like one of a batch',
    run: async (storage) => {
      const stage = await openStage(storage);
      const one = await bodyOf(stage, [{ amount: 100 }], { idempotencyKey: 'one' });
      const two = await bodyOf(stage, [{}, {}], { idempotencyKey: 'two' });
      const single = postedOf(expectRight(await create(stage, one)));
      const bulk = postedOf(expectRight(await create(stage, two)));
      assert.equal((await stage.job(single.jobId)).status, 'queued');
      await stage.runDue();

      const ids = [...single.ids, ...bulk.ids];
      const payouts = await Promise.all(ids.map((id) => stage.payout(id)));
      assert.deepEqual(
        payouts.map(({ status, initiationMode, source }) => [status, initiationMode, source]),
        [
          ['paid', 'single', 'partner_api'],
          ['paid', 'bulk', 'partner_api'],
          ['paid', 'bulk', 'partner_api'],
        ],
      );
      assert.deepEqual((await stage.journal(single.jobId)).map(({ to, actor }) => [to, actor])[0], [
        'queued',
        'u-maker',
      ]);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'payments are judged as the rows of a batch are',
    run: async (storage) => {
      const rows: ReadonlyArray<Row> = [
        {},
        { packageCode: 'NONE' },
        { beneficiaryId: 'nobody' },
        { to: 'STAFF01', packageCode: 'VENDOR' },
        { reference: 'SAME' },
        { reference: 'SAME' },
        { paymentMethodCode: 'RTGS' },
        { packageCode: 'SALARY' },
        { packageCode: 'SALARY', beneficiaryAccountNumber: '999999999999' },
        { amount: 2_000_000, remark: 'For a checker', tag: 'steel', metadata: { order: 7 } },
        { payoutDate: '2026-01-09' },
      ];
      const stage = await openStage(storage);
      const { jobId } = postedOf(expectRight(await create(stage, await bodyOf(stage, rows))));
      const batch = await stage.post(
        rows.map(({ reference, ...row }) => ({ ...row, ...(reference && { reference: 'TWIN' }) })),
      );
      await stage.runDue();

      const outcomes = async (id: typeof jobId) =>
        (await stage.job(id)).records.map(({ outcome, rejectionCode, routingState, field }) => [
          outcome,
          rejectionCode,
          routingState,
          field,
        ]);
      assert.deepEqual(await outcomes(jobId), await outcomes(batch.jobId));
      assert.equal((await stage.job(jobId)).status, 'completed_partial');
    },
  },
  {
    title: 'the job is echoed where no apiRefNumber was given, and else what was given',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const answers = [
        expectRight(await create(stage, await bodyOf(stage, [{}]))),
        expectRight(
          await create(
            stage,
            await bodyOf(stage, [{}], { idempotencyKey: 'two', apiRefNumber: 'RUN 2' }),
          ),
        ),
      ].map(postedOf);
      const [own, given] = answers;
      assert.ok(own !== undefined && given !== undefined);
      assert.equal(own.answer.apiRefNumber, own.jobId);
      assert.equal((await stage.job(own.jobId)).apiRefNumber, own.jobId);
      assert.equal((await stage.payout(own.ids[0] as never)).apiRefNumber, own.jobId);
      assert.equal((await stage.payout(given.ids[0] as never)).apiRefNumber, 'RUN 2');
    },
  },
  {
    title:
      'the initiating user is the named one, or the user that the key acts as, or the only service user',
    run: async (storage) => {
      const stage = await openStage(storage, services('approved'));
      const createdBy = async (key: string, more: Partial<Request>, as: string | null) => {
        const body = await bodyOf(stage, [{}], { idempotencyKey: key, ...more });
        const { ids } = postedOf(expectRight(await create(stage, body, { as })));
        return (await stage.payout(ids[0] as never)).actors.createdBy.userId;
      };
      assert.equal(await createdBy('1', { initiatedByUserId: 'u-both' }, 'u-maker'), 'u-both');
      assert.equal(await createdBy('2', {}, 'u-maker'), 'u-maker');
      assert.equal(await createdBy('3', {}, null), 'u-service-0');
      assert.equal(await createdBy('4', { initiatedByUserId: 'u-both' }, null), 'u-both');
    },
  },
  {
    title:
      'where no user is named and there is not exactly one service user, the field is required',
    run: async (storage) => {
      const stage = await openStage(storage, services('approved', 'pending_approval'));
      const refusal = expectLeft(await create(stage, await bodyOf(stage, [{}]), { as: null }));
      assert.ok(refusal._tag === 'InvalidInput');
      assert.deepEqual(
        refusal.issues.map(({ pointer, code }) => [pointer, code]),
        [['/request/initiatedByUserId', 'required']],
      );
      assert.equal(await stage.engine.runDue(), 0);
    },
  },
  {
    title: 'a default user must be an approved maker like any other',
    run: async (storage) => {
      const stage = await openStage(storage, services('pending_approval'));
      for (const as of [null, 'u-checker', 'u-newcomer', 'u-nobody']) {
        const refusal = expectLeft(await create(stage, await bodyOf(stage, [{}]), { as }));
        assert.equal(refusal._tag, 'NotAMaker');
      }
      assert.equal(await stage.engine.runDue(), 0);
    },
  },
  {
    title: 'a body of the wrong shape is refused whole, with a pointer to every fault',
    run: async (storage) => {
      const stage = await openStage(storage);
      const good = await bodyOf(stage, [{}, {}]);
      const [first, second] = good.payments;
      const refusal = expectLeft(
        await create(stage, {
          ...good,
          payments: [
            { ...first, amount: 50_000 },
            { ...second, remark: 'x'.repeat(101) },
            null,
          ] as never,
        }),
      );
      assert.ok(refusal._tag === 'InvalidInput');
      assert.deepEqual(
        refusal.issues.map(({ pointer }) => pointer),
        ['/request/payments/0/amount', '/request/payments/1/remark', '/request/payments/2'],
      );
      assert.equal(await stage.engine.runDue(), 0);
    },
  },
];
