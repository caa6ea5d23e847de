import assert from 'node:assert/strict';
import type { Day, UserId } from '@hundi/core';
import type { PayoutCheckout } from '@hundi/core/wire';
import type { Storage } from '@hundi/core/storage';
import { aCheckout, aCheckoutId } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, type ContractCase } from '../contract-case.js';
import { race, RIVALS } from '../race.js';

/** A moment that no 32-bit number holds. */
const LATE = 1_800_000_000_000;
const HOUR = 3_600_000;
const MAKER = 'user-1' as UserId;
const [MONDAY, TUESDAY] = ['2026-03-02', '2026-03-03'] as [Day, Day];

const add = (storage: Storage, ...sessions: ReadonlyArray<PayoutCheckout>): Promise<void> =>
  commit(storage, async ({ payoutCheckouts }) => {
    for (const session of sessions) await payoutCheckouts.add(session);
  });

const advance = (storage: Storage, next: PayoutCheckout): Promise<void> =>
  commit(storage, ({ payoutCheckouts }) => payoutCheckouts.advance(next));

const found = (storage: Storage, n: number) =>
  storage.read(({ payoutCheckouts }) => payoutCheckouts.findAnywhere(aCheckoutId(n)));

const tryOne = (storage: Storage, codeNumber: number) =>
  commit(storage, ({ payoutCheckouts }) => payoutCheckouts.countTry(aCheckoutId(1), codeNumber, 3));

const sessionCases: ReadonlyArray<ContractCase> = [
  {
    title: 'a checkout session is as it was added, for its corporate and for a browser',
    run: async (storage) => {
      const session = aCheckout(acme, 1, {
        createdAt: LATE,
        expiresAt: LATE + 1,
        redirectUrl: 'https://erp.example/?a=1',
        metadata: { deep: { list: [1, 'ü', null] } },
        payee: { name: 'Śarmā \\u Steel', ifsc: 'HDFC0000001' },
      });
      await add(storage, session, aCheckout(globex, 2));

      await storage.read(async ({ payoutCheckouts }) => {
        const id = aCheckoutId(1);
        assert.deepEqual(await payoutCheckouts.find(acme, id), { session, tries: 0 });
        assert.deepEqual(await payoutCheckouts.findAnywhere(id), { session, tries: 0 });
        for (const other of others) assert.equal(await payoutCheckouts.find(other, id), undefined);
        assert.equal(await payoutCheckouts.findAnywhere(aCheckoutId(3)), undefined);
      });
    },
  },
  {
    title: 'a checkout session takes no other one over',
    run: async (storage) => {
      await add(storage, aCheckout(acme, 1));

      await assert.rejects(add(storage, aCheckout(globex, 1)));
      assert.deepEqual((await found(storage, 1))?.session, aCheckout(acme, 1));
    },
  },
  {
    title: 'a checkout session is written from the state that it follows, and from no other',
    run: async (storage) => {
      await add(storage, aCheckout(acme, 1));
      const next = aCheckout(acme, 1, { revision: 2, browserDigest: 'b' });
      await advance(storage, next);

      for (const wrong of [
        aCheckout(acme, 1, { revision: 2 }),
        aCheckout(acme, 1, { revision: 4 }),
        aCheckout(globex, 1, { revision: 3 }),
        aCheckout(acme, 2, { revision: 2 }),
      ])
        await assert.rejects(advance(storage, wrong));
      assert.deepEqual((await found(storage, 1))?.session, next);
    },
  },
  {
    title: 'when units hold one checkout session at once, each sees the writes of those before it',
    run: async (storage) => {
      await add(storage, aCheckout(acme, 1));
      const winners = await race(storage, async ({ payoutCheckouts }, rival) => {
        const held = await payoutCheckouts.hold(aCheckoutId(1));
        if (held === undefined) return false;
        const { session } = held;
        const browserDigest = `${session.browserDigest ?? ''}${String(rival)}`;
        await payoutCheckouts.advance({
          ...session,
          revision: session.revision + 1,
          browserDigest,
        });
        return true;
      });

      assert.deepEqual(winners, RIVALS);
      const after = await found(storage, 1);
      assert.deepEqual(after?.session.browserDigest?.split('').toSorted(), ['0', '1', '2', '3']);
    },
  },
];

const tryCases: ReadonlyArray<ContractCase> = [
  {
    title: 'tries of a code are counted until there were as many as may be; the next code has none',
    run: async (storage) => {
      await add(storage, aCheckout(acme, 1, { codesSent: 1 }));
      assert.equal(await tryOne(storage, 2), undefined);
      assert.deepEqual([await tryOne(storage, 1), await tryOne(storage, 1)], [1, 2]);
      await advance(storage, aCheckout(acme, 1, { codesSent: 1, revision: 2 }));
      assert.equal((await found(storage, 1))?.tries, 2);
      assert.deepEqual([await tryOne(storage, 1), await tryOne(storage, 1)], [3, undefined]);

      await advance(storage, aCheckout(acme, 1, { codesSent: 2, revision: 3 }));
      assert.equal((await found(storage, 1))?.tries, 0);
      assert.deepEqual([await tryOne(storage, 1), await tryOne(storage, 2)], [undefined, 1]);
    },
  },
  {
    title: 'a session that is over counts no try',
    run: async (storage) => {
      await add(storage, aCheckout(acme, 1, { codesSent: 1 }));
      const over = { codesSent: 1, revision: 2, status: 'cancelled', closedAt: LATE } as const;
      await advance(storage, aCheckout(acme, 1, over));

      assert.equal(await tryOne(storage, 1), undefined);
    },
  },
  {
    title: 'when units try one code at once, no more are compared than the limit permits',
    run: async (storage) => {
      await add(storage, aCheckout(acme, 1, { codesSent: 1 }));
      const winners = await race(
        storage,
        async ({ payoutCheckouts }) =>
          (await payoutCheckouts.countTry(aCheckoutId(1), 1, 3)) !== undefined,
      );

      assert.equal(winners.length, 3);
    },
  },
];

