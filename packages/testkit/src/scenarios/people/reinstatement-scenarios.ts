import assert from 'node:assert/strict';
import { E, type Storage, type Stores, type UserId } from '@hundi/core';
import type { PersonView } from '@hundi/core/wire';
import { reinstateByOperator } from '@hundi/core/operator';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { stageDocument } from '../stage/stage-document.js';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import { openLogin, type LoginStage } from '../stage/login-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';

const DAY = 86_400_000;
const ADMIN = 'u-admin' as UserId;
const ADMIN_2 = 'u-admin-2' as UserId;
const HEAD = 'u-head' as UserId;
const MAKER = 'u-maker' as UserId;
const MAILBOX = 'maker@acme.example';

const HEADS = {
  roleCode: 'head',
  permissions: ['settings.approve' as const, 'operations.view' as const],
};

/** Acme asks for a second person. Two people edit settings and approve them, and `u-head` only approves. */
const acme = (users = demoUsers('acme')): Partial<CorporateInput> => {
  const [someone] = users;
  assert.ok(someone);
  return {
    settingsNeedSecondPerson: true,
    roles: [...demoRoles().filter(({ roleCode }) => roleCode !== 'head'), HEADS],
    users: [
      ...users,
      {
        ...someone,
        userId: ADMIN_2,
        username: 'admin-2',
        roleCodes: ['admin'],
        email: 'admin-2@acme.example',
      },
    ],
  };
};

interface Reinstating extends LoginStage {
  readonly suspend: (who: string, by?: string) => Promise<string>;
  /** Asks for a reinstatement; answers the id of the change that waits. */
  readonly propose: (who: string, by?: string) => Promise<string>;
  /** The result of a change, or its refusal. */
  readonly decide: (
    changeId: string,
    by?: string,
    action?: 'approve' | 'reject',
  ) => Promise<string>;
  readonly person: (who: string) => Promise<PersonView>;
  /** The changes that wait, of which kind. */
  readonly waiting: () => Promise<ReadonlyArray<string>>;
}

const open = async (storage: Storage): Promise<Reinstating> => {
  const stage = await openLogin(storage, acme());
  const { engine, tenant } = stage;
  const input = (who: string, by: string) => ({ actorUserId: by, userId: who });
  return {
    ...stage,
    suspend: async (who, by = ADMIN) => {
      const done = await engine.suspendPerson(tenant, input(who, by));
      return E.isLeft(done) ? done.left._tag : done.right.isSuspended ? 'suspended' : 'active';
    },
    propose: async (who, by = ADMIN) => {
      const { isSuspended, settingsChange } = expectRight(
        await engine.reinstatePerson(tenant, input(who, by)),
      );
      assert.deepEqual([isSuspended, settingsChange?.state], [true, 'pending']);
      return settingsChange?.changeId ?? '';
    },
    decide: async (changeId, by = HEAD, action = 'approve') => {
      const asked = { actorUserId: by, changeId, action };
      const decided = await engine.decideSettingsChange(tenant, asked);
      return E.isLeft(decided) ? decided.left._tag : decided.right.state;
    },
    person: async (who) =>
      expectRight(await engine.listPeople(tenant, { actorUserId: ADMIN })).find(
        ({ userId }) => userId === who,
      ) ?? assert.fail(`${who} is not listed`),
    waiting: async () => {
      const asked = { actorUserId: ADMIN, limit: 100, state: 'pending' } as const;
      const { items } = expectRight(await engine.listSettingsChanges(tenant, asked));
      return items.map(({ kind }) => kind);
    },
  };
};

