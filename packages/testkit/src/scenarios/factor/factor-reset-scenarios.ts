import assert from 'node:assert/strict';
import type { Storage, UserId } from '@hundi/core';
import { resetFactorsByOperator } from '@hundi/core/operator';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';
import { openFactors, wordOf } from '../stage/factor-stage.js';

const [CHECKER, ADMIN, ADMIN_2] = ['u-checker', 'u-admin', 'u-admin-2'] as const;
const MAILBOX = 'checker@acme.example';
const AT_LOGIN = { secondFactor: { login: 'any', approval: 'none' } } as const;

/** Two people look after settings, and the checker has an app; `reset` proposes to take it away. */
/** The roles of the checker, and the factor that who acts has given. */
interface Coming {
  readonly checker?: ReadonlyArray<string>;
  readonly given?: { readonly givenFactor?: 'totp' };
}

const open = async (
  storage: Storage,
  acme: Partial<CorporateInput> = {},
  { checker = ['checker'], given = {} }: Coming = {},
) => {
  const [someone] = demoUsers('acme');
  assert.ok(someone);
  const second = { userId: ADMIN_2, username: 'admin-2', email: 'admin-2@acme.example' };
  const stage = await openFactors(storage, {
    users: [
      ...demoUsers('acme').map((user) =>
        user.userId === CHECKER ? { ...user, roleCodes: checker } : user,
      ),
      { ...someone, ...second, roleCodes: ['admin'] },
    ],
    ...acme,
  });
  const { engine, tenant } = stage;
  const { token } = await stage.comeIn(MAILBOX);
  const person = expectRight(await engine.authenticateSession(token, 'to_enrol'));
  const phone = await stage.app(person);
  const ask = (actorUserId: string, userId: string = CHECKER) =>
    engine.resetFactors(tenant, { actorUserId, userId, ...given });
  return {
    ...stage,
    token,
    phone,
    ask,
    /** The id of the change that waits. */
    propose: async (by: string = ADMIN) => {
      const { settingsChange } = expectRight(await ask(by));
      return settingsChange?.changeId ?? assert.fail('nothing waits');
    },
    decide: async (changeId: string, by: string, action: 'approve' | 'reject' = 'approve') =>
      wordOf(await engine.decideSettingsChange(tenant, { actorUserId: by, changeId, action })),
    held: () => storage.read(({ factors }) => factors.find(tenant, CHECKER as UserId)),
    subjects: (to: string) =>
      stage.mailbox
        .mails(to)
        .map(({ subject }) => subject)
        .filter((subject) => !subject.startsWith('Your code')),
  };
};

