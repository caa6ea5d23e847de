import test from 'ava';
import { TENANT } from '../samples.test.data.js';
import { CHANGES, USE_CASES } from './use-cases.js';

const RECIPES = { ...CHANGES, ...USE_CASES };
type Name = keyof typeof RECIPES;

/** Use cases for a corporate, and where the first fault of an empty input is. */
const OF_A_CORPORATE: Partial<Record<Name, string>> = {
  createApiKey: '/actorUserId',
  createSecretKey: '/actorUserId',
  decideSettingsChange: '/actorUserId',
  endSessions: '/actorUserId',
  getCheckoutSettings: '/actorUserId',
  getJob: '/jobId',
  getTransaction: '/transactionId',
  idempotently: '/route',
  listApiKeys: '/actorUserId',
  listPeople: '/actorUserId',
  listSecretKeys: '/actorUserId',
  listSettingsChanges: '/actorUserId',
  putCheckoutSettings: '/actorUserId',
  reinstatePerson: '/actorUserId',
  revokeApiKey: '/actorUserId',
  revokeSecretKey: '/actorUserId',
  rotateApiKey: '/actorUserId',
  rotateSecretKey: '/actorUserId',
  suspendPerson: '/actorUserId',
};

/** Use cases for a caller whom another use case has authenticated. */
const OF_A_CALLER: Partial<Record<Name, string>> = {
  confirmSession: '/challengeId',
  endOwnSession: '/sessionId',
  listPackages: '/limit',
};

/** Use cases that nobody need be authenticated for. */
const OPEN: Partial<Record<Name, string>> = {
  confirmLogin: '/challengeId',
  provision: '/bankTenants',
  requestLogin: '/email',
};

/** A port that fails the test when a use case asks it for anything. */
const untouched: unknown = new Proxy(() => undefined, {
  get: () => untouched,
  apply: () => {
    throw new Error('a port was used');
  },
});

type Asked = (...input: ReadonlyArray<unknown>) => Promise<unknown>;

const made = (name: Name): Asked => {
  const { make, dependencies } = RECIPES[name];
  return make(...dependencies.map(() => untouched)) as Asked;
};

const rows = (table: Partial<Record<Name, string>>) =>
  Object.entries(table) as ReadonlyArray<[Name, string]>;

const refusedAt = (pointer: string) => ({ left: { _tag: 'InvalidInput', issues: [{ pointer }] } });

for (const [name, pointer] of rows(OF_A_CORPORATE)) {
  test(`${name} rejects a faulty input at ${pointer} before it asks any port`, async (t) => {
    t.like(await made(name)(TENANT, {}), refusedAt(pointer));
  });

  test(`${name} rejects a faulty corporate before it asks any port`, async (t) => {
    const nowhere = { ...TENANT, corporateTenantId: '' };
    t.like(await made(name)(nowhere, {}), refusedAt('/tenant/corporateTenantId'));
  });
}

for (const [name, pointer] of rows(OF_A_CALLER))
  test(`${name} rejects a faulty input at ${pointer} before it asks any port`, async (t) => {
    t.like(await made(name)({ tenant: TENANT }, {}), refusedAt(pointer));
  });

for (const [name, pointer] of rows(OPEN))
  test(`${name} rejects a faulty input at ${pointer} before it asks any port`, async (t) => {
    t.like(await made(name)({}), refusedAt(pointer));
  });
