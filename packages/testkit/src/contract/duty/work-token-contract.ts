import assert from 'node:assert/strict';
import type { DutyName, HeldWork, Storage, Work } from '@hundi/core/storage';
import { EPOCH } from '../../kit/build/ids.js';
import { aClaim, LEASE_MS, someWork } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, type ContractCase } from '../contract-case.js';

const add = (storage: Storage, ...subjects: string[]) =>
  commit(storage, ({ work }) => work.add(subjects.map((subject) => someWork(acme, subject))));

const claim = (
  storage: Storage,
  now = EPOCH,
  duty: DutyName = 'send-to-bank',
): Promise<ReadonlyArray<Work>> =>
  commit(storage, ({ work }) => work.claim(aClaim({ duty, now, lapsesTo: duty })));

const claimOne = async (storage: Storage, now = EPOCH): Promise<Work> => {
  const [only, ...more] = await claim(storage, now);
  assert.ok(only !== undefined && more.length === 0);
  return only;
};

const held = (storage: Storage, ...work: HeldWork[]) =>
  commit(storage, async (stores) => [...(await stores.work.held(work))].sort());

const finish = (storage: Storage, ...work: HeldWork[]) =>
  commit(storage, (stores) => stores.work.finish(work));

const defer = (storage: Storage, work: HeldWork, duty: DutyName, runAt: number) =>
  commit(storage, (stores) => stores.work.defer([{ ...work, duty, runAt }]));