export const factorResetScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'who lost every factor comes in again once two other people reset them: all are gone with the recovery codes, the sessions end, the person is mailed, and they enrol anew',
    run: async (storage) => {
      const stage = await open(storage, AT_LOGIN, { given: { givenFactor: 'totp' } });
      const { engine, phone } = stage;
      const { challengeId: asked } = await stage.next(MAILBOX);
      const changeId = await stage.propose();
      assert.equal((await stage.held())?.factors.length, 1);
      assert.deepEqual(stage.subjects(MAILBOX), [
        'Acme Traders: your second factors are about to be removed',
      ]);
      const [toAdmin] = stage.subjects('admin-2@acme.example');
      assert.equal(toAdmin, 'Acme Traders: settings are about to change');

      assert.equal(await stage.decide(changeId, ADMIN_2), 'done');
      assert.deepEqual(
        { ...(await stage.held()), id: '', revision: 0 },
        {
          id: '',
          ...stage.tenant,
          userId: CHECKER,
          revision: 0,
          factors: [],
          challenges: [],
        },
      );
      assert.equal(
        expectLeft(await engine.authenticateSession(stage.token))._tag,
        'InvalidSession',
      );
      assert.equal(stage.subjects(MAILBOX)[0], 'Acme Traders: your second factors were removed');
      for (const code of [phone.code(), phone.confirmed.recoveryCodes?.[0] ?? ''])
        assert.equal(await stage.loginWith(asked, code), 'FactorChallengeNotFound');

      const approval = { settingsChangeId: changeId, approvedBy: ADMIN_2 };
      const removed = (await stage.journal(phone.factorId)).at(-1);
      assert.deepEqual([removed?.to, removed?.actor], ['removed', ADMIN]);
      assert.deepEqual(removed?.changes, approval);
      const noted = (await stage.journal(`user_${CHECKER}`)).at(-1);
      assert.deepEqual(noted?.changes, { factorsReset: true, ...approval });

      const back = await stage.comeIn(MAILBOX);
      assert.equal(back.onlyEnrols, true);
      const again = expectRight(await engine.authenticateSession(back.token, 'to_enrol'));
      const next = await stage.app(again, 'New phone');
      assert.equal(next.confirmed.recoveryCodes?.length, 10);
      const { challengeId } = await stage.next(MAILBOX);
      assert.equal(typeof (await stage.loginWith(challengeId, next.code())), 'object');
    },
  },
  {
    title:
      'nobody resets alone, nor takes part in the reset of their own factors, though they may do both for others',
    run: async (storage) => {
      const stage = await open(storage, {}, { checker: ['checker', 'admin'] });
      assert.equal(wordOf(await stage.ask(CHECKER)), 'OwnFactorReset');
      assert.equal(wordOf(await stage.ask('u-maker')), 'SettingsDenied');
      const changeId = await stage.propose();
      assert.equal(await stage.decide(changeId, ADMIN), 'OwnSettingsChange');
      assert.equal(await stage.decide(changeId, CHECKER), 'OwnFactorReset');
      assert.equal((await stage.held())?.factors.length, 1);
      // They were mailed, and may refuse it.
      assert.equal(await stage.decide(changeId, CHECKER, 'reject'), 'done');
      assert.equal((await stage.held())?.factors.length, 1);
    },
  },
  {
    title: 'a person is mailed of the reset of their factors, however many mails went out before',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const toAdmin = () => stage.subjects('admin-2@acme.example').length;
      const before = toAdmin();
      for (let n = 0; n < 21; n += 1) {
        const key = { actorUserId: ADMIN, name: `key-${String(n)}`, scopes: ['payments'] } as const;
        expectRight(await engine.createApiKey(tenant, key));
      }
      const changes: string[] = [];
      // Of one person no more than twenty wait.
      for (let n = 0; n < 21; n += 1) changes.push(await stage.propose(n < 20 ? ADMIN : ADMIN_2));
      assert.equal(toAdmin() - before, 20);
      // Of proposals they get twenty an hour, and of the reset itself a mail in any case.
      assert.equal(stage.subjects(MAILBOX).length, 20);
      assert.equal(await stage.decide(changes[0] ?? '', ADMIN_2), 'done');
      assert.equal(stage.subjects(MAILBOX)[0], 'Acme Traders: your second factors were removed');
    },
  },
  {
    title: 'a reset ends the changes that wait for the factors that it takes, and no others',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage, { settingsNeedSecondPerson: true });
      const { engine, tenant } = stage;
      await stage.app(await stage.person('maker@acme.example'));
      await stage.app(await stage.again(stage.token), 'Second phone');
      assert.equal(await stage.decide(await stage.propose(), ADMIN_2), 'done');
      const { items } = expectRight(
        await engine.listSettingsChanges(tenant, { actorUserId: ADMIN, limit: 10 }),
      );
      assert.deepEqual(
        items.map(({ proposedBy, state, decidedBy }) => [proposedBy, state, decidedBy]),
        [
          [ADMIN, 'approved', ADMIN_2],
          [CHECKER, 'rejected', ADMIN],
          ['u-maker', 'pending', undefined],
          [CHECKER, 'rejected', ADMIN],
        ],
      );
    },
  },
  {
    title: 'an approver who has a factor gives it to approve a reset, and needs none to reject it',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      await stage.app(await stage.person('admin-2@acme.example'));
      const [one, other] = [await stage.propose(), await stage.propose()];
      assert.equal(await stage.decide(one, ADMIN_2), 'SecondFactorNeeded');
      assert.equal(await stage.decide(other, ADMIN_2, 'reject'), 'done');
      const given = { actorUserId: ADMIN_2, changeId: one, givenFactor: 'totp' } as const;
      expectRight(await engine.decideSettingsChange(tenant, { ...given, action: 'approve' }));
      assert.equal((await stage.held())?.factors.length, 0);
    },
  },
  {
    title:
      'a reset waits though the corporate asks for no second person, and takes no factor that its person proved since',
    run: async (storage) => {
      const stage = await open(storage);
      const changeId = await stage.propose();
      const person = await stage.again(stage.token);
      assert.equal(await stage.give(person, stage.phone.code()), 'done');
      stage.clock.advance(30_000);
      await stage.app(await stage.again(stage.token), 'Second phone');
      assert.equal(await stage.decide(changeId, ADMIN_2), 'FactorsChanged');
      assert.equal((await stage.held())?.factors.length, 2);
      const next = await stage.propose();
      assert.equal(await stage.decide(next, ADMIN_2), 'done');
      assert.equal(expectRight(await stage.ask(ADMIN)).settingsChange, undefined);
    },
  },
  {
    title:
      'where the corporate asks for a second factor, who proposes a reset gives one; a user who has none loses none',
    run: async (storage) => {
      const stage = await open(storage, AT_LOGIN);
      assert.equal(wordOf(await stage.ask(ADMIN)), 'SecondFactorNeeded');
      const { engine, tenant } = stage;
      const given = { actorUserId: ADMIN, userId: 'u-maker', givenFactor: 'totp' } as const;
      const { settingsChange, userId } = expectRight(await engine.resetFactors(tenant, given));
      assert.deepEqual([userId, settingsChange], ['u-maker', undefined]);
    },
  },
  {
    title:
      'where too few people are left a reset is refused, and an operator of the bank makes it, with mails and a journal',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage, {
        settingsNeedSecondPerson: true,
        roles: demoRoles(),
        users: demoUsers('acme'),
      });
      const { engine, tenant } = stage;
      // The factor waits for a second person, and is one to lose.
      assert.equal(stage.phone.confirmed.state, 'waiting');
      assert.equal(wordOf(await stage.ask(ADMIN)), 'NobodyToConfirmReset');
      const reset = (userId: string) =>
        resetFactorsByOperator(stage, {
          corporateTenantId: tenant.corporateTenantId,
          userId,
          operator: 'N. Rao',
        });
      const { removed, mails } = expectRight(await reset(CHECKER));
      assert.equal(removed, 1);
      assert.deepEqual(
        mails.map(({ to }) => to),
        [MAILBOX, 'admin@acme.example'],
      );
      assert.match(mails[0]?.text ?? '', /^operator N\. Rao removed all second factors/);
      assert.equal(
        expectLeft(await engine.authenticateSession(stage.token))._tag,
        'InvalidSession',
      );
      const last = (await stage.journal(`user_${CHECKER}`)).at(-1);
      assert.deepEqual([last?.actor, last?.changes], ['operator N. Rao', { factorsReset: true }]);
      assert.deepEqual(expectRight(await reset(CHECKER)).mails, []);
      assert.equal(expectLeft(await reset('u-none'))._tag, 'PersonNotFound');

      // The enrolment that waited is over with it, and a new one waits again.
      const { items } = expectRight(
        await engine.listSettingsChanges(tenant, { actorUserId: ADMIN, limit: 10 }),
      );
      const [{ changeId, state, decidedBy } = assert.fail()] = items;
      assert.deepEqual([state, decidedBy], ['rejected', undefined]);
      assert.deepEqual((await stage.journal(changeId)).at(-1)?.actor, 'operator N. Rao');
      assert.equal(await stage.decide(changeId, ADMIN), 'SettingsChangeOver');
      const again = await stage.app(await stage.again((await stage.comeIn(MAILBOX)).token), 'New');
      assert.equal(again.confirmed.state, 'waiting');
    },
  },
];
