import assert from 'node:assert/strict';
import { demoDocument } from '../../kit/sandbox/demo-document.js';
import { demoUsers } from '../../kit/sandbox/demo-people.js';
import { another, openLogin, type LoginStage } from '../stage/login-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight } from '../stage/stage.js';

const MAKER = 'maker@acme.example';
const GROUP = 'treasury@group.example';
const CHECKER = 'checker@acme.example';
const [MINUTE, HOUR] = [60_000, 3_600_000];

/** Everything that the stores keep of a login. */
const kept = ({ storage }: LoginStage, challengeId: string, sessionId: string) =>
  storage.read(async ({ portal }) =>
    JSON.stringify([await portal.challenge(challengeId), await portal.session(sessionId)]),
  );

const codeScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a person logs in with a mailed code, and the session lasts twelve hours while it is used',
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
      assert.ok(!stage.mailbox.mails(MAKER).some(({ subject }) => subject.includes(code)));

      assert.equal(expiresAt, stage.clock.now() + 12 * HOUR);
      assert.deepEqual(user, {
        userId: 'u-maker',
        username: 'maker',
        permissions: ['beneficiary.make', 'transaction.make', 'reports.view', 'payment_link.make'],
      });
      const person = expectRight(await stage.engine.authenticateSession(token));
      assert.deepEqual([person.tenant, person.userId], [stage.tenant, 'u-maker']);
      const secret = token.split('_')[2] ?? assert.fail();
      const all = await kept(stage, challengeId, person.sessionId);
      assert.ok(!all.includes(secret) && !all.includes(code) && !all.includes(MAKER));

      for (const over = expiresAt - 1; stage.clock.now() < over;) {
        stage.clock.advance(Math.min(14 * MINUTE, over - stage.clock.now()));
        assert.equal(await stage.isIn(token), true);
      }
      stage.clock.advance(1);
      assert.equal(await stage.isIn(token), false);
    },
  },
  {
    title: 'an address without a user answers the same, gets no mail, and takes as many codes',
    run: async (storage) => {
      const shared = demoUsers('acme').map((user) =>
        user.userId === 'u-both' ? { ...user, email: 'CHECKER@acme.example' } : user,
      );
      const stage = await openLogin(storage, { users: shared });
      // Unknown, of a person not approved yet, and of two people of one corporate.
      for (const email of ['nobody@acme.example', 'newcomer@acme.example', CHECKER]) {
        const challengeId = await stage.ask(email);
        assert.match(challengeId, /^lc_[0-9a-f]{32}$/);
        for (let n = 0; n < 5; n += 1)
          assert.equal(await stage.guess(challengeId, `00000${String(n)}`), 'WrongLoginCode');
        assert.equal(await stage.guess(challengeId, '000006'), 'locked');
      }
      assert.deepEqual(stage.mailbox.mails(), []);
    },
  },
  {
    title: 'a mail that cannot be sent changes no answer, however it fails',
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
        const asked = expectRight(await engine.requestLogin({ email }));
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
    title: 'after five wrong codes the right one is refused',
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
      const { token } = await stage.confirm(challengeId, mail?.text.slice(0, 6) ?? '');
      const { tenant } = expectRight(await stage.engine.authenticateSession(token));
      assert.equal(tenant.corporateTenantId, 'globex');
    },
  },
  {
    title:
      'an address of people in eleven corporates gets a long code for each, and one of more than fifty for the first fifty',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const reported: string[] = [];
      stage.engine.watch((activity, error, { subjects }) => {
        const about = subjects.map(({ tenant, subjectId }) => [
          tenant?.corporateTenantId,
          subjectId,
        ]);
        reported.push([activity, (error as Error).name, ...about.flat()].join(' '));
      });
      const [bank = assert.fail()] = demoDocument().bankTenants;
      const named = async (count: number) => {
        const corporates = Array.from({ length: count }, (_, n) => ({
          corporateTenantId: `group-${String(n + 10)}`,
          name: `Group ${String(n + 10)}`,
          users: demoUsers('acme').flatMap((user) =>
            user.userId === 'u-head' ? [{ ...user, email: GROUP, roleCodes: [] }] : [],
          ),
        }));
        expectRight(await stage.engine.provision({ bankTenants: [{ ...bank, corporates }] }));
      };
      await named(11);
      const challengeId = await stage.ask(GROUP);
      const mails = stage.mailbox.mails(GROUP);
      assert.equal(mails.length, 11);
      const mail = mails.find(({ subject }) => subject.includes('Group 20'));
      const { token } = await stage.confirm(challengeId, mail?.text.slice(0, 18) ?? '');
      const { tenant } = expectRight(await stage.engine.authenticateSession(token));
      assert.equal(tenant.corporateTenantId, 'group-20');
      assert.deepEqual(reported, []);

      await named(51);
      await stage.ask(GROUP);
      assert.equal(stage.mailbox.mails(GROUP).length, 11 + 50);
      assert.deepEqual(reported, ['send-mail TooManyAccounts group-60 u-head']);
    },
  },
];

const limitScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'codes that were used make no later one longer, and three in an hour that were not do',
    run: async (storage) => {
      const stage = await openLogin(storage);
      for (let n = 0; n < 8; n += 1) await stage.comeIn(MAKER);
      const lengths: number[] = [];
      for (let n = 0; n < 4; n += 1) {
        await stage.ask(n % 2 === 0 ? MAKER : 'MAKER@acme.example');
        lengths.push(stage.code(MAKER).length);
      }
      assert.deepEqual(lengths, [6, 6, 6, 18]);
      assert.equal(stage.mailbox.mails(MAKER).length, 12);
      stage.clock.advance(HOUR);
      await stage.ask(MAKER);
      assert.equal(stage.code(MAKER).length, 6);
    },
  },
  {
    title:
      'one mail with a long code serves all who ask within ten minutes, and one of them uses it',
    run: async (storage) => {
      const stage = await openLogin(storage);
      for (let n = 0; n < 4; n += 1) await stage.ask(MAKER);
      const mailed = stage.mailbox.mails(MAKER).length;
      const stranger = await stage.ask(MAKER);
      stage.clock.advance(10 * MINUTE - 1);
      const [first, second] = [await stage.ask(MAKER), await stage.ask(MAKER)];
      assert.equal(stage.mailbox.mails(MAKER).length, mailed);
      const code = stage.code(MAKER);
      for (let n = 0; n < 5; n += 1)
        assert.equal(await stage.guess(second, another(code)), 'WrongLoginCode');
      assert.equal(await stage.guess(second, code), 'locked');
      assert.equal(await stage.guess(stranger, code), 'expired');
      stage.clock.advance(5 * MINUTE - 1);
      assert.equal(await stage.guess(first, code), 'in');
      assert.equal(await stage.guess(first, code), 'used');

      const later = await stage.ask(MAKER);
      assert.equal(stage.mailbox.mails(MAKER).length, mailed + 1);
      assert.equal(await stage.guess(later, code), 'WrongLoginCode');
      assert.equal(await stage.guess(later, stage.code(MAKER)), 'in');
    },
  },
  {
    title:
      'a stranger who requests and guesses codes day and night shuts no user out, and causes few mails',
    run: async (storage) => {
      const stage = await openLogin(storage);
      let short = 0;
      for (let minute = 0; minute < 25 * 60; minute += 4) {
        const challengeId = await stage.ask(MAKER);
        const code = stage.code(MAKER);
        if (code.length === 6) short += 1;
        for (let n = 0; n < 5; n += 1)
          assert.equal(await stage.guess(challengeId, another(code)), 'WrongLoginCode');
        if (minute % 100 === 0) await stage.comeIn(MAKER);
        stage.clock.advance(4 * MINUTE);
      }
      assert.ok(short <= 4, String(short));
      const mails = stage.mailbox.mails(MAKER).length;
      assert.ok(mails <= 25 * 6 + 15 + short, String(mails));
    },
  },
  {
    title: 'a stranger cannot see that a person logged in, nor whether an address is known',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const looks = async (email: string, comesIn: boolean) => {
        const seen: string[] = [];
        for (let n = 0; n < 8; n += 1) {
          const challengeId = await stage.ask(email);
          assert.match(challengeId, /^lc_[0-9a-f]{32}$/);
          if (comesIn) await stage.comeIn(email);
          for (let tries = 0; tries < 6; tries += 1)
            seen.push(await stage.guess(challengeId, '000000000000000000'));
          const later = await stage.ask(email);
          stage.clock.advance(5 * MINUTE - 1);
          seen.push(await stage.guess(later, '000000'));
          stage.clock.advance(1);
          seen.push(await stage.guess(later, '000000'));
        }
        return seen;
      };
      const left = await looks(MAKER, false);
      assert.deepEqual(new Set(left), new Set(['WrongLoginCode', 'locked', 'expired']));
      for (const [email, comesIn] of [
        [CHECKER, true],
        ['nobody@acme.example', false],
        ['newcomer@acme.example', false],
      ] as const)
        assert.deepEqual(await looks(email, comesIn), left);
    },
  },
  {
    title: 'however many ask for one address at once, each may come in, and few codes are mailed',
    asksStore: true,
    run: async (storage) => {
      const stage = await openLogin(storage);
      const asked = await Promise.all(Array.from({ length: 20 }, () => stage.ask(MAKER)));

      assert.equal(new Set(asked).size, 20);
      assert.equal(stage.mailbox.mails(MAKER).length, 4);
      const long = stage.mailbox.mails(MAKER).map(({ text }) => text.split(' ', 1)[0] ?? '');
      const code = long.find(({ length }) => length === 18) ?? assert.fail('no long code');
      const answers: string[] = [];
      for (const challengeId of asked) answers.push(await stage.guess(challengeId, code));
      assert.deepEqual(
        ['WrongLoginCode', 'in', 'used'].map((one) => answers.filter((it) => it === one).length),
        [3, 1, 16],
      );
    },
  },
  {
    title: 'when five hundred codes are tried at once, five are compared',
    asksStore: true,
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
    title: 'when right codes race, one opens a session',
    asksStore: true,
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
