import assert from 'node:assert/strict';
import type { Storage } from '@hundi/core';
import { sha256 } from '@hundi/core/wire';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { stageDocument } from '../stage/stage-document.js';
import { demoUsers } from '../../kit/sandbox/demo-people.js';
import { openLogin } from '../stage/login-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';

const ADMIN = 'u-admin';
const MAKER = 'maker@acme.example';
const SECRET = '0123456789abcdef0123456789abcdef';
const ERP = {
  name: 'erp',
  scopes: ['payments' as const],
  createdByUserId: ADMIN,
  actsAsUserId: 'u-erp',
};
const HOOK = { url: 'https://hooks.acme.example/a', eventTypes: ['*'] };
const FULL: Partial<CorporateInput> = { webhookEndpoints: [HOOK] };

const allBut = (who: string) => demoUsers('acme').filter(({ userId }) => userId !== who);

/** The demo's corporate, and short ways to apply a document and to see what is there. */
const openAbsent = async (storage: Storage) => {
  const stage = await openLogin(storage, FULL);
  const { engine, tenant } = stage;
  const stored = () =>
    storage.read(async ({ tenancy, access, webhookEndpoints }) => ({
      users: await tenancy.users(tenant),
      apiKeys: await access.apiKeysOf(tenant),
      secretKeys: await access.secretKeysOf(tenant),
      endpoints: await webhookEndpoints.of(tenant),
    }));
  const made = stage.credentials.corporates['acme'];
  return {
    ...stage,
    apply: async (acme: Partial<CorporateInput>) =>
      expectRight(await engine.provision(stageDocument({ ...FULL, ...acme }))),
    stored,
    keyTexts: { api: made?.apiKeys['erp'] ?? '', secret: made?.secretKeys['shop'] ?? '' },
    opens: async (key: string) => (await engine.authenticate(key))._tag === 'Right',
    isSuspended: async (who: string) =>
      (await stored()).users.find(({ userId }) => userId === who)?.suspended !== undefined,
    states: async (subjectId: string) =>
      (await stage.journal(subjectId)).map(({ to, actor }) => `${to} by ${actor}`),
  };
};

const idOf = (text: string): string => text.split('_')[1] ?? '';

