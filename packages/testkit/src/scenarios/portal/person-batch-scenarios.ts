import assert from 'node:assert/strict';
import type { Plain } from '@hundi/core';
import type { BatchPreview, PersonBatchRequest } from '@hundi/core/wire';
import {
  expectLeft,
  expectRight,
  openStage,
  postedOf,
  type Row,
  type Stage,
} from '../stage/stage.js';
import type { Scenario } from '../stage/scenario.js';

type Batch = Plain<PersonBatchRequest>;

interface Bringing {
  readonly by?: string;
  readonly key?: string;
}

const bodyOf = async (
  stage: Stage,
  rows: ReadonlyArray<Row>,
  more: Partial<Batch> = {},
): Promise<Batch> => {
  const { initiatedByUserId: _maker, ...batch } = await stage.bodyOf(rows);
  return { ...batch, ...more };
};

const accept = (
  { engine, tenant }: Stage,
  batch: Batch,
  { by = 'u-maker', key = 'key' }: Bringing = {},
) => engine.acceptBatch(tenant, { key, batch, actorUserId: by });

const preview = async (
  { engine, tenant }: Stage,
  batch: Batch,
  by = 'u-maker',
): Promise<BatchPreview> =>
  expectRight(await engine.previewBatch(tenant, { batch, actorUserId: by }));

