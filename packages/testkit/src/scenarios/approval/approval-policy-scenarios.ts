import assert from 'node:assert/strict';
import { E, type ProvisionInput, type Storage } from '@hundi/core';
import { planProvision } from '@hundi/core/operator';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { stageDocument } from '../stage/stage-document.js';
import { demoRoles } from '../../kit/sandbox/demo-people.js';
import { eventsAbout } from '../stage/event-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, type Stage } from '../stage/stage.js';
import { decide, LARGE, waiting } from '../stage/approval-stage.js';

const DAY = 86_400_000;
const ADMIN = 'u-admin';
const HEAD = 'u-head';

type Matrix = NonNullable<CorporateInput['approvalMatrix']>;

const level = (roleCode: string, approvals = 1) => ({ roleCodes: [roleCode], approvals });
const CHECKER = level('checker');

const matrix = (...tiers: Matrix[number]['tiers']): Matrix => [{ packageCodes: null, tiers }];

/** Up to 10,000 rupees without approval, then a checker. */
const FIRST = matrix(
  { upToAmount: 1_000_000, levels: [] },
  { upToAmount: null, levels: [CHECKER] },
);
/** Two checkers for everything that is not small. */
const SECOND = matrix(
  { upToAmount: 1_000_000, levels: [] },
  { upToAmount: null, levels: [level('checker', 2)] },
);
const THIRD = matrix({ upToAmount: null, levels: [CHECKER, level('head')] });

/** `u-admin` proposes and `u-head` approves; the corporate asks for no second person elsewhere. */
const ACME: Partial<CorporateInput> = {
  approvalMatrix: FIRST,
  roles: [
    ...demoRoles().filter(({ roleCode }) => roleCode !== 'head'),
    { roleCode: 'head', permissions: ['settings.approve', 'transaction.approve'] },
  ],
};

const open = async (storage: Storage, acme = ACME) => {
  const stage = await openStage(storage, acme);
  const { engine, tenant } = stage;
  const put = (approvalMatrix: Matrix, actorUserId = ADMIN) =>
    engine.putApprovalPolicy(tenant, { actorUserId, approvalMatrix });
  const propose = async (approvalMatrix: Matrix): Promise<string> => {
    const { settingsChange } = expectRight(await put(approvalMatrix));
    return settingsChange?.changeId ?? assert.fail('nothing waits');
  };
  const decideOn = (
    changeId: string,
    actorUserId = HEAD,
    action: 'approve' | 'reject' = 'approve',
  ) => engine.decideSettingsChange(tenant, { actorUserId, changeId, action });
  return {
    ...stage,
    put,
    propose,
    decideOn,
    putInForce: async (approvalMatrix: Matrix) => {
      expectRight(await decideOn(await propose(approvalMatrix)));
    },
    policy: async (asked: { limit: number; after?: string } = { limit: 100 }) =>
      expectRight(await engine.getApprovalPolicy(tenant, { actorUserId: HEAD, ...asked })),
    preview: async (approvalMatrix: Matrix) =>
      expectRight(
        await engine.previewApprovalPolicy(tenant, { actorUserId: HEAD, approvalMatrix }),
      ),
    provision: async (approvalMatrix: Matrix) =>
      expectRight(await engine.provision(stageDocument({ ...acme, approvalMatrix }))),
  };
};

/** A document that says nothing of approvals. */
const withoutPolicies = ({ bankTenants }: ProvisionInput): ProvisionInput => ({
  bankTenants: bankTenants.map((bank) => ({
    ...bank,
    corporates: bank.corporates.map(({ approvalMatrix: _, ...corporate }) => corporate),
  })),
});

const versionsOf = async ({ policy }: Awaited<ReturnType<typeof open>>) =>
  (await policy()).items.map(({ version, author }) => [version, author]);

const pinnedTo = async (stage: Stage, id: Parameters<Stage['payout']>[0]) => {
  const { approval } = await stage.payout(id);
  return [approval?.policyVersion, approval?.levelsRequired];
};

