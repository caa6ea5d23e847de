import assert from 'node:assert/strict';
import { E } from '@hundi/core';
import { commit } from '../../kit/build/commit.js';
import { eventually } from '../stage/eventually.js';
import { openLogin } from '../stage/login-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight } from '../stage/stage.js';

const MAKER = 'maker@acme.example';

const sessionIdOf = (token: string): string => token.split('_')[1] ?? '';

export const portalSessionScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a token is refused once its person logged out, and other sessions stay',
    asksStore: true,
    run: async (storage) => {
      const stage = await openLogin(storage);
      const [one, other] = [await stage.comeIn(MAKER), await stage.comeIn(MAKER)];
      const person = expectRight(await stage.engine.authenticateSession(one.token));
      await Promise.all([stage.engine.logout(person), stage.engine.logout(person)]);

      assert.deepEqual([await stage.isIn(one.token), await stage.isIn(other.token)], [false, true]);
      assert.deepEqual(
        (await stage.journal(person.sessionId)).map(({ sequence, from, to, actor, changes }) => [
          sequence,
          from,
          to,
          actor,
          changes,
        ]),
        [
          [1, undefined, 'open', 'u-maker', { expiresAt: one.expiresAt }],
          [2, 'open', 'closed', 'u-maker', { reason: 'logout' }],
        ],
      );
    },
  },
  {
    title: 'a suspended person is out at once, and stays out when they are approved again',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const { token } = await stage.comeIn(MAKER);
      const set = async (approvalState: 'approved' | 'rejected') => {
        await commit(storage, async ({ tenancy }) => {
          const [maker] = await tenancy.actors(stage.tenant, ['u-maker' as never]);
          if (maker) await tenancy.putUsers(stage.tenant, [{ ...maker.user, approvalState }]);
        });
      };
      const waiting = await stage.ask(MAKER);
      await set('rejected');

      assert.equal(await stage.isIn(token), false);
      assert.equal(await stage.guess(waiting, stage.code(MAKER)), 'expired');
      await set('approved');
      assert.equal(await stage.isIn(token), false);
      assert.deepEqual(
        (await stage.journal(sessionIdOf(token))).map(({ to, changes }) => [to, changes['reason']]),
        [
          ['open', undefined],
          ['closed', 'not_eligible'],
        ],
      );
    },
  },
  {
    title: 'a changed, shortened or invented token is refused',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const { token } = await stage.comeIn(MAKER);
      const [, id = '', secret = ''] = token.split('_');
      for (const wrong of [
        '',
        token.slice(0, -1),
        `${token}0`,
        `pst_${id}_${secret.split('').reverse().join('')}`,
        `pst_${'0'.repeat(16)}_${secret}`,
        token.toUpperCase(),
        ` ${token}`,
      ])
        assert.equal(await stage.isIn(wrong), false, wrong);
      assert.equal(await stage.isIn(token), true);
    },
  },
  {
    title: 'a session that is idle for fifteen minutes ends, and one that is used stays',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const [idle, used] = [await stage.comeIn(MAKER), await stage.comeIn(MAKER)];
      for (const minutes of [14, 14, 14]) {
        stage.clock.advance(minutes * 60_000 + 59_999);
        assert.equal(await stage.isIn(used.token), true);
      }
      assert.equal(await stage.isIn(idle.token), false);
      stage.clock.advance(15 * 60_000);
      assert.equal(await stage.isIn(used.token), false);
      assert.deepEqual((await stage.journal(sessionIdOf(used.token))).at(-1)?.changes, {
        reason: 'idle',
      });
      assert.equal(await stage.isIn(used.token), false);
    },
  },
  {
    title: 'a page that looks again by itself keeps no session alive, and says when it ends',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const { token } = await stage.comeIn(MAKER);
      const opened = stage.clock.now();
      const look = async () => {
        const found = await stage.engine.authenticateSession(token, 'to_look_again');
        return E.isRight(found) && expectRight(await stage.engine.getProfile(found.right));
      };
      const until = async () => {
        const profile = await look();
        return profile && (profile.idleUntil - opened) / 60_000;
      };
      stage.clock.advance(14 * 60_000);
      assert.equal(await until(), 15);
      assert.equal(await stage.isIn(token), true);
      stage.clock.advance(14 * 60_000);
      assert.equal(await until(), 29);
      stage.clock.advance(60_000);
      assert.equal(await until(), false);
      assert.equal(await stage.isIn(token), false);
    },
  },
  {
    title: 'the use of a session is noted at most once a minute',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const { token } = await stage.comeIn(MAKER);
      const opened = stage.clock.now();
      const noted = async () =>
        (await storage.read(({ portal }) => portal.session(sessionIdOf(token))))?.usedAt;
      for (const [ms, said] of [
        [59_999, opened],
        [1, opened + 60_000],
        [59_999, opened + 60_000],
        [2, opened + 120_001],
      ] as const) {
        stage.clock.advance(ms);
        assert.equal(await stage.isIn(token), true);
        await eventually(async () => (await noted()) === said);
      }
    },
  },
  {
    title:
      'a session that is opened for a browser opens from that browser alone, and a bearer token from none',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const { engine } = stage;
      const challengeId = await stage.ask(MAKER);
      const code = stage.code(MAKER);
      const step = expectRight(await engine.confirmLogin({ challengeId, code, browser: 'one' }));
      if ('next' in step) assert.fail('a second factor was asked for');
      const bearer = await stage.comeIn(MAKER);
      const from = async (token: string, browser?: string) =>
        E.isRight(await engine.authenticateSession(token, undefined, browser));

      assert.deepEqual(
        [
          await from(step.token, 'one'),
          await from(step.token, 'other'),
          await from(step.token),
          await from(bearer.token, 'one'),
          await from(bearer.token),
        ],
        [true, false, false, false, true],
      );
    },
  },
  {
    title: 'a profile says who the person is, what they may do now, and when the session ends',
    asksStore: true,
    run: async (storage) => {
      const stage = await openLogin(storage);
      const { token, expiresAt } = await stage.comeIn('both@acme.example');
      const person = expectRight(await stage.engine.authenticateSession(token));
      const now = stage.clock.now();

      assert.deepEqual(expectRight(await stage.engine.getProfile(person)), {
        username: 'both',
        email: 'both@acme.example',
        corporateName: 'Acme Traders',
        permissions: [
          'beneficiary.make',
          'beneficiary.approve',
          'transaction.make',
          'transaction.approve',
          'reports.view',
          'payment_link.make',
        ],
        decides: true,
        seesPayouts: true,
        decidesOnPayees: true,
        timeZone: 'Asia/Kolkata',
        now,
        idleUntil: now + 15 * 60_000,
        stayUntil: now + 15 * 60_000,
        expiresAt,
      });
      await commit(storage, ({ tenancy }) =>
        tenancy.putRoles(stage.tenant, [
          {
            roleCode: 'checker' as never,
            permissions: [],
            packageCodes: [],
            debitAccountIds: [],
          },
        ]),
      );
      assert.equal(expectRight(await stage.engine.getProfile(person)).decides, false);
    },
  },
];
