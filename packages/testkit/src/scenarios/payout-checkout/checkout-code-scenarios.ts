import assert from 'node:assert/strict';
import { demoUsers } from '../../kit/sandbox/demo-people.js';
import { openCheckouts, type CheckoutStage } from '../stage/checkout-stage.js';
import { another } from '../stage/login-stage.js';
import { readReport } from '../stage/read-report.js';
import type { Scenario } from '../stage/scenario.js';

const [SECOND, MINUTE] = [1_000, 60_000];

/** Tries wrong codes until one is not looked at any more; answers what became of each. */
const guess = async (
  stage: CheckoutStage,
  browser: Parameters<CheckoutStage['authorize']>[0],
  times: number,
): Promise<ReadonlyArray<string>> => {
  const outcomes: string[] = [];
  for (let n = 0; n < times; n += 1)
    outcomes.push(await stage.authorize(browser, another(stage.code())));
  return outcomes;
};

const limitScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'after five wrong codes the right one submits nothing; the next code does',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start();
      assert.equal(await stage.authorize(browser, '123456'), 'CodeVoid not_sent');
      assert.equal(await stage.send(browser), 'sent');
      assert.equal(await stage.authorize(browser, 'abcdef'), 'WrongCode 5');
      assert.deepEqual(
        await guess(stage, browser, 5),
        [4, 3, 2, 1, 0].map((left) => `WrongCode ${String(left)}`),
      );
      assert.equal(await stage.authorize(browser, stage.code()), 'CodeVoid locked');
      assert.equal((await stage.view(browser)).code?.triesLeft, 0);

      stage.clock.advance(30 * SECOND);
      assert.equal(await stage.send(browser), 'sent');
      assert.equal((await stage.view(browser)).code?.triesLeft, 5);
      assert.equal(await stage.authorize(browser, stage.code()), 'submitted');
    },
  },
  {
    title: 'a code is good for five minutes, and the last one sent is the only one that is good',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start();
      await stage.send(browser);
      const first = stage.code();
      stage.clock.advance(5 * MINUTE);
      assert.equal(await stage.authorize(browser, first), 'CodeVoid expired');
      await stage.send(browser);
      assert.notEqual(first, stage.code());
      assert.equal(await stage.authorize(browser, first), 'WrongCode 4');
      stage.clock.advance(5 * MINUTE - 1);
      assert.equal(await stage.authorize(browser, stage.code()), 'submitted');
    },
  },
  {
    title: 'a session gets three codes, half a minute apart',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start();
      assert.equal(await stage.send(browser), 'sent');
      assert.equal(await stage.send(browser), 'CodeTooSoon 30');
      stage.clock.advance(30 * SECOND - 1);
      assert.equal(await stage.send(browser), 'CodeTooSoon 1');
      stage.clock.advance(1);
      assert.equal(await stage.send(browser), 'sent');
      stage.clock.advance(30 * SECOND);
      assert.equal(await stage.send(browser), 'sent');
      stage.clock.advance(30 * SECOND);
      assert.equal(await stage.send(browser), 'NoCodesLeft');
      assert.equal((await stage.view(browser)).codesLeft, 0);
      assert.equal(stage.mailbox.mails().length, 3);
    },
  },
  {
    title: 'however many ask for a code at once, one is mailed',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start();
      const sent = await Promise.all(Array.from({ length: 10 }, () => stage.send(browser)));

      assert.equal(sent.filter((one) => one === 'sent').length, 1);
      assert.equal(stage.mailbox.mails().length, 1);
    },
  },
  {
    title: 'when five hundred codes are tried at once against one session, five are compared',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start();
      await stage.send(browser);
      const right = Number(stage.code());
      const answers = await Promise.all(
        Array.from({ length: 500 }, (_, n) =>
          stage.authorize(browser, String((right + 1 + n) % 1_000_000).padStart(6, '0')),
        ),
      );

      assert.deepEqual(
        answers.filter((answer) => answer.startsWith('WrongCode')).toSorted(),
        [0, 1, 2, 3, 4].map((left) => `WrongCode ${String(left)}`),
      );
      assert.equal(answers.filter((answer) => answer === 'CodeVoid locked').length, 495);
      assert.equal(await stage.authorize(browser, stage.code()), 'CodeVoid locked');
    },
  },
  {
    title: 'a maker has twenty wrong codes a day over all sessions; right ones do not count',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const done = await stage.start();
      await stage.send(done.browser);
      assert.equal(await stage.authorize(done.browser, stage.code()), 'submitted');
      for (let n = 0; n < 4; n += 1) {
        const { browser } = await stage.start();
        assert.equal(await stage.send(browser), 'sent');
        assert.equal((await guess(stage, browser, 5)).at(-1), 'WrongCode 0');
      }
      const { browser } = await stage.start();
      assert.equal(await stage.send(browser), 'MakerLocked');
      const other = await stage.start({ by: 'u-maker-2' });
      assert.equal(await stage.send(other.browser), 'sent');

      await stage.advance(24 * 60 * MINUTE);
      const next = await stage.start();
      assert.equal(await stage.send(next.browser), 'sent');
    },
  },
  {
    title:
      'a maker is mailed ten unused codes an hour, over all sessions, and no other maker fewer',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const started: Awaited<ReturnType<CheckoutStage['start']>>[] = [];
      for (let n = 0; n < 25; n += 1) started.push(await stage.start());
      const sent = await Promise.all(started.map(({ browser }) => stage.send(browser)));
      assert.equal(sent.filter((one) => one === 'sent').length, 10);
      assert.equal(sent.filter((one) => one === 'TooManyCodes').length, 15);
      assert.equal(stage.mailbox.mails().length, 10);
      const refused = started[sent.indexOf('TooManyCodes')] ?? assert.fail();
      assert.equal((await stage.view(refused.browser)).codesLeft, 3);
      const other = await stage.start({ by: 'u-maker-2' });
      assert.equal(await stage.send(other.browser), 'sent');

      await stage.advance(60 * MINUTE - 1);
      assert.equal(await stage.send((await stage.start()).browser), 'TooManyCodes');
      await stage.advance(1);
      assert.equal(await stage.send((await stage.start()).browser), 'sent');
    },
  },
  {
    title: 'codes that are used keep no maker from paying more often than ten times an hour',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      for (let n = 0; n < 12; n += 1) {
        const { browser } = await stage.start();
        assert.equal(await stage.send(browser), 'sent');
        assert.equal(await stage.authorize(browser, stage.code()), 'submitted');
      }
    },
  },
  {
    title: 'a maker who is locked out for the day raises one incident',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const lockedOut = () => storage.read(({ journal }) => journal.incidents(stage.tenant, 10));
      for (let n = 0; n < 4; n += 1) {
        const { browser } = await stage.start();
        await stage.send(browser);
        await guess(stage, browser, 4);
        assert.deepEqual(await lockedOut(), []);
        if (n < 3) await guess(stage, browser, 1);
        else assert.deepEqual(await guess(stage, browser, 2), ['WrongCode 0', 'CodeVoid locked']);
      }
      const { incidents } = await stage.engine.getBacklog();
      assert.equal(incidents.maker_locked, 1);
      const [incident, ...more] = await lockedOut();
      assert.equal(incident?.kind, 'maker_locked');
      assert.match(incident.subjectId, /^u-maker \d{4}-\d\d-\d\d$/);
      assert.deepEqual(more, []);
    },
  },
  {
    title:
      'wrong codes that come at once over several sessions are not looked at beyond the twentieth',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const browsers: Parameters<CheckoutStage['authorize']>[0][] = [];
      for (let n = 0; n < 6; n += 1) {
        const { browser } = await stage.start();
        await stage.send(browser);
        browsers.push(browser);
      }
      const codes = new Set(stage.mailbox.mails().map(({ subject }) => subject.slice(0, 6)));
      const wrong = ['000000', '000001', '000002', '000003', '000004', '000005', '000006'].find(
        (code) => !codes.has(code),
      );
      const answers = await Promise.all(
        browsers.flatMap((browser) =>
          Array.from({ length: 5 }, () => stage.authorize(browser, wrong ?? assert.fail())),
        ),
      );

      assert.equal(answers.filter((answer) => answer.startsWith('WrongCode')).length, 20);
      assert.equal(answers.filter((answer) => answer === 'MakerLocked').length, 10);
      assert.equal((await stage.engine.getBacklog()).incidents.maker_locked, 1);
    },
  },
];

const bindingScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a code is void once anything else is picked, also when it is picked back',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start();
      await stage.send(browser);
      const code = stage.code();
      const changed = 'CodeVoid choice_changed';
      assert.equal(await stage.authorize(browser, code, { paymentMethodCode: 'IMPS' }), changed);
      assert.equal(await stage.authorize(browser, code), changed);
      assert.equal((await stage.view(browser)).code, undefined);

      stage.clock.advance(30 * SECOND);
      assert.equal(await stage.send(browser, { debitAccountId: 'da-second' }), 'sent');
      assert.equal(await stage.authorize(browser, stage.code()), changed);
    },
  },
  {
    title: 'a code of one session submits no other, though all but the reference is the same',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const one = await stage.start({ reference: 'INV-1' });
      const other = await stage.start({ reference: 'INV-2' });
      await stage.send(one.browser);
      const code = stage.code();
      await stage.send(other.browser);

      assert.equal(await stage.authorize(other.browser, code), 'WrongCode 4');
      assert.equal(await stage.authorize(one.browser, code), 'submitted');
      assert.equal(await stage.statusOf(other), 'open');
      assert.equal(await stage.authorize(other.browser, stage.code()), 'submitted');
    },
  },
  {
    title: 'when right codes race, one makes a payout, and the others are answered that it is made',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start();
      await stage.send(browser);
      const code = stage.code();
      const engines = [stage.engine, stage.another(), stage.another(), stage.another()];
      const outcomes = await Promise.all(
        engines.map((engine) => stage.authorize(browser, code, {}, engine)),
      );

      assert.deepEqual(outcomes.toSorted(), [
        ...Array.from({ length: 3 }, () => 'PayoutCheckoutClosed submitted'),
        'submitted',
      ]);
      const { items } = await readReport(stage);
      assert.equal(items.length, 1);
    },
  },
  {
    title: 'when a cancel and a submit race, exactly one takes place',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      for (let n = 0; n < 5; n += 1) {
        const opened = await stage.start();
        await stage.send(opened.browser);
        const code = stage.code();
        const [outcomes] = await Promise.all([
          stage.authorize(opened.browser, code),
          stage.engine.cancelPayoutCheckout(opened.browser),
        ]);
        const status = await stage.statusOf(opened);
        assert.equal(outcomes, status === 'submitted' ? status : 'PayoutCheckoutClosed cancelled');
      }
    },
  },
];

const mailScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a maker without an address on file gets no code',
    run: async (storage) => {
      const users = demoUsers('acme').map(({ email, ...user }) =>
        user.userId === 'u-maker' || email === undefined ? user : { ...user, email },
      );
      const stage = await openCheckouts(storage, { users });
      const { browser } = await stage.start();

      assert.equal((await stage.view(browser)).email, undefined);
      assert.equal(await stage.send(browser), 'NoEmailOnFile');
      assert.equal((await stage.view(browser)).codesLeft, 3);
    },
  },
  {
    title:
      'a maker whose mailbox another person of the corporate reads gets no code, in whatever letter case',
    asksStore: true,
    run: async (storage) => {
      const users = demoUsers('acme').map((user) =>
        user.userId === 'u-checker' ? { ...user, email: 'Maker@acme.example' } : user,
      );
      const stage = await openCheckouts(storage, { users });
      const { browser } = await stage.start();

      assert.equal(await stage.send(browser), 'NoEmailOnFile');
      assert.deepEqual(stage.mailbox.mails(), []);
      assert.equal((await stage.view(browser)).codesLeft, 3);
    },
  },
  {
    title: 'a mail that cannot be sent is reported, and another may be requested at once',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start();
      for (const send of [
        () => Promise.reject(new Error('no server')),
        () => {
          throw new Error('no server');
        },
      ]) {
        const broken = stage.another({ mailer: { send } });
        assert.equal(await stage.send(browser, {}, broken), 'CodeNotMailed');
      }
      assert.equal(await stage.send(browser), 'sent');
      assert.equal(await stage.authorize(browser, stage.code()), 'submitted');
    },
  },
  {
    title: 'a mail goes when its code is committed, and not inside the unit of work',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start();
      const seen: (number | undefined)[] = [];
      const careful = stage.another({
        mailer: {
          send: async () => {
            // A unit that is still open would keep this one waiting for ever.
            const found = await storage.read(({ payoutCheckouts }) =>
              payoutCheckouts.findAnywhere(browser.sessionId),
            );
            seen.push(found?.session.codesSent);
          },
        },
      });
      assert.equal(await stage.send(browser, {}, careful), 'sent');
      assert.deepEqual(seen, [1]);
    },
  },
];

export const checkoutCodeScenarios: ReadonlyArray<Scenario> = [
  ...limitScenarios,
  ...bindingScenarios,
  ...mailScenarios,
];
