import { memoryStorage } from '@hundi/adapter-memory';
import type { Storage } from '@hundi/core';
import type {
  ApprovalPolicy,
  ApprovalPolicyVersion,
  PolicyPreview,
  SettingsChangeView,
} from '@hundi/core/wire';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { policyDraft } from '../../examples/approval-policy.js';
import { comeIn, waiting, type Person, type PortalBody } from '../../testing/portal.js';
import { serve, type Served } from '../../testing/serve.js';

interface Proposed extends PortalBody, ApprovalPolicy {
  readonly settingsChange?: SettingsChangeView;
}
interface History extends PortalBody {
  readonly inForce: ApprovalPolicy;
  readonly items: ReadonlyArray<ApprovalPolicyVersion>;
}
type Preview = PortalBody & PolicyPreview;

const PATH = '/approval-policy';

const gate = () => {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    passed,
    open: () => {
      open();
    },
  };
};

/** The head looks at settings and approves them; the corporate asks for no second person elsewhere. */
const opened = async (t: ExecutionContext, storage: Storage = memoryStorage()) => {
  const corporate = demoDocument().bankTenants[0]?.corporates[0];
  const document = demoDocument({
    roles: (corporate?.roles ?? []).map((role) =>
      role.roleCode === 'head'
        ? { ...role, permissions: ['settings.view', 'settings.approve', 'transaction.approve'] }
        : role,
    ),
  });
  const served = await serve(t, storage, {}, { document });
  const [admin, head] = [
    await comeIn(served, 'admin@acme.example'),
    await comeIn(served, 'head@acme.example'),
  ];
  return { served, admin, head };
};

const put = (served: Served, { token }: Person, body: unknown) =>
  served.send('PUT', `/portal/v1${PATH}`, {
    key: null,
    headers: { authorization: `Bearer ${token}` },
    body,
  }) as unknown as Promise<{ readonly status: number; readonly json: Proposed }>;

test('a policy is proposed with 202, takes effect with the approval of another person, and pins payouts', async (t) => {
  const { served, admin, head } = await opened(t);
  const { json: before } = await head.get<History>(PATH);
  const first = before.inForce;
  t.is(first.version, 1);

  const { status, json } = await put(served, admin, policyDraft);
  t.is(status, 202);
  t.deepEqual([json.version, json.approvalMatrix], [1, first.approvalMatrix]);
  const { changeId, details } = json.settingsChange ?? t.fail();
  t.deepEqual(details, { ...policyDraft, replacesVersion: 1 });
  t.is((await admin.post(`/settings-changes/${changeId}/approve`, {})).status, 403);
  t.is((await head.post(`/settings-changes/${changeId}/approve`, {})).status, 200);

  const { json: after } = await head.get<History>(`${PATH}?limit=1`);
  t.deepEqual(after.inForce, { ...policyDraft, version: 2 } as never);
  t.like(after.items[0], { version: 2, author: 'u-admin', approvedBy: 'u-head' });
  const older = after.pagination.nextCursor ?? t.fail();
  const { json: rest } = await head.get<History>(`${PATH}?limit=1&after=${older}`);
  t.deepEqual(
    rest.items.map(({ version, author }) => [version, author]),
    [[1, 'provision']],
  );
  const same = await put(served, admin, policyDraft);
  t.deepEqual([same.status, same.json.settingsChange], [200, undefined]);

  const { ids } = await waiting(served, 1);
  const payout = await served.get(`/v1/partner/payments/transactions/${ids[0] ?? ''}`);
  t.like(payout.json, { approval: { policyVersion: 2 } });
});

test('a policy of many rules is previewed and proposed', async (t) => {
  const { served, admin } = await opened(t);
  const levels = [{ roleCodes: ['head'], approvals: 1 }];
  const ofVendors = Array.from({ length: 50 }, (_, i) => ({
    packageCodes: ['VENDOR'],
    tiers: [{ upToAmount: 1_000 * (i + 1), levels }],
  }));
  const all = { packageCodes: null, tiers: [{ upToAmount: null, levels }] };
  const draft = { approvalMatrix: [...ofVendors, all] };

  t.is((await admin.post(`${PATH}/preview`, draft)).status, 200);
  t.is((await put(served, admin, draft)).status, 202);
});

test('of two proposals the second to be approved is 409, and can be rejected', async (t) => {
  const { served, admin, head } = await opened(t);
  const [one, other] = [
    await put(served, admin, policyDraft),
    await put(served, admin, { approvalMatrix: policyDraft.approvalMatrix.toReversed() }),
  ];
  t.is(other.json.settingsChange?.details['replacesVersion'], 1);
  const decide = (change: typeof one, action: string) =>
    head.post(`/settings-changes/${change.json.settingsChange?.changeId ?? ''}/${action}`, {});
  t.is((await decide(one, 'approve')).status, 200);
  const refused = await decide(other, 'approve');
  t.deepEqual([refused.status, refused.json.type], [409, 'invalid_operation_error']);
  t.true(refused.json.detail.includes('propose it again'));
  t.is((await decide(other, 'reject')).status, 200);
});

