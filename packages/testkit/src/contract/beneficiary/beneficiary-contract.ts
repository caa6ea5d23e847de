import assert from 'node:assert/strict';
import type { BeneficiaryId } from '@hundi/core';
import {
  aBeneficiary,
  anAccount,
  approved,
  deactivated,
  rejected,
  withPendingChange,
} from '../../kit/build/beneficiary.js';
import { aBeneficiaryId } from '../../kit/build/ids.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, sortedBy, type ContractCase } from '../contract-case.js';
import type { Tenant } from '@hundi/core';
import type { Beneficiary, PendingBeneficiary, Storage } from '@hundi/core/storage';

const payee = aBeneficiary(acme, 1);

const add = (storage: Storage, beneficiary: PendingBeneficiary, tenant: Tenant = acme) =>
  commit(storage, ({ beneficiaries }) => beneficiaries.add(tenant, beneficiary));

const replace = (storage: Storage, next: Beneficiary, tenant: Tenant = acme) =>
  commit(storage, ({ beneficiaries }) => beneficiaries.replace(tenant, next));

const find = (storage: Storage, id: BeneficiaryId, tenant: Tenant = acme) =>
  storage.read(({ beneficiaries }) => beneficiaries.find(tenant, id));

export const beneficiaryContract: ReadonlyArray<ContractCase> = [
  {
    title: 'a payee is found as it was added',
    run: async (storage) => {
      const full = aBeneficiary(acme, 2, {
        email: 'payee@example.com',
        category: 'goods',
        tags: ['a', 'b, "c"', 'd\\e'],
        name: 'Señora Ñandú & Söhne 株式会社',
        accounts: [anAccount(21), anAccount(22, { isDefault: false })],
      });
      assert.equal(await add(storage, payee), 'added');
      assert.equal(await add(storage, full), 'added');

      assert.deepEqual(await find(storage, payee.beneficiaryId), payee);
      assert.deepEqual(await find(storage, full.beneficiaryId), full);
      assert.equal(await find(storage, aBeneficiaryId(9)), undefined);
    },
  },
  {
    title: 'a payee may be added approved',
    run: async (storage) => {
      const known = { ...approved(payee), revision: 1 };
      await commit(storage, ({ beneficiaries }) => beneficiaries.add(acme, known));

      assert.deepEqual(await find(storage, known.beneficiaryId), known);
    },
  },
  {
    title: 'a beneId is held by one payee of a corporate, until that one is rejected',
    run: async (storage) => {
      const again = aBeneficiary(acme, 2, { beneId: payee.beneId });
      await add(storage, payee);
      assert.equal(await add(storage, again), 'duplicate_bene_id');

      await replace(storage, rejected(payee));
      assert.equal(await add(storage, again), 'added');
      assert.equal(
        await add(storage, aBeneficiary(acme, 3, { beneId: payee.beneId })),
        'duplicate_bene_id',
      );
      assert.deepEqual(await find(storage, payee.beneficiaryId), rejected(payee));
      assert.deepEqual(await find(storage, again.beneficiaryId), again);

      await replace(storage, rejected(again));
      assert.equal(await add(storage, aBeneficiary(acme, 4, { beneId: payee.beneId })), 'added');
    },
  },
  {
    title: 'payees are found by their beneIds, in any state and in their own corporate only',
    run: async (storage) => {
      const unused = aBeneficiary(acme, 7).beneId;
      const [pending, turnedDown, known] = [1, 2, 3].map((n) => aBeneficiary(acme, n)) as [
        PendingBeneficiary,
        PendingBeneficiary,
        PendingBeneficiary,
      ];
      for (const one of [pending, turnedDown, known]) await add(storage, one);
      await replace(storage, rejected(turnedDown));
      await replace(storage, approved(known));
      const again = aBeneficiary(acme, 4, { beneId: turnedDown.beneId });
      await add(storage, again);
      const beneIds = [pending.beneId, turnedDown.beneId, known.beneId];
      const found = async (tenant: Tenant) =>
        sortedBy(
          ({ beneficiaryId }) => beneficiaryId,
          await storage.read(({ beneficiaries }) =>
            beneficiaries.findByBeneIds(tenant, [...beneIds, ...beneIds, unused]),
          ),
        );

      assert.deepEqual(await found(acme), [pending, rejected(turnedDown), approved(known), again]);
      for (const other of others) assert.deepEqual(await found(other), []);
    },
  },
  {
    title: 'a deactivated payee frees what it held, and takes it again unless another has it',
    run: async (storage) => {
      const known = approved(payee);
      const ended = deactivated(known);
      const again: PendingBeneficiary = { ...payee, revision: ended.revision + 1 };
      const other = aBeneficiary(acme, 2, { beneId: payee.beneId });
      const same = aBeneficiary(acme, 3, { name: payee.name, accounts: payee.accounts });
      await add(storage, payee);
      await replace(storage, known);
      assert.equal(await replace(storage, ended), 'replaced');
      assert.deepEqual(await find(storage, payee.beneficiaryId), ended);
      assert.equal(await add(storage, other), 'added');
      assert.equal(await add(storage, same), 'added');

      assert.equal(await replace(storage, again), 'duplicate_bene_id');
      await replace(storage, rejected(other));
      assert.equal(await replace(storage, again), 'duplicate');
      assert.deepEqual(await find(storage, payee.beneficiaryId), ended);
      await replace(storage, rejected(same));
      assert.equal(await replace(storage, again), 'replaced');
      assert.deepEqual(await find(storage, payee.beneficiaryId), again);
      assert.equal(await add(storage, { ...same, beneficiaryId: aBeneficiaryId(5) }), 'duplicate');
    },
  },
  {
    title: 'a payee takes no account that another of its name has, and then stays as it was',
    run: async (storage) => {
      const [first, second] = [1, 2].map((n) =>
        aBeneficiary(acme, n, { name: 'Acme Traders' }),
      ) as [PendingBeneficiary, PendingBeneficiary];
      await add(storage, first);
      await add(storage, second);
      const taking = { ...approved(second), accounts: [...second.accounts, ...first.accounts] };
      const answers = await commit(storage, async ({ beneficiaries }) => [
        await beneficiaries.replace(acme, taking),
        await beneficiaries.replace(acme, { ...approved(second), accounts: [anAccount(9)] }),
      ]);

      assert.deepEqual(answers, ['duplicate', 'replaced']);
      assert.equal(
        await add(
          storage,
          aBeneficiary(acme, 3, { name: 'ACME traders', accounts: [anAccount(9)] }),
        ),
        'duplicate',
      );
      assert.equal(
        await add(
          storage,
          aBeneficiary(acme, 4, { name: 'Acme Traders', accounts: second.accounts }),
        ),
        'added',
      );
    },
  },
  {
    title: 'values that wait for a checker are held against nobody',
    run: async (storage) => {
      const known = approved(payee);
      await add(storage, payee);
      await replace(storage, known);
      const waiting = withPendingChange(known, { name: 'Other', accounts: [anAccount(9)] });
      assert.equal(await replace(storage, waiting), 'replaced');
      assert.deepEqual(await find(storage, payee.beneficiaryId), waiting);

      const other = aBeneficiary(acme, 2, { name: 'Other', accounts: [anAccount(9)] });
      assert.equal(await add(storage, other), 'added');
    },
  },
  {
    title: 'a beneId leads to the payee of its own corporate that holds it; no rejected one does',
    run: async (storage) => {
      const [pending, turnedDown, known, freed] = [1, 2, 3, 4].map((n) =>
        aBeneficiary(acme, n),
      ) as [PendingBeneficiary, PendingBeneficiary, PendingBeneficiary, PendingBeneficiary];
      for (const one of [pending, turnedDown, known, freed]) await add(storage, one);
      for (const one of [turnedDown, freed]) await replace(storage, rejected(one));
      await replace(storage, approved(known));
      const again = aBeneficiary(acme, 5, { beneId: freed.beneId });
      await add(storage, again);
      const codes = [pending, turnedDown, known, freed, known].map(({ beneId }) => beneId);
      const holders = (tenant: Tenant, beneIds = codes) =>
        storage.read(({ beneficiaries }) => beneficiaries.holders(tenant, beneIds));

      assert.deepEqual(
        await holders(acme),
        new Map(
          [pending, known, again].map(({ beneId, beneficiaryId }) => [beneId, beneficiaryId]),
        ),
      );
      assert.deepEqual(await holders(acme, []), new Map());
      for (const other of others) assert.deepEqual(await holders(other), new Map());
    },
  },
  {
    title: 'the same name and any same account number are a duplicate',
    run: async (storage) => {
      const first = aBeneficiary(acme, 1, {
        name: 'Acme Traders',
        accounts: [anAccount(11), anAccount(12, { isDefault: false })],
      });
      const second = aBeneficiary(acme, 2, {
        name: '  ACME   tradeRS ',
        accounts: [anAccount(99), anAccount(12, { isDefault: false })],
      });
      assert.equal(await add(storage, first), 'added');

      assert.equal(await add(storage, second), 'duplicate');
      assert.equal(await find(storage, second.beneficiaryId), undefined);
    },
  },
  {
    title:
      'the same name with another account, and the same account with another name, are no duplicates',
    run: async (storage) => {
      await add(storage, payee);

      assert.equal(await add(storage, aBeneficiary(acme, 2, { name: payee.name })), 'added');
      assert.equal(
        await add(storage, aBeneficiary(acme, 3, { accounts: payee.accounts })),
        'added',
      );
    },
  },
  {
    title: 'a refused payee does no harm to the rest of its unit of work',
    run: async (storage) => {
      await add(storage, payee);
      const answers = await commit(storage, async ({ beneficiaries }) => [
        await beneficiaries.add(acme, aBeneficiary(acme, 2)),
        await beneficiaries.add(acme, aBeneficiary(acme, 3, { beneId: payee.beneId })),
        await beneficiaries.add(
          acme,
          aBeneficiary(acme, 4, { name: payee.name, accounts: payee.accounts }),
        ),
        await beneficiaries.add(acme, aBeneficiary(acme, 5)),
      ]);

      assert.deepEqual(answers, ['added', 'duplicate_bene_id', 'duplicate', 'added']);
      assert.notEqual(await find(storage, aBeneficiaryId(2)), undefined);
      assert.notEqual(await find(storage, aBeneficiaryId(5)), undefined);
    },
  },
  {
    title: 'a rejected payee frees its name and account number, an approved one does not',
    run: async (storage) => {
      const again = (n: number) =>
        aBeneficiary(acme, n, { name: payee.name, accounts: payee.accounts });
      await add(storage, payee);
      assert.equal(await replace(storage, rejected(payee)), 'replaced');
      assert.equal(await add(storage, again(2)), 'added');

      assert.equal(await replace(storage, approved(again(2))), 'replaced');
      assert.equal(await add(storage, again(3)), 'duplicate');
    },
  },
  {
    title: 'two corporates may have the same payee',
    run: async (storage) => {
      const theirs = aBeneficiary(globex, 2, {
        beneId: payee.beneId,
        name: payee.name,
        accounts: payee.accounts,
      });
      await add(storage, payee);

      assert.equal(await add(storage, theirs, globex), 'added');
    },
  },
  {
    title:
      'a payee is replaced by the revision that follows the stored one: a unit with another one runs again',
    run: async (storage) => {
      const next = approved(payee);
      await add(storage, payee);
      await assert.rejects(replace(storage, { ...next, revision: 3 }));
      await assert.rejects(replace(storage, { ...next, revision: 1 }));
      let runs = 0;
      const written = await commit(storage, ({ beneficiaries }) =>
        beneficiaries.replace(acme, (runs += 1) === 1 ? { ...next, revision: 3 } : next),
      );
      assert.deepEqual([written, runs], ['replaced', 2]);
      await assert.rejects(replace(storage, rejected(payee)));

      assert.deepEqual(await find(storage, payee.beneficiaryId), next);
    },
  },
  {
    title: 'a payee that does not exist is not replaced',
    run: async (storage) => {
      await assert.rejects(replace(storage, approved(payee)));
      assert.equal(await find(storage, payee.beneficiaryId), undefined);
    },
  },
  {
    title: 'thousands of payees are found at once, each one once',
    run: async (storage) => {
      const known = Array.from({ length: 20 }, (_, n) => aBeneficiary(acme, n * 150));
      await commit(storage, async ({ beneficiaries }) => {
        for (const beneficiary of known) await beneficiaries.add(acme, beneficiary);
      });
      const ids = Array.from({ length: 3_000 }, (_, n) => aBeneficiaryId(n));

      const found = await storage.read(({ beneficiaries }) =>
        beneficiaries.findMany(acme, [...ids, aBeneficiaryId(0)]),
      );
      assert.deepEqual(
        sortedBy(({ beneficiaryId }) => beneficiaryId, found),
        known,
      );
      assert.deepEqual(
        await storage.read(({ beneficiaries }) => beneficiaries.findMany(acme, [])),
        [],
      );
    },
  },
  {
    title: 'the payees of one tenant are not there for another',
    run: async (storage) => {
      const next = approved(payee);
      await add(storage, payee);

      for (const other of others) {
        assert.equal(await find(storage, payee.beneficiaryId, other), undefined);
        assert.deepEqual(
          await storage.read(({ beneficiaries }) =>
            beneficiaries.findMany(other, [payee.beneficiaryId]),
          ),
          [],
        );
        await assert.rejects(replace(storage, { ...next, ...other }, other));
      }
      assert.deepEqual(await find(storage, payee.beneficiaryId), payee);
    },
  },
];
