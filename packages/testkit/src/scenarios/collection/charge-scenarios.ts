import assert from 'node:assert/strict';
import type { CardAcquirer, Storage } from '@hundi/core';
import type { ChargeAnswer } from '@hundi/core/acquirer';
import type { Stores } from '@hundi/core/storage';
import { TEST_CARDS } from '../../kit/cards/test-cards.js';
import { assertUnpaid, openCollection, outcomeOf, typed } from '../stage/collection-stage.js';
import { allSealed, sealedEvents, type ReadEvent } from '../stage/event-stage.js';
import type { Scenario } from '../stage/scenario.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** An acquirer whose charges wait until they are let go. */
const held = (acquirer: CardAcquirer) => {
  const waiting: (() => void)[] = [];
  let begun: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    begun = resolve;
  });
  return {
    first,
    letGo: () => {
      for (const go of waiting.splice(0)) go();
    },
    acquirer: {
      ...acquirer,
      charge: async (...args: Parameters<CardAcquirer['charge']>): Promise<ChargeAnswer> => {
        const free = new Promise<void>((resolve) => waiting.push(resolve));
        begun();
        await free;
        return acquirer.charge(...args);
      },
    },
  };
};

/** A storage that cannot read one session. */
const unreadable = (storage: Storage, id: string): Storage => {
  const without = (stores: Stores): Stores => ({
    ...stores,
    collections: {
      ...stores.collections,
      session: (tenant, sessionId) =>
        sessionId === id
          ? Promise.reject(new Error('unreadable'))
          : stores.collections.session(tenant, sessionId),
    },
  });
  return {
    read: (work) => storage.read((stores) => work(without(stores))),
    atomically: (work, options) => storage.atomically((stores) => work(without(stores)), options),
  };
};

/** A promise, and what resolves it. */
const signal = (): readonly [Promise<void>, () => void] => {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, give];
};

const incidentsOf = async (stage: Awaited<ReturnType<typeof openCollection>>) =>
  (await stage.storage.read(({ journal }) => journal.incidents(stage.tenant, 10))).map(
    ({ kind, subjectId }) => [kind, subjectId],
  );

/** The events about one session. */
const eventsOf = async (stage: Awaited<ReturnType<typeof openCollection>>, sessionId: string) =>
  (await sealedEvents(stage))
    .map(({ body }) => JSON.parse(body) as ReadEvent)
    .filter(({ data }) => data.object['id'] === sessionId);

const unknownScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'when a process dies while it charges a card, another process asks the acquirer for the outcome',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      const { acquirer } = stage.cards;
      let charged: () => void = () => undefined;
      const isCharged = new Promise<void>((resolve) => {
        charged = resolve;
      });
      const dying = stage.another({
        cardAcquirer: {
          ...acquirer,
          charge: async (...args) => {
            await acquirer.charge(...args);
            charged();
            return new Promise<never>(() => undefined);
          },
        },
      });
      void dying.payByCard(browser, { attempt: 1, card: typed(TEST_CARDS.visa) });
      await isCharged;
      assert.equal((await stage.view(browser)).inProgress, true);
      await stage.advance(MINUTE);

      assert.equal((await stage.get(session.id)).status, 'complete');
      assert.deepEqual(await stage.captured(session.id), [249_900]);
    },
  },
  {
    title: 'the engine asks for a lost answer, and never guesses or charges again',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();

      assert.equal(await stage.payCard(browser, TEST_CARDS.unknown), 'unknown');
      const page = await stage.view(browser);
      assert.deepEqual([page.status, page.inProgress, page.nextAttempt], ['open', true, undefined]);
      assert.equal(await stage.payCard(browser, TEST_CARDS.visa, 2), 'PaymentInProgress');
      assert.equal(outcomeOf(await stage.engine.cancelCollection(browser)), 'PaymentInProgress');
      assert.equal(
        outcomeOf(await stage.engine.closeCollection(stage.merchant, { sessionId: session.id })),
        'PaymentInProgress',
      );
      await stage.advance(MINUTE);

      assert.equal((await stage.get(session.id)).status, 'complete');
      assert.deepEqual(await stage.captured(session.id), [249_900]);
      assert.deepEqual(await stage.states(session.id), ['open', 'open', 'complete']);
    },
  },
  {
    title: 'a charge that starts late is used up only once its absence is final from then on',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      const { acquirer } = stage.cards;
      let arrive: () => Promise<unknown> = () => Promise.resolve();
      // The database takes its time after the attempt is counted.
      const slow: Storage = {
        ...storage,
        atomically: async (work, options) => {
          const done = await storage.atomically(work, options);
          stage.clock.advance(4.9 * SECOND);
          return done;
        },
      };
      const engine = stage.another({
        storage: slow,
        cardAcquirer: {
          ...acquirer,
          charge: (...asked) => {
            arrive = () => acquirer.charge(...asked);
            return Promise.reject(new Error('the connection was reset'));
          },
        },
      });
      const card = typed(TEST_CARDS.visa);
      assert.equal(outcomeOf(await engine.payByCard(browser, { attempt: 1, card })), 'unknown');
      // The acquirer of the stage declares a minute; the attempt was counted 61 s ago, and the charge began 56 s ago.
      stage.clock.advance(51.2 * SECOND);
      await stage.engine.runDue();
      assert.equal(await stage.payCard(browser, TEST_CARDS.visa, 2), 'PaymentInProgress');
      await arrive();
      await stage.advance(HOUR);

      assert.deepEqual(await stage.captured(session.id), [249_900]);
      assert.equal((await stage.get(session.id)).status, 'complete');
    },
  },
  {
    title:
      'a charge that never reached the acquirer is used up once that is final, and another card pays',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      stage.cards.arm('charge', 'unreachable');

      assert.equal(await stage.payCard(browser), 'unknown');
      await stage.advance(40 * SECOND);
      assert.equal((await stage.view(browser)).inProgress, true);
      await stage.advance(MINUTE);
      const page = await stage.view(browser);
      assert.deepEqual([page.inProgress, page.attemptsLeft, page.nextAttempt], [false, 2, 2]);
      assert.equal(await stage.payCard(browser), 'paid');
      assert.deepEqual(await stage.captured(session.id), [249_900]);
    },
  },
  {
    title:
      'an acquirer that does not answer is asked until it does, and an incident is raised after an hour',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      stage.cards.arm('query', 'unreachable', 75);

      await stage.payCard(browser, TEST_CARDS.unknown);
      await stage.advance(HOUR + 2 * MINUTE);
      assert.deepEqual(await incidentsOf(stage), [['charge_unknown', session.id]]);
      await stage.advance(2 * HOUR);
      await assertUnpaid(stage, session.id, 'expired');
      assert.deepEqual(
        (await stage.cards.charges(session.id)).map(({ state }) => state),
        ['reversed'],
      );
    },
  },
  {
    title:
      'a charge of which the record cannot be read holds up no other, and an incident is raised',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const [broken, other] = [await stage.checkout(), await stage.checkout()];
      for (const { browser } of [broken, other]) await stage.payCard(browser, TEST_CARDS.unknown);
      const engine = stage.another({ storage: unreadable(storage, broken.session.id) });
      stage.clock.advance(30 * SECOND);
      await engine.runDue();
      assert.equal((await stage.get(other.session.id)).status, 'complete');

      for (let minute = 0; minute < 8; minute += 1) {
        stage.clock.advance(MINUTE);
        await engine.runDue();
      }
      assert.deepEqual(await incidentsOf(stage), [['charge_unknown', broken.session.id]]);
      await stage.advance(MINUTE);
      assert.equal((await stage.get(broken.session.id)).status, 'complete');
    },
  },
];

const lateScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'an unpaid session expires after fifteen minutes, and stays so if time goes back',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      const start = stage.clock.now();
      await stage.advance(15 * MINUTE - 1);
      assert.equal((await stage.get(session.id)).status, 'open');
      await stage.advance(1);
      assert.equal((await stage.get(session.id)).status, 'expired');
      stage.clock.set(start);

      assert.equal(await stage.payCard(browser, TEST_CARDS.visa, 1), 'CollectionEnded');
      await assertUnpaid(stage, session.id, 'expired');
      assert.deepEqual(await stage.states(session.id), ['open', 'expired']);
    },
  },
  {
    title: 'reading a session after its time expires it, even before a duty does',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      stage.clock.advance(15 * MINUTE);

      assert.equal(await stage.payCard(browser, TEST_CARDS.visa, 1), 'CollectionEnded');
      await assertUnpaid(stage, session.id, 'expired');
      await stage.runDue();
      assert.deepEqual(await stage.states(session.id), ['open', 'expired']);
    },
  },
  {
    title: 'money that was taken while the session expired goes back, and an incident is raised',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      const slow = held(stage.cards.acquirer);
      const other = stage.another({ cardAcquirer: slow.acquirer });
      const paying = other.payByCard(browser, { attempt: 1, card: typed(TEST_CARDS.visa) });
      await slow.first;
      stage.clock.advance(15 * MINUTE);
      slow.letGo();

      assert.equal(outcomeOf(await paying), 'expired');
      assert.equal((await stage.view(browser)).goesBack, true);
      assert.deepEqual(await incidentsOf(stage), [['late_charge', session.id]]);
      await stage.runDue();
      await assertUnpaid(stage, session.id, 'expired');
      assert.deepEqual(
        (await stage.cards.charges(session.id)).map(({ state }) => state),
        ['reversed'],
      );
    },
  },
  {
    title:
      'a process that hears nothing of a charge leaves the reversal to the process that has begun it',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      const { acquirer } = stage.cards;
      const [isCharged, charged] = signal();
      const [isAwake, wake] = signal();
      const sleeping = stage.another({
        cardAcquirer: {
          ...acquirer,
          charge: async (...args) => {
            await acquirer.charge(...args);
            charged();
            await isAwake;
            return { kind: 'unknown' };
          },
        },
      });
      stage.clock.advance(15 * MINUTE - SECOND);
      const paying = sleeping.payByCard(browser, { attempt: 1, card: typed(TEST_CARDS.visa) });
      await isCharged;
      stage.cards.arm('reverse', 'unreachable', 5);
      await stage.advance(MINUTE);
      const states = async () => (await stage.cards.charges(session.id)).map(({ state }) => state);
      assert.deepEqual(await states(), ['captured']);
      wake();
      assert.equal(outcomeOf(await paying), 'unknown');
      await stage.advance(HOUR);

      assert.deepEqual(await states(), ['reversed']);
    },
  },
  {
    title:
      'a reversal that the acquirer does not confirm is asked for until it does, and an incident is raised after an hour',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      stage.cards.arm('query', 'unreachable', 20);
      stage.cards.arm('reverse', 'unreachable', 75);
      await stage.payCard(browser, TEST_CARDS.unknown);
      await stage.advance(HOUR);
      assert.deepEqual(await incidentsOf(stage), [['late_charge', session.id]]);
      await stage.advance(HOUR);
      assert.deepEqual(await incidentsOf(stage), [
        ['reversal_unconfirmed', session.id],
        ['late_charge', session.id],
      ]);
      await stage.advance(HOUR);
      assert.deepEqual(
        (await stage.cards.charges(session.id)).map(({ state }) => state),
        ['reversed'],
      );
    },
  },
  {
    title: 'a reversal whose answer is lost is asked for again, and gives the money back once',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      stage.cards.arm('query', 'unreachable', 20);
      stage.cards.arm('reverse', 'unreachable');
      stage.cards.arm('reverse', 'answer_lost');
      await stage.payCard(browser, TEST_CARDS.unknown);
      await stage.advance(HOUR);

      await assertUnpaid(stage, session.id, 'expired');
      const last = (await stage.journal(session.id)).at(-1);
      assert.deepEqual(
        [last?.from, last?.to, last?.changes['attemptState'], last?.actor],
        ['expired', 'expired', 'reversed', 'reverse-charges'],
      );
    },
  },
];

const raceScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a hundred presses of Pay at once charge one card once',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, () => stage.payCard(browser, TEST_CARDS.visa, 1)),
      );

      assert.equal(outcomes.filter((outcome) => outcome === 'paid').length, 1);
      assert.deepEqual(await stage.captured(session.id), [249_900]);
      assert.equal((await stage.cards.charges(session.id)).length, 1);
      assert.deepEqual(await stage.states(session.id), ['open', 'open', 'complete']);
    },
  },
  {
    title: 'parallel posts get no fourth attempt out of a session',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      for (let round = 0; round < 4; round += 1) {
        await Promise.all(
          [1, 2, 3, 4].flatMap((attempt) =>
            Array.from({ length: 4 }, () => stage.payCard(browser, TEST_CARDS.declined, attempt)),
          ),
        );
      }

      assert.equal((await stage.cards.charges(session.id)).length, 3);
      await assertUnpaid(stage, session.id, 'failed');
    },
  },
  {
    title: 'when a success and the expiry race, one wins, and the money follows it',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCollection(storage);
      for (let round = 0; round < 6; round += 1) {
        const { session, browser } = await stage.checkout();
        stage.clock.advance(15 * MINUTE - 1);
        await Promise.all([
          stage.payCard(browser, TEST_CARDS.visa, 1),
          (async () => {
            stage.clock.advance(1);
            await stage.runDue();
          })(),
        ]);
        await stage.runDue();
        const { status } = await stage.get(session.id);
        assert.deepEqual(
          await stage.captured(session.id),
          status === 'complete' ? [249_900] : [],
          status,
        );
      }
    },
  },
];

const eventScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a paid session has one event, as it was when it was paid, and without its address',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      await stage.payCard(browser, TEST_CARDS.declined);
      await stage.payCard(browser, TEST_CARDS.mastercard);
      await stage.runDue();
      const events = await eventsOf(stage, session.id);

      const { url: _, ...object } = await stage.get(session.id);
      assert.deepEqual(
        events.map(({ type, data }) => [type, data]),
        [['checkout.session.completed', { object, previousStatus: 'open' }]],
      );
      assert.equal(JSON.stringify(events).includes(session.url.split('token=')[1] ?? ''), false);
    },
  },
  {
    title: 'sessions that expire or fail have one event too, also when money has to go back',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const failed = await stage.checkout();
      for (const _ of [1, 2, 3]) await stage.payCard(failed.browser, TEST_CARDS.declined);
      const left = await stage.checkout();
      await stage.engine.cancelCollection(left.browser);
      const late = await stage.checkout();
      stage.cards.arm('query', 'unreachable', 20);
      await stage.payCard(late.browser, TEST_CARDS.unknown);
      await stage.advance(HOUR);

      assert.deepEqual(
        (await stage.journal(late.session.id)).map(({ to, changes }) => [
          to,
          changes['attemptState'],
        ]),
        [
          ['open', undefined],
          ['open', 'charging'],
          ['expired', undefined],
          ['expired', 'reversing'],
          ['expired', 'reversed'],
        ],
      );
      for (const [{ session }, types] of [
        [failed, ['checkout.session.failed']],
        [left, []],
        [late, ['checkout.session.expired']],
      ] as const)
        assert.deepEqual(
          (await eventsOf(stage, session.id)).map(({ type }) => type),
          types,
        );
      await allSealed(storage);
    },
  },
];

export const chargeScenarios: ReadonlyArray<Scenario> = [
  ...unknownScenarios,
  ...lateScenarios,
  ...raceScenarios,
  ...eventScenarios,
];