test('a preview shows counts and rupees by the change of levels, and changes nothing', async (t) => {
  const { served, head } = await opened(t);
  await waiting(served, 2);
  const [rule] = policyDraft.approvalMatrix;
  const heads = [{ roleCodes: ['head'], approvals: 1 }];
  const draft = [{ ...rule, tiers: [{ upToAmount: null, levels: heads }] }];
  const { status, json } = await head.post<Preview>(`${PATH}/preview`, { approvalMatrix: draft });

  t.is(status, 200);
  for (const { count, changes } of [json.waiting, json.last90Days]) {
    t.is(count, 2);
    t.deepEqual(
      changes.map(({ to, count: each, amount: { currency } }) => [to, each, currency]),
      [[heads, 2, 'INR']] as never,
    );
  }
  t.is((await head.get<History>(PATH)).json.items.length, 1);
});

const rules = (...tiers: ReadonlyArray<unknown>) => [{ packageCodes: null, tiers }];
const checker = { roleCodes: ['checker'], approvals: 1 };

const BAD: ReadonlyArray<readonly [what: string, body: unknown, pointer: string]> = [
  ['no policy', {}, '/approvalMatrix'],
  ['a text', { approvalMatrix: 'none' }, '/approvalMatrix'],
  ['no rule', { approvalMatrix: [] }, '/approvalMatrix'],
  [
    'an amount without a rule',
    { approvalMatrix: rules({ upToAmount: 5, levels: [] }) },
    '/approvalMatrix/0/tiers',
  ],
  [
    'a tier without its bound',
    { approvalMatrix: rules({ levels: [] }) },
    '/approvalMatrix/0/tiers/0/upToAmount',
  ],
  [
    'an unknown role',
    {
      approvalMatrix: rules({ upToAmount: null, levels: [{ ...checker, roleCodes: ['boss'] }] }),
    },
    '/approvalMatrix/0/tiers/0/levels/0/roleCodes/0',
  ],
  [
    'a role that may not approve',
    {
      approvalMatrix: rules({ upToAmount: null, levels: [{ ...checker, roleCodes: ['maker'] }] }),
    },
    '/approvalMatrix/0/tiers/0/levels/0/roleCodes/0',
  ],
  [
    'a level of no one',
    { approvalMatrix: rules({ upToAmount: null, levels: [{ ...checker, approvals: 0 }] }) },
    '/approvalMatrix/0/tiers/0/levels/0/approvals',
  ],
  [
    'a tier that never decides',
    { approvalMatrix: rules(...[9, 9, null].map((upToAmount) => ({ upToAmount, levels: [] }))) },
    '/approvalMatrix/0/tiers/1/upToAmount',
  ],
];

for (const [what, body, pointer] of BAD)
  test(`an approval policy with ${what} is 400 with its place, proposed or previewed`, async (t) => {
    const { served, admin } = await opened(t);
    for (const { status, json } of [
      await put(served, admin, body),
      await admin.post(`${PATH}/preview`, body),
    ]) {
      t.is(status, 400);
      t.true(
        json.errors?.some((error) => error.pointer === pointer),
        JSON.stringify(json),
      );
    }
  });

test('who has no settings permission sees no policy, and who approves proposes none', async (t) => {
  const { served, head } = await opened(t);
  const maker = await comeIn(served, 'maker@acme.example');
  t.is((await maker.get(PATH)).status, 403);
  t.is((await maker.post(`${PATH}/preview`, policyDraft)).status, 403);
  t.is((await put(served, maker, policyDraft)).status, 403);
  t.is((await put(served, head, policyDraft)).status, 403);
  t.is((await head.get(`${PATH}?after=none`)).status, 400);
  t.is((await head.post(`${PATH}/preview`, policyDraft)).status, 200);
});

test('people of a corporate run one preview at a time, and those of others do not wait', async (t) => {
  const kept = memoryStorage();
  const [arrived, released] = [gate(), gate()];
  const { served, admin, head } = await opened(t, {
    ...kept,
    read: async (work) => {
      const previews: unknown[] = [];
      const answer = await kept.read((stores) => {
        const awaiting: typeof stores.payouts.awaiting = (...asked) => {
          if (asked[0].corporateTenantId === 'acme') previews.push(asked);
          return stores.payouts.awaiting(...asked);
        };
        return work({ ...stores, payouts: { ...stores.payouts, awaiting } });
      });
      if (previews.length === 0) return answer;
      arrived.open();
      await released.passed;
      return answer;
    },
  });
  const stranger = await comeIn(served, 'admin@globex.example');
  const first = head.post(`${PATH}/preview`, policyDraft);
  await arrived.passed;
  const second = await admin.post(`${PATH}/preview`, policyDraft);
  const elsewhere = await stranger.post(`${PATH}/preview`, policyDraft);
  released.open();

  t.deepEqual([second.status, second.json.type], [429, 'rate_limit_error']);
  t.deepEqual([elsewhere.status, (await first).status], [200, 200]);
  t.is((await admin.post(`${PATH}/preview`, policyDraft)).status, 200);
});
