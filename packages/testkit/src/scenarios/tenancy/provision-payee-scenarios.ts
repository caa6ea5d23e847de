import assert from 'node:assert/strict';
import type { ProvisionResult } from '@hundi/core';
import { planProvision } from '@hundi/core/operator';
import { stageDocument } from '../stage/stage-document.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, type Stage } from '../stage/stage.js';

const ACCOUNT = '04451010001234';
const OLD = 'SYNB0000445';
const NEW = 'CNRB0010445';

const accountsAt = (ifscCode: string) => [{ accountNumber: ACCOUNT, ifscCode }];

/** The demo document with one payee, of a bank that merges. */
const documentWith = (members: object = {}) =>
  stageDocument({
    beneficiaries: [
      {
        beneId: 'SYN01',
        beneName: 'Synergy Supplies',
        benePhoneNumber: '+919800000009',
        benePackageCodes: ['VENDOR'],
        beneBankAccounts: accountsAt(OLD),
        approvalState: 'approved',
        ...members,
      },
    ],
  });

const apply = async (stage: Stage, members: object = {}): Promise<ProvisionResult> =>
  expectRight(await stage.engine.provision(documentWith(members)));

/** What the document says otherwise of the payee, by member. */
const differingIn = ({ differences }: Pick<ProvisionResult, 'differences'>) =>
  differences.map(({ beneId, members }) => [beneId, members]);

const planned = async (stage: Stage, members: object) =>
  expectRight(
    await planProvision(
      stage.storage,
      (storage) => stage.another({ storage }).provision,
      documentWith(members),
    ),
  );

const opened = async (storage: Parameters<Scenario['run']>[0]) => {
  const stage = await openStage(storage);
  await apply(stage);
  const id = await stage.beneficiary('SYN01');
  const { engine, tenant } = stage;
  const written = (ifscCode: string, accountName = 'Synergy Supplies') => [
    { accountNumber: ACCOUNT, accountName, isDefault: true, ifscCode },
  ];
  return {
    stage,
    id,
    written,
    shown: async () => expectRight(await engine.getBeneficiary(tenant, { beneficiaryId: id })),
    decide: async (action: 'approve' | 'reject') =>
      expectRight(
        await engine.authorizeBeneficiary(tenant, {
          beneficiaryId: id,
          actorUserId: 'u-checker',
          action,
        }),
      ),
    change: async (changes: object) =>
      expectRight(
        await engine.changeBeneficiary(tenant, {
          beneficiaryId: id,
          initiatedByUserId: 'u-maker',
          ...changes,
        }),
      ),
    steps: async () => (await stage.journal(id)).length,
  };
};

