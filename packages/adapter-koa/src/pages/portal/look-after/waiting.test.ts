import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { confirmAgain, takeRolesFrom, titleOf } from '../../../testing/look-after.js';
import { pageFaults } from '../../../testing/page-faults.js';
import { comeIn, type Person, type PortalBody } from '../../../testing/portal.js';
import { hiddenIn, logIn, portalBrowser } from '../../../testing/portal-browser.js';
import { serve, type Served } from '../../../testing/serve.js';

const [ADMIN, HEAD] = ['admin@acme.example', 'head@acme.example'];
const AT = '/portal/settings/waiting';
const APPROVE = `${AT}/approve`;
const REJECT = `${AT}/reject`;
const HOOK = 'https://hooks.acme.example/hundi';

interface Waits extends PortalBody {
  readonly key: string;
  readonly endpointId: string;
  readonly settingsChange?: { readonly changeId: string };
}

const corporate = demoDocument().bankTenants[0]?.corporates[0];

/** Changes of acme wait for a second person; the head approves settings, too. */
const stage = async (t: ExecutionContext) => {
  const document = demoDocument({
    settingsNeedSecondPerson: true,
    users: (corporate?.users ?? []).flatMap((user) =>
      user.userId === 'u-admin'
        ? [user, { ...user, userId: 'u-admin-2', email: 'admin-2@acme.example' }]
        : [user],
    ),
    roles: (corporate?.roles ?? []).map((role) =>
      role.roleCode === 'head'
        ? {
            ...role,
            permissions: ['settings.approve', 'transaction.approve'] as never,
          }
        : role,
    ),
  });
  const served = await serve(t, memoryStorage(), {}, { document });
  return { served, admin: await comeIn(served, ADMIN), head: await logIn(served, HEAD) };
};

const proposeKey = async (admin: Person, name: string) => {
  const { json } = await admin.post<Waits>('/secret-keys', { name });
  return { key: json.key, changeId: json.settingsChange?.changeId ?? '' };
};

const opens = async (served: Served, key: string): Promise<boolean> => {
  const headers = { authorization: `Bearer ${key}` };
  const { status } = await served.get('/v1/checkout/sessions/none', { key: null, headers });
  return status !== 401;
};

test('a second person sees what waits, by whom and since when, approves it with a comment, and it works', async (t) => {
  const { served, admin, head } = await stage(t);
  const { key, changeId } = await proposeKey(admin, 'shop 2');
  const list = await head.get(AT);
  t.is(titleOf(list), 'Waiting changes');
  t.deepEqual(pageFaults(list.response), []);
  t.regex(list.html, /New secret key/);
  t.regex(list.html, /<bdi>shop 2<\/bdi>/);
  t.regex(list.html, /<bdi>admin \(u-admin\)<\/bdi>/);
  const asked = await head.get(`${APPROVE}?changeId=${changeId}`);
  t.is(titleOf(asked), 'Approve this change? New secret key');
  t.false(await opens(served, key));
  const done = await head.send(APPROVE, { comment: 'Checked with the shop' });
  t.is(titleOf(done), 'The change is approved');
  t.true(await opens(served, key));
  t.regex((await head.get(AT)).html, /No change waits for a second person/);
});

test('old values stand beside new ones', async (t) => {
  const { served, admin, head } = await stage(t);
  const made = await admin.post<Waits>('/webhook-endpoints', { url: HOOK, eventTypes: ['*'] });
  await head.get(`${APPROVE}?changeId=${made.json.settingsChange?.changeId ?? ''}`);
  await head.send(APPROVE);
  const path = `/webhook-endpoints/${made.json.endpointId}`;
  await admin.patch(path, { url: `${HOOK}/2`, eventTypes: ['transaction.*'] });
  await admin.put('/checkout-settings', {
    destinationHosts: ['new.acme.example'],
    statementDescriptor: 'ACME',
  });
  const { html } = await head.get(AT);
  t.regex(html, /hooks\.acme\.example\/hundi\/2<span class="sub">Now: https:[^<]*\/hundi</);
  t.regex(html, /transaction\.\*<span class="sub">Now: \*</);
  t.regex(html, /new\.acme\.example<span class="sub">Now: /);
  t.is(served.incidents.length, 0);
});

