import { monitorEventLoopDelay } from 'node:perf_hooks';
import { E, type JobId } from '@hundi/core';
import { fakePasskey, type FakePasskey } from '@hundi/testkit';
import { PAYMENTS } from './batch.js';
import { bringFile, openFileForm } from './brought-file.js';
import type { Client } from './client.js';
import type { MakeDatabase } from './database.js';
import { CHECKER, type BenchApproval } from './document.js';
import { parseMs } from './parse.js';
import { bodyOf, isComplete, isPaid, isSealed, postBody, until } from './progress.js';
import { openStand, type Stand } from './stand.js';

const rightOf = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

const challengeIn = (options: unknown): string =>
  String((options as { readonly challenge?: unknown } | undefined)?.challenge);

/** The checker's passkey: what it signs is checked by a comparison, so that the engine's own work is measured. */
const enrolled = async ({ engine, tenant }: Stand): Promise<FakePasskey> => {
  const person = {
    tenant,
    userId: CHECKER as never,
    sessionId: 'bench',
    isConfirmed: true,
    givenFactor: 'passkey' as const,
    tokenDigest: '',
    idleUntil: Infinity,
    expiresAt: Infinity,
    onlyEnrols: false,
  };
  const device = fakePasskey('bench');
  const { factorId, options } = rightOf(
    await engine.enrolFactor(person, { kind: 'passkey', name: 'Bench' }),
  );
  const response = device.create(challengeIn(options));
  rightOf(await engine.confirmFactor(person, { factorId, response }));
  return device;
};

const approve = async (
  { engine, tenant }: Stand,
  jobId: JobId,
  device: FakePasskey | undefined,
): Promise<void> => {
  const decision = { actorUserId: CHECKER, action: 'approve', jobId } as const;
  if (device === undefined) {
    rightOf(await engine.decideJob(tenant, decision));
    return;
  }
  const { challengeId, digest } = rightOf(await engine.askApprovalFactor(tenant, decision));
  const response = device.answer(digest);
  rightOf(await engine.decideJob(tenant, { ...decision, challengeId, response }));
};

/** How long a job of 20,000 takes from its post until all of it is paid, its approval included, in ms. */
const approvedMs = async (
  make: MakeDatabase,
  client: Client,
  approval: Exclude<BenchApproval, 'none'>,
): Promise<{ readonly paid: number; readonly stall: number }> => {
  const stand = await openStand(make, { approval });
  const device = approval === 'passkey' ? await enrolled(stand) : undefined;
  await until(() => isSealed(stand));
  const body = bodyOf(stand, PAYMENTS, 'B');
  const { jobId, sentAt } = await postBody(stand, client, 'B', body);
  await until(() => isComplete(stand, jobId));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await approve(stand, jobId, device);
  delay.disable();
  const paidAt = await until(() => isPaid(stand));
  const { counts } = rightOf(await stand.engine.getJob(stand.tenant, { jobId, page: 1, limit: 1 }));
  if (counts.paid !== PAYMENTS) throw new Error(`only ${String(counts.paid)} were paid`);
  await stand.close();
  return { paid: paidAt - sentAt, stall: delay.max / 1e6 };
};

/** A job that a person signs, against one that a checker approves without a second factor. */
export const signedRound = async (make: MakeDatabase, client: Client) => {
  const unsigned = await approvedMs(make, client, 'checker');
  const signed = await approvedMs(make, client, 'passkey');
  return { unsigned: unsigned.paid, signed: signed.paid, stall: signed.stall, parse: parseMs() };
};

/**
 * A preview of 20,000 rows, against the time until the job of the same rows is complete; and a file of as many rows, from
 * when the maker sends it until its preview is shown.
 */
export const previewRound = async (make: MakeDatabase, client: Client) => {
  const stand = await openStand(make);
  await until(() => isSealed(stand));
  const body = bodyOf(stand, PAYMENTS, 'B');
  const { url, apiKey } = stand;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const previewed = await client.post({
    url,
    apiKey,
    key: 'preview',
    body,
    path: '/v1/partner/payments/batches/previews',
  });
  delay.disable();
  const form = await openFileForm(stand);
  const brought = await bringFile(form, client, PAYMENTS, 'F');
  const { cookie } = form;
  const { path } = brought;
  const pageDelay = monitorEventLoopDelay({ resolution: 1 });
  pageDelay.enable();
  const page = await client.get({ url, apiKey: '', cookie, paths: [path], callers: 1 });
  pageDelay.disable();
  const posted = await postBody(stand, client, 'B', body);
  const completedAt = await until(() => isComplete(stand, posted.jobId));
  await until(() => isPaid(stand));
  await stand.close();
  return {
    preview: previewed.readAt - previewed.sentAt,
    complete: completedAt - posted.sentAt,
    stall: delay.max / 1e6,
    shown: brought.ms + page.ms,
    fileStall: brought.stall,
    pageStall: pageDelay.max / 1e6,
    parse: parseMs(),
  };
};
