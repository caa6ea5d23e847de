import { memoryStorage } from '@hundi/adapter-memory';
import type { Storage, Stores } from '@hundi/core';
import test from 'ava';
import { aBatch, aPayment, postBatch } from '../../testing/bodies.js';
import { serve } from '../../testing/serve.js';

const REPORT = '/v1/partner/reports/transactions?initiatedByUserId=u-maker';

type Report = Stores['payouts']['report'];

/** A storage whose reports are asked for in another way. */
const reporting = (asked: (report: Report) => Report): Storage => {
  const kept = memoryStorage();
  return {
    ...kept,
    read: (work) =>
      kept.read((stores) =>
        work({ ...stores, payouts: { ...stores.payouts, report: asked(stores.payouts.report) } }),
      ),
  };
};

const gate = () => {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    passed,
    open: () => {
      open();
    },
  };
};

test('a report that few payouts meet comes in pages, some of them empty, and ends', async (t) => {
  const served = await serve(
    t,
    reporting(
      (report) => (tenant, filter, before, limit) => report(tenant, filter, before, limit, 3),
    ),
  );
  const payee = await served.sandbox.beneficiary('SHARMA01');
  const payments = Array.from({ length: 10 }, (_, i) =>
    aPayment(payee, `T-${String(i)}`, { amount: i === 4 ? 700 : 100 }),
  );
  await postBatch(served, aBatch(payments), 'run-1');
  await served.sandbox.runDue();

  const pages: number[] = [];
  const query = `${REPORT}&amountOperator=equals&amountValue=700`;
  for (let after = ''; ;) {
    const { status, json } = await served.get(query + after);
    t.is(status, 200);
    pages.push(json.items.length);
    if (json.pagination.hasMore !== true) {
      t.is(json.pagination.nextCursor, null);
      break;
    }
    after = `&after=${encodeURIComponent(json.pagination.nextCursor ?? '')}`;
  }

  t.deepEqual(pages, [0, 1, 0, 0]);
});

test('two reports of a key run at once, and a third gets the time to try again', async (t) => {
  const kept = memoryStorage();
  const [arrived, opened] = [gate(), gate()];
  let running = 0;
  const served = await serve(t, {
    ...kept,
    read: async (work) => {
      const reports: unknown[] = [];
      const answer = await kept.read((stores) => {
        const report: Report = (...asked) => {
          reports.push(asked);
          return stores.payouts.report(...asked);
        };
        return work({ ...stores, payouts: { ...stores.payouts, report } });
      });
      if (reports.length === 0) return answer;
      running += 1;
      if (running === 2) arrived.open();
      await opened.passed;
      return answer;
    },
  });
  const first = [served.get(REPORT), served.get(REPORT)];
  await arrived.passed;
  const third = await served.get(REPORT);
  const list = await served.get('/v1/partner/beneficiaries');
  const stranger = served.get(REPORT, { key: served.globexKey });
  opened.open();

  t.is(third.status, 429);
  t.is(third.json.type, 'rate_limit_error');
  t.is(third.headers.get('retry-after'), '1');
  t.is(list.status, 200);
  t.deepEqual(
    (await Promise.all([...first, stranger])).map(({ status }) => status),
    [200, 200, 200],
  );
  t.is((await served.get(REPORT)).status, 200);
});
