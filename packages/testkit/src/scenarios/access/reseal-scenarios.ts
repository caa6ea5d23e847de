import assert from 'node:assert/strict';
import { E, type Hundi, type Sealer, type Storage } from '@hundi/core';
import { OlderKeyInUse, resealAll, type ResealStep } from '@hundi/core/operator';
import type { AwaitsApproval } from '@hundi/core/wire';
import { PLAIN_KEY, plainSealer } from '../../kit/fakes/plain-sealer.js';
import { demoRoles } from '../../kit/sandbox/demo-people.js';
import { besideUnit, type Meeting } from '../stage/beside-unit.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, type Stage } from '../stage/stage.js';

const OLD = PLAIN_KEY;
const BOTH = plainSealer('new', OLD);
const AFTER = plainSealer('new');

const ADMIN = { actorUserId: 'u-admin' };
const LEDGER = 'https://ledger.example/hooks';

/** Acme has an endpoint; where it asks for a second person, `u-admin` proposes and `u-head` approves. */
const ACME = {
  roles: [
    ...demoRoles().filter(({ roleCode }) => roleCode !== 'head'),
    { roleCode: 'head', permissions: ['settings.approve', 'operations.view'] },
  ] as ReturnType<typeof demoRoles>,
  webhookEndpoints: [{ url: LEDGER, eventTypes: ['*'] }],
};

const ORDER = {
  key: 'order-1',
  amount: 500,
  currency: 'INR',
  reference: 'O-1',
  success_url: 'https://shop.example/a',
  cancel_url: 'https://shop.example/b',
} as const;

/** Requests under idempotency keys whose answers hold secrets. Each returns its answer, and whether it was a replay. */
const keyedAsks = ({ tenant, beneficiary }: Stage, keyId: string) =>
  ({
    session: async (engine: Hundi) => {
      const order = { ...ORDER, currency: 'INR' as const };
      const made = expectRight(await engine.createCollection({ tenant, keyId }, order));
      return [made.session, made.replayed] as const;
    },
    link: async (engine: Hundi) => {
      const terms = { ...ADMIN, amount: 500, currency: 'INR' as const, reference: 'L-1' };
      const made = expectRight(await engine.createPaymentLink(tenant, { ...terms, key: 'link-1' }));
      return [made.link, made.replayed] as const;
    },
    checkout: async (engine: Hundi) => {
      const made = expectRight(
        await engine.openPayoutCheckout(tenant, {
          key: 'checkout-1',
          makerUserId: 'u-maker',
          transactionReference: 'P-1',
          amount: { value: 50_000, currency: 'INR' },
          beneficiaryId: await beneficiary('SHARMA01'),
        }),
      );
      return [made.checkout, made.replayed] as const;
    },
    proposal: async (engine: Hundi) => {
      const request = { userId: 'u-admin', route: 'r', key: 'key-1', values: {} };
      const made = expectRight(
        await engine.idempotently(tenant, request, ({ createSecretKey }) =>
          createSecretKey(tenant, { ...ADMIN, name: 'till' }),
        ),
      );
      return [made.answer, made.replayed] as const;
    },
  }) as const;

const stepsOf = async (
  { clock }: Pick<Stage, 'clock'>,
  storage: Storage,
  sealer: Sealer = BOTH,
): Promise<ReadonlyArray<ResealStep>> => {
  const steps: ResealStep[] = [];
  for await (const step of resealAll({ storage, clock, sealer })) steps.push(step);
  return steps;
};

const resealedBy = (steps: ReadonlyArray<ResealStep>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { kind, resealed, lost } of steps) {
    assert.deepEqual(lost, []);
    counts[kind] = (counts[kind] ?? 0) + resealed;
  }
  return counts;
};

const endpointOf = async ({ engine, tenant }: Stage): Promise<string> => {
  const items = expectRight(await engine.listWebhookEndpoints(tenant, ADMIN));
  return items[0]?.endpointId ?? assert.fail('acme has no endpoint');
};

const heard = ({ receivers }: Stage): number =>
  receivers
    .received(LEDGER)
    .filter(({ answer }) => answer.kind === 'answered' && answer.status === 204).length;