export const personBatchScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a person who brings a batch to the portal is its maker, and says whether it is a file',
    run: async (storage) => {
      const stage = await openStage(storage);
      const pay = async (rows: ReadonlyArray<Row>, key: string, more: object = {}) => {
        const batch = await bodyOf(stage, rows, more);
        const { ids } = postedOf(expectRight(await accept(stage, batch, { key })));
        await stage.runDue();
        const payout = await stage.payout(ids[0] as never);
        const { source, initiationMode, actors, status } = payout;
        return [source, initiationMode, actors.createdBy.userId, status];
      };

      assert.deepEqual(await pay([{}], 'one'), ['corporate_app', 'single', 'u-maker', 'paid']);
      assert.deepEqual(await pay([{}, {}], 'two'), ['corporate_app', 'bulk', 'u-maker', 'paid']);
      assert.deepEqual(
        await pay([{}, {}], 'file', { source: 'file_upload', initiatedByUserId: 'u-maker' }),
        ['file_upload', 'bulk', 'u-maker', 'paid'],
      );
    },
  },
  {
    title: 'a batch or preview of a person that names another user is refused, and pays nothing',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, tenant } = stage;
      const named = { ...(await bodyOf(stage, [{}])), initiatedByUserId: 'u-both' };
      const asked = { batch: named, actorUserId: 'u-maker' };
      for (const refused of [
        await accept(stage, named),
        await engine.previewBatch(tenant, asked),
        await engine.acceptPreviewedBatch(tenant, { key: 'key', previewToken: 'any', ...asked }),
      ])
        assert.deepEqual(expectLeft(refused), {
          _tag: 'InvalidInput',
          issues: [
            {
              pointer: '/batch/initiatedByUserId',
              code: 'forbidden',
              detail: 'names another user: leave it out, you act as yourself here',
            },
          ],
        });
      await stage.runDue();
      assert.deepEqual(await stage.bank.orders(), []);
    },
  },
  {
    title: 'a key of a person is theirs alone, and the same batch under it is accepted once',
    run: async (storage) => {
      const stage = await openStage(storage);
      const batch = await bodyOf(stage, [{}]);
      const first = postedOf(expectRight(await accept(stage, batch)));
      const again = postedOf(expectRight(await accept(stage, batch)));
      const others = postedOf(expectRight(await accept(stage, batch, { by: 'u-both' })));
      const { jobId } = await stage.post([{}], { key: 'key' });

      assert.equal(first.replayed, false);
      assert.deepEqual(again, { ...first, replayed: true });
      assert.equal(new Set([first.jobId, others.jobId, jobId]).size, 3);
      const other = { ...batch, source: 'file_upload' as const };
      assert.equal(expectLeft(await accept(stage, other))._tag, 'IdempotencyKeyReused');
    },
  },
  {
    title: 'a person who may not make payments brings no batch and no preview',
    run: async (storage) => {
      const stage = await openStage(storage);
      const batch = await bodyOf(stage, [{}]);
      for (const by of ['u-checker', 'u-admin', 'u-newcomer', 'nobody']) {
        assert.deepEqual(expectLeft(await accept(stage, batch, { by })), {
          _tag: 'NotAMaker',
          userId: by,
        });
        const asked = { batch, actorUserId: by };
        assert.equal(
          expectLeft(await stage.engine.previewBatch(stage.tenant, asked))._tag,
          'NotAMaker',
        );
      }
    },
  },
  {
    title: 'a batch of a person gets the verdicts of their preview, and nobody else does',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, tenant } = stage;
      const batch = await bodyOf(stage, [{}, {}], {
        controlTotals: { count: 2, amount: 100_000 },
      });
      const { previewToken, totals } = await preview(stage, batch);
      assert.deepEqual(totals, { count: 2, amount: 100_000, accepted: 2, rejected: 0 });
      const post = (actorUserId: string | undefined, key: string) =>
        engine.acceptPreviewedBatch(tenant, {
          key,
          previewToken,
          batch: actorUserId === undefined ? { ...batch, initiatedByUserId: 'u-maker' } : batch,
          ...(actorUserId !== undefined && { actorUserId }),
        });

      for (const other of ['u-both', undefined])
        assert.deepEqual(expectLeft(await post(other, 'other')), {
          _tag: 'PreviewUnusable',
          why: 'other_batch',
        });
      const { jobId } = postedOf(expectRight(await post('u-maker', 'mine')));
      await stage.runDue();
      assert.equal((await stage.job(jobId)).counts.paid, 2);
    },
  },
  {
    title:
      'the maker of a job gets its payments as they sent them, in order, with what was rejected, and nobody else does',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, tenant } = stage;
      const full = {
        beneId: 'SHARMA01',
        beneficiaryId: undefined,
        debitAccountNumber: '50200011112222',
        paymentMethodCode: 'NEFT',
        purpose: 'SUPP',
        remark: 'March',
        tag: 'run-1',
        metadata: { po: '17', lines: 2 },
      };
      const rows = [full, { beneId: 'NOBODY99', beneficiaryId: undefined }, {}];
      const batch = JSON.parse(JSON.stringify(await bodyOf(stage, rows as never))) as Batch;
      const { jobId } = postedOf(expectRight(await accept(stage, batch)));
      const pageOf = (page: number, limit: number, actorUserId = 'u-maker') =>
        engine.getJobPayments(tenant, { jobId, actorUserId, page, limit });
      const before = expectRight(await pageOf(1, 10));
      assert.ok(before.every(({ rejection }) => rejection === undefined));
      await stage.runDue();

      const found = expectRight(await pageOf(1, 10));
      assert.deepEqual(
        found.map(({ rejection }) => rejection?.code),
        [undefined, 'beneficiary_not_found', undefined],
      );
      // A payee that is known is named by the code that people know.
      const written = batch.payments.map(({ beneficiaryId: _, ...payment }) => ({
        beneId: 'SHARMA01',
        ...payment,
      }));
      assert.deepEqual(
        found.map(({ payment }) => payment),
        written,
      );
      assert.deepEqual(expectRight(await pageOf(2, 2)), found.slice(2));
      assert.deepEqual(expectRight(await pageOf(3, 2)), []);
      const absent = { _tag: 'JobNotFound' };
      for (const other of ['u-both', 'u-checker', 'nobody'])
        assert.deepEqual(expectLeft(await pageOf(1, 10, other)), absent);
      // Software sent this one in the name of the person.
      const { jobId: sent } = await stage.post([{}], { key: 'software' });
      const asked = { jobId: sent, actorUserId: 'u-maker', page: 1, limit: 10 };
      assert.deepEqual(expectLeft(await engine.getJobPayments(tenant, asked)), absent);
    },
  },
  {
    title: 'a batch of a person whose control totals do not hold is refused whole, with pointers',
    run: async (storage) => {
      const stage = await openStage(storage);
      const batch = await bodyOf(stage, [{}], { controlTotals: { count: 2, amount: 1 } });
      const refusal = expectLeft(await accept(stage, batch));
      assert.deepEqual(
        refusal._tag === 'InvalidInput' && refusal.issues.map(({ pointer }) => pointer),
        ['/batch/controlTotals/count', '/batch/controlTotals/amount'],
      );
    },
  },
];
