import assert from 'node:assert/strict';
import {
  aBeneficiary,
  anAccount,
  approved,
  rejected,
  withPendingChange,
} from '../../kit/build/beneficiary.js';
import { commit } from '../../kit/build/commit.js';
import { acme, others, type ContractCase } from '../contract-case.js';
import { sameNames } from './same-names.js';
import type { PackageCode } from '@hundi/core';
import type { ApprovedBeneficiary, BeneficiaryListRequest, Storage } from '@hundi/core/storage';

const known = (
  n: number,
  overrides: Parameters<typeof aBeneficiary>[2] = {},
): ApprovedBeneficiary => ({ ...approved(aBeneficiary(acme, n, overrides)), revision: 1 });

const addAll = (storage: Storage, all: ReadonlyArray<ApprovedBeneficiary>) =>
  commit(storage, async ({ beneficiaries }) => {
    for (const beneficiary of all) await beneficiaries.add(acme, beneficiary);
  });

const names = async (storage: Storage, search: string) => {
  const { items } = await storage.read(({ beneficiaries }) =>
    beneficiaries.list(acme, { state: 'approved', page: 1, limit: 100, search }),
  );
  return items.map(({ name }) => name);
};

export const beneficiaryListContract: ReadonlyArray<ContractCase> = [
  {
    title:
      'a list filtered by state holds payees in that state only, and one without a filter holds all',
    run: async (storage) => {
      const pending = [1, 2, 3].map((n) => aBeneficiary(acme, n));
      await commit(storage, async ({ beneficiaries }) => {
        for (const beneficiary of pending) await beneficiaries.add(acme, beneficiary);
        for (const next of [approved(pending[1] as never), rejected(pending[2] as never)]) {
          await beneficiaries.replace(acme, next);
        }
      });

      assert.deepEqual(
        await storage.read(({ beneficiaries }) =>
          beneficiaries.list(acme, { state: 'approved', page: 1, limit: 10 }),
        ),
        { page: 1, limit: 10, total: 1, items: [approved(pending[1] as never)] },
      );
      const states = async (state?: 'pending_approval' | 'rejected', search = '') => {
        const listed = await storage.read(({ beneficiaries }) =>
          beneficiaries.list(acme, {
            ...(state !== undefined && { state }),
            page: 1,
            limit: 2,
            search,
          }),
        );
        return [listed.total, ...listed.items.map((one) => one.state)];
      };
      assert.deepEqual(await states('pending_approval'), [1, 'pending_approval']);
      assert.deepEqual(await states('rejected'), [1, 'rejected']);
      assert.deepEqual(await states(), [3, 'pending_approval', 'approved']);
      assert.deepEqual(await states(undefined, pending[2]?.name), [1, 'rejected']);
    },
  },
  {
    title: 'a list of waiting changes holds the payees of which one waits, and no others',
    run: async (storage) => {
      const all = [1, 2, 3].map((n) => known(n));
      await addAll(storage, all);
      const waiting = all.slice(0, 2).map((one) => withPendingChange(one, { name: 'Other' }));
      const listed = (more: Partial<BeneficiaryListRequest> = {}) =>
        storage.read(async ({ beneficiaries }) => {
          const request = { page: 1, limit: 10, changePending: true, ...more } as const;
          return (await beneficiaries.list(acme, request)).items;
        });
      assert.deepEqual(await listed(), []);
      await commit(storage, async ({ beneficiaries }) => {
        for (const one of waiting) await beneficiaries.replace(acme, one);
      });

      assert.deepEqual(await listed(), waiting);
      assert.deepEqual(await listed({ state: 'approved' }), waiting);
      assert.deepEqual(await listed({ state: 'rejected' }), []);
      assert.deepEqual(await listed({ search: 'payee 2' }), waiting.slice(1));
      assert.deepEqual(await listed({ packageCodes: new Set(['NONE' as PackageCode]) }), []);
      await commit(storage, async ({ beneficiaries }) => {
        const { pendingChange: _decided, ...rest } = waiting[0] as ApprovedBeneficiary;
        await beneficiaries.replace(acme, { ...rest, revision: rest.revision + 1 });
      });
      assert.deepEqual(await listed(), waiting.slice(1));
    },
  },
  {
    title: 'a list of packages holds payees in any state that have one of them, each once',
    run: async (storage) => {
      const of = [['VENDOR'], ['SALARY'], ['VENDOR', 'SALARY'], ['SALARY', 'CAPEX'], ['CAPEX']];
      const pending = of.map((packageCodes, n) =>
        aBeneficiary(acme, n + 1, { packageCodes: packageCodes }),
      );
      await commit(storage, async ({ beneficiaries }) => {
        for (const beneficiary of pending) await beneficiaries.add(acme, beneficiary);
        await beneficiaries.replace(acme, rejected(pending[2] as never));
        await beneficiaries.replace(acme, rejected(pending[3] as never));
      });
      const listed = async (
        codes: ReadonlyArray<string>,
        more: Partial<BeneficiaryListRequest>,
      ) => {
        const { total, items } = await storage.read(({ beneficiaries }) =>
          beneficiaries.list(acme, {
            page: 1,
            limit: 2,
            ...more,
            packageCodes: new Set(codes as PackageCode[]),
          }),
        );
        return [total, ...items.map(({ name }) => name)];
      };

      assert.deepEqual(await listed(['VENDOR'], {}), [2, 'Payee 1', 'Payee 3']);
      assert.deepEqual(await listed(['VENDOR', 'SALARY'], {}), [4, 'Payee 1', 'Payee 2']);
      assert.deepEqual(await listed(['VENDOR', 'SALARY'], { page: 2 }), [4, 'Payee 3', 'Payee 4']);
      assert.deepEqual(await listed(['CAPEX'], { state: 'rejected' }), [1, 'Payee 4']);
      assert.deepEqual(await listed(['CAPEX'], { search: 'payee 5' }), [1, 'Payee 5']);
      assert.deepEqual(await listed(['PACKAGE'], {}), [0]);
      assert.deepEqual(await listed([], {}), [0]);
    },
  },
  {
    title: 'the list comes oldest first, page by page, and its total counts every page',
    run: async (storage) => {
      const all = [1, 2, 3, 4, 5].map((n) => known(n));
      await addAll(
        storage,
        [3, 0, 4, 2, 1].map((i) => all[i] as ApprovedBeneficiary),
      );
      const page = (n: number, limit: number) =>
        storage.read(({ beneficiaries }) =>
          beneficiaries.list(acme, { state: 'approved', page: n, limit }),
        );

      assert.deepEqual(await page(1, 2), { page: 1, limit: 2, total: 5, items: all.slice(0, 2) });
      assert.deepEqual(await page(2, 2), { page: 2, limit: 2, total: 5, items: all.slice(2, 4) });
      assert.deepEqual(await page(3, 2), { page: 3, limit: 2, total: 5, items: all.slice(4) });
      assert.deepEqual(await page(4, 2), { page: 4, limit: 2, total: 5, items: [] });
    },
  },
  {
    title: 'the list goes on after an id, in its order and under its filters, and ends',
    run: async (storage) => {
      const all = [1, 2, 3, 4, 5].map((n) => known(n));
      await addAll(
        storage,
        [3, 0, 4, 2, 1].map((i) => all[i] as ApprovedBeneficiary),
      );
      const following = (after: number | undefined, limit: number, filter: object = {}) =>
        storage.read(({ beneficiaries }) =>
          beneficiaries.following(
            acme,
            filter,
            after === undefined ? undefined : all[after]?.beneficiaryId,
            limit,
          ),
        );

      assert.deepEqual(await following(undefined, 2), all.slice(0, 2));
      assert.deepEqual(await following(1, 2), all.slice(2, 4));
      assert.deepEqual(await following(3, 2), all.slice(4));
      assert.deepEqual(await following(4, 2), []);
      assert.deepEqual(await following(undefined, 9, { state: 'approved' }), all);
      assert.deepEqual(await following(undefined, 9, { state: 'rejected' }), []);
      assert.deepEqual(await following(undefined, 9, { changePending: true }), []);
      const search = all[2]?.name;
      assert.deepEqual(await following(0, 9, { search }), all.slice(2, 3));
      assert.deepEqual(await following(2, 9, { search }), []);
      for (const other of others)
        assert.deepEqual(
          await storage.read(({ beneficiaries }) =>
            beneficiaries.following(other, {}, undefined, 9),
          ),
          [],
        );
    },
  },
  {
    title: 'a search looks into names, ignoring case, beyond ASCII too',
    run: async (storage) => {
      await addAll(storage, [
        known(1, { name: 'Acme Traders' }),
        known(2, { name: 'MACME' }),
        known(3, { name: 'Émile Zölä' }),
        known(4, { name: 'Other' }),
      ]);

      assert.deepEqual(await names(storage, 'aCmE'), ['Acme Traders', 'MACME']);
      assert.deepEqual(await names(storage, 'ÉMILE ZÖLÄ'), ['Émile Zölä']);
      assert.deepEqual(await names(storage, 'nobody'), []);
    },
  },
  {
    title: 'a search looks into names by the key under which two of them are the same',
    run: async (storage) => {
      await addAll(
        storage,
        sameNames.map(([name], n) => known(n + 1, { name })),
      );

      for (const [name, search] of sameNames) {
        assert.deepEqual(await names(storage, search), [name], search);
        assert.deepEqual(await names(storage, name), [name]);
      }
      assert.deepEqual(await names(storage, '０００００３'), [sameNames[2]?.[0]]);
      assert.equal((await names(storage, ' ')).length, sameNames.length);
    },
  },
  {
    title: 'a search looks into every account number',
    run: async (storage) => {
      await addAll(storage, [
        known(1, {
          accounts: [anAccount(5), anAccount(6, { accountNumber: '777123456', isDefault: false })],
        }),
        known(2),
      ]);

      assert.deepEqual(await names(storage, '7123'), ['Payee 1']);
    },
  },
  {
    title: 'a payee whose name and accounts all match is listed and counted once',
    run: async (storage) => {
      const both = known(1, {
        name: 'Shop 4242',
        accounts: [
          anAccount(1, { accountNumber: '42424242' }),
          anAccount(2, { accountNumber: '0042420', isDefault: false }),
        ],
      });
      await addAll(storage, [both]);

      assert.deepEqual(
        await storage.read(({ beneficiaries }) =>
          beneficiaries.list(acme, { state: 'approved', page: 1, limit: 10, search: '4242' }),
        ),
        { page: 1, limit: 10, total: 1, items: [both] },
      );
    },
  },
  {
    title: 'a search is taken literally: wildcards, escapes and quotes stand for themselves',
    run: async (storage) => {
      await addAll(storage, [
        known(1, { name: '100% Cotton' }),
        known(2, { name: '100x Cotton' }),
        known(3, { name: 'under_score' }),
        known(4, { name: 'underXscore' }),
        known(5, { name: 'back\\slash' }),
        known(6, { name: 'O\'Neil "Bob"; --' }),
      ]);

      assert.deepEqual(await names(storage, '0% c'), ['100% Cotton']);
      assert.deepEqual(await names(storage, 'r_s'), ['under_score']);
      assert.deepEqual(await names(storage, 'K\\S'), ['back\\slash']);
      assert.deepEqual(await names(storage, '\\'), ['back\\slash']);
      assert.deepEqual(await names(storage, '%'), ['100% Cotton']);
      assert.deepEqual(await names(storage, "o'n"), ['O\'Neil "Bob"; --']);
      assert.deepEqual(await names(storage, '"; --'), ['O\'Neil "Bob"; --']);
    },
  },
  {
    title: 'the total of a search counts what it finds',
    run: async (storage) => {
      const cotton = [1, 2, 3].map((n) => known(n, { name: `Cotton ${String(n)}` }));
      await addAll(storage, [...cotton, known(4)]);

      assert.deepEqual(
        await storage.read(({ beneficiaries }) =>
          beneficiaries.list(acme, { state: 'approved', page: 2, limit: 2, search: 'cotton' }),
        ),
        { page: 2, limit: 2, total: 3, items: cotton.slice(2) },
      );
    },
  },
  {
    title: 'the list of one tenant shows nothing of another',
    run: async (storage) => {
      await addAll(storage, [known(1)]);

      for (const other of others) {
        assert.deepEqual(
          await storage.read(({ beneficiaries }) =>
            beneficiaries.list(other, { state: 'approved', page: 1, limit: 10 }),
          ),
          { page: 1, limit: 10, total: 0, items: [] },
        );
      }
    },
  },
];
