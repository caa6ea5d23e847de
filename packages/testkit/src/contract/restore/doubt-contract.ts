import assert from 'node:assert/strict';
import { E, type Tenant } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import { EPOCH } from '../../kit/build/ids.js';
import { anOrder } from '../../kit/build/payout.js';
import { aClaim, LEASE_MS, someWork } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, type ContractCase } from '../contract-case.js';

const line = (storage: Storage) => storage.read(({ doubts }) => doubts.line());

const draw = (storage: Storage, at: number) => commit(storage, ({ doubts }) => doubts.draw(at));

const lastToken = (storage: Storage) => storage.read(({ work }) => work.lastToken());

/** Claims the work of one subject, again and again. */
const tokenOf = async (storage: Storage, turn: number): Promise<number> => {
  const [work] = await commit(storage, (stores) =>
    stores.work.claim(aClaim({ now: EPOCH + turn * LEASE_MS })),
  );
  assert.ok(work !== undefined);
  return work.token;
};

export const doubtContract: ReadonlyArray<ContractCase> = [
  {
    title: 'the line of doubt is where it was drawn last, and never goes back',
    run: async (storage) => {
      assert.equal(await line(storage), undefined);
      await draw(storage, EPOCH);
      assert.equal(await line(storage), EPOCH);
      await draw(storage, EPOCH + 2 ** 33);
      await draw(storage, EPOCH + 1);
      assert.equal(await line(storage), EPOCH + 2 ** 33);
    },
  },
  {
    title:
      'the line of doubt leaves no payout behind it, however far ahead the clock of its maker was',
    run: async (storage) => {
      const made = (tenant: Tenant, at: number) => anOrder(tenant, at, { createdAt: EPOCH + at });
      const orders = [made(acme, 2 ** 34), made(acme, 2 ** 33), made(globex, 2 ** 32)];
      await commit(storage, ({ payouts }) => payouts.add(orders));
      await draw(storage, EPOCH);
      assert.equal(await line(storage), EPOCH + 2 ** 34);
      await draw(storage, EPOCH + 2 ** 35);
      assert.equal(await line(storage), EPOCH + 2 ** 35);
    },
  },
  {
    title:
      'the line of doubt is at the time in the highest payout id, however much later a session became the payout',
    run: async (storage) => {
      const order = anOrder(acme, 5, { createdAt: EPOCH + 2 ** 33 });
      await commit(storage, ({ payouts }) => payouts.add([order]));
      await draw(storage, EPOCH);
      assert.equal(await line(storage), EPOCH + 5);
    },
  },
  {
    title: 'a line of doubt in an undone unit of work is not drawn',
    run: async (storage) => {
      await storage.atomically(async ({ doubts }) => {
        await doubts.draw(EPOCH);
        return E.left('undone');
      });

      assert.equal(await line(storage), undefined);
    },
  },
  {
    title: 'no token is beyond the last one, and every later one is',
    run: async (storage) => {
      await commit(storage, ({ work }) => work.add([someWork(acme, 'a')]));
      let last = await lastToken(storage);
      assert.ok(last >= 0);
      for (let turn = 1; turn <= 3; turn += 1) {
        const token = await tokenOf(storage, turn);
        assert.ok(token > last, `${String(token)} after ${String(last)}`);
        last = await lastToken(storage);
        assert.ok(token <= last, `${String(token)} is beyond ${String(last)}`);
      }
    },
  },
  {
    title: 'to add work gives out no token, and to read or drop it neither',
    run: async (storage) => {
      await commit(storage, ({ work }) => work.add([someWork(acme, 'a')]));
      await tokenOf(storage, 1);
      const last = await lastToken(storage);
      const subjects = Array.from({ length: 5_000 }, (_, n) => String(n));
      await commit(storage, ({ work }) =>
        work.add(subjects.map((subject) => someWork(acme, subject))),
      );
      await commit(storage, ({ work }) => work.drop(acme, subjects));
      assert.equal(await lastToken(storage), last);
    },
  },
  {
    title: 'tokens go on beyond those that were skipped, and never back',
    run: async (storage) => {
      await commit(storage, ({ work }) => work.add([someWork(acme, 'a')]));
      const far = 2 ** 40;
      await commit(storage, ({ work }) => work.skipTokens(far));
      assert.ok((await lastToken(storage)) >= far);
      const first = await tokenOf(storage, 1);
      assert.ok(first > far);
      await commit(storage, ({ work }) => work.skipTokens(5));
      assert.ok((await tokenOf(storage, 2)) > first);
    },
  },
  {
    title: 'no token comes back while others are skipped at the same time',
    run: async (storage) => {
      const lanes = Array.from({ length: 8 }, (_, n) => n);
      const turns = Array.from({ length: 25 }, (_, n) => n);
      await commit(storage, ({ work }) =>
        work.add(
          turns.flatMap((turn) => lanes.map((n) => someWork(acme, `${String(turn)} ${String(n)}`))),
        ),
      );
      const tokens: number[] = [];
      const draw = async (): Promise<void> => {
        const claimed = await commit(storage, ({ work }) => work.claim(aClaim({ limit: 1 })));
        tokens.push(...claimed.map(({ token }) => token));
      };
      const skip = async (): Promise<void> => {
        const last = await lastToken(storage);
        await commit(storage, ({ work }) => work.skipTokens(last));
      };
      const each = (work: () => Promise<void>) =>
        lanes.map(async () => {
          for (const _ of turns) await work();
        });
      await Promise.all([...each(draw), ...each(skip)]);

      assert.ok(tokens.length > 0);
      assert.equal(new Set(tokens).size, tokens.length);
    },
  },
  {
    title: 'a claim with a mark returns the mark that it found, and the next claim finds its own',
    run: async (storage) => {
      await commit(storage, ({ work }) => work.add([someWork(acme, 'a')]));
      const found: unknown[] = [];
      for (const [turn, mark] of [7, undefined, 9, 9].entries()) {
        const [work] = await commit(storage, (stores) =>
          stores.work.claim(
            aClaim({ now: EPOCH + turn * LEASE_MS, ...(mark !== undefined && { mark }) }),
          ),
        );
        assert.ok(work !== undefined);
        found.push([work.markedAt, 'markedBefore' in work ? work.markedBefore : 'absent']);
      }

      assert.deepEqual(found, [
        [7, 'absent'],
        [7, 'absent'],
        [9, 7],
        [9, 9],
      ]);
    },
  },
];
