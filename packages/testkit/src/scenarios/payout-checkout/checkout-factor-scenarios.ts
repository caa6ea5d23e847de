import assert from 'node:assert/strict';
import { E, type PayoutBrowser, type Storage } from '@hundi/core';
import type { FactorAsked } from '@hundi/core/wire';
import { fakePasskey } from '../../kit/fakes/fake-passkeys.js';
import { HALF_MINUTE, openFactors, wordOf } from '../stage/factor-stage.js';
import { idsIn } from '../stage/read-report.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';
import { MAKER, USUAL, withCheckouts } from '../stage/checkout-stage.js';

const LAKH = 10_000_000;

type Hosted = 'any' | 'passkey';

/** What a browser sends to prove a factor. */
interface Given {
  readonly code?: string;
  readonly response?: Readonly<Record<string, unknown>>;
}

const challengeOf = (options: unknown): string =>
  String((options as { readonly challenge?: string } | undefined)?.challenge);

/** Checkouts of a corporate that asks for a second factor on the hosted page. */
const openStage = async (storage: Storage, hosted: Hosted = 'any', aboveAmount?: number) => {
  const people = await openFactors(storage, {
    secondFactor: {
      login: 'none',
      approval: 'any',
      hosted,
      ...(aboveAmount !== undefined && { aboveAmount }),
    },
  });
  const stage = withCheckouts(people);
  const { engine } = stage;
  /** Takes a new session to where its mailed code is entered; answers the outcome, too. */
  const entered = async (asked?: Parameters<typeof stage.start>[0]) => {
    const session = await stage.start(asked);
    assert.equal(await stage.send(session.browser), 'sent');
    const outcome = await stage.authorize(session.browser, stage.code());
    return { ...session, outcome };
  };
  const asked = async (browser: PayoutBrowser): Promise<FactorAsked> =>
    (await stage.view(browser)).factor ?? assert.fail('no second factor is asked for');
  const give = (
    browser: PayoutBrowser,
    challengeId: string,
    given: Given,
    choice: Partial<typeof USUAL> = {},
  ) => engine.givePayoutFactor(browser, { choice: { ...USUAL, ...choice }, challengeId, ...given });
  /** Enrols an app of the maker. */
  const app = async () => people.app(await people.person(MAKER));
  return { ...stage, people, entered, asked, give, app };
};

const askingScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'where the corporate asks for a second factor, the mailed code alone makes no payout; a code of the app with it does, once',
    run: async (storage) => {
      const stage = await openStage(storage);
      const app = await stage.app();
      const { browser, outcome, sessionId, ...opened } = await stage.entered();
      assert.equal(outcome, 'SecondFactorNeeded any');
      assert.equal(await stage.statusOf({ sessionId, ...opened }), 'open');
      const { challengeId, kinds } = await stage.asked(browser);
      assert.deepEqual(kinds, ['totp', 'recovery']);
      const given = { code: app.code() };
      assert.equal(
        wordOf(await stage.give(browser, challengeId, { code: app.code(1) })),
        'WrongFactor',
      );

      const { transactionId } = expectRight(await stage.give(browser, challengeId, given));
      assert.equal((await stage.payout(transactionId)).status, 'pending_approval');
      const ended = (await stage.journal(sessionId)).at(-1);
      assert.deepEqual(ended?.changes['secondFactor'], { challengeId, kind: 'totp' });
      const again = expectLeft(await stage.give(browser, challengeId, given));
      assert.deepEqual(again, { _tag: 'PayoutCheckoutClosed', status: 'submitted' });
      assert.equal((await stage.view(browser)).factor, undefined);
      // Neither the app nor the challenge opens another one.
      const next = await stage.entered();
      const other = await stage.asked(next.browser);
      assert.equal(
        wordOf(await stage.give(next.browser, challengeId, given)),
        'FactorChallengeNotFound',
      );
      assert.equal(wordOf(await stage.give(next.browser, other.challengeId, given)), 'code_used');
    },
  },
  {
    title:
      'a maker without a second factor makes no hosted payout that needs one, enrols one, and goes on with the same session',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { browser, outcome } = await stage.entered();
      assert.equal(outcome, 'SecondFactorNeeded any');
      assert.equal((await stage.view(browser)).factor, undefined);
      const mailed = stage.code();
      const app = await stage.app();
      assert.equal(await stage.authorize(browser, mailed), 'SecondFactorNeeded any');
      const { challengeId } = await stage.asked(browser);
      assert.equal(wordOf(await stage.give(browser, challengeId, { code: app.code() })), 'done');
    },
  },
  {
    title: 'no second factor is asked for before the mailed code is right, nor up to the amount',
    run: async (storage) => {
      const stage = await openStage(storage, 'any', LAKH);
      const app = await stage.app();
      const small = await stage.entered({ amount: LAKH });
      assert.equal(small.outcome, 'submitted');
      const { browser } = await stage.start({ amount: LAKH + 1 });
      assert.equal(await stage.send(browser), 'sent');
      const wrong = stage.code() === '111111' ? '222222' : '111111';
      assert.equal(await stage.authorize(browser, wrong), 'WrongCode 4');
      assert.equal((await stage.view(browser)).factor, undefined);
      assert.equal(await stage.authorize(browser, stage.code()), 'SecondFactorNeeded any');
      const { challengeId } = await stage.asked(browser);
      assert.equal(wordOf(await stage.give(browser, challengeId, { code: app.code() })), 'done');
    },
  },
  {
    title: 'a recovery code stands for the factor of a hosted payout once, where any will do',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [code = ''] = (await stage.app()).confirmed.recoveryCodes ?? [];
      const give = async () => {
        const { browser } = await stage.entered();
        const { challengeId } = await stage.asked(browser);
        return wordOf(await stage.give(browser, challengeId, { code }));
      };
      assert.equal(await give(), 'done');
      assert.equal(await give(), 'WrongFactor');
    },
  },
];

const racingScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a second factor that comes eight times at once makes one hosted payout',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const code = (await stage.app()).code();
      const { browser, sessionId } = await stage.entered();
      const { challengeId } = await stage.asked(browser);
      const results = await Promise.all(
        Array.from({ length: 8 }, () => stage.give(browser, challengeId, { code })),
      );
      const done = results.flatMap((one) => (E.isRight(one) ? [one.right] : []));
      assert.equal(done.length, 1);
      assert.deepEqual(
        (await stage.journal(sessionId)).map(({ to }) => to),
        ['open', 'submitted'],
      );
      assert.equal((await idsIn(stage, { source: 'payout_checkout' })).length, 1);
    },
  },
];

const bindingScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'the factor of a hosted payout is good for no other session, choice, browser or mailed code, and for as long as the code',
    run: async (storage) => {
      const stage = await openStage(storage);
      const code = (await stage.app()).code();
      const session = await stage.entered();
      const { challengeId } = await stage.asked(session.browser);
      const other = await stage.entered();
      assert.equal(
        wordOf(await stage.give(other.browser, challengeId, { code })),
        'FactorChallengeNotFound',
      );
      const picked = await stage.entered();
      const { challengeId: id } = await stage.asked(picked.browser);
      for (const choice of [{ paymentMethodCode: 'IMPS' }, {}])
        assert.equal(
          wordOf(await stage.give(picked.browser, id, { code }, choice)),
          'choice_changed',
        );

      const moved = await stage.enter(session);
      assert.equal((await stage.view(moved)).factor, undefined);
      assert.equal(
        wordOf(await stage.give(session.browser, challengeId, { code })),
        'NotThisBrowser',
      );
      assert.equal(
        wordOf(await stage.give(moved, challengeId, { code })),
        'FactorChallengeNotFound',
      );

      stage.clock.advance(HALF_MINUTE);
      assert.equal(await stage.send(other.browser), 'sent');
      const stale = await stage.view(other.browser);
      assert.equal(stale.factor, undefined);
      assert.equal(await stage.authorize(other.browser, stage.code()), 'SecondFactorNeeded any');
      const late = (await stage.asked(other.browser)).challengeId;
      stage.clock.advance(10 * HALF_MINUTE);
      assert.equal((await stage.view(other.browser)).factor, undefined);
      assert.equal(wordOf(await stage.give(other.browser, late, { code })), 'expired');
      for (const one of [session, picked, other]) assert.equal(await stage.statusOf(one), 'open');
    },
  },
  {
    title:
      'a challenge of a login, a session or an approval makes no hosted payout, and that of a payout opens none of them',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { people, engine } = stage;
      const app = await stage.app();
      const { browser } = await stage.entered();
      const { challengeId } = await stage.asked(browser);
      const { token } = await people.comeIn(MAKER);
      const person = await people.again(token);
      const own = expectRight(await engine.askOwnFactor(person)).challengeId;
      const given = { code: app.code() };
      assert.equal(wordOf(await stage.give(browser, own, given)), 'FactorChallengeNotFound');
      for (const opened of [
        await engine.giveOwnFactor(person, { challengeId, ...given }),
        await engine.giveLoginFactor({ challengeId, ...given }),
      ])
        assert.equal(wordOf(opened), 'FactorChallengeNotFound');
      assert.equal(wordOf(await stage.give(browser, challengeId, given)), 'done');
    },
  },
  {
    title:
      'wrong codes of the app lock a hosted payout after five tries; its mailed code asks again, and ten a day are looked at',
    run: async (storage) => {
      const stage = await openStage(storage);
      const app = await stage.app();
      const { browser } = await stage.entered();
      const wrong = { code: app.code(3) };
      const guess = async (times: number) => {
        const { challengeId } = await stage.asked(browser);
        for (let n = 0; n < times; n += 1)
          assert.equal(wordOf(await stage.give(browser, challengeId, wrong)), 'WrongFactor');
        return challengeId;
      };
      const first = await guess(5);
      assert.equal(wordOf(await stage.give(browser, first, { code: app.code() })), 'locked');
      assert.equal((await stage.view(browser)).factor, undefined);
      assert.equal(await stage.authorize(browser, stage.code()), 'SecondFactorNeeded any');
      await guess(5);
      assert.equal(await stage.authorize(browser, stage.code()), 'SecondFactorNeeded any');
      const { challengeId } = await stage.asked(browser);
      const refused = await stage.give(browser, challengeId, { code: app.code() });
      assert.equal(wordOf(refused), 'TooManyFactorGuesses');
      const [code = ''] = app.confirmed.recoveryCodes ?? [];
      assert.equal(wordOf(await stage.give(browser, challengeId, { code })), 'done');
    },
  },
];

const passkeyScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a passkey signs the digest of exactly the hosted payout; where one is asked for, codes make none and are not used up',
    run: async (storage) => {
      const stage = await openStage(storage, 'passkey');
      const { engine, people } = stage;
      const app = await stage.app();
      const none = await stage.entered();
      assert.equal(none.outcome, 'SecondFactorNeeded passkey');
      assert.equal((await stage.view(none.browser)).factor, undefined);

      const person = { ...(await people.person(MAKER)), givenFactor: 'passkey' as const };
      const device = fakePasskey('key-1');
      const named = { kind: 'passkey', name: 'Laptop' } as const;
      const { factorId, options } = expectRight(await engine.enrolFactor(person, named));
      const response = device.create(challengeOf(options));
      expectRight(await engine.confirmFactor(person, { factorId, response }));

      const { browser } = await stage.entered();
      const asked = await stage.asked(browser);
      assert.deepEqual(asked.kinds, ['passkey']);
      const other = await stage.entered();
      const digests = [
        challengeOf(asked.options),
        challengeOf((await stage.asked(other.browser)).options),
      ];
      assert.equal(new Set(digests).size, 2);
      const [recovery = ''] = app.confirmed.recoveryCodes ?? [];
      for (const code of [app.code(), recovery])
        assert.deepEqual(expectLeft(await stage.give(browser, asked.challengeId, { code })), {
          _tag: 'SecondFactorNeeded',
          kind: 'passkey',
        });
      const answers = digests.map((digest) => ({ response: device.answer(digest) }));
      const [right = {}, wrong = {}] = answers;
      assert.equal(wordOf(await stage.give(browser, asked.challengeId, wrong)), 'WrongFactor');
      assert.equal(wordOf(await stage.give(browser, asked.challengeId, right)), 'done');
    },
  },
  {
    title:
      'a hosted payout whose debit account is another one since the factor was asked for is not made',
    run: async (storage) => {
      const stage = await openStage(storage);
      const app = await stage.app();
      const { browser, ...session } = await stage.entered();
      const { challengeId } = await stage.asked(browser);
      const accounts = await storage.read(({ tenancy }) => tenancy.debitAccounts(stage.tenant));
      const write = (change: (one: (typeof accounts)[number]) => (typeof accounts)[number]) =>
        storage.atomically(async ({ tenancy }) => {
          await tenancy.putDebitAccounts(stage.tenant, accounts.map(change));
          return { _tag: 'Right', right: null } as const;
        });
      await write((one) => ({ ...one, accountNumber: `9${one.accountNumber.slice(1)}` as never }));
      const given = { code: app.code() };
      assert.equal(wordOf(await stage.give(browser, challengeId, given)), 'OtherThanChallenged');
      assert.equal(await stage.statusOf(session), 'open');
      await write((one) => one);
      assert.equal(wordOf(await stage.give(browser, challengeId, given)), 'done');
    },
  },
];

export const checkoutFactorScenarios: ReadonlyArray<Scenario> = [
  ...askingScenarios,
  ...racingScenarios,
  ...bindingScenarios,
  ...passkeyScenarios,
];
