import assert from 'node:assert/strict';
import type { Storage } from '@hundi/core/storage';
import { commit } from '../../kit/build/commit.js';
import { aSignature } from '../../kit/build/signatures.js';
import { acme, globex, others, type ContractCase } from '../contract-case.js';
import { race } from '../race.js';

const keyNamed = (sealedKey: string) => ({ id: 'authority', sealedKey }) as const;
const key = (storage: Storage) => storage.read(({ authority }) => authority.key());

export const authorityContract: ReadonlyArray<ContractCase> = [
  {
    title: 'of units that store the authority key, one does, and the others find it',
    run: async (storage) => {
      assert.equal(await key(storage), undefined);
      const wins = await race(storage, ({ authority }, i) => authority.addKey(keyNamed(String(i))));
      assert.equal(wins.length, 1);
      assert.deepEqual(await key(storage), keyNamed(String(wins[0])));
      assert.equal(
        await commit(storage, ({ authority }) => authority.addKey(keyNamed('x'))),
        false,
      );
    },
  },
  {
    title: 'a signature is kept once, and found by its corporate alone',
    run: async (storage) => {
      const [mine, theirs] = [aSignature(acme, 1), aSignature(globex, 1, { userId: 'other' })];
      const find = (tenant: typeof acme, id: string) =>
        storage.read(({ authority }) => authority.signature(tenant, id));
      for (const one of [mine, theirs])
        await commit(storage, ({ authority }) => authority.addSignature(one));
      assert.deepEqual(await find(acme, mine.signatureId), mine);
      assert.deepEqual(await find(globex, mine.signatureId), theirs);
      assert.equal(await find(acme, 'fc_0002'), undefined);
      for (const other of others.slice(1))
        assert.equal(await find(other, mine.signatureId), undefined);
      await assert.rejects(commit(storage, ({ authority }) => authority.addSignature(mine)));
    },
  },
  {
    title: 'signatures of a corporate come by id, page by page',
    run: async (storage) => {
      const all = [1, 2, 3].map((n) => aSignature(acme, n));
      await commit(storage, async ({ authority }) => {
        for (const one of [...all.toReversed(), aSignature(globex, 2)])
          await authority.addSignature(one);
      });
      const page = (after: string | undefined, limit: number) =>
        storage.read(({ authority }) => authority.signaturesAfter(acme, after, limit));
      assert.deepEqual(await page(undefined, 2), all.slice(0, 2));
      assert.deepEqual(await page('fc_0002', 2), all.slice(2));
      assert.deepEqual(await page('fc_0003', 2), []);
    },
  },
];
