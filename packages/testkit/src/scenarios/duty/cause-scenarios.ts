import assert from 'node:assert/strict';
import { subjectsOf, useCaseOf, type BankRail, type Hundi, type Storage } from '@hundi/core';
import { bankRefOf } from '@hundi/core/rail';
import { TEST_CARDS } from '../../kit/cards/test-cards.js';
import { assertCause, broken, causesOf, failing, VALUE, type Cause } from '../stage/cause-stage.js';
import { openCheckouts } from '../stage/checkout-stage.js';
import { openCollection, typed } from '../stage/collection-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, type Stage } from '../stage/stage.js';
import { ADMIN, openWebhooks } from '../stage/webhook-stage.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const brokenCall = (): Promise<never> => Promise.reject(broken());

const deafRail = (rail: BankRail, call: 'submit' | 'query'): BankRail => ({
  ...rail,
  [call]: brokenCall,
});

const incidentsOf = async ({ storage, tenant }: Stage) =>
  storage.read(({ journal }) => journal.incidents(tenant, 10));

/** Works for a while, and answers what was reported. */
const causesWithin = async (
  { clock }: Stage,
  engine: Hundi,
  minutes: number,
): Promise<ReadonlyArray<Cause>> => {
  const causes = causesOf(engine);
  for (let minute = 0; minute <= minutes; minute += 1) {
    await engine.runDue();
    clock.advance(MINUTE);
  }
  return causes;
};

const intake: ReadonlyArray<Scenario> = [
  {
    title: 'why a job cannot be evaluated is reported each time, and its incident names the last',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post([{}]);
      const engine = stage.another({ storage: failing(storage, 'beneficiaries', 'findMany') });
      const causes = await causesWithin(stage, engine, 12);

      assertCause(causes, 'process-jobs', [jobId]);
      assertCause(causes, 'retry-jobs', [jobId]);
      assert.equal(causes.length, 12);
      assert.deepEqual(causes[0]?.subjects, [{ tenant: stage.tenant, subjectId: jobId }]);
      const [incident] = await incidentsOf(stage);
      assert.equal(incident?.detail, `TypeError, logged as ${String(causes.at(-1)?.incidentId)}`);
    },
  },
  {
    title: 'why jobs cannot be evaluated together is reported, though each can alone',
    run: async (storage) => {
      const stage = await openStage(storage);
      const jobs = [await stage.post([{}]), await stage.post([{}])];
      let first = true;
      const once: Storage = {
        read: storage.read,
        atomically: (work) =>
          storage.atomically((stores) =>
            work({
              ...stores,
              beneficiaries: {
                ...stores.beneficiaries,
                findMany: (tenant, ids) => {
                  if (first) {
                    first = false;
                    throw broken();
                  }
                  return stores.beneficiaries.findMany(tenant, ids);
                },
              },
            }),
          ),
      };
      const causes = await causesWithin(stage, stage.another({ storage: once }), 0);

      assert.equal(causes.length, 1);
      assertCause(
        causes,
        'process-jobs',
        jobs.map(({ jobId }) => jobId),
      );
    },
  },
  {
    title: 'why the payouts of a job cannot be indexed is reported',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post([{}]);
      const engine = stage.another({ storage: failing(storage, 'payouts', 'index') });
      const causes = await causesWithin(stage, engine, 9);

      const { incidentId } = assertCause(causes.slice(-1), 'index-payouts', [jobId]);
      assert.match(incidentId, /^inc_[0-9a-f]{20}$/);
      const [incident] = await incidentsOf(stage);
      assert.match(incident?.detail ?? '', /^TypeError, logged as inc_[0-9a-f]{20}$/);
    },
  },
  {
    title: 'why payouts cannot expire is reported',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post([{ amount: 2_000_000 }]);
      await stage.runDue();
      await stage.advance(MINUTE);
      stage.clock.advance(91 * DAY);
      const engine = stage.another({ storage: failing(storage, 'payouts', 'overdue') });

      assertCause(await causesWithin(stage, engine, 0), 'expire-approvals', [jobId]);
    },
  },
];

