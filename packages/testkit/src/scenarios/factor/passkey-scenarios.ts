import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { aTenant } from '../../kit/build/tenancy.js';
import { codeOfApp } from '../../kit/fakes/authenticator-app.js';
import { fakePasskey } from '../../kit/fakes/fake-passkeys.js';
import { waiting } from '../stage/approval-stage.js';
import { another } from '../stage/login-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight } from '../stage/stage.js';
import { openFactors, wordOf } from '../stage/factor-stage.js';
import { challengeOf, CHECKER, openPasskeys } from './passkey-stage.js';

export const passkeyScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a passkey signs exactly the payouts that it approves, and lets its person in',
    run: async (storage) => {
      const stage = await openPasskeys(storage);
      const ids = await waiting(stage, 2);
      const { challengeId, digest, options } = await stage.ask(ids);
      assert.equal(challengeOf(options), digest);
      assert.equal(await stage.approve(ids, challengeId, stage.device.answer(digest)), 'done');
      assert.equal((await stage.payout(ids[0] as never)).status, 'approved');

      const next = await stage.next(CHECKER);
      const opened = expectRight(
        await stage.engine.giveLoginFactor({
          challengeId: next.challengeId,
          response: stage.device.answer(challengeOf(next.options)),
        }),
      );
      assert.equal(opened.onlyEnrols, undefined);
      assert.equal(await stage.isIn(opened.token), true);
    },
  },
  {
    title:
      'only the session in which an enrolment began finishes it, another one of its person does not',
    asksStore: true,
    run: async (storage) => {
      const stage = await openFactors(storage);
      const { engine, tenant } = stage;
      const older = await stage.person(CHECKER);
      const own = await stage.person(CHECKER);
      const begun = expectRight(await engine.enrolFactor(own, { kind: 'passkey', name: 'Mine' }));
      const { factorId } = begun;
      const { items } = expectRight(
        await engine.listJournal(tenant, { actorUserId: 'u-admin', limit: 50 }),
      );
      assert.ok(items.some(({ subjectId, to }) => subjectId === factorId && to === 'enrolled'));
      const guessed = createHash('sha256').update(factorId).digest('base64url');
      assert.notEqual(challengeOf(begun.options), guessed);
      const response = fakePasskey('theirs').create(challengeOf(begun.options));
      assert.equal(
        wordOf(await engine.confirmFactor(older, { factorId, response })),
        'FactorNotFound',
      );

      const device = fakePasskey('mine').create(challengeOf(begun.options));
      const confirmed = expectRight(
        await engine.confirmFactor(own, { factorId, response: device }),
      );
      assert.equal(confirmed.state, 'active');
      assert.equal(confirmed.recoveryCodes?.length, 10);
    },
  },
  {
    title: 'an authenticator app is confirmed in the session in which it was begun, too',
    run: async (storage) => {
      const stage = await openFactors(storage);
      const [older, own] = [await stage.person(CHECKER), await stage.person(CHECKER)];
      const { factorId, uri = '' } = expectRight(
        await stage.engine.enrolFactor(own, { kind: 'totp', name: 'Phone' }),
      );
      const given = { factorId, code: codeOfApp(uri, stage.clock.now()) };
      assert.equal(wordOf(await stage.engine.confirmFactor(older, given)), 'FactorNotFound');
      assert.equal(expectRight(await stage.engine.confirmFactor(own, given)).state, 'active');
    },
  },
  {
    title:
      'an answer to another challenge, of another origin or of an unknown key approves nothing',
    run: async (storage) => {
      const stage = await openPasskeys(storage, 0);
      const ids = await waiting(stage, 2);
      const [one = '', two = ''] = ids;
      const [asked, other] = [await stage.ask([one]), await stage.ask([one])];
      const { challengeId, digest } = asked;
      assert.notEqual(digest, other.digest);
      const wrong = [
        stage.device.answer(other.digest),
        stage.device.answer((await stage.ask([two])).digest),
        stage.device.answer(digest, 'https://portal.evil.example'),
        fakePasskey('key-9').answer(digest),
        { type: 'get', id: 'key-1', challenge: digest },
      ];
      for (const response of wrong)
        assert.equal(await stage.approve([one], challengeId, response), 'WrongFactor');
      assert.equal(await stage.approve([one], challengeId, stage.device.answer(digest)), 'locked');
      assert.equal((await stage.payout(one as never)).status, 'pending_approval');
    },
  },
  {
    title:
      'an answer to a challenge of one corporate approves nothing at another, and counts as no guess at either',
    run: async (storage) => {
      const stage = await openPasskeys(storage, 0, {
        secondFactor: { login: 'none', approval: 'any' },
      });
      const { engine, tenant } = stage;
      // The same people are at both, by the same ids.
      const globex = aTenant('globex', 'demo-bank');
      const { token } = await stage.comeIn('checker@globex.example');
      const theirs = await stage.enrol(await stage.again(token), 'key-2');
      const app = await stage.app({ ...stage.person, givenFactor: 'passkey' as const });
      const corporates = [
        { at: tenant, device: stage.device, ids: await waiting(stage) },
        {
          at: globex,
          device: theirs.device,
          ids: await waiting(stage, 1, 'VENDOR', { tenant: globex }),
        },
      ] as const;
      const [acme, other] = await Promise.all(
        corporates.map(async ({ at, device, ids }) => {
          const asked = {
            actorUserId: 'u-checker',
            action: 'approve',
            transactionIds: ids,
          } as const;
          const challenge = expectRight(await engine.askApprovalFactor(at, asked));
          const { challengeId, digest } = challenge;
          return {
            challengeId,
            digest,
            device,
            approve: async (given: object, id = challengeId) =>
              wordOf(await engine.decidePayouts(at, { ...asked, challengeId: id, ...given })),
          };
        }),
      );
      if (acme === undefined || other === undefined) return assert.fail();
      const factors = () =>
        storage.read(async ({ factors }) =>
          Promise.all(corporates.map(({ at }) => factors.find(at, stage.person.userId))),
        );
      const before = await factors();
      const refused = async (here: typeof acme, there: typeof acme, given: object) => {
        assert.equal(await here.approve(given, there.challengeId), 'FactorChallengeNotFound');
      };
      for (const [here, there] of [
        [acme, other],
        [other, acme],
      ] as const)
        for (const response of [
          there.device.answer(there.digest),
          here.device.answer(there.digest),
          here.device.answer(here.digest),
        ])
          await refused(here, there, { response });
      for (const code of [app.code(), another(app.code())]) await refused(acme, other, { code });
      assert.deepEqual(await factors(), before);
      for (const { approve, device, digest } of [acme, other])
        assert.equal(await approve({ response: device.answer(digest) }), 'done');
    },
  },
  {
    title:
      'a passkey whose count does not go up may be a copy: it approves nothing; one that does not count goes on',
    run: async (storage) => {
      const stage = await openPasskeys(storage);
      const [one = '', two = ''] = await waiting(stage, 2);
      const copy = stage.device.copy();
      const first = await stage.ask([one]);
      assert.equal(
        await stage.approve([one], first.challengeId, stage.device.answer(first.digest)),
        'done',
      );
      const second = await stage.ask([two]);
      assert.equal(
        await stage.approve([two], second.challengeId, copy.answer(second.digest)),
        'PasskeyCopied',
      );
      assert.equal((await stage.payout(two as never)).status, 'pending_approval');
    },
  },
  {
    title: 'of what a browser says of transports, the known ones are kept with the passkey',
    run: async (storage) => {
      const stage = await openPasskeys(storage);
      const { engine, tenant } = stage;
      const given = { ...stage.person, givenFactor: 'passkey' as const };
      const input = { kind: 'passkey', name: 'Laptop' } as const;
      const { factorId, options } = expectRight(await engine.enrolFactor(given, input));
      const response = {
        ...fakePasskey('key-2').create(challengeOf(options)),
        transports: ['usb', 7, 'pigeon', null],
      };
      expectRight(await engine.confirmFactor(given, { factorId, response }));
      const held = await storage.read(({ factors }) => factors.find(tenant, given.userId));
      const kept = held?.factors.find((one) => one.factorId === factorId);
      if (kept?.kind !== 'passkey') assert.fail('it is not kept');
      assert.deepEqual(kept.credential?.transports, ['usb']);
    },
  },
  {
    title: 'a passkey that several devices share counts nothing, and opens each time',
    run: async (storage) => {
      const stage = await openPasskeys(storage, 0);
      for (const id of await waiting(stage, 2)) {
        const { challengeId, digest } = await stage.ask([id]);
        assert.equal(await stage.approve([id], challengeId, stage.device.answer(digest)), 'done');
      }
    },
  },
  {
    title: 'a passkey that was removed meanwhile approves nothing any more',
    asksStore: true,
    run: async (storage) => {
      const stage = await openPasskeys(storage);
      const { engine, person, device } = stage;
      const give = async () => {
        const { challengeId, options } = expectRight(await engine.askOwnFactor(person));
        const response = device.answer(challengeOf(options));
        expectRight(await engine.giveOwnFactor(person, { challengeId, response }));
      };
      await give();
      const given = { ...person, givenFactor: 'passkey' as const };
      await stage.enrol(given, 'key-2');
      const ids = await waiting(stage);
      const { challengeId, digest } = await stage.ask(ids);
      expectRight(await engine.removeFactor(given, { factorId: stage.factorId }));
      assert.equal(await stage.approve(ids, challengeId, device.answer(digest)), 'WrongFactor');
    },
  },
  {
    title:
      'a passkey cannot be proved by the answer to another enrolment, nor enrolled where the host checks none',
    run: async (storage) => {
      const stage = await openPasskeys(storage);
      const given = { ...stage.person, givenFactor: 'passkey' as const };
      const device = fakePasskey('key-3');
      const input = { kind: 'passkey', name: 'Laptop' } as const;
      const [one, two] = [
        expectRight(await stage.engine.enrolFactor(given, input)),
        expectRight(await stage.engine.enrolFactor(given, input)),
      ];
      const response = device.create(challengeOf(two.options));
      const { factorId } = one;
      const wrong = await stage.engine.confirmFactor(given, { factorId, response });
      assert.equal(wordOf(wrong), 'WrongFactor');
      const bare = stage.another({ passkeys: undefined } as never);
      assert.equal(wordOf(await bare.enrolFactor(given, input)), 'PasskeysOff');
    },
  },
];
