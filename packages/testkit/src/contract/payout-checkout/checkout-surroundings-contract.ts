import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import type { PayoutCheckout } from '@hundi/core/wire';
import type { Storage } from '@hundi/core/storage';
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

/** Opens session `n` of a tenant. */
const opened = async (
  storage: Storage,
  tenant: Tenant,
  n: number,
  overrides: Parameters<typeof aCheckout>[2] = {},
): Promise<PayoutCheckout> => {
  const beneficiaryId = aBeneficiaryId(1);
  const session = aCheckout(tenant, n, { makerUserId: USER.userId, beneficiaryId, ...overrides });
  await commit(storage, ({ payoutCheckouts }) => payoutCheckouts.add(session));
  return session;
};

const found = async (storage: Storage, { sessionId }: PayoutCheckout) => {
  const one = await storage.read(({ payoutCheckouts }) =>
    payoutCheckouts.findSurrounded(sessionId),
  );
  assert.ok(one);
  return one;
};

export const checkoutSurroundingsContract: ReadonlyArray<ContractCase> = [
  {
    title:
      "the surroundings of a checkout session hold the records of its corporate's stores, each once",
    run: async (storage) => {
      await setUp(storage, acme, 'Acme');
      await setUp(storage, globex, 'Globex');
      for (const [n, tenant] of [acme, globex].entries()) {
        const session = await opened(storage, tenant, n);
        const one = await found(storage, session);
        assert.deepEqual([one.session, one.tries], [session, 0]);
        const { debitAccounts, packages, maker, ...rest } = one.surroundings();

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
    title:
      'a checkout session of others, or with an unknown maker or payee, is found, and there is nothing around it',
    run: async (storage) => {
      await setUp(storage, acme, 'Acme');
      const bare = [
        ...(await Promise.all(others.map((other, n) => opened(storage, other, n)))),
        await opened(storage, acme, 10, { makerUserId: aUser(3).userId }),
        await opened(storage, acme, 11, { beneficiaryId: aBeneficiaryId(2) }),
      ];
      for (const session of bare) {
        const { session: same, surroundings } = await found(storage, session);
        assert.deepEqual(same, session);
        assert.throws(surroundings);
      }
    },
  },
  {
    title:
      'a checkout session whose metadata and ids hold any characters is found with its surroundings',
    run: async (storage) => {
      await setUp(storage, acme, 'Acme');
      const odd = { ...aUser(3), userId: String.raw`\u0041\\"u/` } as typeof USER;
      await commit(storage, ({ tenancy }) => tenancy.putUsers(acme, [odd]));
      const metadata = { '\ud800': '\u0000', makerUserId: 'other', a: String.raw`\\u0000"\ ` };
      const session = await opened(storage, acme, 1, { metadata, makerUserId: odd.userId });
      const { session: same, surroundings } = await found(storage, session);
      assert.deepEqual(same, session);
      assert.equal(surroundings().maker.user.userId, odd.userId);
    },
  },
  {
    title: 'a checkout session that there is not is not found with its surroundings either',
    run: async (storage) => {
      await setUp(storage, acme, 'Acme');
      const { sessionId } = aCheckout(acme, 1);
      const none = await storage.read(({ payoutCheckouts }) =>
        payoutCheckouts.findSurrounded(sessionId),
      );
      assert.equal(none, undefined);
    },
  },
  {
    title: 'a checkout session is found with its surroundings as a unit has left it',
    run: async (storage) => {
      await setUp(storage, acme, 'Acme');
      const session = await opened(storage, acme, 1);
      const next = { ...session, revision: 2, codesSent: 1 };
      await commit(storage, async ({ payoutCheckouts }) => {
        await payoutCheckouts.advance(next);
        await payoutCheckouts.countTry(session.sessionId, 1, 3);
        const within = await payoutCheckouts.findSurrounded(session.sessionId);
        assert.deepEqual([within?.session, within?.tries], [next, 1]);
      });
      const after = await found(storage, session);
      assert.deepEqual([after.session, after.tries], [next, 1]);
    },
  },
];
