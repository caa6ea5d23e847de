import assert from 'node:assert/strict';
import { resealAll } from '@hundi/core/operator';
import { PLAIN_KEY, plainSealer } from '../../kit/fakes/plain-sealer.js';
import { another } from '../stage/login-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';
import { HALF_MINUTE, openFactors, wordOf, type App } from '../stage/factor-stage.js';
import { rewritten } from '../stage/rewritten.js';

const [CHECKER, HEAD] = ['checker@acme.example', 'head@acme.example'];
const [MINUTE, DAY] = [60_000, 86_400_000];

export const factorScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'an authenticator app is enrolled, proved by its code, listed without its secret, and written to the journal',
    run: async (storage) => {
      const stage = await openFactors(storage);
      const { engine } = stage;
      const person = await stage.person(CHECKER);
      const input = { kind: 'totp', name: 'Phone' } as const;
      const { factorId } = expectRight(await engine.enrolFactor(person, input));
      assert.deepEqual(await engine.listFactors(person), []);
      const wrong = { factorId, code: '000000' };
      assert.equal(wordOf(await engine.confirmFactor(person, wrong)), 'WrongFactor');

      const app = await stage.app(person, 'Tablet');
      assert.equal(app.confirmed.state, 'active');
      assert.equal(new Set(app.confirmed.recoveryCodes).size, 10);
      const [listed, ...more] = await engine.listFactors(person);
      assert.deepEqual(more, []);
      assert.deepEqual(
        { ...listed, createdAt: 0 },
        { factorId: app.factorId, kind: 'totp', name: 'Tablet', state: 'active', createdAt: 0 },
      );
      const states = (await stage.journal(app.factorId)).map(({ to }) => to);
      assert.deepEqual(states, ['enrolled', 'waiting', 'active']);
      const again = { factorId: app.factorId, code: app.code() };
      assert.equal(wordOf(await engine.confirmFactor(person, again)), 'WrongFactorState');
    },
  },
  {
    title:
      'an enrolment that is not proved in a quarter of an hour is over, and another person proves none',
    run: async (storage) => {
      const stage = await openFactors(storage);
      const { engine } = stage;
      const [mine, theirs] = [await stage.person(CHECKER), await stage.person(HEAD)];
      const input = { kind: 'totp', name: 'Phone' } as const;
      const { factorId } = expectRight(await engine.enrolFactor(mine, input));
      const proof = { factorId, code: '000000' };
      assert.equal(wordOf(await engine.confirmFactor(theirs, proof)), 'FactorNotFound');
      assert.equal(wordOf(await engine.removeFactor(theirs, { factorId })), 'FactorNotFound');
      stage.clock.advance(15 * MINUTE);
      assert.equal(wordOf(await engine.confirmFactor(mine, proof)), 'FactorNotFound');
    },
  },
  {
    title:
      'a code opens once, not before its half minute and not after the next; the same code is refused for another challenge',
    asksStore: true,
    run: async (storage) => {
      const stage = await openFactors(storage);
      const person = await stage.person(CHECKER);
      const app = await stage.app(person);
      assert.equal(await stage.give(person, app.code(1)), 'WrongFactor');
      assert.equal(await stage.give(person, app.code(-2)), 'WrongFactor');
      const code = app.code();
      assert.equal(await stage.give(person, code), 'done');
      assert.equal(await stage.give(person, code), 'code_used');
      assert.equal(await stage.give(person, app.code(-1)), 'WrongFactor');
      stage.clock.advance(HALF_MINUTE);
      assert.equal(await stage.give(person, app.code()), 'done');
      const [one] = await stage.engine.listFactors(person);
      assert.equal(one?.lastUsedAt, stage.clock.now());
    },
  },
  {
    title:
      'the code that was used last is no guess when it comes again in its time; older, later and wrong ones are',
    run: async (storage) => {
      const stage = await openFactors(storage);
      const { tenant } = stage;
      const person = await stage.person(CHECKER);
      const app = await stage.app(person);
      const guesses = async () => {
        const held = await storage.read(({ factors }) => factors.find(tenant, person.userId));
        return held?.guesses?.wrong ?? 0;
      };
      const code = app.code();
      assert.equal(await stage.give(person, code), 'done');
      for (let n = 0; n < 12; n += 1) assert.equal(await stage.give(person, code), 'code_used');
      assert.equal(await guesses(), 0);
      stage.clock.advance(HALF_MINUTE);
      assert.equal(await stage.give(person, code), 'code_used');
      for (const other of [app.code(1), app.code(-2), another(app.code())])
        assert.equal(await stage.give(person, other), 'WrongFactor');
      assert.equal(await guesses(), 3);
      assert.equal(await stage.give(person, app.code()), 'done');
      stage.clock.advance(2 * HALF_MINUTE);
      assert.equal(await stage.give(person, app.code(-2)), 'WrongFactor');
      assert.equal(await guesses(), 4);
    },
  },
  {
    title:
      'when one code comes many times at once, for one challenge or for several, it opens once',
    asksStore: true,
    run: async (storage) => {
      const stage = await openFactors(storage);
      const { engine } = stage;
      const person = await stage.person(CHECKER);
      const app = await stage.app(person);
      const asked = [];
      for (let n = 0; n < 4; n += 1)
        asked.push(expectRight(await engine.askOwnFactor(person)).challengeId);
      const code = app.code();
      const results = await Promise.all(
        [...asked, ...asked].map((challengeId) =>
          engine.giveOwnFactor(person, { challengeId, code }),
        ),
      );
      assert.equal(results.filter(({ _tag }) => _tag === 'Right').length, 1);
    },
  },
  {
    title:
      'five codes are compared for a challenge, and ten wrong ones a day for a person; a right one counts for none',
    asksStore: true,
    run: async (storage) => {
      const stage = await openFactors(storage);
      const { engine } = stage;
      const person = await stage.person(CHECKER);
      const app = await stage.app(person);
      const asked = async () => expectRight(await engine.askOwnFactor(person)).challengeId;
      const give = async (challengeId: string, code: string) =>
        wordOf(await engine.giveOwnFactor(person, { challengeId, code }));
      const challengeId = await asked();
      const wrong = another(app.code());
      const tries = await Promise.all(Array.from({ length: 30 }, () => give(challengeId, wrong)));
      assert.equal(tries.filter((one) => one === 'WrongFactor').length, 5);
      assert.equal(await give(challengeId, app.code()), 'locked');
      assert.equal(await give(await asked(), app.code()), 'done');
      stage.clock.advance(HALF_MINUTE);
      const more = await asked();
      for (let n = 0; n < 5; n += 1) assert.equal(await give(more, wrong), 'WrongFactor');
      assert.equal(await give(await asked(), app.code()), 'TooManyFactorGuesses');
      // A recovery code and the next day still open.
      const [recovery = ''] = app.confirmed.recoveryCodes ?? [];
      assert.equal(await give(await asked(), recovery), 'done');
      stage.clock.advance(DAY);
      const later = await stage.person(CHECKER);
      assert.equal(await stage.give(later, app.code()), 'done');
    },
  },
  {
    title:
      'each recovery code opens once, however it is written, and none once the factors are gone',
    run: async (storage) => {
      const stage = await openFactors(storage);
      const { token } = await stage.comeIn(CHECKER);
      const person = await stage.again(token);
      const app = await stage.app(person);
      const [first = '', second = '', third = ''] = app.confirmed.recoveryCodes ?? [];
      assert.equal(await stage.give(person, first), 'done');
      assert.equal(await stage.give(person, first), 'WrongFactor');
      assert.equal(await stage.give(person, second.replaceAll('-', '').toUpperCase()), 'done');
      const { factorId } = app;
      expectRight(await stage.engine.removeFactor(await stage.again(token), { factorId }));
      assert.equal(expectLeft(await stage.engine.askOwnFactor(person))._tag, 'FactorNotFound');
      const next = await stage.app(await stage.again(token));
      assert.equal(next.confirmed.recoveryCodes?.length, 10);
      assert.equal(await stage.give(person, third), 'WrongFactor');
    },
  },
  {
    title:
      'who has a factor gives it before they enrol or remove one, in the same session and within five minutes',
    run: async (storage) => {
      const stage = await openFactors(storage);
      const { engine } = stage;
      const [mine, other] = [await stage.comeIn(CHECKER), await stage.comeIn(CHECKER)];
      const app = await stage.app(await stage.again(mine.token));
      const enrol = async (token: string) =>
        wordOf(
          await engine.enrolFactor(await stage.again(token), { kind: 'totp', name: 'Another' }),
        );
      const remove = async (token: string) =>
        wordOf(await engine.removeFactor(await stage.again(token), { factorId: app.factorId }));
      assert.equal(await enrol(mine.token), 'SecondFactorNeeded');
      assert.equal(await remove(mine.token), 'SecondFactorNeeded');

      const person = await stage.again(mine.token);
      const { challengeId } = expectRight(await engine.askOwnFactor(person));
      const stolen = await stage.again(other.token);
      const proof = { challengeId, code: app.code() };
      assert.equal(wordOf(await engine.giveOwnFactor(stolen, proof)), 'FactorChallengeNotFound');
      assert.equal(wordOf(await engine.giveOwnFactor(person, proof)), 'done');
      assert.equal(await enrol(other.token), 'SecondFactorNeeded');
      assert.equal(await enrol(mine.token), 'done');
      stage.clock.advance(5 * MINUTE);
      assert.equal(await remove(mine.token), 'SecondFactorNeeded');
    },
  },
  {
    title:
      'whoever asks for challenges of one purpose again and again pushes out none of another, nor one that is open before those that are used',
    run: async (storage) => {
      const stage = await openFactors(storage, { secondFactor: { login: 'any', approval: 'any' } });
      const { engine, tenant } = stage;
      const { token } = await stage.comeIn(CHECKER);
      const person = expectRight(await engine.authenticateSession(token, 'to_enrol'));
      const app = await stage.app(person);
      const login = await stage.next(CHECKER);
      const own = async () => expectRight(await engine.askOwnFactor(person)).challengeId;
      const open = await own();
      const used = await own();
      const given = await engine.giveOwnFactor(person, { challengeId: used, code: app.code() });
      expectRight(given);
      for (let n = 0; n < 19; n += 1) await own();
      const kept = async () => {
        const held = await storage.read(({ factors }) => factors.find(tenant, person.userId));
        return held?.challenges.map(({ challengeId }) => challengeId) ?? [];
      };
      assert.deepEqual([(await kept()).length, (await kept()).includes(used)], [21, false]);
      assert.equal((await kept()).includes(open), true);
      await own();
      assert.equal((await kept()).includes(open), false);
      stage.clock.advance(HALF_MINUTE);
      assert.equal(typeof (await stage.loginWith(login.challengeId, app.code())), 'object');
    },
  },
  {
    title: 'a person has five factors at most, those that are not proved yet among them',
    run: async (storage) => {
      const stage = await openFactors(storage);
      const person = await stage.person(CHECKER);
      const enrol = (n: number) =>
        stage.engine.enrolFactor(person, { kind: 'totp', name: `Phone ${String(n)}` });
      for (let n = 0; n < 5; n += 1) expectRight(await enrol(n));
      assert.equal(wordOf(await enrol(5)), 'TooManyFactors');
    },
  },
  {
    title:
      'where the corporate asks for a second person, a factor waits and opens nothing until one approves; a rejected one is gone',
    run: async (storage) => {
      const stage = await openFactors(storage, { settingsNeedSecondPerson: true });
      const { engine, tenant } = stage;
      const person = await stage.person(CHECKER);
      const decide = async (action: 'approve' | 'reject', actorUserId = 'u-admin') => {
        const listed = { actorUserId: 'u-admin', state: 'pending', limit: 10 } as const;
        const { items } = expectRight(await engine.listSettingsChanges(tenant, listed));
        const changeId = items[0]?.changeId ?? '';
        return wordOf(await engine.decideSettingsChange(tenant, { actorUserId, changeId, action }));
      };
      const refused = await stage.app(person, 'Lost phone');
      assert.equal(refused.confirmed.state, 'waiting');
      assert.equal(expectLeft(await engine.askOwnFactor(person))._tag, 'FactorNotFound');
      assert.equal(await decide('reject'), 'done');
      assert.deepEqual(await engine.listFactors(person), []);

      const app = await stage.app(person, 'Phone');
      assert.match(stage.mailbox.mails('admin@acme.example')[0]?.text ?? '', /second factor/);
      assert.equal(await decide('approve', 'u-checker'), 'SettingsDenied');
      assert.equal(await decide('approve'), 'done');
      assert.deepEqual(
        (await engine.listFactors(person)).map(({ name, state }) => [name, state]),
        [['Phone', 'active']],
      );
      assert.equal(await stage.give(person, app.code()), 'done');
      const last = (await stage.journal(app.factorId)).find(({ to }) => to === 'active');
      assert.equal(last?.changes['approvedBy'], 'u-admin');
    },
  },
  {
    title:
      'the change that waits for a factor ends with it, so that nobody fills the list of changes with factors of their own',
    asksStore: true,
    run: async (storage) => {
      const stage = await openFactors(storage, { settingsNeedSecondPerson: true });
      const { engine, tenant } = stage;
      const person = await stage.person(CHECKER);
      const changes = async () =>
        expectRight(await engine.listSettingsChanges(tenant, { actorUserId: 'u-admin', limit: 10 }))
          .items;
      const kept = await stage.app(person, 'Tablet');
      for (const name of ['Phone', 'Other phone']) {
        const { factorId } = await stage.app(person, name);
        expectRight(await engine.removeFactor(person, { factorId }));
      }
      const [last, ...before] = await changes();
      assert.deepEqual(
        [last, ...before].map((one) => [one?.details['name'], one?.state, one?.decidedBy]),
        [
          ['Other phone', 'rejected', 'u-checker'],
          ['Phone', 'rejected', 'u-checker'],
          ['Tablet', 'pending', undefined],
        ],
      );
      const { changeId = '' } = last ?? {};
      assert.deepEqual(
        (await stage.journal(changeId)).map(({ to, actor }) => [to, actor]),
        [
          ['pending', 'u-checker'],
          ['rejected', 'u-checker'],
        ],
      );
      const decision = { actorUserId: 'u-admin', changeId, action: 'approve' } as const;
      const over = expectLeft(await engine.decideSettingsChange(tenant, decision));
      assert.deepEqual(over, { _tag: 'SettingsChangeOver', state: 'rejected' });

      // Whoever comes first: the person who takes the factor away, or the one who approves it.
      const waits = before[1]?.changeId ?? '';
      const [removed, decided] = await Promise.all([
        engine.removeFactor(person, { factorId: kept.factorId }),
        engine.decideSettingsChange(tenant, { ...decision, changeId: waits }),
      ]);
      const [left] = await engine.listFactors(person);
      const state = (await changes()).find(({ changeId: id }) => id === waits)?.state;
      assert.deepEqual(
        [wordOf(removed), wordOf(decided) === 'done', left?.state, state],
        left === undefined
          ? ['done', false, undefined, 'rejected']
          : ['SecondFactorNeeded', true, 'active', 'approved'],
      );
    },
  },
  {
    title: 'an app that was removed, and put back by hand, opens nothing',
    run: async (storage) => {
      const stage = await openFactors(storage);
      const person = { ...(await stage.person(CHECKER)), givenFactor: 'passkey' as const };
      const { factorId, code } = await stage.app(person);
      const held = await storage.read(({ factors }) => factors.find(stage.tenant, person.userId));
      expectRight(await stage.engine.removeFactor(person, { factorId }));
      const factors = held?.factors.map((one) => ({ ...one, revision: one.revision + 9 })) ?? [];
      const back = stage.another({
        storage: rewritten(storage, { factors: (now) => ({ ...now, factors }) }),
      });
      const { challengeId } = expectRight(await back.askOwnFactor(person));
      const given = await back.giveOwnFactor(person, { challengeId, code: code() });
      assert.equal(wordOf(given), 'WrongFactor');
    },
  },
  {
    title:
      'recovery codes open with the factor that they came with: those of an enrolment that was rejected or is over, or waits, open nothing',
    run: async (storage) => {
      const stage = await openFactors(storage, { settingsNeedSecondPerson: true });
      const { engine, tenant } = stage;
      const { token } = await stage.comeIn(CHECKER);
      const person = await stage.again(token);
      const actorUserId = 'u-admin';
      const decide = async (action: 'approve' | 'reject', { factorId }: App) => {
        const listed = { actorUserId, state: 'pending', limit: 10 } as const;
        const { items } = expectRight(await engine.listSettingsChanges(tenant, listed));
        const { changeId = '' } =
          items.find(({ details }) => details['factorId'] === factorId) ?? {};
        expectRight(await engine.decideSettingsChange(tenant, { actorUserId, changeId, action }));
      };
      const codeOf = ({ confirmed }: App, n = 0) => confirmed.recoveryCodes?.[n] ?? '';
      const recoveries = async () => {
        const held = await storage.read(({ factors }) => factors.find(tenant, person.userId));
        return held?.recovery === undefined ? 0 : 1;
      };
      const rejected = await stage.app(person, 'Rejected');
      await decide('reject', rejected);
      assert.equal(await recoveries(), 0);
      const late = await stage.app(person, 'Late');
      stage.clock.advance(8 * DAY);
      const { token: later } = await stage.comeIn(CHECKER);
      const mine = await stage.app(await stage.again(later), 'Mine');
      const stranger = await stage.app(await stage.again(later), 'Of a stranger');
      await decide('approve', mine);
      // Of two that waited, the later one's codes are kept, and wait with it.
      const asked = expectRight(await engine.askOwnFactor(await stage.again(later)));
      assert.deepEqual(asked.kinds, ['totp']);
      for (const app of [rejected, late, mine, stranger])
        assert.equal(await stage.give(await stage.again(later), codeOf(app)), 'WrongFactor');
      await decide('reject', stranger);
      assert.equal(await recoveries(), 0);
      for (const app of [rejected, late, stranger])
        assert.equal(await stage.give(await stage.again(later), codeOf(app, 1)), 'WrongFactor');

      // Who has none left gets new ones with the next factor.
      assert.equal(await stage.give(await stage.again(later), mine.code()), 'done');
      const next = await stage.app(await stage.again(later), 'Next');
      assert.equal(await stage.give(await stage.again(later), codeOf(next)), 'WrongFactor');
      await decide('approve', next);
      assert.equal(await stage.give(await stage.again(later), codeOf(next)), 'done');
    },
  },
  {
    title:
      'secrets of authenticator apps are sealed under another key like all others, and open after it',
    asksStore: true,
    run: async (storage) => {
      const stage = await openFactors(storage);
      const person = await stage.person(CHECKER);
      const app = await stage.app(person);
      const { clock } = stage;
      const sealer = plainSealer('new', PLAIN_KEY);
      let resealed = 0;
      for await (const step of resealAll({ storage, clock, sealer }))
        if (step.kind === 'person_factors') resealed += step.resealed;
      assert.equal(resealed, 1);
      const after = stage.another({ sealer: plainSealer('new') });
      const { challengeId } = expectRight(await after.askOwnFactor(person));
      expectRight(await after.giveOwnFactor(person, { challengeId, code: app.code() }));
    },
  },
];
