import assert from 'node:assert/strict';
import type { BatchRequest, Plain } from '@hundi/core';
import type { BatchPreview, JobStatusRecord, ShownPreview } from '@hundi/core/wire';
import {
  expectRight,
  postedOf,
  type Posted,
  type PostOptions,
  type Row,
  type Stage,
} from './stage.js';

/** A batch that was previewed and then posted with its token, and its job once intake has judged it. */
interface Previewed extends Posted {
  readonly preview: ShownPreview;
  readonly job: JobStatusRecord;
}

/** What a preview and a job both say of a row. */
const said = ({
  index,
  transactionReference,
  outcome,
  rejectionCode,
  rejectionMessage,
}: BatchPreview['records'][number] | JobStatusRecord['records'][number]) => ({
  index,
  transactionReference,
  outcome,
  rejectionCode,
  rejectionMessage,
});

const previewed = async ({ engine, tenant }: Stage, batch: Plain<BatchRequest>) =>
  expectRight(await engine.previewBatch(tenant, { batch }));

/** Payouts that were accepted have the payee, the levels and the fees of the preview, and were sent on no other day. */
const compareAccepted = async (stage: Stage, preview: ShownPreview, { ids }: Posted) => {
  for (const { index, outcome, levelsRequired, fees, releaseDate } of preview.records) {
    if (outcome === 'rejected') continue;
    const payout = await stage.payout(ids[index] as never);
    assert.equal(payout.approval?.levelsRequired ?? 0, levelsRequired);
    if (payout.fees === undefined) continue;
    assert.deepEqual(payout.fees, fees);
    const inIndia = (payout.timestamps.sentToBankAt ?? 0) + 5.5 * 3_600_000;
    assert.equal(new Date(inIndia).toISOString().slice(0, 10), releaseDate);
  }
  for (const { index, accountNumber, paymentMethod } of preview.firstAccepted) {
    const payout = await stage.payout(ids[index] as never);
    assert.equal(payout.beneficiary?.accountNumber, accountNumber);
    assert.equal(payout.paymentMethod, paymentMethod);
  }
};

/** Previews a batch, posts it with the token and runs what is due: intake says what the preview said. */
export const asPreviewed = async (
  stage: Stage,
  rows: ReadonlyArray<Row>,
  options: PostOptions = {},
): Promise<Previewed> => {
  const batch = await stage.bodyOf(rows, options);
  const preview = await previewed(stage, batch);
  const { previewToken } = preview;
  const input = { key: previewToken.slice(-255), batch, previewToken };
  const posted = postedOf(
    expectRight(await stage.engine.acceptPreviewedBatch(stage.tenant, input)),
  );
  await stage.runDue();
  const job = await stage.job(posted.jobId);
  assert.deepEqual(job.records.map(said), preview.records.map(said));
  await compareAccepted(stage, preview, posted);
  return { preview, job, ...posted };
};
