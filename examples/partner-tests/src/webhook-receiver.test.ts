import { checkReceiver, conformanceReport, type OpenReceiver } from '@hundi/testkit';
import test from 'ava';
import { emptyBooks, receiveWebhook } from './webhook-receiver.js';

const careful: OpenReceiver = (setup) => {
  const books = emptyBooks();
  return {
    handle: (delivery) => receiveWebhook(books, setup, delivery),
    timesActedOn: (eventId) => (books.seen.has(eventId) ? 1 : 0),
    statusOf: (id) => books.transactions.get(id)?.status,
    rowsOf: (jobId) =>
      [...(books.pages.get(jobId)?.values() ?? [])].reduce((sum, page) => sum + page.length, 0),
  };
};

/** A first attempt: it believes every delivery, however old. */
const naive: OpenReceiver = () => {
  const acted: string[] = [];
  let status: string | undefined;
  let rows = 0;
  return {
    handle: ({ body }) => {
      const { id, type, data } = JSON.parse(new TextDecoder().decode(body)) as {
        readonly id: string;
        readonly type: string;
        readonly data: {
          readonly object: { readonly status?: string; readonly records?: ReadonlyArray<unknown> };
        };
      };
      acted.push(id);
      if (!/^(transaction\.(paid|sent_to_bank)|payment\.job\.\w+)$/.test(type)) return 422;
      status = data.object.status ?? status;
      rows += data.object.records?.length ?? 0;
      return 200;
    },
    timesActedOn: (eventId) => acted.filter((one) => one === eventId).length,
    statusOf: () => status,
    rowsOf: () => rows,
  };
};

test('our receiver of webhooks stands every delivery', async (t) => {
  const results = await checkReceiver(careful);

  t.deepEqual(
    results.filter(({ passed }) => !passed),
    [],
    conformanceReport(results),
  );
});

test('the check of a naive receiver reports what is wrong with it', async (t) => {
  const results = await checkReceiver(naive);
  const wrong = results.filter(({ passed }) => !passed).map(({ title }) => title.split(':')[0]);

  t.deepEqual(wrong, [
    'wrong secret',
    'unsigned',
    'changed',
    'stale',
    'duplicate',
    'out of order',
    'unknown',
    'twenty pages',
  ]);
  const report = conformanceReport(results);
  t.regex(report, /WRONG duplicate: .*\n +acted 3 times on one event; remember every webhook-id/);
  t.regex(report, /ok {4}genuine/);
  t.regex(report, /knows 2200 of the 2000 rows/);
});

test('the check of a receiver that throws reports it', async (t) => {
  const results = await checkReceiver(() => {
    throw new Error('no database');
  });

  t.true(results.every(({ passed }) => !passed));
  t.regex(conformanceReport(results), /threw no database/);
});