const people: ReadonlyArray<Scenario> = [
  {
    title:
      'a user that the provision document no longer names is reported, and keeps access unless it says to suspend',
    run: async (storage) => {
      const stage = await openAbsent(storage);
      const { token } = await stage.comeIn(MAKER);
      for (const absent of [{}, { absent: 'report' as const }]) {
        const before = await stage.stored();
        const result = await stage.apply({ ...absent, users: allBut('u-maker') });
        assert.deepEqual(result.absent, [
          {
            corporateTenantId: 'acme',
            users: ['u-maker'],
            apiKeys: [],
            secretKeys: [],
            webhookEndpoints: [],
            isEnded: false,
          },
        ]);
        assert.deepEqual(await stage.stored(), before);
      }
      assert.equal(await stage.isIn(token), true);
    },
  },
  {
    title:
      'a user that a suspending document no longer names is out at once, and back when it names them again',
    run: async (storage) => {
      const stage = await openAbsent(storage);
      const { token } = await stage.comeIn(MAKER);
      const other = await stage.comeIn('checker@acme.example');
      const mails = stage.mailbox.mails(MAKER).length;
      const document = { absent: 'suspend', users: allBut('u-maker') } as const;
      const first = await stage.apply(document);
      assert.deepEqual(
        first.absent.map(({ users, isEnded }) => [users, isEnded]),
        [[['u-maker'], true]],
      );
      assert.deepEqual([await stage.isIn(token), await stage.isIn(other.token)], [false, true]);
      await stage.ask(MAKER);
      assert.equal(stage.mailbox.mails(MAKER).length, mails);

      const before = await stage.stored();
      stage.clock.advance(60_000);
      assert.deepEqual((await stage.apply(document)).absent, []);
      assert.deepEqual(await stage.stored(), before);
      await stage.apply({});
      assert.equal(await stage.isIn((await stage.comeIn(MAKER)).token), true);
      assert.deepEqual(await stage.states('user_u-maker'), [
        'suspended by provision',
        'active by provision',
      ]);
    },
  },
  {
    title: 'whom a person suspended stays suspended when the document names them again',
    run: async (storage) => {
      const stage = await openAbsent(storage);
      const input = { actorUserId: ADMIN, userId: 'u-maker' };
      expectRight(await stage.engine.suspendPerson(stage.tenant, input));
      const result = await stage.apply({ absent: 'suspend', users: allBut('u-maker') });
      assert.deepEqual(result.absent, []);
      await stage.apply({});
      assert.equal(await stage.isSuspended('u-maker'), true);
    },
  },
  {
    title:
      'a key that a document makes for a user whom a person suspended opens once they are reinstated',
    asksStore: true,
    run: async (storage) => {
      const stage = await openAbsent(storage);
      const { engine, tenant } = stage;
      const theirs = { actorUserId: ADMIN, userId: 'u-erp' };
      expectRight(await engine.suspendPerson(tenant, theirs));
      stage.clock.advance(60_000);
      const made = await stage.apply({ apiKeys: [ERP, { ...ERP, name: 'tills' }] });
      const text = made.corporates['acme']?.apiKeys['tills'] ?? assert.fail();

      assert.equal(await stage.opens(text), false);
      expectRight(await engine.reinstatePerson(tenant, theirs));
      assert.equal(await stage.opens(text), true);
      assert.deepEqual(await stage.states(idOf(text)), [
        'active by provision',
        'suspended by provision',
        `active by ${ADMIN}`,
      ]);
    },
  },
  {
    title:
      'a key that a document makes for a user whom a document suspended opens once it names them again',
    run: async (storage) => {
      const stage = await openAbsent(storage);
      await stage.apply({ absent: 'suspend', users: allBut('u-erp'), apiKeys: [] });
      // Without its list a document says nothing of users.
      const [bank = assert.fail()] = stageDocument().bankTenants;
      const [acme = assert.fail(), ...others] = bank.corporates;
      const { corporateTenantId, name } = acme;
      const key = { ...ERP, name: 'tills', keyId: 'tills001', keyDigest: sha256(SECRET) };
      const corporates = [{ corporateTenantId, name, apiKeys: [key] }, ...others];
      expectRight(await stage.engine.provision({ bankTenants: [{ ...bank, corporates }] }));

      assert.equal(await stage.opens(`pak_tills001_${SECRET}`), false);
      await stage.apply({ apiKeys: [ERP, key] });
      assert.equal(await stage.opens(`pak_tills001_${SECRET}`), true);
    },
  },
  {
    title: 'a key that would act as a user whom the same document suspends is refused',
    run: async (storage) => {
      const stage = await openAbsent(storage);
      const document = stageDocument({ absent: 'suspend', users: allBut('u-erp') });
      const { issues } = expectLeft(await stage.engine.provision(document));
      assert.deepEqual(
        issues.map(({ pointer }) => pointer),
        ['/bankTenants/0/corporates/0/apiKeys/0/actsAsUserId'],
      );
      assert.equal(await stage.isSuspended('u-erp'), false);
    },
  },
];

