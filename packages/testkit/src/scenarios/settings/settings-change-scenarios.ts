import assert from 'node:assert/strict';
import { E, type Hundi, type Storage } from '@hundi/core';
import type { SettingsChange, SettingsChangeView } from '@hundi/core/wire';
import { verifyWebhook } from '@hundi/core/receiver';
import { stageDocument } from '../stage/stage-document.js';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import type { ReceivedWebhook } from '../../kit/webhook/receivers.js';
import { causesOf } from '../stage/cause-stage.js';
import { rewritten } from '../stage/rewritten.js';
import { aTenant } from '../../kit/build/tenancy.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, type Stage } from '../stage/stage.js';

const DAY = 86_400_000;
const ADMIN = 'u-admin';

/** Acme asks for a second person: `u-admin` proposes, `u-head` approves. */
const ACME = {
  settingsNeedSecondPerson: true,
  roles: [
    ...demoRoles().filter(({ roleCode }) => roleCode !== 'head'),
    { roleCode: 'head', permissions: ['settings.approve', 'operations.view'] },
  ] as ReturnType<typeof demoRoles>,
};

interface SecondPerson extends Stage {
  readonly change: (
    changeId: string | undefined,
    by?: string,
    action?: 'approve' | 'reject',
    engine?: Hundi,
  ) => Promise<string>;
  readonly waiting: (state?: SettingsChangeView['state']) => Promise<ReadonlyArray<string>>;
  readonly opens: (text: string) => Promise<boolean>;
}

const open = async (storage: Storage, acme: object = {}): Promise<SecondPerson> => {
  const stage = await openStage(storage, { ...ACME, ...acme });
  const { engine, tenant } = stage;
  return {
    ...stage,
    change: async (changeId = '', by = 'u-head', action = 'approve', deciding = engine) => {
      const input = { actorUserId: by, changeId, action, comment: `${by} says ${action}` };
      const decided = await deciding.decideSettingsChange(tenant, input);
      return E.isLeft(decided) ? decided.left._tag : decided.right.state;
    },
    waiting: async (state = 'pending') => {
      const asked = { actorUserId: ADMIN, limit: 100, state };
      const { items } = expectRight(await engine.listSettingsChanges(tenant, asked));
      return items.map(({ changeId }) => changeId);
    },
    opens: async (text) =>
      E.isRight(await engine.authenticate(text)) ||
      E.isRight(await engine.authenticateSecretKey(text)),
  };
};

/** Acme, and what `u-admin` does with the hosts to which customers return. */
const openHosts = async (storage: Storage) => {
  const stage = await open(storage);
  const { engine, tenant } = stage;
  return {
    ...stage,
    put: async (destinationHosts: string[], statementDescriptor = 'ACME') =>
      expectRight(
        await engine.putCheckoutSettings(tenant, {
          actorUserId: ADMIN,
          destinationHosts,
          statementDescriptor,
        }),
      ),
    hosts: async () =>
      expectRight(await engine.getCheckoutSettings(tenant, { actorUserId: ADMIN }))
        .destinationHosts,
  };
};

/** An endpoint of acme that is sent some events. */
const HOOK = { url: 'https://hooks.acme.example/', eventTypes: ['transaction.*', 'beneficiary.*'] };

/** What `u-admin` does with an endpoint, and the endpoint as it is now. */
const endpointOf = ({ engine, tenant }: Stage, endpointId = '') => {
  const by = { actorUserId: ADMIN, endpointId };
  return {
    change: async (members: object) =>
      expectRight(await engine.changeWebhookEndpoint(tenant, { ...by, ...members })),
    rotate: async () => expectRight(await engine.rotateWebhookSecret(tenant, by)),
    remove: async () => expectRight(await engine.deleteWebhookEndpoint(tenant, by)),
    now: async () => {
      const found = await engine.getWebhookEndpoint(tenant, by);
      return E.isRight(found) ? found.right : undefined;
    },
  };
};

const isSignedBy = (received: ReceivedWebhook | undefined, secret: string): boolean => {
  assert.ok(received);
  const { body, headers, at } = received;
  const checks = { toleranceSeconds: 1, now: at };
  return E.isRight(verifyWebhook(body, { ...headers }, [secret], checks));
};

/** Nothing needs an approval. */
const SOFT = [{ packageCodes: null, tiers: [{ upToAmount: null, levels: [] }] }];