const waiting: ReadonlyArray<Scenario> = [
  {
    title: 'a suspension lasts until a second person approves the reinstatement',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant, clock } = stage;
      const text = stage.credentials.corporates['acme']?.apiKeys['erp'] ?? '';
      const opens = async () => E.isRight(await engine.authenticate(text));
      for (const who of [MAKER, 'u-erp']) assert.equal(await stage.suspend(who), 'suspended');
      const at = clock.now();
      clock.advance(DAY);
      const ids = [await stage.propose(MAKER)];
      clock.advance(1);
      ids.push(await stage.propose('u-erp'));

      const { items } = expectRight(
        await engine.listSettingsChanges(tenant, { actorUserId: HEAD, limit: 10 }),
      );
      assert.deepEqual(
        items.map(({ kind, details }) => [kind, details]),
        ['u-erp', MAKER].map((userId) => [
          'reinstate_person',
          { userId, suspendedAt: at, suspendedBy: ADMIN },
        ]),
      );
      assert.equal((await stage.person(MAKER)).suspendedAt, at);
      assert.equal(await opens(), false);
      const mails = stage.mailbox.mails(MAILBOX).length;
      await stage.ask(MAILBOX);
      assert.equal(stage.mailbox.mails(MAILBOX).length, mails);

      for (const id of ids) assert.equal(await stage.decide(id), 'approved');
      assert.equal((await stage.person(MAKER)).isSuspended, false);
      assert.equal(await opens(), true);
      assert.equal(await stage.isIn((await stage.comeIn(MAILBOX)).token), true);
      for (const [subject, id] of [
        ['user_u-maker', ids[0]],
        [text.split('_')[1] ?? '', ids[1]],
      ] as const) {
        const entry = (await stage.journal(subject)).at(-1);
        assert.deepEqual(
          [entry?.from, entry?.to, entry?.actor, entry?.changes],
          ['suspended', 'active', ADMIN, { settingsChangeId: id, approvedBy: HEAD }],
        );
      }
    },
  },
  {
    title: 'suspending and ending sessions need no second person, where reinstating does',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const [one, other] = [
        await stage.comeIn(MAILBOX),
        await stage.comeIn('checker@acme.example'),
      ];
      const input = { actorUserId: ADMIN, userId: 'u-checker' };

      assert.equal(await stage.suspend(MAKER), 'suspended');
      assert.equal(expectRight(await engine.endSessions(tenant, input)).ended, 1);
      assert.deepEqual(
        [await stage.isIn(one.token), await stage.isIn(other.token)],
        [false, false],
      );
      assert.deepEqual(await stage.waiting(), []);
      const asIs = expectRight(await engine.reinstatePerson(tenant, input));
      assert.equal('settingsChange' in asIs, false);
      assert.deepEqual(await stage.waiting(), []);
      await stage.propose(MAKER);
      assert.deepEqual(await stage.waiting(), ['reinstate_person']);
    },
  },
  {
    title: 'a reinstatement that is rejected or expires after seven days lifts no suspension',
    run: async (storage) => {
      const stage = await open(storage);
      await stage.suspend(MAKER);
      const [rejected, late] = [await stage.propose(MAKER), await stage.propose(MAKER)];
      assert.equal(await stage.decide(rejected, HEAD, 'reject'), 'rejected');
      assert.equal(await stage.decide(rejected), 'SettingsChangeOver');
      stage.clock.advance(7 * DAY);
      assert.equal(await stage.decide(late), 'SettingsChangeOver');
      assert.equal((await stage.person(MAKER)).isSuspended, true);
    },
  },
];

