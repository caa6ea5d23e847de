import assert from 'node:assert/strict';
import type { Person, Storage } from '@hundi/core';
import { demoUsers } from '../../kit/sandbox/demo-people.js';
import { another, openLogin } from '../stage/login-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';

const [MAKER, CHECKER] = ['maker@acme.example', 'checker@acme.example'];
const MINUTE = 60_000;

/** A stage with short ways to confirm sessions. */
const openConfirmations = async (storage: Storage) => {
  const stage = await openLogin(storage);
  const { engine } = stage;
  const personOf = async (token: string): Promise<Person> =>
    expectRight(await engine.authenticateSession(token));
  return {
    ...stage,
    personOf,
    askAs: async (person: Person): Promise<string> =>
      expectRight(await engine.requestConfirmation(person)).challengeId,
    confirmAs: async (person: Person, challengeId: string, code: string): Promise<string> => {
      const result = await engine.confirmSession(person, { challengeId, code });
      if (result._tag === 'Right') return 'confirmed';
      return result.left._tag === 'LoginCodeVoid' ? result.left.reason : result.left._tag;
    },
  };
};

export const confirmationScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a session is confirmed for five minutes by the login, and again by a code that is mailed for it',
    run: async (storage) => {
      const stage = await openConfirmations(storage);
      const { token } = await stage.comeIn(MAKER);
      const isConfirmed = async () => (await stage.personOf(token)).isConfirmed;
      stage.clock.advance(5 * MINUTE - 1);
      assert.equal(await isConfirmed(), true);
      stage.clock.advance(1);
      assert.equal(await isConfirmed(), false);

      const person = await stage.personOf(token);
      const challengeId = await stage.askAs(person);
      assert.match(stage.mailbox.mails(MAKER)[0]?.text ?? '', /confirms a change/);
      const code = stage.code(MAKER);
      assert.equal(await stage.confirmAs(person, challengeId, another(code)), 'WrongLoginCode');
      assert.equal(await isConfirmed(), false);
      assert.equal(await stage.confirmAs(person, challengeId, code), 'confirmed');
      assert.equal(await isConfirmed(), true);
      assert.equal(await stage.confirmAs(person, challengeId, code), 'used');
      stage.clock.advance(5 * MINUTE);
      assert.equal(await isConfirmed(), false);
    },
  },
  {
    title:
      'a code that confirms a session opens none, and confirms no other; one that opens confirms none',
    run: async (storage) => {
      const stage = await openConfirmations(storage);
      const [mine, other, theirs] = [
        await stage.comeIn(MAKER),
        await stage.comeIn(MAKER),
        await stage.comeIn(CHECKER),
      ];
      stage.clock.advance(5 * MINUTE);
      const person = await stage.personOf(mine.token);
      const challengeId = await stage.askAs(person);
      const code = stage.code(MAKER);

      assert.equal(await stage.guess(challengeId, code), 'LoginNotFound');
      for (const { token } of [other, theirs])
        assert.equal(
          await stage.confirmAs(await stage.personOf(token), challengeId, code),
          'LoginNotFound',
        );
      const login = await stage.ask(MAKER);
      assert.equal(await stage.confirmAs(person, login, stage.code(MAKER)), 'LoginNotFound');
      assert.equal(await stage.confirmAs(person, challengeId, code), 'confirmed');
      assert.equal((await stage.personOf(other.token)).isConfirmed, false);
    },
  },
  {
    title: 'when five hundred codes are tried at once for a confirmation, five are compared',
    asksStore: true,
    run: async (storage) => {
      const stage = await openConfirmations(storage);
      const { token } = await stage.comeIn(MAKER);
      const person = await stage.personOf(token);
      const challengeId = await stage.askAs(person);
      const wrong = another(stage.code(MAKER));
      const results = await Promise.all(
        Array.from({ length: 500 }, () => stage.confirmAs(person, challengeId, wrong)),
      );
      assert.equal(results.filter((one) => one === 'WrongLoginCode').length, 5);
      assert.equal(await stage.confirmAs(person, challengeId, stage.code(MAKER)), 'locked');
    },
  },
  {
    title:
      'codes that strangers ask for make no confirmation longer, and a mailbox gets few of them',
    run: async (storage) => {
      const stage = await openConfirmations(storage);
      const { token } = await stage.comeIn(MAKER);
      for (let n = 0; n < 10; n += 1) await stage.ask(MAKER);
      const person = await stage.personOf(token);
      const before = stage.mailbox.mails(MAKER).length;
      for (let n = 0; n < 3; n += 1) {
        await stage.askAs(person);
        assert.equal(stage.code(MAKER).length, 6);
      }
      for (let n = 0; n < 20; n += 1) await stage.askAs(person);
      assert.equal(stage.code(MAKER).length, 18);
      assert.equal(stage.mailbox.mails(MAKER).length, before + 4);
      const shared = await stage.askAs(person);
      assert.equal(await stage.confirmAs(person, shared, stage.code(MAKER)), 'confirmed');
    },
  },
  {
    title:
      'an address that is gone, or that another person of the corporate shares, gets no confirmation',
    run: async (storage) => {
      const stage = await openConfirmations(storage);
      const person = await stage.personOf((await stage.comeIn(MAKER)).token);
      const put = (email: string | undefined, userId = 'u-maker') =>
        storage.atomically<never, undefined>(async ({ tenancy }) => {
          const known = demoUsers('acme').find((user) => user.userId === userId);
          const { email: _old, ...rest } = known ?? assert.fail();
          await tenancy.putUsers(stage.tenant, [
            { ...rest, ...(email !== undefined && { email }) } as never,
          ]);
          return { _tag: 'Right', right: undefined };
        });
      const refused = async () => expectLeft(await stage.engine.requestConfirmation(person))._tag;
      await put(MAKER, 'u-checker');
      assert.equal(await refused(), 'NoEmailOnFile');
      await put(CHECKER, 'u-checker');
      expectRight(await stage.engine.requestConfirmation(person));
      await put(undefined);
      assert.equal(await refused(), 'NoEmailOnFile');
    },
  },
];
