import test from 'ava';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { fairLanes } from './fair-lanes.js';

const workOf = (corporateTenantId: string, id: number) => ({
  tenant: { bankTenantId: 'bank', corporateTenantId } as Tenant,
  id,
});

const RULE = { lanesEach: 1, leaseMs: 25_000 };

/** Lanes whose work ends on request. */
const held = () => {
  const clock = { at: 0 };
  const running: number[] = [];
  const off: number[] = [];
  const ends: (() => void)[] = [];
  const run = fairLanes<ReturnType<typeof workOf>>(
    RULE,
    () => clock.at,
    async (works) => {
      running.push(...works.map(({ id }) => id));
      await new Promise<void>((resolve) => ends.push(resolve));
    },
    async (works) => {
      off.push(...works.map(({ id }) => id));
    },
  );
  return { running, off, ends, run, clock };
};

test('a corporate that is in a lane is put off in the others, and those of others run', async (t) => {
  const { running, off, ends, run } = held();
  const first = run([workOf('acme', 1), workOf('acme', 2)]);
  const second = run([workOf('acme', 3), workOf('globex', 4)]);
  await new Promise((resolve) => setImmediate(resolve));

  t.deepEqual(running, [1, 2, 4]);
  t.deepEqual(off, [3]);
  for (const end of ends.splice(0)) end();
  await Promise.all([first, second]);
  const third = run([workOf('acme', 5)]);
  t.deepEqual(running, [1, 2, 4, 5]);
  for (const end of ends.splice(0)) end();
  await third;
});

test('a lane that fails is free again', async (t) => {
  let broken = true;
  const ran: number[] = [];
  const run = fairLanes<ReturnType<typeof workOf>>(
    RULE,
    () => 0,
    async (works) => {
      if (broken) throw new Error('broken');
      ran.push(...works.map(({ id }) => id));
    },
    async () => {
      t.fail('it was put off');
    },
  );
  await t.throwsAsync(run([workOf('acme', 1)]), { message: 'broken' });
  broken = false;
  await run([workOf('acme', 2)]);

  t.deepEqual(ran, [2]);
});

test('a run whose claim has lapsed holds no lane, and frees none of a later run when it ends', async (t) => {
  const { running, off, ends, run, clock } = held();
  const lapsed = run([workOf('acme', 1)]);
  clock.at = RULE.leaseMs;
  const later = run([workOf('acme', 2)]);
  t.deepEqual(running, [1, 2]);
  ends.shift()?.();
  await lapsed;
  await run([workOf('acme', 3)]);

  t.deepEqual(off, [3]);
  for (const end of ends.splice(0)) end();
  await later;
});
