import assert from 'node:assert/strict';
import { E, type Storage, type Tenant } from '@hundi/core';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import type { Scenario } from '../stage/scenario.js';
import type { SandboxOptions } from '../../kit/sandbox/create-sandbox.js';
import { expectRight, openStage, type Stage } from '../stage/stage.js';

const HOUR = 3_600_000;
const ADMIN = 'u-admin';
const HEAD = 'u-head';

interface MailStage extends Stage {
  /** Every mail as `address: first line`, the oldest first, and forgets none. */
  readonly mailed: () => ReadonlyArray<string>;
}

/** `u-admin` edits settings, `u-head` approves them, and three others hold the role but do not look after anything. */
const open = async (
  storage: Storage,
  settingsNeedSecondPerson = false,
  options: Pick<SandboxOptions, 'notifications'> = {},
): Promise<MailStage> => {
  const [someone] = demoUsers('acme');
  assert.ok(someone);
  const like = (userId: string, more: object) => ({
    ...someone,
    userId,
    username: userId,
    roleCodes: ['admin'],
    email: `${userId}@acme.example`,
    ...more,
  });
  const stage = await openStage(
    storage,
    {
      settingsNeedSecondPerson,
      roles: [
        ...demoRoles().filter(({ roleCode }) => roleCode !== 'head'),
        { roleCode: 'head', permissions: ['settings.approve'] },
      ],
      users: [
        ...demoUsers('acme'),
        like('u-waits', { approvalState: 'pending_approval' }),
        like('u-robot', { kind: 'service' }),
        like('u-same', { email: 'Head@acme.example' }),
      ],
    },
    options,
  );
  return {
    ...stage,
    mailed: () =>
      [...stage.mailbox.mails()]
        .reverse()
        .map(({ to, text }) => `${to}: ${text.split('\n', 1)[0] ?? ''}`),
  };
};

const newKey = ({ engine, tenant }: Stage, name: string, of: Tenant = tenant) =>
  engine.createApiKey(of, { actorUserId: ADMIN, name, scopes: ['payments'] });

const hook = (url: string) => ({ actorUserId: ADMIN, url, eventTypes: ['*'] as const });

