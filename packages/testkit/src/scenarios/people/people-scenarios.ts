import assert from 'node:assert/strict';
import type { Storage, UserId } from '@hundi/core';
import type { PersonView } from '@hundi/core/wire';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { stageDocument } from '../stage/stage-document.js';
import { decide, LARGE } from '../stage/approval-stage.js';
import { openCheckouts } from '../stage/checkout-stage.js';
import { openLogin } from '../stage/login-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, type Stage } from '../stage/stage.js';

const ADMIN = 'u-admin' as UserId;
const [MAKER, CHECKER] = ['maker@acme.example', 'checker@acme.example'];

/** The demo's people, and a second administrator. */
const TWO_ADMINS: Partial<CorporateInput> = {
  users: [
    ...demoUsers('acme'),
    {
      userId: 'u-admin-2',
      username: 'admin-2',
      kind: 'human',
      approvalState: 'approved',
      email: 'admin-2@acme.example',
      roleCodes: ['admin'],
    },
  ],
};

/** Any refusal. */
interface Tagged {
  readonly _tag: string;
}

const inputOf = (who: string, by: string) => ({ actorUserId: by, userId: who });

const changesOf = ({ engine, tenant }: Pick<Stage, 'engine' | 'tenant'>) => ({
  suspend: (who: string, by: string = ADMIN) => engine.suspendPerson(tenant, inputOf(who, by)),
  reinstate: (who: string, by: string = ADMIN) => engine.reinstatePerson(tenant, inputOf(who, by)),
  endSessions: (who: string, by: string = ADMIN) => engine.endSessions(tenant, inputOf(who, by)),
});

const openPeople = async (storage: Storage) => {
  const stage = await openLogin(storage, TWO_ADMINS);
  return { ...stage, ...changesOf(stage) };
};

const listed = async (
  { engine, tenant }: Pick<Stage, 'engine' | 'tenant'>,
  who: string,
): Promise<PersonView> =>
  expectRight(await engine.listPeople(tenant, { actorUserId: ADMIN })).find(
    ({ userId }) => userId === who,
  ) ?? assert.fail(`${who} is not listed`);

const entriesOf = async (stage: Pick<Stage, 'journal'>, subjectId: string) =>
  (await stage.journal(subjectId)).map(({ sequence, from, to, actor }) => [
    sequence,
    from,
    to,
    actor,
  ]);

const suspending: ReadonlyArray<Scenario> = [
  {
    title:
      'a suspended user is refused from the next request on and gets no code, until they are reinstated',
    run: async (storage) => {
      const stage = await openPeople(storage);
      const [one, other] = [await stage.comeIn(MAKER), await stage.comeIn(MAKER)];
      const waiting = await stage.ask(MAKER);
      const code = stage.code(MAKER);
      const { underWay: _left, ...person } = expectRight(await stage.suspend('u-maker'));

      const at = stage.clock.now();
      assert.deepEqual(
        [person.isSuspended, person.suspendedAt, person.suspendedBy, person.permissions],
        [true, at, ADMIN, []],
      );
      assert.deepEqual(await listed(stage, 'u-maker'), { ...person, factorKinds: [] });
      assert.deepEqual(
        [await stage.isIn(one.token), await stage.isIn(other.token)],
        [false, false],
      );
      assert.equal(await stage.guess(waiting, code), 'expired');
      const before = stage.mailbox.mails(MAKER).length;
      assert.match(await stage.ask(MAKER), /^lc_[0-9a-f]{32}$/);
      assert.equal(stage.mailbox.mails(MAKER).length, before);

      expectRight(await stage.reinstate('u-maker'));
      assert.deepEqual(
        [await stage.isIn(one.token), await stage.isIn(other.token)],
        [false, false],
      );
      assert.equal(await stage.isIn((await stage.comeIn(MAKER)).token), true);
      assert.deepEqual(await entriesOf(stage, 'user_u-maker'), [
        [1, 'active', 'suspended', ADMIN],
        [2, 'suspended', 'active', ADMIN],
      ]);
      const session = await stage.journal(one.token.split('_')[1] ?? '');
      assert.deepEqual(
        session.map(({ to, actor, changes }) => [to, actor, changes['reason']]),
        [
          ['open', 'u-maker', undefined],
          ['closed', ADMIN, 'shown_out'],
        ],
      );
    },
  },
  {
    title: 'a suspended user can make, approve, authorize and read nothing',
    run: async (storage) => {
      const stage = await openPeople(storage);
      const { engine, tenant } = stage;
      const { ids } = await stage.post([{ amount: LARGE }], { by: 'u-maker-2' });
      await stage.runDue();
      for (const who of ['u-maker', 'u-checker']) expectRight(await stage.suspend(who));

      const batch = await stage.bodyOf([{}]);
      const posted = await engine.acceptBatch(tenant, { key: 'k', batch });
      assert.equal(expectLeft(posted)._tag, 'NotAMaker');
      assert.deepEqual(await decide(stage, 'u-checker', ids), ['NotAnApprover']);
      const asked = { initiatedByUserId: 'u-maker', limit: 50 };
      const report = await engine.listTransactions(tenant, asked);
      assert.equal(expectLeft(report)._tag, 'NotAReportReader');
      assert.equal((await stage.payout(ids[0] as never)).status, 'pending_approval');

      for (const who of ['u-maker', 'u-checker']) expectRight(await stage.reinstate(who));
      expectRight(await engine.acceptBatch(tenant, { key: 'k', batch }));
      assert.deepEqual(await decide(stage, 'u-checker', ids), ['approved']);
    },
  },
  {
    title: 'a payout checkout of a maker who is suspended cannot be authorized',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const opened = await stage.start();
      assert.equal(await stage.send(opened.browser), 'sent');
      const code = stage.code();
      expectRight(await changesOf(stage).suspend('u-maker'));

      assert.match(await stage.authorize(opened.browser, code), /^MakerNotAuthorized/);
      assert.equal(await stage.statusOf(opened), 'open');
      expectRight(await changesOf(stage).reinstate('u-maker'));
      assert.equal(await stage.authorize(opened.browser, code), 'submitted');
    },
  },
];