export const approvalPolicyScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a provision document makes the next version where its policy is another one',
    run: async (storage) => {
      const stage = await open(storage);
      await stage.provision(FIRST);
      assert.deepEqual(await versionsOf(stage), [[1, 'provision']]);

      stage.clock.advance(DAY);
      const { policyDifferences } = await stage.provision(SECOND);
      assert.deepEqual(policyDifferences, []);
      const { inForce, items } = await stage.policy();
      assert.deepEqual(inForce, { approvalMatrix: SECOND, version: 2 });
      assert.deepEqual(items, [
        { version: 2, approvalMatrix: SECOND, author: 'provision', at: stage.clock.now() },
        { version: 1, approvalMatrix: FIRST, author: 'provision', at: stage.clock.now() - DAY },
      ]);
      assert.deepEqual(
        (await stage.journal('approval_policy')).map(({ sequence, from, to }) => [
          sequence,
          from,
          to,
        ]),
        [
          [1, undefined, 'in_force'],
          [2, 'in_force', 'in_force'],
        ],
      );
    },
  },
  {
    title: 'a proposed policy waits for another person, and decides only about payouts after that',
    run: async (storage) => {
      const stage = await open(storage);
      const [before = assert.fail()] = await waiting(stage);
      const changeId = await stage.propose(SECOND);
      const [meanwhile = assert.fail()] = await waiting(stage);
      assert.deepEqual(expectLeft(await stage.decideOn(changeId, ADMIN))._tag, 'OwnSettingsChange');
      assert.deepEqual((await stage.policy()).inForce, { approvalMatrix: FIRST, version: 1 });

      stage.clock.advance(DAY);
      expectRight(await stage.decideOn(changeId));
      const [after = assert.fail()] = await waiting(stage);

      assert.deepEqual(
        [await pinnedTo(stage, before), await pinnedTo(stage, meanwhile)],
        [
          [1, 1],
          [1, 1],
        ],
      );
      assert.deepEqual(await pinnedTo(stage, after), [2, 1]);
      assert.deepEqual(await decide(stage, 'u-checker', [before, after]), [
        'approved',
        'pending_approval',
      ]);
      assert.deepEqual((await stage.policy()).items[0], {
        version: 2,
        approvalMatrix: SECOND,
        author: ADMIN,
        at: stage.clock.now(),
        approvedBy: HEAD,
        settingsChangeId: changeId,
      });
      await stage.runDue();
      const events = await eventsAbout(stage, after);
      assert.deepEqual(
        events.map(({ data: { object } }) => 'approval' in object && object['approval']),
        [0, 0].map((currentLevel, i) => ({
          levelsRequired: 1,
          currentLevel,
          ...(i === 1 && { comment: 'u-checker says approve' }),
          policyVersion: 2,
        })),
      );
    },
  },
  {
    title: 'a policy that is in force already waits for nobody, and a rejected one changes nothing',
    run: async (storage) => {
      const stage = await open(storage);
      assert.deepEqual(expectRight(await stage.put(FIRST)), { approvalMatrix: FIRST, version: 1 });
      expectRight(await stage.decideOn(await stage.propose(SECOND), HEAD, 'reject'));

      assert.deepEqual((await stage.policy()).inForce, { approvalMatrix: FIRST, version: 1 });
      assert.deepEqual(await versionsOf(stage), [[1, 'provision']]);
    },
  },
  {
    title:
      'where approvals ask for a second factor, a policy is neither proposed nor approved without such a one',
    run: async (storage) => {
      for (const approval of ['any', 'passkey'] as const) {
        const other = await open(storage, { ...ACME, secondFactor: { login: 'none', approval } });
        const { engine, tenant } = other;
        const input = { actorUserId: ADMIN, approvalMatrix: SECOND };
        const wrong = approval === 'passkey' ? ({ givenFactor: 'totp' } as const) : {};
        const refused = { _tag: 'SecondFactorNeeded', kind: approval };
        const proposed = await engine.putApprovalPolicy(tenant, { ...input, ...wrong });
        assert.deepEqual(expectLeft(proposed), refused);
        const given = { givenFactor: 'passkey' } as const;
        const { settingsChange } = expectRight(
          await engine.putApprovalPolicy(tenant, { ...input, ...given }),
        );
        const changeId = settingsChange?.changeId ?? assert.fail();
        const decision = { actorUserId: HEAD, changeId, action: 'approve' } as const;
        const decided = await engine.decideSettingsChange(tenant, { ...decision, ...wrong });
        assert.deepEqual(expectLeft(decided), refused);
        const rejection = { ...decision, action: 'reject' } as const;
        expectRight(
          await engine.decideSettingsChange(
            tenant,
            approval === 'any' ? rejection : { ...decision, ...given },
          ),
        );
      }
    },
  },
  {
    title: 'of two policies that were proposed to replace the same one, only one takes effect',
    run: async (storage) => {
      const stage = await open(storage);
      const [one, other] = [await stage.propose(SECOND), await stage.propose(THIRD)];
      expectRight(await stage.decideOn(one));

      assert.equal(expectLeft(await stage.decideOn(other))._tag, 'ApprovalPolicyOutdated');
      assert.deepEqual((await stage.policy()).inForce, { approvalMatrix: SECOND, version: 2 });
      expectRight(await stage.decideOn(other, HEAD, 'reject'));
      await stage.putInForce(THIRD);
      assert.deepEqual(await versionsOf(stage), [
        [3, ADMIN],
        [2, ADMIN],
        [1, 'provision'],
      ]);
    },
  },
  {
    title: 'a document that is applied again keeps the policy of people, and says where it differs',
    run: async (storage) => {
      const stage = await open(storage);
      await stage.putInForce(SECOND);
      const difference = {
        corporateTenantId: 'acme',
        version: 2,
        author: ADMIN,
        document: FIRST,
        stored: SECOND,
      };

      assert.deepEqual((await stage.provision(FIRST)).policyDifferences, [difference]);
      assert.deepEqual((await stage.provision(THIRD)).policyDifferences, [
        { ...difference, document: THIRD },
      ]);
      assert.deepEqual((await stage.provision(SECOND)).policyDifferences, []);
      const silent = expectRight(
        await stage.engine.provision(withoutPolicies(stageDocument(ACME))),
      );
      assert.deepEqual(silent.policyDifferences, []);
      const plan = await planProvision(
        stage.storage,
        (over) => stage.another({ storage: over }).provision,
        stageDocument(ACME),
      );
      assert.deepEqual(expectRight(plan).policyDifferences, [difference]);
      assert.deepEqual((await stage.policy()).inForce, { approvalMatrix: SECOND, version: 2 });
      assert.equal((await versionsOf(stage)).length, 2);
    },
  },
  {
    title: 'the policy of a person stays, whatever the person is called',
    run: async (storage) => {
      const stage = await open(storage);
      const { tenant } = stage;
      const [like] = await storage.read(({ tenancy }) => tenancy.actors(tenant, [ADMIN as never]));
      const { user } = like ?? assert.fail();
      // No document names such a user. Versions before that let them in.
      const namesake = { ...user, userId: 'provision' as never };
      await storage.atomically(async ({ tenancy }) => {
        await tenancy.putUsers(tenant, [namesake]);
        return E.right(null);
      });
      const { settingsChange } = expectRight(await stage.put(SECOND, namesake.userId));
      expectRight(await stage.decideOn(settingsChange?.changeId ?? assert.fail()));

      const { policyDifferences } = await stage.provision(THIRD);
      assert.equal(policyDifferences.length, 1);
      assert.deepEqual((await stage.policy()).inForce, { approvalMatrix: SECOND, version: 2 });
    },
  },
  {
    title: 'the history is read page by page, by people who may look at settings',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      await stage.putInForce(SECOND);
      await stage.putInForce(THIRD);
      const page = await stage.policy({ limit: 2 });
      const rest = await stage.policy({ limit: 2, after: page.nextCursor ?? '' });
      assert.deepEqual(
        [page, rest].map(({ items, hasMore }) => [items.map(({ version }) => version), hasMore]),
        [
          [[3, 2], true],
          [[1], false],
        ],
      );

      const { engine, tenant } = stage;
      const by = { actorUserId: 'u-maker' };
      const draft = { ...by, approvalMatrix: SECOND };
      assert.deepEqual(
        [
          expectLeft(await engine.getApprovalPolicy(tenant, { ...by, limit: 1 }))._tag,
          expectLeft(await engine.previewApprovalPolicy(tenant, draft))._tag,
          expectLeft(await engine.putApprovalPolicy(tenant, draft))._tag,
          // Who may approve settings looks at a draft, and proposes none.
          expectLeft(await stage.put(SECOND, HEAD))._tag,
        ],
        Array.from({ length: 4 }, () => 'SettingsDenied'),
      );
      const globex = { ...tenant, corporateTenantId: 'globex' as never };
      const theirs = await engine.getApprovalPolicy(globex, { actorUserId: ADMIN, limit: 10 });
      assert.equal(expectRight(theirs).items.length, 1);
    },
  },
  {
    title: 'a draft that leaves an amount without a rule, or names what there is not, is refused',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const bad = [
        { packageCodes: ['VENDOR'], tiers: [{ upToAmount: 100, levels: [level('boss')] }] },
        { packageCodes: ['SALARY', 'NONE', 'CAPEX'], tiers: [{ upToAmount: null, levels: [] }] },
      ];
      const pointers = [
        '/approvalMatrix/1/packageCodes/1',
        '/approvalMatrix/0/tiers/0/levels/0/roleCodes/0',
        '/approvalMatrix/0/tiers',
        // Of a package that is added later.
        '/approvalMatrix',
      ].sort();
      for (const refuse of ['putApprovalPolicy', 'previewApprovalPolicy'] as const) {
        const refused = expectLeft(
          await engine[refuse](tenant, { actorUserId: ADMIN, approvalMatrix: bad }),
        );
        assert.ok(refused._tag === 'InvalidInput', refused._tag);
        assert.deepEqual(refused.issues.map(({ pointer }) => pointer).sort(), pointers);
      }
      assert.equal((await stage.policy()).items.length, 1);
    },
  },
  {
    title: 'a preview counts the payouts that would have needed other levels, in counts and rupees',
    run: async (storage) => {
      const stage = await open(storage);
      const old = await waiting(stage);
      await decide(stage, 'u-checker', old);
      stage.clock.advance(91 * DAY);
      await stage.pay([{ amount: 400_000 }, { amount: LARGE }, { amount: LARGE }]);
      const [last = assert.fail()] = await waiting(stage);
      await decide(stage, 'u-checker', [last]);

      const nothing = await stage.preview(FIRST);
      assert.deepEqual([nothing.waiting.count, nothing.last90Days.count], [0, 0]);
      assert.deepEqual([nothing.waiting.looked, nothing.last90Days.looked], [2, 4]);

      const rupees = (value: number) => ({ value, currency: 'INR' });
      const { waiting: now, last90Days: before, since } = await stage.preview(THIRD);
      const to = [CHECKER, level('head')];
      const larger = { from: [CHECKER], to };
      assert.deepEqual(now, {
        looked: 2,
        isComplete: true,
        count: 2,
        amount: rupees(2 * LARGE),
        changes: [{ ...larger, count: 2, amount: rupees(2 * LARGE) }],
      });
      assert.deepEqual(before, {
        looked: 4,
        isComplete: true,
        count: 4,
        amount: rupees(400_000 + 3 * LARGE),
        changes: [
          { ...larger, count: 3, amount: rupees(3 * LARGE) },
          { from: [], to, count: 1, amount: rupees(400_000) },
        ],
      });
      assert.equal(since, stage.clock.now() - 90 * DAY);
      assert.deepEqual((await stage.policy()).items.length, 1);
    },
  },
  {
    title: 'a preview decides again by what was frozen, not by what the package allows by now',
    run: async (storage) => {
      const stage = await open(storage);
      await stage.pay([{ amount: 400_000 }]);
      const [corporate = assert.fail()] = stageDocument(ACME).bankTenants[0]?.corporates ?? [];
      const packages = (corporate.packages ?? []).map((one) => ({
        ...one,
        catalogConfiguration: { ...one.catalogConfiguration, autoApprovalEnabled: false },
      }));
      expectRight(await stage.engine.provision(stageDocument({ ...ACME, packages })));
      await stage.pay([{ amount: 400_000 }]);

      const same = await stage.preview(FIRST);
      assert.deepEqual([same.last90Days.looked, same.last90Days.count], [2, 0]);
      expectRight(await stage.engine.provision(stageDocument(ACME)));
      assert.equal((await stage.preview(FIRST)).last90Days.count, 0);
    },
  },
  {
    title: 'a preview goes through more payouts than it reads at once',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      const amount = 1_000_001;
      await stage.post(Array.from({ length: 1_001 }, () => ({ amount })));
      await stage.runDue();
      const preview = await stage.preview(SECOND);
      for (const { looked, isComplete, count, amount: sum } of [
        preview.waiting,
        preview.last90Days,
      ])
        assert.deepEqual(
          [looked, isComplete, count, sum.value],
          [1_001, true, 1_001, 1_001 * amount],
        );
    },
  },
];
