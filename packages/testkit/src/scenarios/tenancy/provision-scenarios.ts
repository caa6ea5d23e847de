import assert from 'node:assert/strict';
import type { Storage, Tenant } from '@hundi/core';
import { stageDocument } from '../stage/stage-document.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage } from '../stage/stage.js';

const everything = (storage: Storage, tenant: Tenant) =>
  storage.read(async ({ tenancy, access, beneficiaries, webhookEndpoints }) => ({
    bank: await tenancy.bank(tenant),
    corporate: await tenancy.corporate(tenant),
    users: await tenancy.users(tenant),
    accounts: await tenancy.debitAccounts(tenant),
    packages: await tenancy.packages(tenant),
    keys: await access.apiKeysOf(tenant),
    secretKeys: await access.secretKeysOf(tenant),
    payees: await beneficiaries.list(tenant, { state: 'approved', page: 1, limit: 100 }),
    endpoints: await webhookEndpoints.of(tenant),
  }));

/** The demo document with one part of acme made wrong, and where the fault is. */
const BAD: ReadonlyArray<{
  readonly what: string;
  readonly acme: object;
  readonly at: string;
}> = [
  {
    what: 'an unknown permission',
    acme: { roles: [{ roleCode: 'r', permissions: ['everything'] }] },
    at: '/roles/0/permissions/0',
  },
  {
    what: 'an undefined role',
    acme: {
      roles: [],
      users: [
        {
          userId: 'u',
          username: 'u',
          kind: 'human',
          approvalState: 'approved',
          roleCodes: ['ghost'],
        },
      ],
    },
    at: '/users/0/roleCodes/0',
  },
  {
    what: 'a user who is called as the journal calls documents',
    acme: {
      users: [
        {
          userId: 'provision',
          username: 'p',
          kind: 'human',
          approvalState: 'approved',
          roleCodes: [],
        },
      ],
    },
    at: '/users/0/userId',
  },
  {
    what: 'a key that acts as a person',
    acme: {
      apiKeys: [
        { name: 'k', scopes: ['payments'], createdByUserId: 'u-admin', actsAsUserId: 'u-maker' },
      ],
    },
    at: '/apiKeys/0/actsAsUserId',
  },
  {
    what: 'a key that acts as a user who is nowhere',
    acme: {
      apiKeys: [
        { name: 'k', scopes: ['payments'], createdByUserId: 'u-admin', actsAsUserId: 'u-none' },
      ],
    },
    at: '/apiKeys/0/actsAsUserId',
  },
  {
    what: 'an account number of letters',
    acme: {
      debitAccounts: [
        {
          debitAccountId: 'da-main',
          accountName: 'A',
          accountNumber: 'ABCDEF',
          ifscCode: 'DEMO0000001',
        },
      ],
    },
    at: '/debitAccounts/0/accountNumber',
  },
  {
    what: 'a weak key',
    acme: {
      apiKeys: [
        {
          name: 'erp',
          scopes: ['payments'],
          createdByUserId: 'u-admin',
          key: `pak_demo_${'a'.repeat(40)}`,
        },
      ],
    },
    at: '/apiKeys/0/key',
  },
  {
    what: 'a limit of zero',
    acme: {
      packages: (stageDocument().bankTenants[0]?.corporates[0]?.packages ?? []).map((one) => ({
        ...one,
        dailyAmountLimit: 0,
      })),
    },
    at: '/packages/0/dailyAmountLimit',
  },
];

