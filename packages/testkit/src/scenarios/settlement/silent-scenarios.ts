import assert from 'node:assert/strict';
import { E, SealerAway, type BankRail } from '@hundi/core';
import { TEST_CARDS } from '../../kit/cards/test-cards.js';
import { fakePacer } from '../../kit/fakes/fake-pacer.js';
import { openCollection, outcomeOf, typed } from '../stage/collection-stage.js';
import { compareBooks } from '../stage/compare-books.js';
import { causesOf } from '../stage/cause-stage.js';
import { openCheckouts } from '../stage/checkout-stage.js';
import { eventually } from '../stage/eventually.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage } from '../stage/stage.js';
import { openWebhooks } from '../stage/webhook-stage.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LEDGER = 'https://ledger.example/hooks';

const namesOf = (causes: ReturnType<typeof causesOf>): ReadonlyArray<readonly [string, string]> =>
  causes.map(({ activity, error }) => [activity, (error as Error).name]);

/** Another system that does what it is asked and never says so, until the engine has waited long enough. */
const silentAfter = async (pacer: ReturnType<typeof fakePacer>, done: Promise<unknown>) => {
  await done;
  pacer.ring();
  return new Promise<never>(() => undefined);
};

/** Does what it is asked, and answers only when it is let, after the engine has waited long enough. */
const answeringLate = (rail: BankRail, pacer: ReturnType<typeof fakePacer>) => {
  let answer = (): void => undefined;
  const submit: BankRail['submit'] = async (orders) => {
    const answers = await rail.submit(orders);
    pacer.ring();
    return new Promise((resolve) => {
      answer = () => {
        resolve(answers);
      };
    });
  };
  return {
    submit,
    answer: () => {
      answer();
    },
  };
};