export const workTokenContract: ReadonlyArray<ContractCase> = [
  {
    title: 'work is held by the token of its last claim only',
    run: async (storage) => {
      await add(storage, 'a', 'b');
      const first = await claim(storage);
      assert.deepEqual(await held(storage, ...first), ['a', 'b']);
      const [, b] = await claim(storage, EPOCH + LEASE_MS);

      assert.deepEqual(await held(storage, ...first), []);
      assert.deepEqual(
        await held(storage, first[0] as Work, b as Work, { ...(b as Work), subject: 'nowhere' }),
        ['b'],
      );
      assert.deepEqual(await held(storage), []);
    },
  },
  {
    title: 'an ended lease is valid until another worker claims the work',
    run: async (storage) => {
      await add(storage, 'a');
      const work = await claimOne(storage);
      await claim(storage, EPOCH + LEASE_MS - 1);

      assert.deepEqual(await held(storage, work), ['a']);
      await finish(storage, work);
      assert.deepEqual(await claim(storage, EPOCH + LEASE_MS), []);
    },
  },
  {
    title: 'finishing takes away work whose token is ours and leaves the rest',
    run: async (storage) => {
      await add(storage, 'a', 'b', 'c');
      const [a, b, c] = (await claim(storage)) as [Work, Work, Work];
      await finish(storage, a, { ...b, token: b.token - 1 }, { ...c, token: c.token + 1 });

      assert.deepEqual(await held(storage, a, b, c), ['b', 'c']);
      const later = await claim(storage, EPOCH + LEASE_MS);
      assert.deepEqual(
        later.map(({ subject }) => subject),
        ['b', 'c'],
      );
    },
  },
  {
    title: 'an old token finishes nothing and defers nothing',
    run: async (storage) => {
      await add(storage, 'a');
      const old = await claimOne(storage);
      const mine = await claimOne(storage, EPOCH + LEASE_MS);
      await finish(storage, old);
      await defer(storage, old, 'query-unknowns', EPOCH);

      assert.deepEqual(await held(storage, mine), ['a']);
      assert.deepEqual(await claim(storage, EPOCH + 9 * LEASE_MS, 'query-unknowns'), []);
      const again = await claimOne(storage, EPOCH + 2 * LEASE_MS);
      assert.equal(again.attempts, 3);
    },
  },
  {
    title: 'deferred work falls due at its new moment, under its new duty, with its attempts',
    run: async (storage) => {
      await add(storage, 'a');
      const work = await claimOne(storage);
      await defer(storage, work, 'query-unknowns', EPOCH + 7);
      assert.deepEqual(await held(storage, work), ['a']);
      assert.deepEqual(await claim(storage, EPOCH + 9 * LEASE_MS), []);
      assert.deepEqual(await claim(storage, EPOCH + 6, 'query-unknowns'), []);

      const [again] = await claim(storage, EPOCH + 7, 'query-unknowns');
      assert.equal(again?.attempts, 2);
      assert.deepEqual(await held(storage, work), []);
      assert.deepEqual(await held(storage, again), ['a']);
    },
  },
  {
    title: 'many works are deferred in one call, each to its own moment',
    run: async (storage) => {
      await add(storage, 'a', 'b', 'c');
      const [a, b, c] = (await claim(storage)) as [Work, Work, Work];
      await commit(storage, ({ work }) =>
        work.defer([
          { ...a, runAt: EPOCH + 3 },
          { ...b, runAt: EPOCH + 1, duty: 'query-unknowns' },
          { ...c, runAt: EPOCH + 2 },
        ]),
      );

      const moments = async (duty: DutyName) =>
        (await claim(storage, EPOCH + 3, duty)).map(({ subject }) => subject);
      assert.deepEqual(await moments('send-to-bank'), ['c', 'a']);
      assert.deepEqual(await moments('query-unknowns'), ['b']);
    },
  },
  {
    title: 'work that is given back is as it was before its claim, but for its token',
    run: async (storage) => {
      await add(storage, 'a', 'b');
      const [a, b] = (await claim(storage)) as [Work, Work];
      await commit(storage, ({ work }) =>
        work.giveBack([
          { ...a, duty: 'send-to-bank', runAt: EPOCH },
          { ...b, duty: 'send-to-bank', runAt: EPOCH, token: b.token - 1 },
        ]),
      );

      const again = await claimOne(storage);
      assert.deepEqual([again.subject, again.attempts, again.failures], ['a', 1, 0]);
      assert.ok(again.token > a.token);
      assert.deepEqual(await held(storage, b), ['b']);
    },
  },
  {
    title: 'adding work to a subject takes it from its holder',
    run: async (storage) => {
      await add(storage, 'a');
      const work = await claimOne(storage);
      await add(storage, 'a');
      assert.deepEqual(await held(storage, work), []);
      await finish(storage, work);

      const again = await claimOne(storage);
      assert.ok(again.token > work.token);
    },
  },
  {
    title: 'a token from before the work was finished and added again holds nothing',
    run: async (storage) => {
      await add(storage, 'a');
      const old = await claimOne(storage);
      await finish(storage, await claimOne(storage, EPOCH + LEASE_MS));
      await add(storage, 'a');
      const tokens: number[] = [];
      for (let n = 0; n < 3; n += 1) {
        assert.deepEqual(await held(storage, old), []);
        await finish(storage, old);
        tokens.push((await claimOne(storage, EPOCH + n * LEASE_MS)).token);
      }

      assert.equal(tokens.includes(old.token), false);
    },
  },
  {
    title: 'the work of each corporate is its own, also on a subject of the same name',
    run: async (storage) => {
      await add(storage, 'a');
      await commit(storage, ({ work }) => work.add([someWork(globex, 'a', { runAt: EPOCH + 1 })]));
      const [ours, theirs, ...more] = await claim(storage, EPOCH + 1);
      assert.ok(ours !== undefined && theirs !== undefined);
      assert.deepEqual([ours.tenant, theirs.tenant, more], [acme, globex, []]);
      assert.deepEqual(await held(storage, { ...theirs, tenant: acme }), []);

      await finish(storage, { ...theirs, tenant: acme });
      await commit(storage, ({ work }) => work.drop(acme, ['a']));
      assert.deepEqual(await held(storage, ours), []);
      assert.deepEqual(await held(storage, theirs), ['a']);
      await finish(storage, theirs);
      assert.deepEqual(await claim(storage, EPOCH + LEASE_MS + 1), []);
    },
  },
  {
    title: 'work that is dropped is gone, claimed or not, and its token never comes back',
    run: async (storage) => {
      await add(storage, 'a', 'b', 'c');
      const claimed = await claim(storage);
      await add(storage, 'd');
      await commit(storage, ({ work }) => work.drop(acme, ['a', 'd', 'nowhere']));

      assert.deepEqual(await held(storage, ...claimed), ['b', 'c']);
      await add(storage, 'a');
      assert.deepEqual(await held(storage, ...claimed), ['b', 'c']);
      assert.equal((await claimOne(storage)).attempts, 1);
    },
  },
];