export const settingsMailScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'each of those who look after settings is mailed of a change in the language that they chose',
    run: async (storage) => {
      const stage = await open(storage, false, { notifications: { portalUrl: () => undefined } });
      const { engine, tenant } = stage;
      const on = { waiting: true, expiring: true, outcomes: true, language: 'hi' as const };
      expectRight(await engine.putNotificationSettings(tenant, { actorUserId: HEAD, ...on }));
      expectRight(await newKey(stage, 'tills'));
      assert.deepEqual(stage.mailed(), [
        'head@acme.example: admin (u-admin) ने Acme Traders की सेटिंग बदली: नई पार्टनर कुंजी।',
      ]);
    },
  },
  {
    title:
      'the others who look after settings are mailed of keys, webhook endpoints, return hosts and reinstatements, and of nothing else',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const key = expectRight(await newKey(stage, 'tills'));
      const by = { actorUserId: ADMIN, keyId: key.key.keyId };
      const next = expectRight(await engine.rotateApiKey(tenant, by));
      const shop = expectRight(
        await engine.createSecretKey(tenant, { actorUserId: ADMIN, name: 'web.example' }),
      );
      const { keyId } = shop;
      const sold = expectRight(await engine.rotateSecretKey(tenant, { ...by, keyId }));
      const { endpoint, secret } = expectRight(
        await engine.createWebhookEndpoint(
          tenant,
          hook('https://a.example/hooks/pathname?q=query'),
        ),
      );
      const change = async (members: object) =>
        engine.changeWebhookEndpoint(tenant, {
          actorUserId: ADMIN,
          endpointId: endpoint.endpointId,
          ...members,
        });
      const hooks = { actorUserId: ADMIN, endpointId: endpoint.endpointId };
      expectRight(await change({ description: 'hidden', eventTypes: ['*', 'payment.*'] }));
      expectRight(await change({ eventTypes: ['transaction.paid', 'transaction.failed'] }));
      const rotated = expectRight(await engine.rotateWebhookSecret(tenant, hooks));
      expectRight(await change({ status: 'disabled' }));
      expectRight(await change({ eventTypes: ['*'] }));
      expectRight(await engine.rotateWebhookSecret(tenant, hooks));
      expectRight(await change({ status: 'enabled', eventTypes: ['transaction.*'] }));
      expectRight(await change({ url: 'https://b.example/' }));
      expectRight(await engine.deleteWebhookEndpoint(tenant, hooks));
      const put = (destinationHosts: string[], statementDescriptor = 'ACME') =>
        engine.putCheckoutSettings(tenant, {
          actorUserId: ADMIN,
          destinationHosts,
          statementDescriptor,
        });
      expectRight(await put(['shop.example', '127.0.0.1'], 'OTHER'));
      expectRight(await put(['shop.example', 'new.example']));
      expectRight(await put(['shop.example']));
      const whom = { actorUserId: ADMIN, userId: 'u-clerk' };
      expectRight(await engine.suspendPerson(tenant, whom));
      for (const _again of [1, 2]) expectRight(await engine.reinstatePerson(tenant, whom));

      assert.deepEqual(
        stage.mailed(),
        [
          'a new partner key',
          'a new partner key that replaces another',
          'a new secret key',
          'a new secret key that replaces another',
          'a new webhook endpoint',
          'a change of a webhook endpoint',
          'a new secret of a webhook endpoint',
          'a change of a webhook endpoint',
          'a change of a webhook endpoint',
          'the deletion of a webhook endpoint',
          'new hosts to which customers can return',
          'new hosts to which customers can return',
          'the reinstatement of a suspended user',
        ].map(
          (what) =>
            `head@acme.example: admin (u-admin) changed the settings of Acme Traders: ${what}.`,
        ),
      );
      const all = JSON.stringify(stage.mailbox.mails());
      for (const text of [key.text, next.text, shop.text, sold.text])
        assert.ok(!all.includes(text.split('_')[2] ?? assert.fail()));
      for (const hidden of [secret, rotated.secret, 'pathname', 'query', 'web.example', 'hidden'])
        assert.ok(!all.includes(hidden), hidden);
      for (const shown of [
        key.key.keyId,
        'tills',
        'https://a.example',
        'Events: transaction.paid, transaction.failed',
        'Status: disabled',
        'new.example',
        'User: u-clerk',
        'Suspended by: u-admin',
      ])
        assert.ok(all.includes(shown), shown);
    },
  },
  {
    title: 'a proposal is mailed to the people who may approve it, its approval to the proposer',
    run: async (storage) => {
      const stage = await open(storage, true);
      const { engine, tenant } = stage;
      const decide = async (changeId = '', action: 'approve' | 'reject' = 'approve') =>
        engine.decideSettingsChange(tenant, { actorUserId: HEAD, changeId, action });
      const one = expectRight(await newKey(stage, 'one'));
      const two = expectRight(await newKey(stage, 'two'));
      expectRight(await decide(one.settingsChange?.changeId));
      expectRight(await decide(two.settingsChange?.changeId, 'reject'));
      assert.ok(E.isLeft(await decide(one.settingsChange?.changeId)));

      const proposed =
        'head@acme.example: admin (u-admin) proposed a change of the settings of Acme Traders: a new partner key.';
      const approved =
        'head (u-head) approved a change of the settings of Acme Traders: a new partner key.';
      assert.deepEqual(stage.mailed(), [
        proposed,
        proposed,
        // Two people share this mailbox: one of them approved.
        `Head@acme.example: ${approved}`,
        `admin@acme.example: ${approved}`,
      ]);
    },
  },
  {
    title:
      'administrators get one mail about a change that is repeated under its key, and none about a refused one',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const request = { userId: ADMIN, route: 'r', values: {}, key: 'k' };
      const make = () =>
        engine.idempotently(tenant, request, ({ createApiKey }) =>
          createApiKey(tenant, { actorUserId: ADMIN, name: 'x', scopes: ['payments'] }),
        );
      const answers = await Promise.all([make(), make(), make()]);
      answers.push(await make());
      assert.equal(answers.filter((a) => !expectRight(a).replayed).length, 1);
      assert.equal(stage.mailed().length, 1);

      expectRight(await newKey(stage, 'x'));
      assert.ok(E.isLeft(await newKey(stage, 'x')));
      assert.equal(stage.mailed().length, 2);
    },
  },
  {
    title:
      'administrators are mailed of at most twenty changes an hour by one user, and what is over that is reported',
    run: async (storage) => {
      const stage = await open(storage);
      const causes: string[] = [];
      stage.engine.watch((activity, error, { subjects }) => {
        causes.push(
          [activity, (error as Error).name, ...subjects.map(({ subjectId }) => subjectId)].join(
            ' ',
          ),
        );
      });
      for (let n = 0; n < 22; n += 1) expectRight(await newKey(stage, `key-${String(n)}`));
      assert.equal(stage.mailed().length, 20);
      const cause = 'send-mail TooManySettingsMails acme';
      assert.deepEqual(causes, [cause, cause]);

      stage.clock.advance(HOUR);
      expectRight(await newKey(stage, 'later'));
      assert.equal(stage.mailed().length, 21);
    },
  },
  {
    title:
      'every administrator is mailed of twenty changes by each user, and of a hundred of their corporate',
    run: async (storage) => {
      const [someone] = demoUsers('acme');
      assert.ok(someone);
      const admins = [2, 3, 4, 5, 6].map((n) => `u-admin-${String(n)}`);
      const stage = await openStage(storage, {
        users: [
          ...demoUsers('acme'),
          ...admins.map((userId) => ({
            ...someone,
            userId,
            username: userId,
            roleCodes: ['admin'],
            email: `${userId}@acme.example`,
          })),
        ],
      });
      const { engine, tenant, mailbox } = stage;
      const url = 'https://ledger.example/';
      // A corporate has at most a hundred keys, and a hundred endpoints.
      const make = async (actorUserId: string, round: number) =>
        round % 2 === 0
          ? expectRight(
              await engine.createApiKey(tenant, {
                actorUserId,
                name: `${actorUserId}-${String(round)}`,
                scopes: ['payments'],
              }),
            )
          : expectRight(
              await engine.createWebhookEndpoint(tenant, { actorUserId, url, eventTypes: ['*'] }),
            );
      for (const [n, by] of [ADMIN, ...admins].entries()) {
        const before = mailbox.mails().length;
        for (let k = 0; k < 21; k += 1) await make(by, k);
        // Each of them is mailed to the five others.
        assert.equal(mailbox.mails().length - before, n < 5 ? 20 * 5 : 0);
      }
    },
  },
];