export const provisionPayeeScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'an edited account of a document waits for a checker, once, and the plan says so before',
    run: async (storage) => {
      const { stage, shown, decide, steps, written } = await opened(storage);
      const merged = { beneBankAccounts: accountsAt(NEW) };
      const plan = await planned(stage, merged);
      assert.deepEqual(
        plan.changes.map(({ place, members }) => [place, Object.keys(members)]),
        [['acme/beneficiaries/SYN01', ['pendingChange']]],
      );
      assert.equal((await shown()).pendingChange, undefined);
      assert.deepEqual(differingIn(await apply(stage, merged)), []);
      const waiting = await shown();
      assert.deepEqual(
        [
          waiting.ifsc,
          waiting.pendingChange?.accounts[0]?.ifsc,
          waiting.pendingChange?.requestedBy,
        ],
        [OLD, NEW, 'provision'],
      );
      const before = await steps();
      await apply(stage, merged);
      assert.equal(await steps(), before);

      await decide('approve');
      assert.equal((await shown()).ifsc, NEW);
      assert.deepEqual(differingIn(await apply(stage, merged)), []);
      assert.equal(await steps(), before + 1);
      // A file of the day before is another edit, which a checker sees again.
      await apply(stage);
      assert.deepEqual((await shown()).pendingChange?.accounts[0]?.ifsc, OLD);
      await decide('reject');
      assert.deepEqual(differingIn(await apply(stage)), [
        ['SYN01', { beneBankAccounts: { document: written(OLD), stored: written(NEW) } }],
      ]);
    },
  },
  {
    title: 'what people changed stays, and the document’s difference is reported with both values',
    run: async (storage) => {
      const { stage, shown, decide, change, steps, written } = await opened(storage);
      await change({ beneBankAccounts: accountsAt(NEW), benePhoneNumber: '+919800000010' });
      await decide('approve');
      const [before, count] = [await shown(), await steps()];
      const said = [
        [
          'SYN01',
          {
            beneBankAccounts: { document: written(OLD), stored: written(NEW) },
            benePhoneNumber: { document: '+919800000009', stored: '+919800000010' },
          },
        ],
      ];

      assert.deepEqual(differingIn(await planned(stage, {})), said);
      assert.deepEqual(differingIn(await apply(stage)), said);
      assert.deepEqual([await shown(), await steps()], [before, count]);
      // Only what was edited since is taken: the account stays people's.
      const edited = await apply(stage, { tags: ['merged'] });
      assert.deepEqual((await shown()).tags, ['merged']);
      assert.deepEqual(differingIn(edited), said);
      const then = [await shown(), await steps()];
      assert.deepEqual(differingIn(await apply(stage, { tags: ['merged'] })), said);
      assert.deepEqual([await shown(), await steps()], then);
    },
  },
  {
    title: 'a change of a document that a checker rejected is reported, and not asked for again',
    run: async (storage) => {
      const { stage, shown, decide, steps } = await opened(storage);
      await apply(stage, { beneName: 'Synergy' });
      await decide('reject');
      const count = await steps();
      const [[, members] = []] = differingIn(await apply(stage, { beneName: 'Synergy' }));

      assert.deepEqual((members as Record<string, unknown>)['beneName'], {
        document: 'Synergy',
        stored: 'Synergy Supplies',
      });
      assert.equal(await steps(), count);
      await apply(stage, { beneName: 'Synergy Limited' });
      assert.equal((await shown()).pendingChange?.name, 'Synergy Limited');
    },
  },
  {
    title: 'what a document said is remembered also where it agreed with what people had done',
    run: async (storage) => {
      const { stage, shown, change, steps } = await opened(storage);
      const phone = (last: string) => ({ benePhoneNumber: `+91980000001${last}` });
      await change(phone('0'));
      assert.deepEqual(differingIn(await apply(stage, phone('0'))), []);
      await change(phone('1'));
      const count = await steps();
      assert.equal(differingIn(await apply(stage, phone('0'))).length, 1);
      assert.equal((await shown()).phoneNumber, '+919800000011');
      assert.equal(await steps(), count);
      await apply(stage, phone('2'));
      assert.equal((await shown()).phoneNumber, '+919800000012');
    },
  },
  {
    title:
      'a document deactivates a payee once, and again after it said otherwise, also where people made the payee',
    run: async (storage) => {
      for (const isPeoples of [false, true]) {
        const stage = await openStage(storage);
        const { engine, tenant } = stage;
        const beneId = isPeoples ? 'PEOPLE01' : 'SYN01';
        const members = { beneId, beneName: beneId };
        if (isPeoples)
          expectRight(
            await engine.createBeneficiary(tenant, {
              ...members,
              initiatedByUserId: 'u-maker',
              benePhoneNumber: '+919800000009',
              benePackageCodes: ['VENDOR'],
              beneBankAccounts: accountsAt(OLD),
            }),
          );
        else await apply(stage, members);
        const [found] = expectRight(
          await engine.browseBeneficiaries(tenant, {
            actorUserId: 'u-checker',
            page: 1,
            limit: 9,
            search: beneId,
          }),
        ).items;
        const beneficiaryId = found?.beneficiaryId ?? assert.fail();
        const approve = async () =>
          expectRight(
            await engine.authorizeBeneficiary(tenant, {
              beneficiaryId,
              actorUserId: 'u-checker',
              action: 'approve',
            }),
          );
        if (isPeoples) await approve();
        const say = async (status: string) =>
          differingIn(await apply(stage, { ...members, status })).length;
        const status = async () =>
          expectRight(await engine.getBeneficiary(tenant, { beneficiaryId })).status;
        const bringBack = async () => {
          expectRight(
            await engine.changeBeneficiary(tenant, { beneficiaryId, initiatedByUserId: 'u-maker' }),
          );
          await approve();
        };
        assert.deepEqual([await say('inactive'), await status()], [0, 'inactive']);
        await bringBack();
        assert.deepEqual([await say('inactive'), await status()], [1, 'active']);
        assert.deepEqual([await say('active'), await status()], [0, 'active']);
        assert.deepEqual([await say('inactive'), await status()], [0, 'inactive']);
        await say('active');
        await bringBack();
        await say('active');
        assert.deepEqual([await say('inactive'), await status()], [0, 'inactive']);
      }
    },
  },
  {
    title: 'a payee that waits for a checker is not deactivated by a document, which says so',
    run: async (storage) => {
      const stage = await openStage(storage);
      const unapproved = { approvalState: 'pending_approval', status: 'inactive' };
      await apply(stage, { approvalState: 'pending_approval' });
      const said = [['SYN01', { status: { document: 'inactive', stored: 'pending_approval' } }]];
      assert.deepEqual(differingIn(await planned(stage, unapproved)), said);
      assert.deepEqual(differingIn(await apply(stage, unapproved)), said);
      const { engine, tenant } = stage;
      const [found] = expectRight(
        await engine.browseBeneficiaries(tenant, {
          actorUserId: 'u-checker',
          page: 1,
          limit: 9,
          search: 'Synergy',
        }),
      ).items;
      const beneficiaryId = found?.beneficiaryId ?? assert.fail();
      expectRight(
        await engine.authorizeBeneficiary(tenant, {
          beneficiaryId,
          actorUserId: 'u-checker',
          action: 'approve',
        }),
      );
      assert.deepEqual(differingIn(await apply(stage, unapproved)), []);
      assert.equal(
        expectRight(await engine.getBeneficiary(tenant, { beneficiaryId })).status,
        'inactive',
      );
    },
  },
  {
    title: 'a payee that people made keeps what they said, whatever a document says of it',
    run: async (storage) => {
      const stage = await openStage(storage);
      const made = await stage.engine.createBeneficiary(stage.tenant, {
        initiatedByUserId: 'u-maker',
        beneId: 'SYN01',
        beneName: 'Synergy Supplies',
        benePhoneNumber: '+919800000009',
        benePackageCodes: ['VENDOR'],
        beneBankAccounts: accountsAt(NEW),
      });
      const { beneficiaryId } = expectRight(made).beneficiary;
      const [[, members] = []] = differingIn(await apply(stage));

      assert.deepEqual(Object.keys(members ?? {}), ['beneBankAccounts', 'approvalState']);
      assert.equal((await stage.journal(beneficiaryId)).length, 1);
    },
  },
  {
    title: 'a document deactivates a payee, and an edit of it sends the payee to a checker again',
    run: async (storage) => {
      const { stage, shown, decide, steps } = await opened(storage);
      await apply(stage, { status: 'inactive' });
      assert.equal((await shown()).approvalState, 'deactivated');
      const count = await steps();
      await apply(stage, { status: 'inactive' });
      assert.equal(await steps(), count);

      await apply(stage, { beneBankAccounts: accountsAt(NEW) });
      assert.equal((await shown()).approvalState, 'pending_approval');
      await decide('approve');
      assert.equal((await shown()).ifsc, NEW);
      const again = await apply(stage, {
        beneBankAccounts: accountsAt(NEW),
        status: 'inactive',
      });
      assert.deepEqual(differingIn(again), []);
      assert.equal((await shown()).status, 'inactive');
    },
  },
  {
    title: 'what a document says otherwise of a payee that it deactivated is reported',
    run: async (storage) => {
      const { stage, shown } = await opened(storage);
      await apply(stage, { status: 'inactive' });
      const [document, stored] = ['+919800000010', (await shown()).phoneNumber];
      const members = { benePhoneNumber: document, status: 'inactive' };
      const said = [['SYN01', { benePhoneNumber: { document, stored } }]];
      assert.deepEqual(differingIn(await planned(stage, members)), said);
      assert.deepEqual(differingIn(await apply(stage, members)), said);
      assert.equal((await shown()).phoneNumber, stored);
    },
  },
];
