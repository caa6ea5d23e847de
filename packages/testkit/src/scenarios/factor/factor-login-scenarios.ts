import assert from 'node:assert/strict';
import type { PortalSession } from '@hundi/core/wire';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';
import { openFactors, type FactorStage } from '../stage/factor-stage.js';
import { rewritten } from '../stage/rewritten.js';

const CHECKER = 'checker@acme.example';
const MINUTE = 60_000;
const ANY: Partial<CorporateInput> = { secondFactor: { login: 'any', approval: 'none' } };
const PASSKEY: Partial<CorporateInput> = { secondFactor: { login: 'passkey', approval: 'none' } };

/** A person with an app, at a corporate that asks for a factor at login: enrolled in the session that only enrols. */
const enrolled = async (stage: FactorStage) => {
  const { token, onlyEnrols } = await stage.comeIn(CHECKER);
  assert.equal(onlyEnrols, true);
  return stage.app(expectRight(await stage.engine.authenticateSession(token, 'to_enrol')));
};

export const factorLoginScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      "a person whom the bank logged in comes in by the factors that it saw; where they do not suffice, by one of their own; the session counts from the bank's login",
    asksStore: true,
    run: async (storage) => {
      const stage = await openFactors(storage, ANY);
      const app = await enrolled(stage);
      const { engine, tenant, clock } = stage;
      const enter = async (factors: ReadonlyArray<'totp'>, more: object = {}) =>
        engine.openBankSession({
          ...tenant,
          userId: 'u-checker',
          factors,
          authenticatedAt: clock.now(),
          ...more,
        });
      const opened = expectRight(await enter(['totp']));
      if ('next' in opened) assert.fail('the bank saw a factor');
      // One that was enrolled here is still asked for before factors are changed.
      assert.equal((await stage.again(opened.token)).givenFactor, undefined);
      const authenticatedAt = clock.now() - 6 * MINUTE;
      const asked = expectRight(await enter([], { authenticatedAt }));
      if (!('next' in asked)) assert.fail('the bank saw none');
      const own = await stage.loginWith(asked.next.challengeId, app.code());
      if (typeof own === 'string') assert.fail(own);
      assert.equal(own.expiresAt, authenticatedAt + 12 * 60 * MINUTE);
      const person = await stage.again(own.token);
      assert.deepEqual([person.isConfirmed, person.givenFactor], [false, 'totp']);
      const late = { authenticatedAt: clock.now() - (12 * 60 - 1) * MINUTE };
      const last = expectRight(await enter([], late));
      if (!('next' in last)) assert.fail('the bank saw none');
      clock.advance(2 * MINUTE);
      assert.equal(await stage.loginWith(last.next.challengeId, app.code()), 'expired');
      for (const more of [
        { userId: 'u-nobody' },
        { corporateTenantId: 'initech' },
        { authenticatedAt: clock.now() - 12 * 60 * MINUTE },
        { authenticatedAt: clock.now() + 2 * MINUTE },
      ])
        assert.equal(expectLeft(await enter(['totp'], more))._tag, 'InvalidSession');
    },
  },
  {
    title:
      'who has no factor where a login needs one gets a session that opens the enrolment, and nothing else',
    run: async (storage) => {
      const stage = await openFactors(storage, ANY);
      const { engine } = stage;
      const { token } = await stage.comeIn(CHECKER);
      assert.equal(expectLeft(await engine.authenticateSession(token))._tag, 'SecondFactorNeeded');
      const person = expectRight(await engine.authenticateSession(token, 'to_enrol'));
      await stage.app(person);
      // It stays so: the person comes in again.
      assert.equal(expectLeft(await engine.authenticateSession(token))._tag, 'SecondFactorNeeded');
    },
  },
  {
    title: 'the mailed code leads on to the second factor, which opens one session',
    run: async (storage) => {
      const stage = await openFactors(storage, ANY);
      const app = await enrolled(stage);
      const { challengeId, kinds, options } = await stage.next(CHECKER);
      assert.deepEqual(kinds, ['totp', 'recovery']);
      assert.equal(options, undefined);
      assert.equal(await stage.loginWith(challengeId, app.code(1)), 'WrongFactor');
      const opened = await stage.loginWith(challengeId, app.code());
      if (typeof opened === 'string') assert.fail(opened);
      assert.equal(opened.onlyEnrols, undefined);
      assert.equal((await stage.again(opened.token)).givenFactor, 'totp');
      assert.equal(typeof (await stage.loginWith(challengeId, app.code())), 'string');
      const [entry] = await stage.journal(opened.token.split('_')[1] ?? '');
      assert.equal(entry?.changes['factor'], 'totp');
    },
  },
  {
    title:
      'the second factor is asked for as long as five minutes, by the login that it was asked for, and not of one who was suspended',
    run: async (storage) => {
      const stage = await openFactors(storage, ANY);
      const app = await enrolled(stage);
      const late = await stage.next(CHECKER);
      stage.clock.advance(5 * MINUTE);
      assert.equal(await stage.loginWith(late.challengeId, app.code()), 'expired');

      const token = expectRight(await stage.engine.requestLogin({ email: CHECKER })).challengeId;
      assert.equal(await stage.loginWith(token, app.code()), 'FactorChallengeNotFound');
      const { challengeId } = await stage.next(CHECKER);
      assert.equal(await stage.guess(challengeId, stage.code(CHECKER)), 'LoginNotFound');
      expectRight(
        await stage.engine.suspendPerson(stage.tenant, {
          actorUserId: 'u-admin',
          userId: 'u-checker',
        }),
      );
      assert.equal(await stage.loginWith(challengeId, app.code()), 'expired');
    },
  },
  {
    title:
      'where a passkey is asked for, an app and a recovery code open nothing but the enrolment of one',
    run: async (storage) => {
      const stage = await openFactors(storage, PASSKEY);
      const app = await enrolled(stage);
      const { challengeId } = await stage.next(CHECKER);
      const opened = await stage.loginWith(challengeId, app.code());
      if (typeof opened === 'string') assert.fail(opened);
      assert.equal(opened.onlyEnrols, true);
      const refused = expectLeft(await stage.engine.authenticateSession(opened.token));
      assert.equal(refused._tag, 'SecondFactorNeeded');
      const person = expectRight(await stage.engine.authenticateSession(opened.token, 'to_enrol'));
      assert.equal(person.givenFactor, 'totp');
    },
  },
  {
    title: 'a session in which somebody wrote that a factor was given has given none',
    run: async (storage) => {
      const stage = await openFactors(storage);
      const { token } = await stage.comeIn(CHECKER);
      const app = await stage.app(await stage.again(token));
      const { sessionId } = await stage.again(token);
      const as = async (change: (session: PortalSession) => PortalSession) => {
        const attacked = stage.another({ storage: rewritten(storage, { session: change }) });
        return expectRight(await attacked.authenticateSession(token)).givenFactor;
      };
      const written = { at: stage.clock.now(), kind: 'passkey', seal: '0'.repeat(64) } as const;
      assert.equal(await as((session) => ({ ...session, factor: written })), undefined);

      assert.equal(await stage.give(await stage.again(token), app.code()), 'done');
      assert.equal(await as((session) => session), 'totp');
      const { factor = assert.fail() } =
        (await storage.read(({ portal }) => portal.session(sessionId))) ?? {};
      const forged: ReadonlyArray<(session: PortalSession) => PortalSession> = [
        (session) => ({ ...session, userId: 'u-head' as never }),
        (session) => ({ ...session, factor: { ...factor, kind: 'passkey' } }),
        (session) => ({ ...session, factor: { ...factor, at: factor.at + 1 } }),
      ];
      for (const change of forged) assert.equal(await as(change), undefined);
    },
  },
];