const newKey = (
  { engine, tenant }: Stage,
  name = 'tills',
  more: { readonly actsAsUserId?: string } = {},
) => engine.createApiKey(tenant, { actorUserId: ADMIN, name, scopes: ['payments'], ...more });

export const settingsChangeScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a change of an endpoint that was deleted meanwhile is refused as such, and can be rejected',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      const { endpoint, settingsChange: made } = expectRight(
        await stage.engine.createWebhookEndpoint(stage.tenant, { actorUserId: ADMIN, ...HOOK }),
      );
      assert.equal(await stage.change(made?.changeId), 'approved');
      const hook = endpointOf(stage, endpoint.endpointId);
      const waiting = [
        (await hook.change({ url: 'https://new.acme.example/' })).settingsChange?.changeId,
        (await hook.rotate()).settingsChange?.changeId,
        (await hook.remove()).settingsChange?.changeId,
      ];
      const deleted = (await hook.remove()).settingsChange?.changeId;
      assert.equal(await stage.change(deleted), 'approved');

      for (const id of waiting) {
        assert.equal(await stage.change(id), 'SubjectGone');
        assert.equal(await stage.change(id, 'u-head', 'reject'), 'rejected');
      }
      assert.deepEqual(await stage.waiting(), []);
    },
  },
  {
    title: 'the rotation of a key that was revoked meanwhile is refused, and can be rejected',
    run: async (storage) => {
      const stage = await open(storage);
      const { key, settingsChange: made } = expectRight(await newKey(stage));
      assert.equal(await stage.change(made?.changeId), 'approved');
      const by = { actorUserId: ADMIN, keyId: key.keyId };
      const rotated = expectRight(await stage.engine.rotateApiKey(stage.tenant, by));
      expectRight(await stage.engine.revokeApiKey(stage.tenant, by));

      const id = rotated.settingsChange?.changeId;
      assert.equal(await stage.change(id), 'ApiKeyNotLive');
      assert.equal(await stage.change(id, 'u-head', 'reject'), 'rejected');
    },
  },
  {
    title:
      'no approval makes a key that acts as a user who is suspended by then; reinstated, they get it',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const theirs = { actorUserId: ADMIN, userId: 'u-erp' };
      const { text, settingsChange: made } = expectRight(
        await newKey(stage, 'tills', { actsAsUserId: 'u-erp' }),
      );
      expectRight(await engine.suspendPerson(tenant, theirs));

      assert.equal(await stage.change(made?.changeId), 'NoLongerValid');
      assert.deepEqual(await stage.waiting(), [made?.changeId]);
      assert.equal(await stage.opens(text), false);
      const { settingsChange: back } = expectRight(await engine.reinstatePerson(tenant, theirs));
      assert.equal(await stage.change(back?.changeId), 'approved');
      assert.equal(await stage.change(made?.changeId), 'approved');
      assert.equal(await stage.opens(text), true);
    },
  },
  {
    title: 'no approval makes a key that acts as a user whom a document has made a person by then',
    run: async (storage) => {
      const stage = await open(storage);
      const { settingsChange: made } = expectRight(
        await newKey(stage, 'tills', { actsAsUserId: 'u-erp' }),
      );
      const users = demoUsers('acme').map((user) =>
        user.userId === 'u-erp' ? { ...user, kind: 'human' as const } : user,
      );
      expectRight(await stage.engine.provision(stageDocument({ ...ACME, users, apiKeys: [] })));

      assert.equal(await stage.change(made?.changeId), 'NoLongerValid');
      assert.equal(await stage.change(made?.changeId, 'u-head', 'reject'), 'rejected');
    },
  },
  {
    title: 'no approval replaces a key that acts as a user who is suspended by then',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const [old] = expectRight(await engine.listApiKeys(tenant, { actorUserId: ADMIN }));
      const rotated = expectRight(
        await engine.rotateApiKey(tenant, { actorUserId: ADMIN, keyId: old?.keyId ?? '' }),
      );
      expectRight(await engine.suspendPerson(tenant, { actorUserId: ADMIN, userId: 'u-erp' }));

      assert.equal(await stage.change(rotated.settingsChange?.changeId), 'ApiKeyNotLive');
      assert.equal(await stage.opens(rotated.text), false);
    },
  },
  {
    title:
      'a new key is refused until a second person approves it, and is shown to the person who proposed it',
    run: async (storage) => {
      const stage = await open(storage);
      const { text, key, settingsChange: change } = expectRight(await newKey(stage));
      assert.equal(change?.state, 'pending');
      assert.deepEqual(
        [change.kind, change.proposedBy, change.details],
        ['create_api_key', ADMIN, { keyId: key.keyId, name: 'tills', scopes: ['payments'] }],
      );
      assert.equal(change.expiresAt, stage.clock.now() + 7 * DAY);
      assert.equal(await stage.opens(text), false);
      const keys = expectRight(
        await stage.engine.listApiKeys(stage.tenant, { actorUserId: ADMIN }),
      );
      assert.ok(keys.every(({ keyId }) => keyId !== key.keyId));
      assert.deepEqual(await stage.waiting(), [change.changeId]);

      stage.clock.advance(DAY);
      assert.equal(await stage.change(change.changeId), 'approved');
      assert.equal(await stage.opens(text), true);
      const { createdByUserId } = expectRight(await stage.engine.authenticate(text));
      assert.equal(createdByUserId, ADMIN);
      const now = stage.clock.now();
      const made = expectRight(
        await stage.engine.listApiKeys(stage.tenant, { actorUserId: ADMIN }),
      ).find(({ keyId }) => keyId === key.keyId);
      assert.deepEqual([made?.createdAt, made?.expiresAt], [now, now + 365 * DAY]);
      assert.deepEqual(
        (await stage.journal(change.changeId)).map(({ to, actor }) => [to, actor]),
        [
          ['pending', ADMIN],
          ['approved', 'u-head'],
        ],
      );
      const [entry] = await stage.journal(key.keyId);
      assert.deepEqual(
        [entry?.actor, entry?.changes['approvedBy'], entry?.changes['settingsChangeId']],
        [ADMIN, 'u-head', change.changeId],
      );
      const secret = text.split('_')[2] ?? assert.fail();
      const kept = await storage.read(({ settingsChanges }) =>
        settingsChanges.find(stage.tenant, change.changeId),
      );
      assert.ok(!JSON.stringify([kept, await stage.journal(change.changeId)]).includes(secret));
    },
  },
  {
    title:
      'the person who proposed a change never decides on it, nor does one without settings.approve',
    run: async (storage) => {
      const stage = await open(storage);
      const change = expectRight(await newKey(stage)).settingsChange;
      for (const action of ['approve', 'reject'] as const) {
        assert.equal(await stage.change(change?.changeId, ADMIN, action), 'OwnSettingsChange');
        assert.equal(await stage.change(change?.changeId, 'u-maker', action), 'SettingsDenied');
        assert.equal(await stage.change(change?.changeId, 'u-erp', action), 'SettingsDenied');
        assert.equal(await stage.change(change?.changeId, 'u-nobody', action), 'ActorNotFound');
        assert.equal(await stage.change('sc_absent', 'u-head', action), 'SettingsChangeNotFound');
      }
      const globex = { ...stage.tenant, corporateTenantId: 'globex' } as typeof stage.tenant;
      const theirs = await stage.engine.decideSettingsChange(globex, {
        actorUserId: ADMIN,
        changeId: change?.changeId ?? '',
        action: 'approve',
      });
      assert.equal(expectLeft(theirs)._tag, 'SettingsChangeNotFound');
      assert.deepEqual(await stage.waiting(), [change?.changeId]);
    },
  },
  {
    title: 'nothing comes of a change that is rejected or waits for more than seven days',
    run: async (storage) => {
      const stage = await open(storage);
      const rejected = expectRight(await newKey(stage, 'one'));
      const late = expectRight(await newKey(stage, 'two'));
      const id = rejected.settingsChange?.changeId;
      assert.equal(await stage.change(id, 'u-head', 'reject'), 'rejected');
      assert.equal(await stage.change(id), 'SettingsChangeOver');
      stage.clock.advance(7 * DAY);
      assert.equal(await stage.change(late.settingsChange?.changeId), 'SettingsChangeOver');
      for (const { text } of [rejected, late]) assert.equal(await stage.opens(text), false);
      assert.deepEqual(await stage.waiting(), []);
      assert.deepEqual(await stage.waiting('expired'), [late.settingsChange?.changeId]);
      assert.deepEqual(await stage.waiting('rejected'), [id]);
    },
  },
  {
    title: 'when several approvals race, one makes the change',
    asksStore: true,
    run: async (storage) => {
      const users = demoUsers('acme').map((user) =>
        user.userId === 'u-checker' ? { ...user, roleCodes: ['head'] } : user,
      );
      const stage = await open(storage, { users });
      const id = expectRight(await newKey(stage)).settingsChange?.changeId;
      const outcomes = await Promise.all(
        ['u-head', 'u-checker', 'u-head'].map((by) => stage.change(id, by)),
      );
      assert.deepEqual(outcomes.sort(), ['SettingsChangeOver', 'SettingsChangeOver', 'approved']);
    },
  },
  {
    title:
      'a key is replaced once a second person approves, and the old one is as good as ever until then',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const credentials = stage.credentials.corporates['acme'];
      const [old] = expectRight(await engine.listApiKeys(tenant, { actorUserId: ADMIN }));
      const [shop] = expectRight(await engine.listSecretKeys(tenant, { actorUserId: ADMIN }));
      const by = (keyId = '') => ({ actorUserId: ADMIN, keyId });
      const next = expectRight(await engine.rotateApiKey(tenant, by(old?.keyId)));
      const sold = expectRight(await engine.rotateSecretKey(tenant, by(shop?.keyId)));
      stage.clock.advance(3 * DAY);
      const texts = [credentials?.apiKeys['erp'] ?? '', credentials?.secretKeys['shop'] ?? ''];
      const good = async () =>
        Promise.all([...texts, next.text, sold.text].map((text) => stage.opens(text)));
      assert.deepEqual(await good(), [true, true, false, false]);
      assert.equal(await stage.change(next.settingsChange?.changeId), 'approved');
      assert.equal(await stage.change(sold.settingsChange?.changeId), 'approved');
      assert.deepEqual(await good(), [true, true, true, true]);
      stage.clock.advance(DAY);
      assert.deepEqual(await good(), [false, false, true, true]);
    },
  },
  {
    title: 'a new secret key waits too, and no approval makes a third live key of a name',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const make = async () =>
        expectRight(await engine.createSecretKey(tenant, { actorUserId: ADMIN, name: 'shop' }));
      const [first, second] = [await make(), await make()];
      assert.equal(await stage.opens(first.text), false);
      assert.equal(await stage.change(first.settingsChange?.changeId), 'approved');
      assert.equal(await stage.opens(first.text), true);
      assert.equal(await stage.change(second.settingsChange?.changeId), 'TooManyLiveKeys');
      assert.deepEqual(await stage.waiting(), [second.settingsChange?.changeId]);
      assert.equal(await stage.opens(second.text), false);
    },
  },
  {
    title: 'a new endpoint and a changed URL wait for approval, and every change beside the URL',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const asked = { actorUserId: ADMIN, url: 'https://a.example/', eventTypes: ['*'] };
      const added = expectRight(await engine.createWebhookEndpoint(tenant, asked));
      const endpoints = async () =>
        expectRight(await engine.listWebhookEndpoints(tenant, { actorUserId: ADMIN }));
      assert.deepEqual(await endpoints(), []);
      assert.equal(await stage.change(added.settingsChange?.changeId), 'approved');
      assert.deepEqual(
        (await endpoints()).map(({ url }) => url),
        ['https://a.example/'],
      );

      const { change } = endpointOf(stage, added.endpoint.endpointId);
      const moved = await change({ url: 'https://b.example/', description: 'Ledger' });
      assert.deepEqual([moved.url, moved.description], ['https://a.example/', undefined]);
      assert.equal(await stage.change(moved.settingsChange?.changeId), 'approved');
      const [now] = await endpoints();
      assert.deepEqual([now?.url, now?.description], ['https://b.example/', 'Ledger']);
    },
  },
  {
    title:
      'a live endpoint hears of less, is disabled, gets another secret or is deleted once a second person approves',
    run: async (storage) => {
      const stage = await open(storage, { webhookEndpoints: [HOOK] });
      const [listed] = expectRight(
        await stage.engine.listWebhookEndpoints(stage.tenant, { actorUserId: ADMIN }),
      );
      assert.ok(listed);
      const { endpointId } = listed;
      const { change, rotate, remove, now } = endpointOf(stage, endpointId);
      const asked = [
        await change({ eventTypes: ['transaction.paid', 'beneficiary.*'], description: 'Less' }),
        await rotate(),
        await change({ status: 'disabled' }),
        await remove(),
      ].map(({ settingsChange }) => settingsChange);
      assert.deepEqual(
        asked.map((one) => [one?.kind, one?.state, one?.details]),
        [
          [
            'change_webhook_endpoint',
            'pending',
            { endpointId, eventTypes: ['transaction.paid', 'beneficiary.*'], description: 'Less' },
          ],
          ['rotate_webhook_secret', 'pending', { endpointId }],
          ['change_webhook_endpoint', 'pending', { endpointId, status: 'disabled' }],
          ['delete_webhook_endpoint', 'pending', { endpointId }],
        ],
      );
      assert.deepEqual(await now(), listed);

      const [narrowed, rotated, disabled, deleted] = asked.map((one) => one?.changeId);
      assert.equal(await stage.change(narrowed), 'approved');
      assert.equal((await now())?.description, 'Less');
      assert.equal(await stage.change(rotated), 'approved');
      assert.equal((await now())?.oldSecretUntil, stage.clock.now() + DAY);
      assert.equal(await stage.change(disabled), 'approved');
      assert.equal((await now())?.disabledBy, 'person');
      assert.equal(await stage.change(deleted), 'approved');
      assert.equal(await now(), undefined);
      assert.deepEqual(
        (await stage.journal(endpointId))
          .slice(1)
          .map(({ to, actor, changes }) => [
            to,
            actor,
            changes['approvedBy'],
            changes['settingsChangeId'],
          ]),
        [
          ['enabled', ADMIN, 'u-head', narrowed],
          ['enabled', ADMIN, 'u-head', rotated],
          ['disabled', ADMIN, 'u-head', disabled],
          ['deleted', ADMIN, 'u-head', deleted],
        ],
      );
    },
  },
  {
    title:
      'an endpoint hears of more, or is enabled, at once, and a disabled one is changed and deleted at once unless it moves',
    run: async (storage) => {
      const stage = await open(storage, { webhookEndpoints: [HOOK] });
      const [listed] = expectRight(
        await stage.engine.listWebhookEndpoints(stage.tenant, { actorUserId: ADMIN }),
      );
      const { change, rotate, remove, now } = endpointOf(stage, listed?.endpointId);
      const atOnce = async (members: object) => {
        const { settingsChange, ...shown } = await change(members);
        assert.equal(settingsChange, undefined, JSON.stringify(members));
        return shown;
      };
      await atOnce({ eventTypes: ['beneficiary.*', 'transaction.*'], status: 'enabled' });
      await atOnce({ eventTypes: ['*'], url: HOOK.url });
      await atOnce({ eventTypes: ['payment.*', '*'], description: 'All' });
      await atOnce({});
      const off = await change({ status: 'disabled' });
      assert.equal(await stage.change(off.settingsChange?.changeId), 'approved');

      assert.notEqual((await change({ url: 'https://b.example/' })).settingsChange, undefined);
      await atOnce({ status: 'disabled', eventTypes: ['transaction.paid'] });
      assert.equal((await rotate()).settingsChange, undefined);
      const on = await atOnce({ status: 'enabled', eventTypes: ['transaction.failed'] });
      assert.deepEqual([on.status, on.eventTypes], ['enabled', ['transaction.failed']]);
      const again = await change({ status: 'disabled' });
      assert.equal(await stage.change(again.settingsChange?.changeId), 'approved');
      assert.deepEqual(await remove(), {});
      assert.equal(await now(), undefined);
    },
  },
  {
    title:
      'the secret of an endpoint is replaced by the one that was shown, from its approval on, and kept sealed until then',
    run: async (storage) => {
      const stage = await open(storage, { webhookEndpoints: [HOOK] });
      const { engine, tenant, receivers } = stage;
      const [listed] = expectRight(
        await engine.listWebhookEndpoints(tenant, { actorUserId: ADMIN }),
      );
      const { rotate, remove } = endpointOf(stage, listed?.endpointId);
      const hears = async (secret: string) => {
        await stage.post([{}]);
        await stage.runDue();
        return isSignedBy(receivers.received(HOOK.url).at(-1), secret);
      };
      const asked = await rotate();
      const { settingsChange: waits, secret } = asked;
      assert.equal(await hears(secret), false);
      const kept = await storage.read(({ settingsChanges }) =>
        settingsChanges.find(tenant, waits?.changeId ?? ''),
      );
      const journal = await stage.journal(waits?.changeId ?? '');
      assert.ok(!JSON.stringify([kept, journal]).includes(secret.slice('whsec_'.length)));
      assert.equal(await stage.change(waits?.changeId), 'approved');
      assert.equal(await hears(secret), true);

      const more = [await rotate(), await rotate(), await rotate()];
      for (const { settingsChange } of more.slice(1))
        assert.equal(await stage.change(settingsChange?.changeId), 'approved');
      const fourth = more[0]?.settingsChange?.changeId;
      assert.equal(await stage.change(fourth), 'TooManyWebhookSecrets');
      const gone = (await remove()).settingsChange;
      assert.equal(await stage.change(gone?.changeId), 'approved');
      assert.equal(await stage.change(fourth), 'SubjectGone');
    },
  },
  {
    title: 'a return host that is new waits; taking one away, or another descriptor, does not',
    run: async (storage) => {
      const { put, hosts, ...stage } = await openHosts(storage);
      const waits = await put(['shop.example', 'evil.example']);
      assert.deepEqual(waits.destinationHosts, ['shop.example', '127.0.0.1']);
      assert.deepEqual(await hosts(), ['shop.example', '127.0.0.1']);
      assert.equal(await stage.change(waits.settingsChange?.changeId), 'approved');
      assert.deepEqual(await hosts(), ['shop.example', 'evil.example']);
      assert.equal((await put(['shop.example'], 'NEW')).settingsChange, undefined);
      assert.deepEqual(await hosts(), ['shop.example']);
    },
  },
  {
    title:
      'a return host that was taken away since a change was proposed does not come back with its approval',
    asksStore: true,
    run: async (storage) => {
      const { put, hosts, ...stage } = await openHosts(storage);
      const waits = await put(['shop.example', '127.0.0.1', 'new.example']);
      const id = waits.settingsChange?.changeId;
      await put(['127.0.0.1']);
      assert.equal(await stage.change(id), 'CheckoutSettingsOutdated');
      assert.deepEqual(await hosts(), ['127.0.0.1']);
      assert.equal(await stage.change(id, 'u-head', 'reject'), 'rejected');
      const again = await put(['127.0.0.1', 'new.example']);
      assert.equal(await stage.change(again.settingsChange?.changeId), 'approved');
      assert.deepEqual(await hosts(), ['127.0.0.1', 'new.example']);
    },
  },
  {
    title:
      'a change that somebody wrote into the database, or changed there, is never made, is reported, and can be rejected',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const id = expectRight(await newKey(stage)).settingsChange?.changeId;
      const softer = JSON.stringify({ approvalMatrix: [], replacesVersion: 0 });
      const written: ReadonlyArray<(proposed: SettingsChange) => SettingsChange> = [
        ({ payload, ...rest }) => ({ ...rest, payload: payload.replace('"tills"', '"mine"') }),
        (proposed) => ({ ...proposed, details: { ...proposed.details, name: 'other' } }),
        (proposed) => ({ ...proposed, kind: 'put_approval_policy', payload: softer }),
        (proposed) => ({ ...proposed, proposedBy: 'u-checker' as never }),
        (proposed) => ({ ...proposed, expiresAt: proposed.expiresAt + DAY }),
        (proposed) => ({ ...proposed, corporateTenantId: 'other' as never }),
        (proposed) => ({ ...proposed, payload: 'no JSON' }),
        ({ seal: _gone, ...proposed }) => proposed,
        (proposed) => ({ ...proposed, seal: '0'.repeat(64) }),
      ];
      for (const change of written) {
        const attacked = stage.another({ storage: rewritten(storage, { change }) });
        const causes = causesOf(attacked);
        assert.equal(await stage.change(id, 'u-head', 'approve', attacked), 'NotAsProposed');
        assert.deepEqual(
          causes.map(({ activity, subjects }) => [activity, subjects]),
          [['decide-settings-change', [{ tenant, subjectId: id }]]],
        );
      }
      const globex = aTenant('globex', 'demo-bank');
      const theirs = expectRight(
        await engine.putApprovalPolicy(globex, {
          actorUserId: ADMIN,
          approvalMatrix: SOFT,
          givenFactor: 'passkey',
        }),
      ).settingsChange?.changeId;
      const sealed = await storage.read(({ settingsChanges }) =>
        settingsChanges.find(globex, theirs ?? ''),
      );
      const moved = stage.another({
        storage: rewritten(storage, { change: () => sealed ?? assert.fail() }),
      });
      assert.equal(await stage.change(id, 'u-head', 'approve', moved), 'NotAsProposed');
      const keys = expectRight(await engine.listApiKeys(tenant, { actorUserId: ADMIN }));
      assert.ok(keys.every(({ name }) => name !== 'tills' && name !== 'mine'));
      const kind = stage.another({ storage: rewritten(storage, { change: written[2] as never }) });
      assert.equal(await stage.change(id, 'u-head', 'reject', kind), 'rejected');
      // Of what was decided on, the journal knows.
      const decided = expectRight(await newKey(stage)).settingsChange?.changeId;
      assert.equal(await stage.change(decided, 'u-head', 'reject'), 'rejected');
      const back = stage.another({
        storage: rewritten(storage, {
          change: ({ decidedBy: _by, decidedAt: _at, comment: _said, ...proposed }) => ({
            ...proposed,
            state: 'pending',
          }),
        }),
      });
      assert.equal(await stage.change(decided, 'u-head', 'approve', back), 'NotAsProposed');
    },
  },
  {
    title: 'a proposal of a person who has lost the permission can only be rejected',
    run: async (storage) => {
      const stage = await open(storage);
      const id = expectRight(await newKey(stage)).settingsChange?.changeId;
      const users = demoUsers('acme').map((user) =>
        user.userId === 'u-admin' ? { ...user, roleCodes: [] } : user,
      );
      expectRight(await stage.engine.provision(stageDocument({ ...ACME, users })));
      assert.equal(await stage.change(id), 'ProposerNotEligible');
      assert.equal(await stage.change(id, 'u-head', 'reject'), 'rejected');
    },
  },
  {
    title:
      'no more than twenty changes by one person wait at a time, and a hundred of their corporate',
    run: async (storage) => {
      const users = demoUsers('acme');
      const admin = users.find(({ userId }) => userId === ADMIN) ?? assert.fail();
      const admins = [ADMIN, ...[2, 3, 4, 5, 6].map((n) => `u-admin-${String(n)}`)];
      const others = admins.slice(1).map((userId) => ({ ...admin, userId, username: userId }));
      const stage = await open(storage, { users: [...users, ...others] });
      const propose = (actorUserId: string, name: string) =>
        stage.engine.createSecretKey(stage.tenant, { actorUserId, name });
      const refused = async (by: string) => {
        const refusal = expectLeft(await propose(by, 'one more'));
        return refusal._tag === 'TooManySettingsChanges' ? [refusal.of, refusal.max] : refusal._tag;
      };
      let last: string | undefined;
      for (const by of admins.slice(0, 5)) {
        for (let i = 0; i < 20; i += 1)
          last = expectRight(await propose(by, `${by} ${String(i)}`)).settingsChange?.changeId;
        assert.deepEqual(await refused(by), ['person', 20]);
      }
      assert.deepEqual(await refused('u-admin-6'), ['corporate', 100]);
      assert.equal(await stage.change(last, 'u-head', 'reject'), 'rejected');
      assert.equal(
        expectRight(await propose('u-admin-6', 'fits')).settingsChange?.state,
        'pending',
      );
    },
  },
  {
    title: 'a host can make the second person the default for its corporates',
    run: async (storage) => {
      const stage = await openStage(storage);
      assert.equal(expectRight(await newKey(stage)).settingsChange, undefined);
      const strict = { settingsNeedSecondPerson: true };
      expectRight(await stage.engine.provision(stageDocument(), strict));
      assert.equal(expectRight(await newKey(stage)).settingsChange?.state, 'pending');
      const open = { settingsNeedSecondPerson: false };
      expectRight(await stage.engine.provision(stageDocument(open), strict));
      assert.equal(expectRight(await newKey(stage)).settingsChange, undefined);
    },
  },
];