const bank: ReadonlyArray<Scenario> = [
  {
    title: 'why the bank could not be called is reported with the payouts of the call',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{}, {}]);
      const rail = deafRail(stage.bank.rail, 'submit');
      const causes = await causesWithin(stage, stage.another({ bankRail: rail }), 0);

      assertCause(causes, 'send-to-bank', ids);
    },
  },
  {
    title: 'why the bank could not be asked is reported with the payouts of the question',
    run: async (storage) => {
      const stage = await openStage(storage);
      stage.bank.faults.arm({ kind: 'answer_lost', count: 1 });
      const { ids } = await stage.post([{}]);
      const rail = deafRail(stage.bank.rail, 'query');
      const causes = await causesWithin(stage, stage.another({ bankRail: rail }), 2);

      assertCause(causes, 'query-unknowns', ids);
    },
  },
  {
    title: 'why a doubt about payouts could not be settled is reported with the payouts',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, { traits: { deduplicates: false } });
      const { ids } = await stage.post([{ beneficiaryId: 'unknown' }]);
      await stage.engine.askBeforeSending();
      const rail = deafRail(stage.bank.rail, 'query');
      const causes = await causesWithin(stage, stage.another({ bankRail: rail }), 0);

      assertCause(causes, 'settle-doubts', ids);
    },
  },
  {
    title: 'an error that ends a run is known by the payouts that were claimed',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{}]);
      const planning = stage.another({ storage: failing(storage, 'payouts', 'advance') });
      const marking = stage.another({
        sendMark: { read: () => Promise.resolve(undefined), raise: brokenCall },
      });
      for (const engine of [planning, marking]) {
        const error = await engine.runDue().then(
          () => assert.fail('nothing broke'),
          (thrown: unknown) => thrown,
        );
        assert.deepEqual(
          subjectsOf(error).map(({ subjectId }) => subjectId),
          ids,
        );
        // What fails alone is put off.
        stage.clock.advance(HOUR);
      }
    },
  },
  {
    title: 'a worker calls its observer once for each failure, of a run and within a duty',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post([{}]);
      const engine = stage.another({ storage: failing(storage, 'beneficiaries', 'findMany') });
      const causes: Cause[] = [];
      let stop: () => Promise<unknown> = () => Promise.resolve();
      await new Promise<void>((resolve) => {
        const onError: Parameters<Hundi['watch']>[0] = (activity, error, facts) => {
          causes.push({ activity, error, ...facts });
          resolve();
        };
        engine.watch(onError);
        const workers = [engine.startWorker({ onError }), engine.startWorker({ onError })];
        stop = () => Promise.all(workers.map((worker) => worker.stop()));
      });
      await stop();

      assertCause(causes, 'process-jobs', [jobId]);
      assert.equal(causes.filter(({ activity }) => activity === 'process-jobs').length, 1);
    },
  },
  {
    title: 'why a report of the bank could not be taken is known by its payout',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{}]);
      const [transactionId] = ids;
      const engine = stage.another({ storage: failing(storage, 'bankAnswers', 'add') });
      const verdict = { kind: 'paid', utr: 'U1', bankReference: 'B1' } as const;
      const taken = engine.takeBankReports([
        { reportId: 'r-1', bankRef: bankRefOf(transactionId ?? assert.fail()), verdict },
      ]);
      const error: unknown = await taken.then(
        () => assert.fail('nothing broke'),
        (thrown: unknown) => thrown,
      );

      assert.deepEqual(subjectsOf(error), [{ subjectId: transactionId }]);
    },
  },
];

const callers: ReadonlyArray<Scenario> = [
  {
    title: 'an error that a caller gets is known by the use case and by what it was asked about',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{}]);
      const [transactionId = assert.fail()] = ids;
      const engine = stage.another({ storage: failing(storage, 'payouts', 'find') });
      const by = { kind: 'operator', name: 'Asha' } as const;
      const cancelled = engine.cancelPayout(stage.tenant, { transactionId, by });
      const error: unknown = await cancelled.then(
        () => assert.fail('nothing broke'),
        (thrown: unknown) => thrown,
      );

      assert.equal(useCaseOf(error), 'cancelPayout');
      assert.deepEqual(subjectsOf(error), [{ tenant: stage.tenant, subjectId: transactionId }]);
    },
  },
];

