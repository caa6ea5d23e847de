import assert from 'node:assert/strict';
import type { BeneficiaryId, Tenant } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import { aBeneficiary, anAccount, approved, rejected } from '../../kit/build/beneficiary.js';
import { aBeneficiaryId } from '../../kit/build/ids.js';
import { commit } from '../../kit/build/commit.js';
import { acme, others, sortedBy, type ContractCase } from '../contract-case.js';
import { sameNames } from './same-names.js';

const add = (storage: Storage, ...payees: ReadonlyArray<ReturnType<typeof aBeneficiary>>) =>
  commit(storage, async ({ beneficiaries }) => {
    for (const payee of payees) await beneficiaries.add(acme, payee);
  });

const found = async (storage: Storage, text: string): Promise<ReadonlyArray<BeneficiaryId>> =>
  sortedBy(
    (id) => id,
    await storage.read(({ beneficiaries }) => beneficiaries.idsContaining(acme, text)),
  );

const named = async (storage: Storage, text: string): Promise<ReadonlyArray<BeneficiaryId>> =>
  sortedBy(
    (id) => id,
    await storage.read(({ beneficiaries }) => beneficiaries.idsNamed(acme, text)),
  );

const ids = (...ns: ReadonlyArray<number>) => ns.map(aBeneficiaryId);

