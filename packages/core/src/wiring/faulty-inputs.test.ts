import test from 'ava';
import { TENANT } from '../samples.test.data.js';
import { madeOf } from './every-feature.test.data.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { Hundi } from './create-hundi.js';
import { CHANGES, USE_CASES } from './use-cases.js';

const RECIPES = { ...CHANGES, ...USE_CASES };
type Name = keyof typeof RECIPES;

/** Use cases for a corporate, and where the first fault of an empty input is. */
const OF_A_CORPORATE: Partial<Record<Name, string>> = {
  acceptBatch: '/key',
  acceptBatchAsJson: '/key',
  acceptPreviewedBatch: '/key',
  acceptPreviewedBatchAsJson: '/key',
  askApprovalFactor: '/actorUserId',
  authorizeBeneficiary: '/beneficiaryId',
  browseBeneficiaries: '/actorUserId',
  followBeneficiaries: '/actorUserId',
  browseTransactions: '/initiatedByUserId',
  cancelJob: '/jobId',
  cancelPaymentLink: '/actorUserId',
  cancelPayout: '/transactionId',
  changeBeneficiary: '/beneficiaryId',
  changeWebhookEndpoint: '/actorUserId',
  createApiKey: '/actorUserId',
  createBeneficiary: '/initiatedByUserId',
  createPaymentLink: '/actorUserId',
  createPayments: '/request',
  createPaymentsAsJson: '',
  createSecretKey: '/actorUserId',
  createWebhookEndpoint: '/actorUserId',
  decideJob: '/actorUserId',
  decidePayouts: '/actorUserId',
  decideSettingsChange: '/actorUserId',
  deactivateBeneficiary: '/beneficiaryId',
  deleteWebhookEndpoint: '/actorUserId',
  endSessions: '/actorUserId',
  getBeneficiary: '/beneficiaryId',
  getApprovalPolicy: '/actorUserId',
  getCheckoutSettings: '/actorUserId',
  getCollection: '/sessionId',
  getDeputy: '/actorUserId',
  getJob: '/jobId',
  getJobPayments: '/jobId',
  getNotificationSettings: '/actorUserId',
  putNotificationSettings: '/actorUserId',
  getPayoutCheckout: '/sessionId',
  getPayoutReach: '/actorUserId',
  getTransaction: '/transactionId',
  getWebhookEndpoint: '/actorUserId',
  idempotently: '/route',
  listApiKeys: '/actorUserId',
  listApprovals: '/actorUserId',
  listBeneficiaries: '/page',
  listEvents: '/limit',
  listIncidents: '/actorUserId',
  listJobs: '/actorUserId',
  listJournal: '/actorUserId',
  listPaymentLinks: '/actorUserId',
  listPeople: '/actorUserId',
  listSecretKeys: '/actorUserId',
  listSettingsChanges: '/actorUserId',
  listTransactions: '/initiatedByUserId',
  listWebhookDeliveries: '/actorUserId',
  listWebhookEndpoints: '/actorUserId',
  openPayoutCheckout: '/key',
  previewApprovalPolicy: '/actorUserId',
  putApprovalPolicy: '/actorUserId',
  previewBatch: '/batch',
  previewBatchAsJson: '',
  putCheckoutSettings: '/actorUserId',
  reinstatePerson: '/actorUserId',
  endDeputy: '/actorUserId',
  nameDeputy: '/actorUserId',
  releasePerson: '/actorUserId',
  replayWebhooks: '/actorUserId',
  getPaymentLink: '/actorUserId',
  resendPaymentLink: '/actorUserId',
  resetFactors: '/actorUserId',
  listMakersPackages: '/actorUserId',
  listReport: '/initiatedByUserId',
  sumReport: '/initiatedByUserId',
  reviewBeneficiary: '/beneficiaryId',
  reviewDecision: '/actorUserId',
  revokeApiKey: '/actorUserId',
  revokeSecretKey: '/actorUserId',
  rotateApiKey: '/actorUserId',
  rotateSecretKey: '/actorUserId',
  rotateWebhookSecret: '/actorUserId',
  findUnusual: '/actorUserId',
  sumApprovals: '/actorUserId',
  suspendPerson: '/actorUserId',
  testWebhookEndpoint: '/actorUserId',
  whyWaiting: '/actorUserId',
};

/** Use cases for a caller whom another use case has authenticated. */
const OF_A_CALLER: Partial<Record<Name, string>> = {
  closeCollection: '/sessionId',
  confirmFactor: '/factorId',
  confirmSession: '/challengeId',
  createCollection: '/key',
  endOwnSession: '/sessionId',
  enrolFactor: '/kind',
  getUpload: '/uploadId',
  giveOwnFactor: '/challengeId',
  keepUpload: '/content',
  listPackages: '/limit',
  removeFactor: '/factorId',
};