const failureCases: ReadonlyArray<ContractCase> = [
  {
    title: 'wrong codes of a maker are counted for a day, and no clock that goes back forgets them',
    run: async (storage) => {
      const fail = (day: Day, tenant = acme, userId = MAKER) =>
        commit(storage, ({ payoutCheckouts }) =>
          payoutCheckouts.countFailure(tenant, userId, day, 2),
        );
      const failures = (day: Day, tenant = acme) =>
        storage.read(({ payoutCheckouts }) => payoutCheckouts.failures(tenant, MAKER, day));

      assert.equal(await failures(MONDAY), 0);
      assert.deepEqual([await fail(MONDAY), await fail(MONDAY)], [true, true]);
      assert.deepEqual([await fail(MONDAY), await failures(MONDAY)], [false, 2]);
      assert.deepEqual([await fail(MONDAY, globex), await failures(MONDAY, globex)], [true, 1]);
      assert.equal(await fail(MONDAY, acme, 'user-2' as UserId), true);

      assert.equal(await failures(TUESDAY), 0);
      assert.deepEqual([await fail(TUESDAY), await failures(TUESDAY)], [true, 1]);
      assert.deepEqual([await fail(MONDAY), await failures(MONDAY)], [true, 2]);
      assert.deepEqual([await fail(MONDAY), await fail(TUESDAY)], [false, false]);
    },
  },
  {
    title: 'a failure that was none is taken back, and no more than were counted',
    run: async (storage) => {
      const forgive = () =>
        commit(storage, ({ payoutCheckouts }) => payoutCheckouts.forgiveFailure(acme, MAKER));
      const failures = () =>
        storage.read(({ payoutCheckouts }) => payoutCheckouts.failures(acme, MAKER, MONDAY));
      await forgive();
      await commit(storage, ({ payoutCheckouts }) =>
        payoutCheckouts.countFailure(acme, MAKER, MONDAY, 5),
      );
      await forgive();
      assert.equal(await failures(), 0);
      await forgive();
      assert.equal(await failures(), 0);
    },
  },
  {
    title: 'when units count a failure at once, no more succeed than the limit permits',
    run: async (storage) => {
      const winners = await race(storage, ({ payoutCheckouts }) =>
        payoutCheckouts.countFailure(acme, MAKER, MONDAY, 3),
      );

      assert.equal(winners.length, 3);
    },
  },
];

const codeCases: ReadonlyArray<ContractCase> = [
  {
    title: 'codes that a maker is mailed are counted for a span of time from the first one on',
    run: async (storage) => {
      const count = (at: number, tenant = acme, userId = MAKER) =>
        commit(storage, ({ payoutCheckouts }) =>
          payoutCheckouts.countCode(tenant, userId, at, { max: 2, span: HOUR }),
        );

      assert.deepEqual([await count(LATE), await count(LATE + HOUR - 1)], [true, true]);
      assert.equal(await count(LATE + HOUR - 1), false);
      assert.equal(await count(LATE - HOUR), false);
      assert.equal(await count(LATE, globex), true);
      assert.equal(await count(LATE, acme, 'user-2' as UserId), true);

      assert.deepEqual([await count(LATE + HOUR), await count(LATE + HOUR)], [true, true]);
      assert.equal(await count(LATE + 2 * HOUR - 1), false);
    },
  },
  {
    title: 'a code that was used is taken back, and no more than were counted',
    run: async (storage) => {
      const count = () =>
        commit(storage, ({ payoutCheckouts }) =>
          payoutCheckouts.countCode(acme, MAKER, LATE, { max: 1, span: HOUR }),
        );
      const forgive = (tenant = acme) =>
        commit(storage, ({ payoutCheckouts }) => payoutCheckouts.forgiveCode(tenant, MAKER));
      await forgive();
      assert.deepEqual([await count(), await count()], [true, false]);
      await forgive(globex);
      assert.equal(await count(), false);
      await forgive();
      await forgive();
      assert.deepEqual([await count(), await count()], [true, false]);
    },
  },
  {
    title: 'when units count a code at once, no more succeed than the limit permits',
    run: async (storage) => {
      const winners = await race(storage, ({ payoutCheckouts }) =>
        payoutCheckouts.countCode(acme, MAKER, LATE, { max: 3, span: HOUR }),
      );

      assert.equal(winners.length, 3);
    },
  },
];

export const payoutCheckoutContract: ReadonlyArray<ContractCase> = [
  ...sessionCases,
  ...tryCases,
  ...failureCases,
  ...codeCases,
];
