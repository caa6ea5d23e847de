import { memoryStorage } from '@hundi/adapter-memory';
import type { ConfirmedFactor, EnrolledFactor, SettingsChangeView } from '@hundi/core/wire';
import { codeOfApp, demoDocument } from '@hundi/testkit';
import test from 'ava';
import { comeIn, type PortalBody } from '../../testing/portal.js';
import { serve } from '../../testing/serve.js';

interface Reset extends PortalBody {
  readonly userId: string;
  readonly settingsChange?: SettingsChangeView;
}

const [CHECKER, ADMIN, SECOND] = [
  'checker@acme.example',
  'admin@acme.example',
  'second@acme.example',
];

/** The demo, where another person looks after settings beside the administrator. */
const twoAdministrators = () => {
  const [acme] = demoDocument().bankTenants[0]?.corporates ?? [];
  const users = acme?.users ?? [];
  const admins = users.filter(({ userId }) => userId === 'u-admin');
  return demoDocument({
    users: [
      ...users,
      ...admins.map((one) => ({ ...one, userId: 'u-second', username: 'second', email: SECOND })),
    ],
  });
};

test('an administrator asks for the reset of the factors of a colleague, another approves it, and they are gone with the sessions', async (t) => {
  const served = await serve(t, memoryStorage(), {}, { document: twoAdministrators() });
  const [person, admin, second] = [
    await comeIn(served, CHECKER),
    await comeIn(served, ADMIN),
    await comeIn(served, SECOND),
  ];
  const enrolled = await person.post<EnrolledFactor>('/factors', { kind: 'totp', name: 'Phone' });
  const { factorId, uri = '' } = enrolled.json;
  const code = codeOfApp(uri, served.sandbox.clock.now());
  await person.post<ConfirmedFactor>(`/factors/${factorId}/confirm`, { code });

  const path = '/people/u-checker/reset-factors';
  t.is((await person.post(path)).status, 403);
  t.is((await admin.post('/people/u-none/reset-factors')).status, 404);
  t.is((await admin.post('/people/u-admin/reset-factors')).status, 409);
  const asked = await admin.post<Reset>(path);
  t.is(asked.status, 200);
  t.like(asked.json.settingsChange, {
    kind: 'reset_factors',
    state: 'pending',
    details: { userId: 'u-checker', factorIds: [factorId] },
  });
  const approve = `/settings-changes/${asked.json.settingsChange?.changeId ?? ''}/approve`;
  t.is((await admin.post(approve, {})).status, 403);
  t.is((await person.get('/factors')).status, 200);
  t.is((await second.post(approve, {})).status, 200);
  t.is((await person.get('/factors')).status, 401);
  const back = await comeIn(served, CHECKER);
  t.deepEqual(
    (await back.get<{ readonly items: ReadonlyArray<object> }>('/factors')).json.items,
    [],
  );
});