const CUSTOMER = { sessionId: `cs_${'0'.repeat(32)}`, key: 'key' };
const MAKER = { sessionId: `pcs_${'0'.repeat(32)}`, secret: 'secret' };

/** Use cases for a browser, and where the first fault of an empty input is. */
const OF_A_BROWSER: ReadonlyArray<[Name, object, string]> = [
  ['authorizePayout', MAKER, '/choice'],
  ['givePayoutFactor', MAKER, '/choice'],
  ['payByCard', CUSTOMER, '/attempt'],
  ['sendPayoutCode', MAKER, '/packageCode'],
];

/** Use cases that need no authenticated caller. */
const OPEN: Partial<Record<Name, string>> = {
  cancelCollection: '/sessionId',
  cancelPayoutCheckout: '/sessionId',
  confirmLogin: '/challengeId',
  enterCollection: '/sessionId',
  enterPayoutCheckout: '/sessionId',
  giveLoginFactor: '/challengeId',
  openBankSession: '/bankTenantId',
  openPaymentLink: '/linkId',
  provision: '/bankTenants',
  raiseIncidents: '/incidents',
  requestLogin: '/email',
  returnFromCollection: '/sessionId',
  viewCollection: '/sessionId',
  viewPayoutCheckout: '/sessionId',
};

/** A port that fails the test when a use case asks it for anything. */
const untouched: unknown = new Proxy(() => undefined, {
  get: () => untouched,
  apply: () => {
    throw new Error('a port was used');
  },
});

type Asked = (...input: ReadonlyArray<unknown>) => Promise<unknown>;

const made = (name: Name): Asked => madeOf<unknown>(RECIPES[name], untouched) as Asked;

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

for (const [name, browser, pointer] of OF_A_BROWSER) {
  test(`${name} rejects a faulty input at ${pointer} before it asks any port`, async (t) => {
    t.like(await made(name)(browser, {}), refusedAt(pointer));
  });

  test(`${name} rejects a faulty browser before it asks any port`, async (t) => {
    t.like(await made(name)({ ...browser, sessionId: '' }, {}), refusedAt('/browser/sessionId'));
  });
}

for (const [name] of [...rows(OF_A_CORPORATE), ...rows(OF_A_CALLER)]) {
  if (!/^(?:list|browse)/.test(name)) continue;
  test(`${name} rejects a filter that it does not have before it asks any port`, async (t) => {
    const caller = name in OF_A_CALLER ? { tenant: TENANT } : TENANT;
    t.like(await made(name)(caller, { colour: 'blue' }), refusedAt('/colour'));
  });
}

/** Each list with a filter that it does not have, from a variable: none of them compiles. */
export const withUnknownFilters = (
  engine: Hundi,
  tenant: Tenant,
  own: Parameters<Hundi['listPackages']>[0],
): ReadonlyArray<() => unknown> => {
  const [actorUserId, after, limit, colour] = ['u-1', 'after', 10, 'blue'] as const;
  const asked = { actorUserId, colour };
  const page = { limit, colour };
  const part = { after, ...page };
  return [
    // @ts-expect-error -- colour is none of its filters
    () => engine.browseBeneficiaries(tenant, { ...asked, page: 1, limit }),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listApiKeys(tenant, asked),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listApprovals(tenant, { ...asked, limit }),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listBeneficiaries(tenant, { ...page, page: 1 }),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listEvents(tenant, part),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listIncidents(tenant, { ...asked, limit }),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listJournal(tenant, { ...asked, limit }),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listPackages(own, part),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listPaymentLinks(tenant, { ...asked, limit }),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listPeople(tenant, asked),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listSecretKeys(tenant, asked),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listSettingsChanges(tenant, { ...asked, limit }),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listTransactions(tenant, { ...part, initiatedByUserId: actorUserId }),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listWebhookDeliveries(tenant, { ...asked, limit, endpointId: 'we_1' }),
    // @ts-expect-error -- colour is none of its filters
    () => engine.listWebhookEndpoints(tenant, asked),
  ];
};

/** Use cases that take nothing but a key, a token, a caller, or what the bank reports. */
const WITHOUT_INPUT: ReadonlyArray<Name> = [
  'askOwnFactor',
  'askBeforeSending',
  'authenticate',
  'authenticateSecretKey',
  'authenticateSession',
  'checkSealer',
  'getBacklog',
  'listFactors',
  'getProfile',
  'listSessions',
  'logout',
  'requestConfirmation',
  'takeBankReports',
];

test('every use case that takes an input is in a table above', (t) => {
  const known = [
    ...[OF_A_CORPORATE, OF_A_CALLER, OPEN].flatMap((table) => Object.keys(table)),
    ...OF_A_BROWSER.map(([name]) => name),
    ...WITHOUT_INPUT,
  ];
  t.deepEqual(known.sort(), Object.keys(RECIPES).sort());
});