const keys: ReadonlyArray<Scenario> = [
  {
    title: 'keys that act as a user who is suspended open nothing until the user is reinstated',
    run: async (storage) => {
      const stage = await openPeople(storage);
      const { engine, tenant } = stage;
      const text = stage.credentials.corporates['acme']?.apiKeys['erp'] ?? '';
      const keyId = text.split('_')[1] ?? '';
      const opens = async () => (await engine.authenticate(text))._tag === 'Right';
      expectRight(await stage.suspend('u-erp'));

      assert.equal(await opens(), false);
      const [shown] = expectRight(await engine.listApiKeys(tenant, { actorUserId: ADMIN }));
      assert.equal(shown?.suspendedAt, stage.clock.now());
      const made = await engine.createApiKey(tenant, {
        name: 'x',
        scopes: ['payments'],
        actsAsUserId: 'u-erp',
        actorUserId: ADMIN,
      });
      assert.equal(expectLeft(made)._tag, 'InvalidInput');
      const rotated = await engine.rotateApiKey(tenant, { actorUserId: ADMIN, keyId });
      assert.equal(expectLeft(rotated)._tag, 'ApiKeyNotLive');
      expectRight(await stage.reinstate('u-erp'));
      assert.equal(await opens(), true);
      assert.deepEqual(await entriesOf(stage, keyId), [
        [1, undefined, 'active', 'provision'],
        [2, 'active', 'suspended', ADMIN],
        [3, 'suspended', 'active', ADMIN],
      ]);
    },
  },
  {
    title: 'reinstating a user restores each key of theirs to its state before the suspension',
    asksStore: true,
    run: async (storage) => {
      const stage = await openPeople(storage);
      const { engine, tenant } = stage;
      const text = stage.credentials.corporates['acme']?.apiKeys['erp'] ?? '';
      const keyId = text.split('_')[1] ?? '';
      const input = { actorUserId: ADMIN, keyId };
      const next = expectRight(await engine.rotateApiKey(tenant, input));
      expectRight(await stage.suspend('u-erp'));
      const leaked = { ...input, keyId: next.key.keyId };
      expectRight(await engine.revokeApiKey(tenant, leaked));
      expectRight(await stage.reinstate('u-erp'));

      const opens = async (key: string) => (await engine.authenticate(key))._tag === 'Right';
      assert.deepEqual([await opens(text), await opens(next.text)], [true, false]);
      assert.equal((await entriesOf(stage, keyId)).at(-1)?.[2], 'retiring');
      assert.equal((await entriesOf(stage, next.key.keyId)).at(-1)?.[2], 'revoked');
    },
  },
  {
    title: 'a key whose maker is suspended lists no packages, and lists them again afterwards',
    run: async (storage) => {
      const stage = await openPeople(storage);
      const listPackages = async () =>
        (
          await stage.engine.listPackages(
            { tenant: stage.tenant, createdByUserId: ADMIN },
            { limit: 5 },
          )
        )._tag;
      const by = 'u-admin-2';
      expectRight(await stage.suspend(ADMIN, by));
      assert.equal(await listPackages(), 'Left');
      expectRight(await stage.reinstate(ADMIN, by));
      assert.equal(await listPackages(), 'Right');
    },
  },
];