export const payeeSearchContract: ReadonlyArray<ContractCase> = [
  {
    title: 'payees are found by a part of their name, ignoring case, beyond ASCII too',
    run: async (storage) => {
      await add(
        storage,
        aBeneficiary(acme, 1, { name: 'Acme Traders' }),
        aBeneficiary(acme, 2, { name: 'MACME' }),
        aBeneficiary(acme, 3, { name: 'Émile Zölä' }),
      );

      assert.deepEqual(await found(storage, 'aCmE'), ids(1, 2));
      assert.deepEqual(await found(storage, 'ÉMILE zÖ'), ids(3));
      assert.deepEqual(await found(storage, 'nobody'), []);
    },
  },
  {
    title: 'payees are found by the beginning of a name, now or before, taken literally',
    run: async (storage) => {
      const made = aBeneficiary(acme, 1, { name: 'Acme  Traders' });
      const renamed = aBeneficiary(acme, 1, { name: 'Zenith' });
      await add(
        storage,
        made,
        aBeneficiary(acme, 2, { name: 'MACME' }),
        aBeneficiary(acme, 3, { name: 'Émile Zölä', beneId: 'ACME3' }),
        aBeneficiary(acme, 4, { name: '%cme' }),
      );
      await commit(storage, ({ beneficiaries }) =>
        beneficiaries.replace(acme, { ...approved(renamed), formerNames: [made.name] }),
      );

      for (const [text, expected] of [
        ['acme', ids(1)],
        ['ACME trad', ids(1)],
        ['zen', ids(1)],
        ['cme', []],
        ['m', ids(2)],
        ['émile zölä', ids(3)],
        ['000000000001', []],
        ['%', ids(4)],
        ['_', []],
        ['\u0000', []],
      ] as const)
        assert.deepEqual(await named(storage, text), expected, text);
    },
  },
  {
    title: 'payees are found by the key under which two names are the same',
    run: async (storage) => {
      await add(storage, ...sameNames.map(([name], n) => aBeneficiary(acme, n + 1, { name })));

      for (const [n, [name, search]] of sameNames.entries()) {
        assert.deepEqual(await found(storage, search), ids(n + 1), search);
        assert.deepEqual(await found(storage, name), ids(n + 1));
      }
    },
  },
  {
    title: 'payees are found by a part of their beneId or id, ignoring case',
    run: async (storage) => {
      await add(
        storage,
        aBeneficiary(acme, 1, { name: 'First', beneId: 'KAPOOR01' }),
        aBeneficiary(acme, 2, { name: 'Second', beneId: 'XKAPOOR' }),
      );

      assert.deepEqual(await found(storage, 'kapoor'), ids(1, 2));
      assert.deepEqual(await found(storage, 'POOR01'), ids(1));
      assert.deepEqual(await found(storage, aBeneficiaryId(2)), ids(2));
      assert.deepEqual(await found(storage, aBeneficiaryId(2).slice(3).toUpperCase()), ids(2));
    },
  },
  {
    title: 'a payee is found in any state, and once, however much of it matches',
    run: async (storage) => {
      const payees = [1, 2, 3].map((n) =>
        aBeneficiary(acme, n, { name: `Shop${String(n)}`, beneId: `SHOP${String(n)}` }),
      );
      await add(storage, ...payees);
      const [, second, third] = payees;
      await commit(storage, async ({ beneficiaries }) => {
        if (second !== undefined) await beneficiaries.replace(acme, approved(second));
        if (third !== undefined) await beneficiaries.replace(acme, rejected(third));
      });

      assert.deepEqual(await found(storage, 'shop'), ids(1, 2, 3));
    },
  },
  {
    title: 'payees are looked for literally: wildcards, escapes and quotes stand for themselves',
    run: async (storage) => {
      await add(
        storage,
        aBeneficiary(acme, 1, { name: '100% Cotton' }),
        aBeneficiary(acme, 2, { name: '100x Cotton' }),
        aBeneficiary(acme, 3, { name: 'under_score' }),
        aBeneficiary(acme, 4, { name: 'underXscore' }),
        aBeneficiary(acme, 5, { name: 'back\\slash' }),
        aBeneficiary(acme, 6, { name: 'O\'Neil "Bob"; --' }),
      );

      assert.deepEqual(await found(storage, '0% c'), ids(1));
      assert.deepEqual(await found(storage, 'r_s'), ids(3));
      assert.deepEqual(await found(storage, '\\'), ids(5));
      assert.deepEqual(await found(storage, '%'), ids(1));
      assert.deepEqual(await found(storage, '_'), ids(3));
      assert.deepEqual(await found(storage, "o'n"), ids(6));
    },
  },
  {
    title: 'payees that are not rejected are found by any of their account numbers, each once',
    run: async (storage) => {
      const accounts = [1, 2].map((n) => anAccount(n, { isDefault: n === 1 }));
      const payees = [
        aBeneficiary(acme, 1, { accounts }),
        aBeneficiary(acme, 2, { accounts: accounts.slice(1) }),
        aBeneficiary(acme, 3, { accounts: accounts.slice(0, 1) }),
        aBeneficiary(acme, 4),
      ] as const;
      await add(storage, ...payees);
      await commit(storage, ({ beneficiaries }) =>
        beneficiaries.replace(acme, rejected(payees[2])),
      );
      const numbers = accounts.map(({ accountNumber }) => accountNumber);
      const holders = async (tenant: Tenant, ...wanted: typeof numbers) =>
        sortedBy(
          (id) => id,
          (
            await storage.read(({ beneficiaries }) => beneficiaries.withAccounts(tenant, wanted))
          ).map(({ beneficiaryId }) => beneficiaryId),
        );

      assert.deepEqual(await holders(acme, ...numbers, ...numbers), ids(1, 2));
      assert.deepEqual(await holders(acme, ...numbers.slice(0, 1)), ids(1));
      assert.deepEqual(await holders(acme), []);
      for (const other of others) assert.deepEqual(await holders(other, ...numbers), []);
    },
  },
  {
    title: 'this list finds no payee by account number or phone number',
    run: async (storage) => {
      await add(storage, aBeneficiary(acme, 1));

      assert.deepEqual(await found(storage, '000000000001'), []);
      assert.deepEqual(await found(storage, '+9100'), []);
    },
  },
  {
    title: 'payees of one tenant are not found for another',
    run: async (storage) => {
      await add(storage, aBeneficiary(acme, 1));

      for (const other of others) {
        assert.deepEqual(
          await storage.read(({ beneficiaries }) => beneficiaries.idsContaining(other, 'Payee')),
          [],
        );
        assert.deepEqual(
          await storage.read(({ beneficiaries }) => beneficiaries.idsNamed(other, 'Payee')),
          [],
        );
      }
    },
  },
];