export const provisionScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'applying the same document again changes nothing and makes no secret',
    run: async (storage) => {
      const stage = await openStage(storage);
      const before = await everything(storage, stage.tenant);
      stage.clock.advance(3_600_000);
      const again = expectRight(await stage.another().provision(stageDocument()));
      assert.deepEqual(again.corporates['acme'], {
        apiKeys: {},
        secretKeys: {},
        webhookSecrets: {},
      });
      assert.deepEqual(await everything(storage, stage.tenant), before);
    },
  },
  {
    title: 'a changed document changes what it names; a key that a bank brings along is kept',
    run: async (storage) => {
      const stage = await openStage(storage);
      const key = 'pak_legacy01_0123456789abcdef0123456789abcdef';
      const [acme] = stageDocument().bankTenants[0]?.corporates ?? [];
      const changed = stageDocument({
        name: 'Acme Traders Limited',
        apiKeys: [
          ...(acme?.apiKeys ?? []),
          { name: 'legacy', scopes: ['payments'], createdByUserId: 'u-admin', key },
        ],
      });
      const made = expectRight(await stage.engine.provision(changed));
      assert.deepEqual(made.corporates['acme']?.apiKeys, { legacy: key });
      assert.equal(expectRight(await stage.engine.authenticate(key)).keyId, 'legacy01');
      const { corporate, keys } = await everything(storage, stage.tenant);
      assert.equal(corporate?.name, 'Acme Traders Limited');
      assert.equal(keys.length, 2);
      assert.doesNotMatch(JSON.stringify(keys), /0123456789abcdef/);
    },
  },
  {
    title:
      'what a document changes of a corporate is in its journal, each member before and after, and once',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { tenant } = stage;
      const entries = () =>
        storage.read(({ journal }) => journal.of(tenant, tenant.corporateTenantId));
      assert.deepEqual(await entries(), []);
      const [acme] = stageDocument().bankTenants[0]?.corporates ?? [];
      const [first, ...others] = acme?.debitAccounts ?? [];
      assert.ok(first);
      const swapped = { ...first, accountNumber: '66600000666' };
      const role = { roleCode: 'auditor', permissions: ['operations.view' as const] };
      const changed = stageDocument({
        payoutReturnHosts: ['erp.acme.example'],
        debitAccounts: [swapped, ...others],
        roles: [...(acme?.roles ?? []), role],
        approvalMatrix: [],
      });
      for (let again = 0; again < 2; again += 1) expectRight(await stage.engine.provision(changed));

      const [entry, ...further] = await entries();
      assert.deepEqual(further, []);
      assert.deepEqual([entry?.actor, entry?.to], ['provision', 'configured']);
      assert.deepEqual(entry?.changes, {
        corporate: { payoutReturnHosts: { after: ['erp.acme.example'] } },
        'roles/auditor': {
          roleCode: { after: 'auditor' },
          permissions: { after: ['operations.view'] },
          packageCodes: { after: [] },
          debitAccountIds: { after: [] },
        },
        [`debitAccounts/${first.debitAccountId}`]: {
          accountNumber: { before: first.accountNumber, after: '66600000666' },
        },
      });
      expectRight(await stage.engine.provision(stageDocument()));
      assert.equal((await entries()).length, 2);
    },
  },
  {
    title: 'a corporate gets its secrets, whatever it is called',
    run: async (storage) => {
      const stage = await openStage(storage, { corporateTenantId: '__proto__' });
      const made = new Map(Object.entries(stage.credentials.corporates)).get('__proto__');
      const caller = expectRight(await stage.engine.authenticate(made?.apiKeys['erp']));
      assert.equal(caller.tenant.corporateTenantId, '__proto__');
    },
  },
  {
    title: 'a document that takes a key from another corporate is refused whole, with its place',
    run: async (storage) => {
      const stage = await openStage(storage);
      const secret = '0123456789abcdef0123456789abcdef';
      const own = (digit: string) => ({
        apiKeys: [
          {
            name: 'own',
            scopes: ['payments' as const],
            createdByUserId: 'u-admin',
            key: `pak_own01_${digit}${secret}`,
          },
        ],
        secretKeys: [
          { name: 'own', createdByUserId: 'u-admin', key: `sk_own01_${digit}${secret}` },
        ],
      });
      expectRight(await stage.engine.provision(stageDocument(own('1'))));
      const before = await everything(storage, stage.tenant);
      const [bank = assert.fail()] = stageDocument().bankTenants;
      const [acme = assert.fail(), globex = assert.fail()] = bank.corporates;
      const { issues } = expectLeft(
        await stage.engine.provision({
          bankTenants: [
            {
              ...bank,
              corporates: [
                { ...acme, name: 'Changed' },
                { ...globex, ...own('2') },
              ],
            },
          ],
        }),
      );
      assert.deepEqual(
        issues.map(({ pointer }) => pointer),
        [
          '/bankTenants/0/corporates/1/apiKeys/0/key',
          '/bankTenants/0/corporates/1/secretKeys/0/key',
        ],
      );
      assert.deepEqual(await everything(storage, stage.tenant), before);
      const caller = expectRight(await stage.engine.authenticate(`pak_own01_1${secret}`));
      assert.deepEqual(caller.tenant, stage.tenant);
    },
  },
  {
    title: 'a document that moves a corporate to another bank is refused whole, with its place',
    run: async (storage) => {
      const stage = await openStage(storage);
      const before = await everything(storage, stage.tenant);
      const [bank = assert.fail()] = stageDocument({ name: 'Changed' }).bankTenants;
      const { issues } = expectLeft(
        await stage.engine.provision({
          bankTenants: [
            { bankTenantId: 'empty-bank', name: 'Empty', corporates: [] },
            { ...bank, bankTenantId: 'other-bank' },
          ],
        }),
      );
      assert.deepEqual(
        issues.map(({ pointer }) => pointer),
        bank.corporates.map((_, i) => `/bankTenants/1/corporates/${String(i)}/corporateTenantId`),
      );
      assert.deepEqual(await everything(storage, stage.tenant), before);
    },
  },
  {
    title: 'an approved payee that the document calls pending stays approved',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await stage.beneficiary('SHARMA01');
      const payees = stageDocument().bankTenants[0]?.corporates[0]?.beneficiaries ?? [];
      const changed = stageDocument({
        beneficiaries: payees.map((payee) => ({ ...payee, approvalState: 'pending_approval' })),
      });
      expectRight(await stage.engine.provision(changed));
      assert.equal(await stage.beneficiary('SHARMA01'), id);
    },
  },
  {
    title: 'a payee that a checker rejected does not come back with the same document',
    run: async (storage) => {
      const stage = await openStage(storage);
      const waiting = stageDocument({
        beneficiaries: [
          {
            beneId: 'WAITING1',
            beneName: 'Waiting',
            benePhoneNumber: '+919800000009',
            benePackageCodes: ['VENDOR'],
            beneBankAccounts: [{ accountNumber: '700000000001', ifscCode: 'SBIN0000001' }],
            approvalState: 'pending_approval',
          },
        ],
      });
      const states = async () =>
        (
          await storage.read(({ beneficiaries }) =>
            beneficiaries.list(stage.tenant, { page: 1, limit: 100, search: 'Waiting' }),
          )
        ).items;
      expectRight(await stage.engine.provision(waiting));
      const [payee] = await states();
      expectRight(
        await stage.engine.authorizeBeneficiary(stage.tenant, {
          beneficiaryId: payee?.beneficiaryId ?? assert.fail(),
          actorUserId: 'u-checker',
          action: 'reject',
        }),
      );
      expectRight(await stage.engine.provision(waiting));

      assert.deepEqual(
        (await states()).map(({ state }) => state),
        ['rejected'],
      );
    },
  },
  ...BAD.map(
    ({ what, acme, at }) =>
      ({
        title: `a document with ${what} is refused whole, with the path of the fault`,
        run: async (storage) => {
          const stage = await openStage(storage);
          const before = await everything(storage, stage.tenant);
          const document = stageDocument({ name: 'Changed', ...acme });
          const { issues } = expectLeft(await stage.engine.provision(document));
          const pointers = issues.map(({ pointer }) => pointer);
          assert.ok(
            pointers.includes(`/bankTenants/0/corporates/0${at}`),
            `the faults are at ${pointers.join(', ')}`,
          );
          assert.deepEqual(await everything(storage, stage.tenant), before);
        },
      }) satisfies Scenario,
  ),
  {
    title: 'something that is no document at all is refused',
    run: async (storage) => {
      const stage = await openStage(storage);
      for (const document of [undefined, null, 7, 'x', [], {}, { bankTenants: {} }]) {
        assert.equal(
          expectLeft(await stage.engine.provision(document as never))._tag,
          'InvalidInput',
        );
      }
    },
  },
];