test('who may approve settings sees the endpoint that a change is about, and approves none that changed since', async (t) => {
  const { served, admin, head } = await stage(t);
  const made = await admin.post<Waits>('/webhook-endpoints', { url: HOOK, eventTypes: ['*'] });
  await head.get(`${APPROVE}?changeId=${made.json.settingsChange?.changeId ?? ''}`);
  await head.send(APPROVE);
  const path = `/webhook-endpoints/${made.json.endpointId}`;
  const proposed = async (change: Promise<{ readonly json: Waits }>) =>
    `${APPROVE}?changeId=${(await change).json.settingsChange?.changeId ?? ''}`;
  const rotation = await head.get(await proposed(admin.post(`${path}/rotate-secret`, {})));
  t.true(rotation.html.includes(`<bdi>${HOOK}</bdi>`));
  const other = await proposed(admin.patch(path, { url: `${HOOK}/other` }));
  const asked = hiddenIn((await head.get(other)).html, APPROVE);
  await head.get(await proposed(admin.patch(path, { url: `${HOOK}/meanwhile` })));
  t.is(titleOf(await head.send(APPROVE)), 'The change is approved');
  const late = await head.send(APPROVE, asked);
  t.is(late.status, 409);
  t.regex(late.html, /Now: https:[^<]*\/meanwhile</);

  const approver = await comeIn(served, HEAD);
  t.is((await approver.get(path)).status, 200);
  t.is((await approver.patch(path, { eventTypes: ['*'] })).status, 403);
});

test('a policy that waits is told in words, with the one in force', async (t) => {
  const { admin, head } = await stage(t);
  const tier = (upToAmount: number | null, ...levels: ReadonlyArray<unknown>) => ({
    upToAmount,
    levels,
  });
  await admin.put('/approval-policy', {
    approvalMatrix: [
      {
        packageCodes: null,
        tiers: [
          tier(10_000_000, { roleCodes: ['checker'], approvals: 2 }),
          tier(
            null,
            { roleCodes: ['checker'], approvals: 1 },
            { roleCodes: ['head'], approvals: 1 },
          ),
        ],
      },
    ],
  });
  t.regex(
    (await head.get(AT)).html,
    /All packages: up to ₹1,00,000\.00 needs 2 approvals by checker; above needs 1 approval by checker, then 1 approval by head\.<span class="sub">Now: /,
  );
});

test('who approves a policy reads what it would change', async (t) => {
  const { admin, head } = await stage(t);
  const levels = [{ roleCodes: ['checker'], approvals: 2 }];
  const approvalMatrix = [{ packageCodes: null, tiers: [{ upToAmount: null, levels }] }];
  await admin.put('/approval-policy', { approvalMatrix });
  const [, path = ''] =
    /href="([^"]*\/approve\?changeId=[^"]+)"/.exec((await head.get(AT)).html) ?? [];
  t.regex((await head.get(path)).html, /Of the payouts of the last 90 days/);
});

test('a rejection needs no code, an approval does; the comment is not lost over it', async (t) => {
  const { served, admin, head } = await stage(t);
  const one = await proposeKey(admin, 'one');
  const other = await proposeKey(admin, 'other');
  served.sandbox.clock.advance(6 * 60_000);
  await head.get(`${REJECT}?changeId=${one.changeId}`);
  t.is(titleOf(await head.send(REJECT)), 'The change is rejected');
  await head.get(`${APPROVE}?changeId=${other.changeId}`);
  t.regex((await head.send(APPROVE, { comment: 'fine' })).html, /Confirm that it is you/);
  t.false(await opens(served, other.key));
  t.is(titleOf(await confirmAgain(served, head, HEAD, APPROVE)), 'The change is approved');
  const list = await admin.get<{ readonly items: ReadonlyArray<{ readonly comment?: string }> }>(
    '/settings-changes',
  );
  t.is(list.json.items[0]?.comment, 'fine');
});