const keys: ReadonlyArray<Scenario> = [
  {
    title: 'keys of a document that names them no longer are revoked, those that replaced them too',
    run: async (storage) => {
      const stage = await openAbsent(storage);
      const { api, secret } = stage.keyTexts;
      const { engine, tenant } = stage;
      const rotated = expectRight(
        await engine.rotateApiKey(tenant, { actorUserId: ADMIN, keyId: idOf(api) }),
      );
      const own = { name: 'own', scopes: ['payments'], actorUserId: ADMIN } as const;
      const byPerson = expectRight(await engine.createApiKey(tenant, own));
      const document = { absent: 'suspend', apiKeys: [], secretKeys: [] } as const;
      const { absent } = await stage.apply(document);

      assert.deepEqual(
        absent.map(({ apiKeys, secretKeys }) => [apiKeys, secretKeys]),
        [[[idOf(api), rotated.key.keyId].sort(), [idOf(secret)]]],
      );
      assert.deepEqual(
        [await stage.opens(api), await stage.opens(rotated.text), await stage.opens(byPerson.text)],
        [false, false, true],
      );
      assert.equal((await stage.states(rotated.key.keyId)).at(-1), 'revoked by provision');
      assert.equal((await stage.states(`sk_${idOf(secret)}`)).at(-1), 'revoked by provision');
      assert.deepEqual((await stage.apply(document)).absent, []);
    },
  },
  {
    title:
      'an endpoint that the document names no longer is disabled, and enabled when it is named',
    run: async (storage) => {
      const stage = await openAbsent(storage);
      const [endpoint] = (await stage.stored()).endpoints;
      const document = { absent: 'suspend', webhookEndpoints: [] } as const;
      const { absent } = await stage.apply(document);
      assert.deepEqual(absent[0]?.webhookEndpoints, [endpoint?.endpointId]);
      assert.notEqual((await stage.stored()).endpoints[0]?.disabled, undefined);
      assert.deepEqual((await stage.apply(document)).absent, []);

      await stage.apply({});
      assert.equal((await stage.stored()).endpoints[0]?.disabled, undefined);
      assert.deepEqual(await stage.states(endpoint?.endpointId ?? ''), [
        'enabled by provision',
        'disabled by provision',
        'enabled by provision',
      ]);
    },
  },
  {
    title: 'an endpoint that a person moved elsewhere is still the one that the document names',
    run: async (storage) => {
      const stage = await openAbsent(storage);
      const [endpoint] = (await stage.stored()).endpoints;
      const moved = { url: 'https://hooks.acme.example/b' };
      const input = { actorUserId: ADMIN, endpointId: endpoint?.endpointId ?? '', ...moved };
      expectRight(await stage.engine.changeWebhookEndpoint(stage.tenant, input));
      assert.deepEqual((await stage.apply({ absent: 'suspend' })).absent, []);
    },
  },
];

const silence: ReadonlyArray<Scenario> = [
  {
    title: 'a list that a document leaves out ends no records, nor does a list that names all',
    run: async (storage) => {
      const stage = await openAbsent(storage);
      const { engine } = stage;
      const before = await stage.stored();
      const [bank = assert.fail()] = stageDocument().bankTenants;
      const [acme = assert.fail(), ...others] = bank.corporates;
      const { corporateTenantId, name } = acme;
      const corporates = [{ corporateTenantId, name, absent: 'suspend' } as const, ...others];
      const result = expectRight(
        await engine.provision({ bankTenants: [{ ...bank, corporates }] }),
      );
      assert.deepEqual([result.absent, result.absentCorporates], [[], []]);
      assert.deepEqual((await stage.apply({ absent: 'suspend' })).absent, []);
      assert.deepEqual(await stage.stored(), before);
    },
  },
  {
    title: 'a corporate that its bank names no longer is reported, and goes on',
    run: async (storage) => {
      const stage = await openAbsent(storage);
      const [bank = assert.fail()] = stageDocument().bankTenants;
      const corporates = bank.corporates.filter((one) => one.corporateTenantId !== 'acme');
      const result = expectRight(
        await stage.engine.provision({ bankTenants: [{ ...bank, corporates }] }),
      );
      assert.deepEqual([result.absent, result.absentCorporates], [[], ['acme']]);
      assert.equal(await stage.opens(stage.keyTexts.api), true);
    },
  },
];

export const absentScenarios: ReadonlyArray<Scenario> = [...people, ...keys, ...silence];
