import { nodePacer } from '@hundi/adapter-node';
import test from 'ava';
import { reportWorker, type BankReports } from './report-worker.js';

const NOTHING = { taken: 0, repeated: 0, unknown: 0, nonsense: 0 };

test('a stop waits for the file in hand, takes no other one, and is no failure', async (t) => {
  const events: string[] = [];
  const deliverDue: BankReports['deliverDue'] = async (take) => {
    for (const name of ['first', 'second']) {
      await take([]);
      events.push(name);
    }
    return 2;
  };
  await new Promise<void>((resolve) => {
    const worker = reportWorker({
      engine: {
        takeBankReports: () => {
          void worker.stop().then(resolve);
          return Promise.resolve(NOTHING);
        },
      },
      bank: { deliverDue },
      // Until then the worker has no name.
      clock: { refresh: () => Promise.resolve() },
      pacer: nodePacer({ now: () => 0 }),
      onError: (error) => events.push(String(error)),
    });
  });

  t.deepEqual(events, ['first']);
});