test('nobody decides on a change of their own', async (t) => {
  const { served, admin, head } = await stage(t);
  const { changeId, key } = await proposeKey(admin, 'own');
  const same = await logIn(served, ADMIN, portalBrowser(served));
  const { html } = await same.get(AT);
  t.regex(html, /You proposed it: another person decides/);
  t.notRegex(html, /approve\?changeId/);
  await same.get(`${APPROVE}?changeId=${changeId}`);
  const refused = await same.send(APPROVE);
  t.is(refused.status, 403);
  t.regex(refused.html, /You cannot decide on a change that you proposed/);
  t.false(await opens(served, key));
  t.regex((await head.get(AT)).html, /approve\?changeId/);
});

test('a change that was decided meanwhile says so; the same form sent twice decides once', async (t) => {
  const { admin, head } = await stage(t);
  const { changeId } = await proposeKey(admin, 'one');
  const { html } = await head.get(`${APPROVE}?changeId=${changeId}`);
  const late = (await head.get(`${REJECT}?changeId=${changeId}`)).html;
  const fields = hiddenIn(html, APPROVE);
  t.is(titleOf(await head.send(APPROVE, fields)), 'The change is approved');
  t.is(titleOf(await head.send(APPROVE, fields)), 'The change is approved');
  const refused = await head.send(REJECT, hiddenIn(late, REJECT));
  t.is(refused.status, 409);
  t.regex(refused.html, /The change was already approved/);
  t.is((await head.get(`${APPROVE}?changeId=${changeId}`)).status, 404);
});

test('a long comment, a change that is none and a lost role are told', async (t) => {
  const { served, admin, head } = await stage(t);
  const { changeId, key } = await proposeKey(admin, 'one');
  await head.get(`${APPROVE}?changeId=${changeId}`);
  const long = await head.send(APPROVE, { comment: 'x'.repeat(501) });
  t.is(long.status, 400);
  t.regex(long.html, /at most 500 characters/);
  t.true(long.html.includes('x'.repeat(501)));
  for (const id of ['', 'nonsense', '%00']) {
    const none = await head.get(`${APPROVE}?changeId=${id}`);
    t.is(none.status, 404, id);
    t.regex(none.html, /This does not exist, or not any more/);
  }
  await head.get(`${APPROVE}?changeId=${changeId}`);
  await takeRolesFrom(served, 'u-head');
  t.is((await head.send(APPROVE)).status, 403);
  t.is((await head.get(AT)).status, 403);
  t.false(await opens(served, key));
});

test('names with markup, right-to-left text and 120 characters stay in their place, and 25 changes weigh less than 60 KB', async (t) => {
  const { served, admin, head } = await stage(t);
  const other = await comeIn(served, 'admin-2@acme.example');
  const name = `<b onclick="x">\u05d0\u05d1&${'x'.repeat(100)}`;
  for (const n of Array(26).keys()) {
    await proposeKey(n < 13 ? admin : other, n === 25 ? name : `shop-${String(n)}`);
    served.sandbox.clock.advance(1);
  }
  const { html } = await head.get(AT);
  t.false(html.includes('<b onclick'));
  t.true(html.includes('<bdi>&lt;b onclick=&quot;x&quot;>\u05d0\u05d1&amp;x'));
  t.true(html.length < 60_000, String(html.length));
  const next = /href="(\/portal\/settings\/waiting\?after=[^"]+)"/.exec(html)?.[1] ?? '';
  t.regex((await head.get(next)).html, /<bdi>shop-0<\/bdi>/);
  t.is((await head.get(`${AT}?after=nonsense`)).location, AT);
});
