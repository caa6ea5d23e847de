import assert from 'node:assert/strict';
import type { PayoutCheckout, Tenant } from '@hundi/core';
import type { CheckoutSurroundings, Storage } from '@hundi/core/storage';
import { aBeneficiary } from '../../kit/build/beneficiary.js';
import { aBeneficiaryId } from '../../kit/build/ids.js';
import { aPackage } from '../../kit/build/package.js';
import { aCheckout } from '../../kit/build/records.js';
import { aBank, aCorporate, aDebitAccount, aRole, aUser } from '../../kit/build/tenancy.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, sortedBy, type ContractCase } from '../contract-case.js';

const USER = aUser(1, { roleCodes: ['maker', 'checker'] });
const PAYEE = { packageCodes: ['SALARY', 'VENDOR', 'GONE'] };

const setUp = (storage: Storage, tenant: Tenant, name: string): Promise<void> =>
  commit(storage, async ({ tenancy, beneficiaries }) => {
    await tenancy.putBank(aBank(tenant));
    await tenancy.putCorporate(aCorporate(tenant, { name: name }));
    await tenancy.putRoles(
      tenant,
      ['maker', 'checker', 'other'].map((code) => aRole(code)),
    );
    await tenancy.putUsers(tenant, [USER, aUser(2)]);
    await tenancy.putDebitAccounts(tenant, [aDebitAccount(1), aDebitAccount(2)]);
    await tenancy.putPackages(
      tenant,
      ['VENDOR', 'SALARY', 'CAPEX'].map((code) => aPackage(code)),
    );
    await beneficiaries.add(tenant, aBeneficiary(tenant, 1, PAYEE));
  });

const session = (tenant: Tenant): PayoutCheckout =>
  aCheckout(tenant, 1, { makerUserId: USER.userId, beneficiaryId: aBeneficiaryId(1) });

const around = (storage: Storage, of: PayoutCheckout): Promise<CheckoutSurroundings> =>
  storage.read(({ payoutCheckouts }) => payoutCheckouts.surroundings(of));

export const checkoutSurroundingsContract: ReadonlyArray<ContractCase> = [
  {
    title:
      "the surroundings of a checkout session hold the records of its corporate's stores, each once",
    run: async (storage) => {
      await setUp(storage, acme, 'Acme');
      await setUp(storage, globex, 'Globex');
      for (const tenant of [acme, globex]) {
        const found = await around(storage, session(tenant));
        const { debitAccounts, packages, maker, ...rest } = found;

        await storage.read(async ({ tenancy, beneficiaries }) => {
          assert.deepEqual(rest, {
            bank: await tenancy.bank(tenant),
            corporate: await tenancy.corporate(tenant),
            beneficiary: await beneficiaries.find(tenant, aBeneficiaryId(1)),
          });
          assert.deepEqual([maker], await tenancy.actors(tenant, [USER.userId]));
          assert.deepEqual(
            sortedBy(({ debitAccountId }) => debitAccountId, debitAccounts),
            sortedBy(({ debitAccountId }) => debitAccountId, await tenancy.debitAccounts(tenant)),
          );
        });
        assert.deepEqual(
          sortedBy(
            (code) => code,
            packages.map(({ packageCode }) => packageCode),
          ),
          ['SALARY', 'VENDOR'],
        );
      }
    },
  },
  {
    title: 'there is nothing around a checkout session of others, or of an unknown maker',
    run: async (storage) => {
      await setUp(storage, acme, 'Acme');
      for (const other of others) await assert.rejects(around(storage, session(other)));
      const nobody = { ...session(acme), makerUserId: aUser(3).userId };
      await assert.rejects(around(storage, nobody));
      await assert.rejects(around(storage, { ...session(acme), beneficiaryId: aBeneficiaryId(2) }));
    },
  },
];
