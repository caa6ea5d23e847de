import assert from 'node:assert/strict';
import { TEST_CARDS } from '../../kit/cards/test-cards.js';
import type { Scenario } from '../stage/scenario.js';
import { assertUnpaid, openCollection, outcomeOf, typed } from '../stage/collection-stage.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The incidents about answers that the port does not allow: the session, and what the incident says. */
const nonsenseOf = async (stage: Awaited<ReturnType<typeof openCollection>>) =>
  (await stage.storage.read(({ journal }) => journal.incidents(stage.tenant, 10)))
    .filter(({ kind }) => kind === 'nonsense_answer')
    .map(({ subjectId, detail }) => [subjectId, detail]);

export const chargeNonsenseScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'an acquirer that answers nonsense to a charge raises an incident, and is asked',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { acquirer } = stage.cards;
      const { session, browser } = await stage.checkout();
      const engine = stage.another({
        cardAcquirer: {
          ...acquirer,
          name: 'Card gateway',
          charge: async (...args) => {
            await acquirer.charge(...args);
            return { kind: 'approved' } as never;
          },
        },
      });
      const card = typed(TEST_CARDS.visa);

      assert.equal(outcomeOf(await engine.payByCard(browser, { attempt: 1, card })), 'unknown');
      assert.deepEqual(await nonsenseOf(stage), [
        [session.id, 'Card gateway answered charge with an approval without a usable authCode'],
      ]);
      await stage.advance(MINUTE);
      assert.equal((await stage.get(session.id)).status, 'complete');
      assert.deepEqual(await stage.captured(session.id), [249_900]);
    },
  },
  {
    title: 'an acquirer that answers nonsense to a query or a reversal is asked again',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { acquirer } = stage.cards;
      const { session, browser } = await stage.checkout();
      stage.cards.arm('query', 'unreachable', 20);
      await stage.payCard(browser, TEST_CARDS.unknown);
      const nonsense = () => Promise.resolve({ kind: 'done' } as never);
      const broken = { ...acquirer, query: nonsense, reverse: nonsense };
      const engine = stage.another({ cardAcquirer: broken });
      stage.clock.advance(SECOND * 30);
      await engine.runDue();

      assert.equal((await stage.get(session.id)).status, 'open');
      assert.deepEqual(await nonsenseOf(stage), [
        [
          session.id,
          'card acquirer answered query-charge with a kind of answer that the port does not have',
        ],
      ]);
      await stage.advance(HOUR);
      assert.deepEqual(
        (await stage.cards.charges(session.id)).map(({ state }) => state),
        ['reversed'],
      );
      await assertUnpaid(stage, session.id, 'expired');
    },
  },
];