const whoDecides: ReadonlyArray<Scenario> = [
  {
    title: 'a person cannot approve their own reinstatement, nor one that they proposed',
    run: async (storage) => {
      const stage = await open(storage);
      await stage.suspend(HEAD);
      const id = await stage.propose(HEAD);
      assert.equal(await stage.decide(id, HEAD), 'SettingsDenied');
      assert.equal(await stage.decide(id, ADMIN), 'OwnSettingsChange');
      assert.equal(await stage.decide(id, MAKER), 'SettingsDenied');
      assert.equal((await stage.person(HEAD)).isSuspended, true);
      assert.equal(await stage.decide(id, ADMIN_2), 'approved');
      assert.equal((await stage.person(HEAD)).isSuspended, false);
    },
  },
  {
    title: 'an approval lifts the suspension that it was asked for, and no later one',
    run: async (storage) => {
      const stage = await open(storage);
      await stage.suspend(MAKER);
      const [one, other] = [await stage.propose(MAKER), await stage.propose(MAKER)];
      assert.equal(await stage.decide(other), 'approved');
      assert.equal(await stage.decide(one), 'SuspensionOver');

      stage.clock.advance(1);
      await stage.suspend(MAKER);
      assert.equal(await stage.decide(one), 'SuspensionOver');
      assert.equal((await stage.person(MAKER)).isSuspended, true);
      assert.equal(await stage.decide(one, HEAD, 'reject'), 'rejected');
      assert.equal(await stage.decide(await stage.propose(MAKER)), 'approved');
    },
  },
  {
    title:
      'a reinstatement that was proposed before somebody asked for a hold does not bound the hold',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const hold = async (actorUserId: UserId) => {
        stage.clock.advance(1);
        const asked = { actorUserId, userId: MAKER, hold: true };
        expectRight(await engine.suspendPerson(tenant, asked));
      };
      await stage.suspend(MAKER);
      const before = await stage.propose(MAKER);
      await hold(ADMIN_2);
      assert.equal(await stage.decide(before), 'HeldSince');
      const once = await stage.propose(MAKER);
      await hold(ADMIN);
      assert.equal(await stage.decide(once), 'HeldSince');
      assert.equal((await stage.person(MAKER)).isSuspended, true);
      assert.equal(await stage.decide(once, HEAD, 'reject'), 'rejected');

      // Who releases the hold keeps nobody from reinstating, nor does who asks for it again.
      const [known, last] = [await stage.propose(MAKER), await stage.propose(MAKER)];
      await hold(ADMIN);
      const releasing = { actorUserId: HEAD, userId: MAKER };
      expectRight(await engine.releasePerson(tenant, releasing));
      assert.equal(await stage.decide(known), 'approved');
      assert.equal(await stage.decide(last), 'SuspensionOver');
    },
  },
  {
    title: 'a proposal of a person who was suspended since reinstates no user',
    run: async (storage) => {
      const stage = await open(storage);
      await stage.suspend(MAKER);
      const id = await stage.propose(MAKER);
      await stage.suspend(ADMIN, ADMIN_2);
      assert.equal(await stage.decide(id), 'ProposerNotEligible');
      assert.equal(await stage.decide(id, HEAD, 'reject'), 'rejected');
    },
  },
  {
    title: 'when several approvals of a reinstatement race, one lifts the suspension',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      await stage.suspend(MAKER);
      const id = await stage.propose(MAKER);
      const outcomes = await Promise.all([HEAD, ADMIN_2, HEAD].map((by) => stage.decide(id, by)));
      assert.deepEqual(outcomes.sort(), ['SettingsChangeOver', 'SettingsChangeOver', 'approved']);
      assert.equal((await stage.journal('user_u-maker')).length, 2);
    },
  },
];

const lastOnes: ReadonlyArray<Scenario> = [
  {
    title:
      'the last person who may edit settings stays: neither another nor they themselves can suspend them',
    run: async (storage) => {
      const stage = await open(storage);
      assert.equal(await stage.suspend(ADMIN_2), 'suspended');
      assert.equal(await stage.suspend(ADMIN), 'OwnSuspension');
      for (const by of [HEAD, ADMIN_2, MAKER])
        assert.equal(await stage.suspend(ADMIN, by), 'SettingsDenied');
      assert.equal((await stage.person(ADMIN)).isSuspended, false);
    },
  },
  {
    title:
      'the last other person who may approve settings stays, and goes once the bank names another',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine } = stage;
      assert.equal(await stage.suspend(HEAD), 'suspended');
      assert.equal(await stage.suspend(ADMIN_2), 'LastToReinstate');
      assert.equal((await stage.person(ADMIN_2)).isSuspended, false);
      assert.equal(await stage.suspend(MAKER), 'suspended');

      const users = demoUsers('acme').map((user) =>
        user.userId === 'u-checker' ? { ...user, roleCodes: ['head'] } : user,
      );
      expectRight(await engine.provision(stageDocument(acme(users))));
      assert.equal(await stage.suspend(ADMIN_2), 'suspended');
      assert.equal(await stage.suspend('u-checker'), 'LastToReinstate');
      assert.equal(await stage.decide(await stage.propose(HEAD), 'u-checker'), 'approved');
    },
  },
  {
    title:
      'where no second person is asked for, the last person who may approve settings stays, too',
    run: async (storage) => {
      const roles = demoRoles().map((role) =>
        role.roleCode === 'admin' ? { ...role, permissions: ['settings.edit' as const] } : role,
      );
      const heads = [...roles.filter(({ roleCode }) => roleCode !== 'head'), HEADS];
      const { engine, tenant } = await openLogin(storage, { roles: heads });
      const suspend = (userId: string) =>
        engine.suspendPerson(tenant, { actorUserId: ADMIN, userId });

      assert.equal(expectLeft(await suspend(HEAD))._tag, 'LastToReinstate');
      assert.equal(expectRight(await suspend(MAKER)).isSuspended, true);
    },
  },
  {
    title: 'an operator reinstates a user without a second person, and the journal names them',
    run: async (storage) => {
      const stage = await open(storage);
      const { tenant, clock } = stage;
      const text = stage.credentials.corporates['acme']?.apiKeys['erp'] ?? '';
      for (const who of [HEAD, 'u-erp']) assert.equal(await stage.suspend(who), 'suspended');
      const reinstate = (userId: string, corporateTenantId: string = tenant.corporateTenantId) =>
        reinstateByOperator({ storage, clock }, { corporateTenantId, userId, operator: 'N. Rao' });

      assert.equal(expectRight(await reinstate(HEAD)).wasSuspended, true);
      assert.equal(expectRight(await reinstate(HEAD)).wasSuspended, false);
      expectRight(await reinstate('u-erp'));
      assert.equal((await stage.person(HEAD)).isSuspended, false);
      assert.equal(E.isRight(await stage.engine.authenticate(text)), true);
      assert.deepEqual(
        (await stage.journal('user_u-head')).map(({ to, actor }) => [to, actor]),
        [
          ['suspended', ADMIN],
          ['active', 'operator N. Rao'],
        ],
      );
      assert.equal(expectLeft(await reinstate('u-none'))._tag, 'PersonNotFound');
      assert.equal(expectLeft(await reinstate(HEAD, 'none'))._tag, 'PersonNotFound');
    },
  },
];

