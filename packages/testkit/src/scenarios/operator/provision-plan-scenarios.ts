import assert from 'node:assert/strict';
import type { Ports, ProvisionInput } from '@hundi/core';
import { planProvision, type ProvisionPlan } from '@hundi/core/operator';
import { waiting } from '../stage/approval-stage.js';
import { statusesOf, workOn } from '../stage/restore-stage.js';
import { openPasskeys } from '../factor/passkey-stage.js';
import { fakePacer } from '../../kit/fakes/fake-pacer.js';
import { createSandbox, type Sandbox } from '../../kit/sandbox/create-sandbox.js';
import { stageDocument } from '../stage/stage-document.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, type Stage } from '../stage/stage.js';

const planOf = (
  stage: Pick<Sandbox, 'storage' | 'another'>,
  document: ProvisionInput,
  ports: Partial<Ports> = {},
) =>
  planProvision(
    stage.storage,
    (storage) => stage.another({ ...ports, storage }).provision,
    document,
  );

const placesOf = ({ changes }: ProvisionPlan) =>
  changes.map(({ place, kind }) => `${kind} ${place}`).sort();

/** The demo document with a package renamed, a new user, and without its keys. */
const changed = (stage: Stage): ProvisionInput => {
  const [acme] = stageDocument().bankTenants[0]?.corporates ?? [];
  return stageDocument({
    absent: 'suspend',
    apiKeys: [],
    packages: (acme?.packages ?? []).map((one) =>
      one.packageCode === 'VENDOR' ? { ...one, name: 'Suppliers' } : one,
    ),
    users: [
      ...(acme?.users ?? []),
      {
        userId: 'u-new',
        username: 'New',
        kind: 'human',
        approvalState: 'approved',
        roleCodes: [],
      },
    ],
    name: `${stage.tenant.corporateTenantId} renamed`,
  });
};

const recordsOf = ({ storage, tenant }: Stage) =>
  storage.read(async ({ tenancy, access }) => ({
    corporate: await tenancy.corporate(tenant),
    users: await tenancy.users(tenant),
    packages: await tenancy.packages(tenant),
    keys: await access.apiKeysOf(tenant),
  }));

export const provisionPlanScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a plan of a document names what would change, member by member, and changes nothing',
    run: async (storage) => {
      const stage = await openStage(storage);
      const before = await recordsOf(stage);
      const plan = expectRight(await planOf(stage, changed(stage)));

      assert.deepEqual(await recordsOf(stage), before);
      assert.deepEqual(placesOf(plan), [
        'added acme/users/u-new',
        'changed acme',
        'changed acme/apiKeys/erp',
        'changed acme/packages/VENDOR',
      ]);
      const renamed = plan.changes.find(({ place }) => place === 'acme/packages/VENDOR');
      assert.deepEqual(Object.keys(renamed?.members ?? {}), ['name']);
      assert.equal(renamed?.members['name']?.after, 'Suppliers');
      assert.deepEqual(
        plan.absent.map(({ isEnded, apiKeys }) => [isEnded, apiKeys.length]),
        [[true, 1]],
      );
    },
  },
  {
    title: 'payouts that were approved with a passkey are sent after a plan of another policy',
    run: async (storage) => {
      const secondFactor = { login: 'none', approval: 'passkey' } as const;
      const stage = await openPasskeys(storage, 1, { secondFactor });
      const ids = await waiting(stage, 2);
      const { challengeId, digest } = await stage.ask(ids);
      assert.equal(await stage.approve(ids, challengeId, stage.device.answer(digest)), 'done');
      const document = stageDocument({ secondFactor: { ...secondFactor, aboveAmount: 5 } });
      const before = await stage.policyMark.read();
      const plan = expectRight(await planOf(stage, document));

      assert.deepEqual(placesOf(plan), ['changed acme']);
      assert.deepEqual(await stage.policyMark.read(), before);
      await workOn(stage, stage.engine, 5);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid']);
    },
  },
  {
    title: 'a plan marks nothing, mails nobody, wakes nobody and makes no key that seals policies',
    asksStore: true,
    run: async (storage) => {
      const [bank = assert.fail()] = stageDocument().bankTenants;
      const [acme = assert.fail()] = bank.corporates;
      const documentOf = (changed: Partial<typeof acme>) => ({
        bankTenants: [{ ...bank, corporates: [{ ...acme, ...changed }] }],
      });
      const stage = await createSandbox({ storage, document: documentOf({}) });
      const pacer = fakePacer();
      let told = 0;
      const telling = { ...storage, tell: () => void (told += 1) };
      const keyOf = () => storage.read(({ authority }) => authority.key());
      const document = documentOf({
        absent: 'suspend',
        users: acme.users?.slice(1) ?? [],
        secondFactor: { login: 'none', approval: 'passkey' },
      });
      const marks = [await stage.sendMark.read(), await stage.policyMark.read()];
      const planned = await planOf({ ...stage, storage: telling }, document, {
        pacer,
        notifications: { portalUrl: () => undefined },
      });

      assert.ok(expectRight(planned).changes.length > 0);
      assert.deepEqual([await stage.sendMark.read(), await stage.policyMark.read()], marks);
      assert.deepEqual([pacer.wakes(), told, stage.mailbox.mails().length], [0, 0, 0]);
      assert.equal(await keyOf(), undefined);
      expectRight(await stage.engine.provision(document));
      assert.notEqual(await keyOf(), undefined);
    },
  },
  {
    title: 'the plan of a document that is applied already is empty',
    run: async (storage) => {
      const stage = await openStage(storage);
      assert.deepEqual(placesOf(expectRight(await planOf(stage, stageDocument()))), []);
      const plan = expectRight(await planOf(stage, changed(stage)));
      assert.ok(plan.changes.length > 0);
      expectRight(await stage.engine.provision(changed(stage)));

      assert.deepEqual(placesOf(expectRight(await planOf(stage, changed(stage)))), []);
    },
  },
  {
    title: 'the plan of a bad document is refused as applying it would be',
    run: async (storage) => {
      const stage = await openStage(storage);
      const bad = stageDocument({ roles: [] });

      assert.deepEqual(
        expectLeft(await planOf(stage, bad)),
        expectLeft(await stage.engine.provision(bad)),
      );
    },
  },
  {
    title: 'a plan shows no secret',
    run: async (storage) => {
      const stage = await openStage(storage);
      const document = stageDocument({
        apiKeys: [{ name: 'New', scopes: ['payments'], createdByUserId: 'u-admin' }],
      });
      const text = JSON.stringify(expectRight(await planOf(stage, document)));

      assert.ok(text.includes('acme/apiKeys/New'));
      assert.ok(!/secretDigest|sealedSecret|hpk_|whsec_/.test(text));
    },
  },
];