const checkouts: ReadonlyArray<Scenario> = [
  {
    title: 'why a checkout session cannot expire is reported',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { sessionId } = await stage.open();
      stage.clock.advance(HOUR);
      const engine = stage.another({ storage: failing(storage, 'payoutCheckouts', 'hold') });

      assertCause(await causesWithin(stage, engine, 0), 'expire-sessions', [sessionId]);
    },
  },
  {
    title: 'why a collection session cannot expire is reported',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session } = await stage.checkout();
      stage.clock.advance(HOUR);
      const engine = stage.another({ storage: failing(storage, 'collections', 'session') });

      assertCause(await causesWithin(stage, engine, 0), 'expire-collections', [session.id]);
    },
  },
  {
    title:
      'why an acquirer could not be asked to charge, about a charge or for money back is reported',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      const { acquirer } = stage.cards;
      const lost = stage.another({
        cardAcquirer: {
          ...acquirer,
          charge: async (...args) => {
            await acquirer.charge(...args);
            throw broken();
          },
        },
      });
      const charges = causesOf(lost);
      await lost.payByCard(browser, { attempt: 1, card: typed(TEST_CARDS.visa) });
      assertCause(charges, 'charge-card', [`${session.id}-1`]);

      const deaf = stage.another({ cardAcquirer: { ...acquirer, query: brokenCall } });
      assertCause(await causesWithin(stage, deaf, 20), 'query-charges', [`${session.id}-1`]);
      const tight = stage.another({ cardAcquirer: { ...acquirer, reverse: brokenCall } });
      assertCause(await causesWithin(stage, tight, 20), 'reverse-charges', [`${session.id}-1`]);
    },
  },
  {
    title: 'why a mail could not be handed over is reported with what it was about',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const engine = stage.another({ mailer: { send: brokenCall } });
      const causes = causesOf(engine);
      const { sessionId, browser } = await stage.start();
      assert.equal(await stage.send(browser, {}, engine), 'CodeNotMailed');
      assertCause(causes, 'send-mail', [sessionId]);

      const reported = new Promise<void>((resolve) => engine.watch(() => resolve()));
      const asked = expectRight(await engine.requestLogin({ email: 'maker@acme.example' }));
      await reported;
      assertCause(causes.slice(1), 'send-mail', [asked.challengeId]);
    },
  },
];

const events: ReadonlyArray<Scenario> = [
  {
    title: 'why a journal cannot be sealed is reported',
    run: async (storage) => {
      const stage = await openStage(storage);
      await stage.post([{}]);
      const engine = stage.another({ storage: failing(storage, 'seals', 'unsealed') });
      const causes = await causesWithin(stage, engine, 9);

      assertCause(causes, 'seal-journal', ['acme']);
      assert.match(
        (await incidentsOf(stage)).map(({ detail }) => detail).join(),
        /^TypeError, logged as inc_[0-9a-f]{20}$/,
      );
    },
  },
  {
    title: 'why an endpoint cannot be delivered to is reported',
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      const { endpoint } = await stage.register('https://erp.example/hooks');
      const { endpointId } = endpoint;
      const webhookSender = { objection: async () => undefined, send: brokenCall };
      const engine = stage.another({ webhookSender });
      await engine.testWebhookEndpoint(stage.tenant, { actorUserId: ADMIN, endpointId });

      assertCause(await causesWithin(stage, engine, 0), 'deliver-slowly', [endpointId]);
    },
  },
  {
    title: 'no incident and no journal entry has a word of an error in it',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post([{}]);
      const engine = stage.another({ storage: failing(storage, 'beneficiaries', 'findMany') });
      await causesWithin(stage, engine, 12);

      const kept = [await incidentsOf(stage), await stage.journal(jobId), await stage.job(jobId)];
      assert.doesNotMatch(JSON.stringify(kept), new RegExp(VALUE));
    },
  },
];

/** Every error that no caller gets reaches the observer, and every other one its caller: whole and with what it was about. */
export const causeScenarios: ReadonlyArray<Scenario> = [
  ...intake,
  ...bank,
  ...callers,
  ...checkouts,
  ...events,
];
