import { memoryStorage } from '@hundi/adapter-memory';
import { E, inProcessRateLimiter, InvalidInput, type Caller, type Hundi } from '@hundi/core';
import { InvalidKey } from '@hundi/core/wire';
import { createSandbox } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { setImmediate } from 'node:timers/promises';
import { hundi, type HundiOptions } from '../index.js';
import { aBatch, aPayment } from '../testing/bodies.js';
import { onLoopback } from '../testing/on-loopback.js';

const PAYEES = '/v1/partner/beneficiaries';

type Parts = Pick<Hundi, 'authenticate' | 'listBeneficiaries'>;

/** Serves a sandbox, some of whose engine a test replaces. */
const served = async (
  t: ExecutionContext,
  replaced: (parts: Parts) => Partial<Hundi>,
  options: HundiOptions = {},
) => {
  const { engine, credentials } = await createSandbox({ storage: memoryStorage() });
  const failures: unknown[] = [];
  const app = new Koa();
  app.use(
    hundi(
      { ...engine, ...replaced(engine) },
      { onError: (error) => failures.push(error), ...options },
    ),
  );
  const handle = app.callback();
  const url = await onLoopback(t, (request, response) => void handle(request, response));
  const keyOf = (corporate: string): string =>
    credentials.corporates[corporate]?.apiKeys['erp'] ?? '';
  const get = (path = PAYEES, key = keyOf('acme')) =>
    fetch(url + path, { headers: { 'x-api-key': key } });
  const send = (body: string) =>
    fetch(`${url}/v1/partner/payments/batches`, {
      method: 'POST',
      body,
      headers: {
        'x-api-key': keyOf('acme'),
        'content-type': 'application/json',
        'idempotency-key': 'k-1',
      },
    });
  return { get, send, failures };
};

/** A promise that the test resolves by `open`. */
const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

test('a read of a key that was good before asks for the key, its calls and the answer at once', async (t) => {
  const [counted, answered] = [gate(), gate()];
  let reads = 0;
  const limit = { allowed: true, limit: 9, remaining: 8, windowSeconds: 1, resetSeconds: 1 };
  const { get } = await served(
    t,
    ({ authenticate, listBeneficiaries }) => ({
      authenticate: async (key) => {
        // The first read comes to its answer one after the other.
        if (reads > 0) await Promise.all([counted.opened, answered.opened]);
        return authenticate(key);
      },
      listBeneficiaries: (...args) => {
        reads += 1;
        if (reads > 1) answered.open();
        return listBeneficiaries(...args);
      },
    }),
    {
      rateLimits: {
        take: async () => {
          if (reads > 0) counted.open();
          return limit;
        },
      },
    },
  );

  t.is((await get()).status, 200);
  const second = await get();
  t.is(second.status, 200);
  t.is(second.headers.get('ratelimit'), '"reads";r=8;t=1');
  t.is(reads, 2);
});

test('a key that is no longer good gets nothing of what was read meanwhile', async (t) => {
  let isGood = true;
  const { get } = await served(t, ({ authenticate }) => ({
    authenticate: async (key) => (isGood ? authenticate(key) : E.left(InvalidKey())),
  }));
  t.is((await get()).status, 200);
  isGood = false;
  const refused = await get();

  t.is(refused.status, 401);
  t.is(refused.headers.get('ratelimit'), null);
  t.false((await refused.text()).includes('items'));
});

test('a key whose corporate or rights are others by now reads as what it is now', async (t) => {
  let change: Partial<Caller> = {};
  const read: string[] = [];
  const { get } = await served(t, ({ authenticate, listBeneficiaries }) => ({
    authenticate: async (key) => {
      const caller = await authenticate(key);
      return E.isLeft(caller) ? caller : E.right({ ...caller.right, ...change });
    },
    listBeneficiaries: (tenant, input) => {
      read.push(tenant.corporateTenantId);
      return listBeneficiaries(tenant, input);
    },
  }));
  const bodyOf = async () => (await get()).text();
  const acmes = await bodyOf();
  change = {
    tenant: { bankTenantId: 'demo-bank', corporateTenantId: 'other' } as Caller['tenant'],
  };
  const others = await bodyOf();

  t.not(others, acmes);
  t.is(read.at(-1), 'other');
  change = { scopes: [] };
  t.is((await get()).status, 403);
});

test('a key that is beyond its limit has nothing read for it', async (t) => {
  let reads = 0;
  const { get } = await served(
    t,
    ({ listBeneficiaries }) => ({
      listBeneficiaries: (...args) => {
        reads += 1;
        return listBeneficiaries(...args);
      },
    }),
    { rateLimits: inProcessRateLimiter({ reads: 1, writes: 1 }, { now: () => 0 }) },
  );
  const statuses: number[] = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await get()).status);

  t.deepEqual(statuses.slice(0, 2), [200, 200]);
  t.is(statuses.at(-1), 429);
  // The first call beyond the limit finds out that it is.
  t.is(reads, 3);
});

test('a write begins only once its key is known to be good', async (t) => {
  let isGood = true;
  let accepted = 0;
  const { send } = await served(t, ({ authenticate }) => ({
    authenticate: async (key) => {
      if (isGood) return authenticate(key);
      // In so many turns what was begun too early comes to the engine.
      for (let i = 0; i < 100; i += 1) await setImmediate();
      return E.left(InvalidKey());
    },
    acceptBatchAsJson: () => {
      accepted += 1;
      return Promise.resolve(E.left(InvalidInput([])));
    },
  }));
  const batch = JSON.stringify(aBatch([aPayment('b-1', 'T-1')]));
  t.is((await send(batch)).status, 400);
  isGood = false;

  t.is((await send(batch)).status, 401);
  t.is(accepted, 1);
});

test('a read that fails while its key is asked for is a failure once, and none of a refused key', async (t) => {
  let [isGood, isBroken] = [true, false];
  const { get, failures } = await served(t, ({ authenticate, listBeneficiaries }) => ({
    authenticate: async (key) => (isGood ? authenticate(key) : E.left(InvalidKey())),
    listBeneficiaries: (...args) =>
      isBroken ? Promise.reject(new Error('no disk')) : listBeneficiaries(...args),
  }));
  t.is((await get()).status, 200);
  isBroken = true;
  t.is((await get()).status, 500);
  t.is(failures.length, 1);
  isGood = false;
  t.is((await get()).status, 401);
  t.is(failures.length, 1);
});
