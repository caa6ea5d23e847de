import assert from 'node:assert/strict';
import { demoUsers } from '../sandbox/demo-people.js';
import { another, openLogin, type LoginStage } from './login-stage.js';
import type { Scenario } from './scenario.js';
import { expectLeft, expectRight } from './stage.js';

const MAKER = 'maker@acme.example';
const CHECKER = 'checker@acme.example';
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** Everything that the stores keep of a login. */
const kept = ({ storage }: LoginStage, challengeId: string, sessionId: string) =>
  storage.read(async ({ portal }) =>
    JSON.stringify([await portal.challenge(challengeId), await portal.session(sessionId)]),
  );

const codeScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a person comes in by the code that was mailed to them, and stays for twelve hours',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const challengeId = await stage.ask('Maker@ACME.example');
      assert.deepEqual(
        stage.mailbox.mails().map(({ to }) => to),
        [MAKER],
      );
      assert.match(stage.mailbox.mails()[0]?.text ?? '', /maker of Acme Traders/);
      const code = stage.code(MAKER);
      const { token, expiresAt, user } = await stage.confirm(challengeId, code);

      assert.equal(expiresAt, stage.clock.now() + 12 * HOUR);
      assert.deepEqual(user, {
        userId: 'u-maker',
        username: 'maker',
        permissions: ['beneficiary.make', 'transaction.make', 'reports.view'],
      });
      const person = expectRight(await stage.engine.authenticateSession(token));
      assert.deepEqual([person.tenant, person.userId], [stage.tenant, 'u-maker']);
      const secret = token.split('_')[2] ?? assert.fail();
      const all = await kept(stage, challengeId, person.sessionId);
      assert.ok(!all.includes(secret) && !all.includes(code) && !all.includes(MAKER));

      stage.clock.advance(12 * HOUR - 1);
      assert.equal(await stage.isIn(token), true);
      stage.clock.advance(1);
      assert.equal(await stage.isIn(token), false);
    },
  },
  {
    title: 'an address that lets nobody in answers the same, gets no mail, and takes as many codes',
    run: async (storage) => {
      const shared = demoUsers('acme').map((user) =>
        user.userId === 'u-both' ? { ...user, email: 'CHECKER@acme.example' } : user,
      );
      const stage = await openLogin(storage, { users: shared });
      // Nobody's, of somebody not approved yet, and of two people of one corporate.
      for (const email of ['nobody@acme.example', 'newcomer@acme.example', CHECKER]) {
        const challengeId = await stage.ask(email);
        assert.match(challengeId, /^lc_[0-9a-f]{32}$/);
        for (let n = 0; n < 5; n += 1)
          assert.equal(await stage.guess(challengeId, `00000${String(n)}`), 'WrongLoginCode');
        assert.equal(await stage.guess(challengeId, '000006'), 'locked');
        assert.equal(await stage.asking(email), 'TooManyLogins');
      }
      assert.deepEqual(stage.mailbox.mails(), []);
    },
  },
  {
    title: 'a mail that cannot be sent changes no answer, whichever way it fails',
    run: async (storage) => {
      const stage = await openLogin(storage);
      for (const [send, email] of [
        [() => Promise.reject(new Error('no server')), MAKER],
        [
          () => {
            throw new Error('no server');
          },
          CHECKER,
        ],
        [() => new Promise<void>(() => undefined), 'admin@acme.example'],
      ] as const) {
        const engine = stage.another({ mailer: { send } });
        const asked = expectRight(await engine.requestLogin({ email: email as never }));
        assert.match(asked.challengeId, /^lc_/);
      }
    },
  },
  {
    title: 'a code is good for five minutes and for one use',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const used = await stage.ask(MAKER);
      const code = stage.code(MAKER);
      assert.equal(await stage.guess(used, code), 'in');
      assert.equal(await stage.guess(used, code), 'used');

      const late = await stage.ask(MAKER);
      stage.clock.advance(5 * MINUTE);
      assert.equal(await stage.guess(late, stage.code(MAKER)), 'expired');
      assert.equal(await stage.guess('lc_0', code), 'LoginNotFound');
    },
  },
  {
    title: 'after five wrong codes the right one opens nothing',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const challengeId = await stage.ask(MAKER);
      const code = stage.code(MAKER);
      for (let n = 0; n < 5; n += 1)
        assert.equal(await stage.guess(challengeId, another(code)), 'WrongLoginCode');
      assert.equal(await stage.guess(challengeId, code), 'locked');
    },
  },
  {
    title: "one address's code opens nothing for another's challenge",
    run: async (storage) => {
      const stage = await openLogin(storage);
      const maker = await stage.ask(MAKER);
      const checker = await stage.ask(CHECKER);
      assert.equal(await stage.guess(maker, stage.code(CHECKER)), 'WrongLoginCode');
      assert.equal(await stage.guess(checker, stage.code(MAKER)), 'WrongLoginCode');
      assert.equal(await stage.guess(maker, stage.code(MAKER)), 'in');
    },
  },
  {
    title: 'an address of people in two corporates gets a code for each, and the code says which',
    run: async (storage) => {
      const users = demoUsers('acme').map((user) =>
        user.userId === 'u-admin' ? { ...user, email: 'admin@globex.example' } : user,
      );
      const stage = await openLogin(storage, { users });
      const challengeId = await stage.ask('admin@globex.example');
      const mails = stage.mailbox.mails('admin@globex.example');
      assert.equal(mails.length, 2);
      const mail = mails.find(({ subject }) => subject.includes('Globex Exports'));
      const { token } = await stage.confirm(challengeId, mail?.subject.slice(0, 6) ?? '');
      const { tenant } = expectRight(await stage.engine.authenticateSession(token));
      assert.equal(tenant.corporateTenantId, 'globex');
    },
  },
];

const limitScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'an address gets a code every thirty seconds, and five an hour; one that was used does not count',
    run: async (storage) => {
      const stage = await openLogin(storage);
      await stage.comeIn(MAKER);
      await stage.comeIn(MAKER);
      assert.equal(await stage.asking(MAKER), 'asked');
      assert.equal(await stage.asking(MAKER), 'TooManyLogins');
      stage.clock.advance(30 * SECOND - 1);
      assert.equal(await stage.asking('MAKER@acme.example'), 'TooManyLogins');
      assert.equal(await stage.asking(CHECKER), 'asked');
      stage.clock.advance(1);
      for (let n = 0; n < 4; n += 1) {
        assert.equal(await stage.asking(MAKER), 'asked');
        stage.clock.advance(MINUTE);
      }
      const refused = expectLeft(await stage.engine.requestLogin({ email: MAKER as never }));
      assert.deepEqual(refused, {
        _tag: 'TooManyLogins',
        retryAfterSeconds: 3_600 - 30 - 4 * 60,
      });
      stage.clock.advance(refused.retryAfterSeconds * SECOND);
      assert.equal(await stage.asking(MAKER), 'asked');
      assert.equal(stage.mailbox.mails(MAKER).length, 8);
    },
  },
  {
    title: 'after twenty wrong codes in a day an address gets no other until the next',
    run: async (storage) => {
      const stage = await openLogin(storage);
      for (let n = 0; n < 4; n += 1) {
        const challengeId = await stage.ask(MAKER);
        const wrong = another(stage.code(MAKER));
        for (let tries = 0; tries < 5; tries += 1) await stage.guess(challengeId, wrong);
        stage.clock.advance(HOUR);
      }
      assert.equal(await stage.asking(MAKER), 'TooManyLogins');
      stage.clock.advance(20 * HOUR);
      assert.equal(await stage.asking(MAKER), 'asked');
    },
  },
  {
    title: 'however many ask for one address at once, one code is mailed',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const asked = await Promise.all(Array.from({ length: 20 }, () => stage.asking(MAKER)));

      assert.equal(asked.filter((one) => one === 'asked').length, 1);
      assert.equal(stage.mailbox.mails(MAKER).length, 1);
    },
  },
  {
    title: 'of five hundred codes that are tried at once, five are compared',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const challengeId = await stage.ask(MAKER);
      const right = Number(stage.code(MAKER));
      const answers = await Promise.all(
        Array.from({ length: 500 }, (_, n) =>
          stage.guess(challengeId, String((right + 1 + n) % 1_000_000).padStart(6, '0')),
        ),
      );

      assert.equal(answers.filter((answer) => answer === 'WrongLoginCode').length, 5);
      assert.equal(answers.filter((answer) => answer === 'locked').length, 495);
      assert.equal(await stage.guess(challengeId, stage.code(MAKER)), 'locked');
    },
  },
  {
    title: 'of right codes that come at once, one opens a session',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const challengeId = await stage.ask(MAKER);
      const code = stage.code(MAKER);
      const answers = await Promise.all([1, 2, 3, 4].map(() => stage.guess(challengeId, code)));

      assert.deepEqual(answers.toSorted(), ['in', 'used', 'used', 'used']);
    },
  },
];

export const loginScenarios: ReadonlyArray<Scenario> = [...codeScenarios, ...limitScenarios];
