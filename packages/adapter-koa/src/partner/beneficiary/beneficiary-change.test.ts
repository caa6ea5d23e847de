import { memoryStorage } from '@hundi/adapter-memory';
import type { BrowsedBeneficiary } from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import { aPayee } from '../../testing/bodies.js';
import { comeIn } from '../../testing/portal.js';
import { serve, type Answer } from '../../testing/serve.js';

const LIST = '/v1/partner/beneficiaries';
const MERGED = { beneBankAccounts: [{ accountNumber: '04451010001234', ifscCode: 'CNRB0010445' }] };

const payeeIn = ({ json }: { readonly json: unknown }) => json as BrowsedBeneficiary;

/** An approved payee of a bank that is going to merge, and short ways to its routes. */
const open = async (t: ExecutionContext) => {
  const served = await serve(t, memoryStorage());
  const { json } = await served.post(
    LIST,
    aPayee({
      beneId: 'SYN01',
      beneName: 'Synergy Supplies',
      beneBankAccounts: [{ accountNumber: '04451010001234', ifscCode: 'SYNB0000445' }],
    }),
  );
  const path = `${LIST}/${json.beneficiary.beneficiaryId}`;
  const authorize = (action = 'approve', actorUserId = 'u-checker') =>
    served.post(`${path}/authorize`, { action, actorUserId });
  await authorize();
  return {
    served,
    path,
    authorize,
    get: async () => payeeIn(await served.get(path)),
    patch: (members: object, headers = {}): Promise<Answer> =>
      served.send('PATCH', path, { body: { initiatedByUserId: 'u-maker', ...members }, headers }),
    deactivate: (members: object = {}) =>
      served.post(`${path}/deactivate`, { initiatedByUserId: 'u-maker', ...members }),
  };
};

test('a payee is read in any state, also before it is approved', async (t) => {
  const { get, post } = await serve(t, memoryStorage());
  const { json } = await post(LIST, aPayee({ tags: ['a'] }));
  const id = json.beneficiary.beneficiaryId;

  const { status, json: shown } = await get(`${LIST}/${id}`);

  t.is(status, 200);
  t.like(payeeIn({ json: shown }), {
    status: 'inactive',
    approvalState: 'pending_approval',
    tags: ['a'],
    packageCodes: ['VENDOR'],
  });
  t.is((await get(`${LIST}/none`)).status, 404);
});

test('a new IFSC is 202 until a checker approves it, and the old one is shown until then', async (t) => {
  const { patch, get, authorize } = await open(t);

  const asked = await patch(MERGED);
  t.is(asked.status, 202);
  t.like(asked.json, { ifsc: 'SYNB0000445' });
  t.like((await get()).pendingChange?.accounts[0], { ifsc: 'CNRB0010445' });
  t.is((await patch({ tags: ['b'] })).status, 409);
  t.is((await authorize('approve', 'u-maker')).status, 403);
  t.is((await authorize()).status, 200);
  t.like(await get(), { ifsc: 'CNRB0010445', approvalState: 'approved' });
  t.is((await get()).pendingChange, undefined);
});

test('contact data are changed at once with 200, and null takes away an address', async (t) => {
  const { patch, get } = await open(t);

  const changed = await patch({ beneEmail: 'pay@synergy.example', benePhoneNumber: '9800000001' });
  t.is(changed.status, 200);
  t.like(await get(), { email: 'pay@synergy.example', phoneNumber: '9800000001' });
  t.is((await patch({ beneEmail: null })).status, 200);
  t.is((await get()).email, undefined);
});

for (const [what, members, pointer] of [
  ['another beneId', { beneId: 'OTHER01' }, '/beneId'],
  [
    'an IFSC of four letters',
    { beneBankAccounts: [{ accountNumber: '044510', ifscCode: 'SYNB' }] },
    '/beneBankAccounts/0/ifscCode',
  ],
  ['no accounts', { beneBankAccounts: [] }, '/beneBankAccounts'],
  ['an unknown package', { benePackageCodes: ['NONE'] }, '/benePackageCodes/0'],
  ['no name', { beneName: '' }, '/beneName'],
] as const)
  test(`a change to ${what} is 400 with its place, and changes nothing`, async (t) => {
    const { patch, get } = await open(t);
    const before = await get();

    const { status, json } = await patch(members);

    t.is(status, 400);
    t.is(json.errors[0]?.pointer, pointer);
    t.deepEqual(await get(), before);
  });

test('a change under an idempotency key is asked for once, and its answer stays 202', async (t) => {
  const { patch, authorize, served, path } = await open(t);
  const headers = { 'idempotency-key': 'merge-1' };

  const first = await patch(MERGED, headers);
  await authorize();
  const again = await patch(MERGED, headers);

  t.deepEqual([again.status, again.text], [202, first.text]);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is((await served.get(path)).text.includes('pendingChange'), false);
});

test('a rejected payee is sent again with 202, and a deactivated one too', async (t) => {
  const { served, deactivate, patch, authorize, get } = await open(t);
  t.is((await deactivate({ comment: 'gone' })).status, 200);
  t.like(await get(), { status: 'inactive', approvalState: 'deactivated', comment: 'gone' });
  t.is((await deactivate()).status, 409);
  t.is((await served.get(`${LIST}?search=Synergy`)).json.items.length, 0);

  t.is((await patch({})).status, 202);
  t.is((await authorize('reject')).status, 200);
  t.is((await patch(MERGED)).status, 202);
  t.is((await authorize()).status, 200);
  t.like(await get(), { status: 'active', ifsc: 'CNRB0010445' });
});

test('people change, find, decide on and deactivate payees in the portal', async (t) => {
  const { served, path } = await open(t);
  const [maker, checker] = [
    await comeIn(served, 'maker@acme.example'),
    await comeIn(served, 'checker@acme.example'),
  ];
  const own = path.slice('/v1/partner'.length);
  const waiting = async () =>
    (
      await checker.get<{ readonly items: ReadonlyArray<BrowsedBeneficiary> }>(
        '/beneficiaries?changePending=true',
      )
    ).json.items.length;

  t.is(await waiting(), 0);
  const asked = await maker.patch<BrowsedBeneficiary>(own, MERGED);
  t.is(asked.status, 202);
  t.is(asked.json.pendingChange?.requestedBy, 'u-maker' as never);
  t.is(await waiting(), 1);
  t.is((await checker.patch(own, MERGED)).status, 403);
  t.is((await maker.post(`${own}/authorize`, { action: 'approve' })).status, 403);
  t.is((await checker.post(`${own}/authorize`, { action: 'approve' })).status, 200);
  t.is((await checker.get<BrowsedBeneficiary>(own)).json.ifsc, 'CNRB0010445' as never);
  t.is((await maker.patch(own, { tags: ['merged'] })).status, 200);
  t.is((await maker.post(`${own}/deactivate`, {})).status, 200);
  const head = await comeIn(served, 'head@acme.example');
  t.is((await head.get(own)).status, 403);
});