const meanwhile: ReadonlyArray<Scenario> = [
  {
    title: 'a request that waits while its user is suspended is refused: approvals, keys and hosts',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      await stage.suspend(MAKER);
      const id = await stage.propose(MAKER, ADMIN_2);
      const by = { actorUserId: ADMIN };
      const key = { ...by, name: 'tills', scopes: ['payments'] } as const;
      const settings = { destinationHosts: ['a.example'], statementDescriptor: 'ACME' };
      for (const ask of [
        () => engine.decideSettingsChange(tenant, { ...by, changeId: id, action: 'approve' }),
        () => engine.createApiKey(tenant, key),
        () => engine.createSecretKey(tenant, key),
        () => engine.putCheckoutSettings(tenant, { ...by, ...settings }),
        () => engine.suspendPerson(tenant, { ...by, userId: HEAD }),
      ]) {
        const refused = expectLeft(await whileSuspending(stage, ADMIN, ask));
        assert.equal(refused._tag, 'SettingsDenied');
      }
      assert.deepEqual(await stage.waiting(), ['reinstate_person']);
    },
  },
];

type Answer = E.Either<{ readonly _tag: string }, unknown>;

/** Asks for something while a unit that suspends a user holds the corporate; the user is back afterwards. */
const whileSuspending = async (
  { storage, tenant, clock }: Reinstating,
  who: UserId,
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  const put = (suspends: boolean, before?: (stores: Stores) => Promise<void>) =>
    storage.atomically(async (stores) => {
      await before?.(stores);
      const [person] = await stores.tenancy.actors(tenant, [who]);
      assert.ok(person);
      const { suspended: _over, ...user } = person.user;
      const suspended = { at: clock.now(), by: HEAD };
      await stores.tenancy.putUsers(tenant, [suspends ? { ...user, suspended } : user]);
      return E.right(null);
    });
  const asked: Promise<Answer>[] = [];
  await put(true, async (stores) => {
    await stores.tenancy.holdCorporate(tenant);
    if (asked.length === 0) asked.push(ask());
    // Where units run side by side it gets as far meanwhile as it may without the corporate.
    for (let n = 0; n < 20; n += 1) await stores.tenancy.everybody(tenant);
  });
  const [answer] = await Promise.all(asked);
  await put(false);
  return answer ?? assert.fail('not asked');
};

/** Reinstating where a second person is asked for. */
export const reinstatementScenarios: ReadonlyArray<Scenario> = [
  ...waiting,
  ...whoDecides,
  ...lastOnes,
  ...meanwhile,
];
