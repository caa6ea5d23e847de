import test from 'ava';
import type { AcceptedBatch } from '@hundi/core/wire';
import { callHundi } from '../../testing/command-line.js';
import { batchTo, json, payee, postBatch } from '../../testing/partner.js';
import { emptyDataDir } from '../../testing/running-service.js';
import { serveHere, type ServedHere } from '../../testing/serve-here.js';

let service: ServedHere;

test.before(async () => {
  service = await serveHere({ teardown: () => undefined }, await emptyDataDir());
});
test.after.always(() => service.stop());

const watch = (words: ReadonlyArray<string>, stop?: AbortSignal) =>
  callHundi(['job', 'watch', ...words], {
    env: { HUNDI_URL: service.url, HUNDI_API_KEY: service.key },
    ...(stop !== undefined && { stop }),
  });

test('a job is followed to the end of its intake', async (t) => {
  const body = batchTo(await payee(service, 'Sharma Steel'), 'FOLLOWED', 2_500);
  const { jobId } = json<AcceptedBatch>(await postBatch(service, body), 202);
  const { code, out } = await watch([jobId]);

  t.is(code, 0);
  t.is(out.length, 1);
  t.regex(out[0] ?? '', new RegExp(`^job ${jobId}: completed_success, 2500 rows, 2500 created`));
});

test('every rejected row is printed, from whichever page of the job', async (t) => {
  const body = batchTo('nobody-1', 'REJECTED', 2_500);
  const { jobId } = json<AcceptedBatch>(await postBatch(service, body), 202);
  const shown = await watch([jobId]);
  const { code, out } = await watch([jobId, '--json']);
  const { status, rejected } = JSON.parse(out[0] ?? '') as {
    readonly status: string;
    readonly rejected: ReadonlyArray<{ readonly index: number }>;
  };

  t.is(code, 1);
  t.is(status, 'completed_rejected');
  t.deepEqual(
    rejected.map(({ index }) => index),
    body.payments.map((_, index) => index),
  );
  t.is(shown.out.at(-1), '… and 2400 more; --json prints all of them');
});

test('a job that there is not is refused in the service’s words', async (t) => {
  const { code, err } = await watch(['01989f6e-0c5a-7000-8000-000000000000']);

  t.is(code, 1);
  t.regex(err[0] ?? '', /answered 404/);
});

test('a signal ends the watching, and says that the job goes on', async (t) => {
  const { code, err } = await watch(['01989f6e-0c5a-7000-8000-000000000000'], AbortSignal.abort());

  t.is(code, 1);
  t.regex(err[0] ?? '', /stopped by a signal\. The job goes on/);
});

test('a call without a job is misuse', async (t) => {
  t.like(await watch([]), { code: 2 });
});