export const silentScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a rail that never answers holds no lane up: the outcome is unknown, and the bank is asked',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { rail } = stage.bank;
      const pacer = fakePacer();
      const engine = stage.another({
        pacer,
        bankRail: {
          ...rail,
          name: 'NEFT gateway',
          submit: (orders) => silentAfter(pacer, rail.submit(orders)),
          query: (questions) => silentAfter(pacer, rail.query(questions)),
        },
      });
      const causes = causesOf(engine);
      const { ids } = await stage.post([{}, { to: 'CLOSED01' }]);
      await engine.runDue();

      for (const id of ids) assert.equal((await stage.payout(id)).status, 'sent_to_bank');
      assert.deepEqual(namesOf(causes), [
        ['send-to-bank', 'NoAnswerInTime'],
        ['query-unknowns', 'NoAnswerInTime'],
      ]);
      assert.match(String(causes[0]?.error), /NEFT gateway has not answered within 20 s/);
      await stage.advance(MINUTE);
      const statuses: string[] = [];
      for (const id of ids) statuses.push((await stage.payout(id)).status);
      assert.deepEqual(statuses, ['paid', 'failed']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'what a bank that cannot be asked answers too late settles its payouts all the same',
    run: async (storage) => {
      const stage = await openStage(storage, {}, { traits: { canQuery: false } });
      const { rail } = stage.bank;
      const pacer = fakePacer();
      const late = answeringLate(rail, pacer);
      const engine = stage.another({
        pacer,
        bankRail: {
          ...rail,
          submit: late.submit,
        },
      });
      const { ids } = await stage.post([{}, { to: 'CLOSED01' }]);
      await engine.runDue();
      for (const id of ids) assert.equal((await stage.payout(id)).status, 'sent_to_bank');

      late.answer();
      await eventually(async () => {
        const payouts = ids.map((transactionId) => ({ tenant: stage.tenant, transactionId }));
        return (await storage.read(({ bankAnswers }) => bankAnswers.of(payouts))).length === 2;
      });
      await stage.advance(MINUTE);
      const statuses: string[] = [];
      for (const id of ids) statuses.push((await stage.payout(id)).status);
      assert.deepEqual(statuses, ['paid', 'failed']);
      await compareBooks(stage, ids);
    },
  },
  {
    title:
      'a payment that the bank confirms too late is paid, although the bank never answers a question',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { rail } = stage.bank;
      const pacer = fakePacer();
      const late = answeringLate(rail, pacer);
      const engine = stage.another({
        pacer,
        bankRail: {
          ...rail,
          submit: late.submit,
          query: (questions) => Promise.resolve(questions.map(() => ({ kind: 'unknown' }))),
        },
      });
      const { ids } = await stage.post([{}, { to: 'CLOSED01' }]);
      const statuses = async () => {
        const found: string[] = [];
        for (const id of ids) found.push((await stage.payout(id)).status);
        return found;
      };
      await engine.runDue();
      assert.deepEqual(await statuses(), ['sent_to_bank', 'sent_to_bank']);

      late.answer();
      await eventually(async () => (await statuses()).includes('paid'));
      assert.deepEqual(await statuses(), ['paid', 'sent_to_bank']);
      stage.clock.advance(HOUR);
      await engine.runDue();
      assert.deepEqual(await statuses(), ['paid', 'sent_to_bank']);
      await stage.advance(HOUR);
      assert.deepEqual(await statuses(), ['paid', 'failed']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a rail that fails after the engine gave it up is reported, and changes nothing',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { rail } = stage.bank;
      const pacer = fakePacer();
      let failLate: (error: Error) => void = () => undefined;
      const engine = stage.another({
        pacer,
        bankRail: {
          ...rail,
          submit: async (orders) => {
            await rail.submit(orders);
            pacer.ring();
            return new Promise((_resolve, reject) => {
              failLate = reject;
            });
          },
        },
      });
      const causes = causesOf(engine);
      const { ids } = await stage.post([{}]);
      await engine.runDue();
      failLate(new TypeError('connection reset'));
      await new Promise(setImmediate);

      assert.deepEqual(namesOf(causes), [
        ['send-to-bank', 'NoAnswerInTime'],
        ['send-to-bank', 'TypeError'],
      ]);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'an acquirer that never answers holds no customer up: the acquirer is asked',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { acquirer } = stage.cards;
      const { session, browser } = await stage.checkout();
      const pacer = fakePacer();
      const engine = stage.another({
        pacer,
        cardAcquirer: {
          ...acquirer,
          charge: (...args) => silentAfter(pacer, acquirer.charge(...args)),
        },
      });
      const causes = causesOf(engine);
      const card = typed(TEST_CARDS.visa);

      assert.equal(outcomeOf(await engine.payByCard(browser, { attempt: 1, card })), 'unknown');
      assert.deepEqual(namesOf(causes), [['charge-card', 'NoAnswerInTime']]);
      await stage.advance(MINUTE);
      assert.equal((await stage.get(session.id)).status, 'complete');
      assert.deepEqual(await stage.captured(session.id), [249_900]);
    },
  },

  {
    title:
      'a webhook sender that never answers leaves an attempt that timed out, and the event is sent later',
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      const { endpointId } = (await stage.register(LEDGER, ['transaction.paid'])).endpoint;
      const pacer = fakePacer();
      const engine = stage.another({
        pacer,
        webhookSender: {
          ...stage.receivers,
          send: () => silentAfter(pacer, Promise.resolve()),
        },
      });
      const causes = causesOf(engine);
      await stage.post([{}]);
      await engine.runDue();

      assert.deepEqual(namesOf(causes), [['deliver-slowly', 'NoAnswerInTime']]);
      assert.deepEqual(
        (await stage.attempts(endpointId)).map(({ error }) => error),
        ['timed_out'],
      );
      await stage.advance(HOUR);
      assert.deepEqual(stage.types(LEDGER), ['transaction.paid']);
    },
  },
  {
    title:
      'while the send mark never answers, runs fail and nothing is sent; then everything is paid once',
    run: async (storage) => {
      const stage = await openStage(storage);
      const pacer = fakePacer();
      const { ids } = await stage.post([{}, {}]);
      for (const method of ['read', 'raise'] as const) {
        const sendMark = {
          ...stage.sendMark,
          [method]: () => silentAfter(pacer, Promise.resolve()),
        };
        const engine = stage.another({ pacer, sendMark });
        await assert.rejects(engine.runDue(), { name: 'NoAnswerInTime' });
      }
      assert.deepEqual(await stage.bank.orders(), []);

      await stage.advance(HOUR);
      for (const id of ids) assert.equal((await stage.payout(id)).status, 'paid');
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a send mark that fails after the engine gave it up is reported',
    run: async (storage) => {
      const stage = await openStage(storage);
      const pacer = fakePacer();
      let failLate: (error: Error) => void = () => undefined;
      const read = () => {
        const answer = new Promise<never>((_resolve, reject) => {
          failLate = reject;
        });
        setImmediate(pacer.ring);
        return answer;
      };
      const engine = stage.another({ pacer, sendMark: { ...stage.sendMark, read } });
      const causes = causesOf(engine);
      await stage.post([{}]);
      await assert.rejects(engine.runDue(), { name: 'NoAnswerInTime' });
      failLate(new TypeError('stale file handle'));
      await new Promise(setImmediate);

      assert.deepEqual(namesOf(causes), [['keep-send-mark', 'TypeError']]);
    },
  },
  {
    title: 'the engine treats a sealer that never answers as one that is away',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const pacer = fakePacer();
      const silent = () => silentAfter(pacer, Promise.resolve());
      const sealer = { seal: silent, open: silent, isCurrent: silent };
      const { checkSealer } = stage.another({ pacer, sealer });

      await assert.rejects(checkSealer(), (error) => {
        assert.ok(error instanceof SealerAway);
        return (error.cause as Error).name === 'NoAnswerInTime';
      });
      assert.ok(E.isRight(await stage.engine.checkSealer()));
    },
  },
  {
    title:
      'the engine reports a mailer that never answers, and lets the maker request another code at once',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const pacer = fakePacer();
      const send = () => silentAfter(pacer, Promise.resolve());
      const engine = stage.another({ pacer, mailer: { send } });
      const causes = causesOf(engine);
      const { browser } = await stage.start();

      assert.equal(await stage.send(browser, {}, engine), 'CodeNotMailed');
      assert.deepEqual(namesOf(causes), [['send-mail', 'NoAnswerInTime']]);
      assert.equal(await stage.send(browser), 'sent');
    },
  },
];