export const resealScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'once everything is sealed anew, nothing that was kept needs the old key',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, { ...ACME, settingsNeedSecondPerson: true });
      const { engine, tenant, another } = stage;
      expectRight(await engine.checkSealer());
      const { shop = '' } = stage.credentials.corporates['acme']?.secretKeys ?? {};
      const { keyId } = expectRight(await engine.authenticateSecretKey(shop));
      const endpointId = await endpointOf(stage);
      const rotate = async () =>
        expectRight(await engine.rotateWebhookSecret(tenant, { ...ADMIN, endpointId }));
      const approve = async (by: Hundi, { settingsChange }: AwaitsApproval) => {
        const decision = { actorUserId: 'u-head', action: 'approve' } as const;
        const { changeId = '' } = settingsChange ?? {};
        expectRight(await by.decideSettingsChange(tenant, { ...decision, changeId }));
      };
      await approve(engine, await rotate());
      const rotated = await rotate();
      const asks = Object.entries(keyedAsks(stage, keyId));
      const answers = new Map<string, unknown>();
      for (const [name, ask] of asks) answers.set(name, (await ask(engine))[0]);

      expectRight(await another({ sealer: BOTH }).checkSealer());
      assert.equal(E.isLeft(await engine.checkSealer()), true);
      const counts = resealedBy(await stepsOf(stage, storage));
      assert.ok((counts['secret_key'] ?? 0) >= 1);
      assert.deepEqual(
        { ...counts, secret_key: 0 },
        {
          secret_key: 0,
          authority_key: 1,
          webhook_endpoint: 1,
          settings_change: 2,
          checkout_session: 1,
          payment_link: 1,
          person_factors: 0,
          answer: 4,
          canary: 1,
        },
      );
      const again = resealedBy(await stepsOf(stage, storage));
      assert.ok(Object.values(again).every((count) => count === 0));

      const after = another({ sealer: AFTER });
      expectRight(await after.checkSealer());
      assert.equal(E.isLeft(await engine.checkSealer()), true);
      expectRight(await after.authenticateSecretKey(shop));
      for (const [name, ask] of asks)
        assert.deepEqual(await ask(after), [answers.get(name), true], name);
      const [proposed] = await keyedAsks(stage, keyId).proposal(after);
      await approve(after, proposed);
      expectRight(await after.authenticateSecretKey(proposed.text));
      await approve(after, rotated);
      await stage.post([{}]);
      await after.runDue();
      assert.ok(heard(stage) > 0);
    },
  },
  {
    title:
      're-sealing that stops in the middle, with deliveries and a rotated secret beside it, goes on where it was',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, ACME);
      const { tenant, another, clock } = stage;
      const serving = another({ sealer: BOTH });
      expectRight(await serving.checkSealer());
      const endpointId = await endpointOf(stage);
      for await (const { kind } of resealAll({ storage, clock, sealer: BOTH })) {
        // What happens beside it is sealed by a process that has the old key first, until it is started anew.
        if (kind === 'secret_key')
          expectRight(await stage.engine.rotateWebhookSecret(tenant, { ...ADMIN, endpointId }));
        await stage.post([{}]);
        await serving.runDue();
        if (kind === 'webhook_endpoint') break;
      }
      const before = heard(stage);
      assert.ok(before > 0);
      expectRight(await stage.engine.rotateWebhookSecret(tenant, { ...ADMIN, endpointId }));

      resealedBy(await stepsOf(stage, storage));
      const after = another({ sealer: AFTER });
      expectRight(await after.checkSealer());
      await stage.post([{}]);
      await after.runDue();
      assert.ok(heard(stage) > before);
    },
  },
  {
    title: 'a record that is changed beside its re-sealing keeps no text under the old key',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, { ...ACME, settingsNeedSecondPerson: true });
      const { tenant } = stage;
      expectRight(await stage.engine.checkSealer());
      const { shop = '' } = stage.credentials.corporates['acme']?.secretKeys ?? {};
      const { keyId } = expectRight(await stage.engine.authenticateSecretKey(shop));
      const endpointId = await endpointOf(stage);
      const asks = keyedAsks(stage, keyId);
      const [{ id: sessionId }] = await asks.session(stage.engine);
      const [{ linkId }] = await asks.link(stage.engine);
      const [{ settingsChange: { changeId = '' } = {} }] = await asks.proposal(stage.engine);
      const decision = { actorUserId: 'u-head', action: 'approve', changeId } as const;
      const changing = (name: string) => ({ ...ADMIN, endpointId, description: name });

      let old = OLD;
      const beside = async (
        meeting: Meeting,
        write: (engine: Hundi) => Promise<E.Either<unknown, unknown>>,
      ): Promise<void> => {
        const next = `after ${old}`;
        const sealer = plainSealer(next, old);
        const { slow, ended } = besideUnit(storage, meeting, () => stepsOf(stage, storage, sealer));
        expectRight(await write(stage.another({ storage: slow, sealer })));
        await ended();
        old = next;
        const left = resealedBy(await stepsOf(stage, storage, plainSealer(next)));
        assert.ok(Object.values(left).every((count) => count === 0));
      };
      const after = { when: 'after' } as const;
      await beside({ store: 'webhookEndpoints', method: 'find', ...after }, (engine) =>
        engine.changeWebhookEndpoint(tenant, changing('our ledger')),
      );
      await beside({ store: 'settingsChanges', method: 'find', ...after }, (engine) =>
        engine.decideSettingsChange(tenant, decision),
      );
      await beside({ store: 'access', method: 'secretKeysOf', ...after }, (engine) =>
        engine.revokeSecretKey(tenant, { ...ADMIN, keyId }),
      );
      await beside({ store: 'collections', method: 'session', ...after }, (engine) =>
        engine.closeCollection({ tenant, keyId }, { sessionId }),
      );
      await beside({ store: 'collections', method: 'link', ...after }, (engine) =>
        engine.cancelPaymentLink(tenant, { ...ADMIN, linkId }),
      );
    },
  },
  {
    title: 'what an approval in the middle of re-sealing makes keeps no text under the old key',
    run: async (storage) => {
      const stage = await openStage(storage, { ...ACME, settingsNeedSecondPerson: true });
      const { tenant } = stage;
      expectRight(await stage.another({ sealer: BOTH }).checkSealer());
      resealedBy(await stepsOf(stage, storage));
      const input = { ...ADMIN, endpointId: await endpointOf(stage) };
      const late = stage.another({ sealer: plainSealer(OLD, 'new') });
      const { settingsChange } = expectRight(await late.rotateWebhookSecret(tenant, input));
      const { changeId = '' } = settingsChange ?? {};
      const decision = { actorUserId: 'u-head', action: 'approve', changeId } as const;
      for await (const { kind, pass } of resealAll({ storage, clock: stage.clock, sealer: BOTH }))
        if (kind === 'webhook_endpoint' && pass === 1)
          expectRight(await stage.another({ sealer: BOTH }).decideSettingsChange(tenant, decision));

      resealedBy(await stepsOf(stage, storage, AFTER));
    },
  },
  {
    title: 'a text that no key opens is reported, and holds up no other',
    run: async (storage) => {
      const stage = await openStage(storage, ACME);
      const endpointId = await endpointOf(stage);
      const stranger = stage.another({ sealer: plainSealer('stray', OLD) });
      expectRight(await stranger.rotateWebhookSecret(stage.tenant, { ...ADMIN, endpointId }));
      const steps = await stepsOf(stage, storage);
      const lost = new Set(steps.flatMap((step) => step.lost));
      assert.deepEqual([...lost], [`webhook/${endpointId}`]);
      const [key] = steps.filter(({ kind }) => kind === 'secret_key');
      assert.ok((key?.resealed ?? 0) > 0);
    },
  },
  {
    title: 're-sealing ends with an error while another process goes on sealing under an older key',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, ACME);
      const never = { ...plainSealer(OLD), isCurrent: async () => false };
      await assert.rejects(stepsOf(stage, storage, never), OlderKeyInUse);
    },
  },
  {
    title:
      'a new first key may come before the old one, and a start without a key in use is refused',
    run: async (storage) => {
      const { another } = await openStage(storage);
      const fits = async (...keys: ReadonlyArray<string>) => {
        const fit = await another({ sealer: plainSealer(...keys) }).checkSealer();
        return E.isRight(fit) ? 'fits' : `${String(fit.left.opens)} of ${String(fit.left.of)}`;
      };
      assert.equal(await fits(OLD), 'fits');
      assert.equal(await fits('stray'), '0 of 1');
      assert.equal(await fits('stray', 'other'), '0 of 1');
      assert.equal(await fits(OLD, 'new'), 'fits');
      assert.equal(await fits(OLD), 'fits');
      assert.equal(await fits('new', OLD), 'fits');
      assert.equal(await fits(OLD), '1 of 2');
      assert.equal(await fits('new'), '1 of 2');
      assert.equal(await fits(OLD, 'new'), 'fits');
    },
  },
];
