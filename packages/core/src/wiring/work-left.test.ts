import test from 'ava';
import { makeCauses, type Activity } from '../app/duty/causes.js';
import type { Storage } from '../storage/storage.js';
import type { DutyName } from '../storage/work-store.js';
import type { Features } from '../kernel/use-case/feature-off.js';
import { makeReportWorkLeft } from './work-left.js';

const clock = { now: () => 0 };

/** A storage in which these duties have work, and that cannot be read for the first few times. */
const storageWith = (duties: ReadonlyArray<DutyName>, failures = 0) => {
  let reads = 0;
  const work = {
    tally: (duty: DutyName) => Promise.resolve({ waiting: duties.includes(duty) ? 3 : 0 }),
  };
  const storage = {
    read: (look: (stores: unknown) => unknown) => {
      reads += 1;
      return reads <= failures ? Promise.reject(new Error('away')) : look({ work });
    },
  } as unknown as Storage;
  return { storage, reads: () => reads };
};

const without = (...missing: Features['missing']): Features => ({ off: new Map(), missing });

const reporting = (storage: Storage, features: Features) => {
  const causes = makeCauses({ clock });
  const seen: (readonly [Activity, string, unknown])[] = [];
  causes.listen((activity, error) => {
    const { name, code } = error as { readonly name: string; readonly code: unknown };
    seen.push([activity, name, code]);
  });
  return { report: makeReportWorkLeft({ storage, clock, causes, features }), seen };
};

test('work of a duty whose port is missing is reported once, with the port', async (t) => {
  const { storage } = storageWith(['deliver-webhooks', 'query-charges']);
  const { report, seen } = reporting(storage, without('webhookSender', 'mailer'));
  await Promise.all([report(), report()]);
  await report();

  t.deepEqual(seen, [['deliver-webhooks', 'WorkWithoutPort', 'webhookSender']]);
});

test('nothing is read when no port is missing, and nothing reported when no work is left', async (t) => {
  const { storage, reads } = storageWith([]);
  await reporting(storage, without()).report();
  t.is(reads(), 0);

  const { report, seen } = reporting(storage, without('cardAcquirer'));
  await report();
  t.deepEqual(seen, []);
});

test('a look that failed is tried again', async (t) => {
  const { storage } = storageWith(['reverse-charges'], 1);
  const { report, seen } = reporting(storage, without('cardAcquirer'));
  await t.throwsAsync(report());
  await report();

  t.deepEqual(seen, [['reverse-charges', 'WorkWithoutPort', 'cardAcquirer']]);
});