const limits: ReadonlyArray<Scenario> = [
  {
    title:
      'only people who may edit settings suspend, reinstate and end sessions, in their own corporate',
    asksStore: true,
    run: async (storage) => {
      const stage = await openPeople(storage);
      const { engine, tenant } = stage;
      const globex = { ...tenant, corporateTenantId: 'globex' as never };
      for (const how of ['suspend', 'reinstate', 'endSessions'] as const) {
        for (const [by, tag] of [
          ['u-maker', 'SettingsDenied'],
          ['u-erp', 'SettingsDenied'],
          ['u-newcomer', 'SettingsDenied'],
          ['nobody', 'ActorNotFound'],
        ] as const)
          assert.equal(expectLeft<Tagged>(await stage[how]('u-checker', by))._tag, tag);
        assert.equal(expectLeft<Tagged>(await stage[how]('nobody'))._tag, 'PersonNotFound');
        const abroad = changesOf({ engine, tenant: globex });
        assert.equal(
          expectLeft<Tagged>(await abroad[how]('u-maker', 'u-admin-2'))._tag,
          'ActorNotFound',
        );
      }
      assert.equal(
        expectLeft(await engine.listPeople(tenant, { actorUserId: 'u-maker' }))._tag,
        'SettingsDenied',
      );
      assert.equal((await listed(stage, 'u-checker')).isSuspended, false);
    },
  },
  {
    title:
      'a person cannot suspend themselves, and of two administrators who suspend each other one stays',
    asksStore: true,
    run: async (storage) => {
      const stage = await openPeople(storage);
      assert.equal(expectLeft(await stage.suspend(ADMIN))._tag, 'OwnSuspension');
      const results = await Promise.all([
        stage.suspend('u-admin-2', ADMIN),
        stage.suspend(ADMIN, 'u-admin-2'),
      ]);
      assert.deepEqual(
        results.map((one) => (one._tag === 'Left' ? one.left._tag : 'suspended')).sort(),
        ['SettingsDenied', 'suspended'],
      );
    },
  },
  {
    title: 'suspending and reinstating again change nothing',
    run: async (storage) => {
      const stage = await openPeople(storage);
      const first = expectRight(await stage.suspend('u-maker'));
      stage.clock.advance(5);
      assert.deepEqual(expectRight(await stage.suspend('u-maker')), first);
      expectRight(await stage.reinstate('u-maker'));
      expectRight(await stage.reinstate('u-maker'));
      expectRight(await stage.reinstate('u-checker'));
      assert.equal((await stage.journal('user_u-maker')).length, 2);
      assert.equal((await stage.journal('user_u-checker')).length, 0);
    },
  },
  {
    title:
      'a provision document that is applied again lifts no suspension and changes the rest of a user',
    run: async (storage) => {
      const stage = await openPeople(storage);
      expectRight(await stage.suspend('u-maker'));
      const users = demoUsers('acme').map((user) =>
        user.userId === 'u-maker' ? { ...user, username: 'renamed' } : user,
      );
      expectRight(await stage.engine.provision(stageDocument({ users, roles: demoRoles() })));

      const { isSuspended, username } = await listed(stage, 'u-maker');
      assert.deepEqual([isSuspended, username], [true, 'renamed']);
    },
  },
];

const sessions: ReadonlyArray<Scenario> = [
  {
    title: 'the sessions of a user are ended by a person who may edit settings, and theirs alone',
    run: async (storage) => {
      const stage = await openPeople(storage);
      const [one, other] = [await stage.comeIn(CHECKER), await stage.comeIn(MAKER)];
      assert.deepEqual(expectRight(await stage.endSessions('u-checker')), {
        userId: 'u-checker',
        ended: 1,
      });
      assert.deepEqual([await stage.isIn(one.token), await stage.isIn(other.token)], [false, true]);
      assert.equal(await stage.isIn((await stage.comeIn(CHECKER)).token), true);
    },
  },
  {
    title: 'a person sees their own open sessions, and ends any of them and no other',
    asksStore: true,
    run: async (storage) => {
      const stage = await openPeople(storage);
      const { engine } = stage;
      const [one, other, theirs] = [
        await stage.comeIn(MAKER),
        await stage.comeIn(MAKER),
        await stage.comeIn(CHECKER),
      ].map(({ token }) => token);
      const me = expectRight(await engine.authenticateSession(one));
      const [, otherId = ''] = (other ?? '').split('_');
      const [, theirsId = ''] = (theirs ?? '').split('_');

      const mine = await engine.listSessions(me);
      assert.deepEqual(
        mine.map(({ sessionId, isCurrent }) => [sessionId, isCurrent]).sort(),
        [
          [me.sessionId, true],
          [otherId, false],
        ].sort(),
      );
      assert.doesNotMatch(JSON.stringify(mine), /digest|token|pst_/);
      for (const id of [theirsId, 'none'])
        assert.equal(
          expectLeft(await engine.endOwnSession(me, { sessionId: id }))._tag,
          'SessionNotFound',
        );
      expectRight(await engine.endOwnSession(me, { sessionId: otherId }));
      assert.equal(await stage.isIn(other ?? ''), false);
      assert.equal(
        expectLeft(await engine.endOwnSession(me, { sessionId: otherId }))._tag,
        'SessionNotFound',
      );
      expectRight(await engine.endOwnSession(me, { sessionId: me.sessionId }));
      assert.equal(await stage.isIn(one ?? ''), false);
      assert.equal(await stage.isIn(theirs ?? ''), true);
      assert.deepEqual((await stage.journal(otherId)).at(-1)?.changes, { reason: 'ended' });
    },
  },
];

export const peopleScenarios: ReadonlyArray<Scenario> = [
  ...suspending,
  ...keys,
  ...limits,
  ...sessions,
];
