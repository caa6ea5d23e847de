import { decodeInput, E } from '@hundi/core';
import { demoDocument } from '@hundi/testkit';
import { archiveAll, submittedCheckout } from './archived.js';
import { aBatch, aCheckout, aPayee, aPayment, postBatch, SESSIONS } from './bodies.js';
import type { Answer, Call, Served } from './serve.js';
import type { PartnerRoute } from '../route/route.js';

/** A served sandbox that can be broken, with keys of one scope each. */
export interface Stage extends Served {
  readonly keys: Readonly<Record<string, string>>;
  /** From now on the storage fails, cannot be reached, or no call is allowed. */
  readonly suffer: (what: 'outage' | 'away' | 'limit') => void;
}

/** Makes a route refuse. */
export type Provocation = (stage: Stage, route: PartnerRoute) => Promise<Answer>;

const UNKNOWN_ID = '00000000-0000-7000-8000-00000000000a';

/** Calls a route as its example does, or differently. */
const ask = ({ send }: Stage, { method, path, body }: PartnerRoute, call: Call = {}, query = '') =>
  send(method, path.replace(/\{\w+\}/, UNKNOWN_ID) + query, {
    ...(body !== undefined && { body: body.example }),
    ...call,
    headers: { 'idempotency-key': 'key-1', ...call.headers },
  });

const suffering =
  (what: Parameters<Stage['suffer']>[0]): Provocation =>
  (stage, route) => {
    stage.suffer(what);
    return ask(stage, route);
  };

/** The refusals of every route with such a request. */
export const EVERYWHERE: Readonly<Record<string, Provocation>> = {
  InvalidKey: (stage, route) => ask(stage, route, { key: null }),
  ScopeMissing: (stage, route) => {
    const other = route.access.scope === 'payments:read' ? 'packages:read' : 'payments:read';
    return ask(stage, route, { key: stage.keys[other] ?? '' });
  },
  RateLimited: suffering('limit'),
  UnexpectedFailure: suffering('outage'),
  StorageAway: suffering('away'),
  InvalidInput: (stage, route) => {
    if (route.method === 'GET') return ask(stage, route, {}, '?limit=0');
    const takesEmpty = route.body === undefined || E.isRight(decodeInput(route.body.shape, {}));
    return ask(stage, route, { body: {} }, takesEmpty ? '?dryRun=true' : '');
  },
  UnsupportedMediaType: (stage, route) =>
    ask(stage, route, { headers: { 'content-type': 'text/plain' } }),
  TooManyBodiesOfCaller: (stage, route) => ask(stage, route, { body: ' '.repeat(45_000) }),
  TooManyBodies: (stage, route) => ask(stage, route, { body: ' '.repeat(35_000) }),
  PayloadTooLarge: (stage, route) => ask(stage, route, { body: ' '.repeat(100_000) }),
  InvalidCursor: (stage, route) => ask(stage, route, {}, '?after=made-up'),
};

const PAYEES = '/v1/partner/beneficiaries';

const create = (members: object) => (stage: Stage) => stage.post(PAYEES, aPayee({ ...members }));

const authorize =
  (actorUserId: string, createdBy = 'u-maker', times = 1, by?: string, action = 'approve') =>
  async (stage: Stage): Promise<Answer> => {
    const key = stage.keys[by ?? 'erp'] ?? '';
    const { json } = await stage.post(PAYEES, aPayee({ initiatedByUserId: createdBy }), { key });
    const path = `${PAYEES}/${json.beneficiary.beneficiaryId}/authorize`;
    const decide = () => stage.post(path, { actorUserId, action });
    let answer = await decide();
    for (let i = 1; i < times; i += 1) answer = await decide();
    return answer;
  };

/** The last answer to some changes of an approved payee. */
const changed =
  (first: object, second?: object, headers: Call['headers'] = {}) =>
  async (stage: Stage): Promise<Answer> => {
    const path = `${PAYEES}/${await stage.sandbox.beneficiary('SHARMA01')}`;
    const change = (members: object) =>
      stage.send('PATCH', path, { body: { initiatedByUserId: 'u-maker', ...members }, headers });
    const answer = await change(first);
    return second === undefined ? answer : change(second);
  };

/** The same payee each time: its id is not found by its beneId once it is deactivated. */
const ended = new WeakMap<Stage, string>();

const deactivated =
  (members: object, headers: Call['headers'] = {}): Provocation =>
  async (stage) => {
    const id = ended.get(stage) ?? (await stage.sandbox.beneficiary('SHARMA01'));
    ended.set(stage, id);
    const body = { initiatedByUserId: 'u-maker', ...members };
    return stage.post(`${PAYEES}/${id}/deactivate`, body, { headers });
  };

const batchOf = async ({ sandbox }: Stage, apiRefNumber: string, initiatedByUserId: string) =>
  aBatch([aPayment(await sandbox.beneficiary('SHARMA01'), 'T-1')], {
    apiRefNumber,
    initiatedByUserId,
  });

const batch = async (
  stage: Stage,
  apiRefNumber: string,
  initiatedByUserId: string,
  previewToken?: string,
  key = 'key-1',
) => {
  const body = await batchOf(stage, apiRefNumber, initiatedByUserId);
  const headers = previewToken === undefined ? {} : { 'preview-token': previewToken };
  return postBatch(stage, body, key, { headers });
};

const previewed = async (stage: Stage, initiatedByUserId: string) =>
  stage.post(
    '/v1/partner/payments/batches/previews',
    await batchOf(stage, 'run', initiatedByUserId),
  );

const previewOf = async (stage: Stage): Promise<string> =>
  (await previewed(stage, 'u-erp')).json.previewToken;

const payments = async (stage: Stage, apiRefNumber: string, initiatedByUserId: string) => {
  const { amount, ...row } = aPayment(await stage.sandbox.beneficiary('SHARMA01'), 'T-1');
  return stage.post('/v1/partner/payments', {
    idempotencyKey: 'key-1',
    apiRefNumber,
    initiatedByUserId,
    payments: [{ ...row, amount: { value: amount, currency: 'INR' } }],
  });
};

const open = async (stage: Stage, members: Readonly<Record<string, unknown>>) => {
  const beneficiaryId = await stage.sandbox.beneficiary('SHARMA01');
  return stage.post(SESSIONS, aCheckout(beneficiaryId, members), {
    headers: { 'idempotency-key': 'checkout-1' },
  });
};

const reused =
  (send: typeof batch): Provocation =>
  async (stage) => {
    await send(stage, 'first', 'u-erp');
    return send(stage, 'second', 'u-erp');
  };

const DAY = 86_400_000;

const KEYED = { headers: { 'idempotency-key': 'cancel-1' } };

/** Something that can be cancelled. */
interface Cancellable {
  readonly path: string;
}

const cancel = ({ post }: Stage, { path }: Cancellable, initiatedByUserId: string) =>
  post(path, { initiatedByUserId });

/** A job that the service user has started and intake has not looked at. */
const posted = async (stage: Stage, key = 'key-1'): Promise<Cancellable> => {
  const payment = aPayment(await stage.sandbox.beneficiary('SHARMA01'), key, {
    payoutDate: '2026-02-20',
  });
  const { json } = await postBatch(stage, aBatch([payment]), key);
  return { path: `/v1/partner/payments/jobs/${json.jobId}/cancel` };
};

/** A payout that the service user has ordered for a later day. */
const ordered = async (stage: Stage): Promise<Cancellable> => {
  const { path } = await posted(stage);
  await stage.sandbox.runDue();
  const { json } = await stage.get(path.slice(0, -'/cancel'.length));
  const id = json.records[0]?.transactionId ?? '';
  return { path: `/v1/partner/payments/transactions/${id}/cancel` };
};

/** The same in a restored database, whose bank has not been asked about it. */
const inDoubt = async (
  stage: Stage,
  made: (stage: Stage) => Promise<Cancellable>,
): Promise<Cancellable> => {
  const { storage, clock } = stage.sandbox;
  await storage.atomically<never, undefined>(async ({ doubts }) => {
    await doubts.draw(clock.now() + DAY);
    return E.right(undefined);
  });
  return made(stage);
};

/** The refusals of single routes, by their operation ids. */
export const PROVOCATIONS: Readonly<Record<string, Readonly<Record<string, Provocation>>>> = {
  createBeneficiary: {
    ActorNotFound: create({ initiatedByUserId: 'u-nobody' }),
    NotABeneficiaryMaker: create({ initiatedByUserId: 'u-checker' }),
    PackagesDenied: create({ initiatedByUserId: 'u-clerk', benePackageCodes: ['SALARY'] }),
    IdempotencyKeyReused: async (stage) => {
      const headers = { 'idempotency-key': 'payee-1' };
      await stage.post(PAYEES, aPayee(), { headers });
      return stage.post(PAYEES, aPayee({ beneId: 'OTHER01' }), { headers });
    },
    DuplicateBeneficiary: async (stage) => {
      await create({})(stage);
      return create({ beneId: 'OTHER01' })(stage);
    },
  },
  getBeneficiary: { BeneficiaryNotFound: (stage, route) => ask(stage, route) },
  changeBeneficiary: {
    ActorNotFound: changed({ initiatedByUserId: 'u-nobody' }),
    NotABeneficiaryMaker: changed({ initiatedByUserId: 'u-checker' }),
    PackagesDenied: changed({ initiatedByUserId: 'u-clerk', benePackageCodes: ['SALARY'] }),
    BeneficiaryNotFound: (stage, route) => ask(stage, route),
    BeneficiaryAwaitsChecker: changed({ beneName: 'Other' }, { beneName: 'Another' }),
    BeneficiaryMovedOn: changed({ tags: ['a'], revision: 99 }),
    DuplicateBeneficiary: async (stage) => {
      const rejected = await authorize('u-checker', 'u-maker', 1, 'erp', 'reject')(stage);
      await stage.post(PAYEES, aPayee());
      const path = `${PAYEES}/${rejected.json.beneficiary.beneficiaryId}`;
      return stage.send('PATCH', path, { body: { initiatedByUserId: 'u-maker' } });
    },
    IdempotencyKeyReused: async (stage) => {
      const headers = { 'idempotency-key': 'change-1' };
      await changed({ tags: ['a'] }, undefined, headers)(stage);
      return changed({ tags: ['b'] }, undefined, headers)(stage);
    },
  },
  deactivateBeneficiary: {
    ActorNotFound: deactivated({ initiatedByUserId: 'u-nobody' }),
    NotABeneficiaryMaker: deactivated({ initiatedByUserId: 'u-checker' }),
    BeneficiaryNotFound: (stage, route) => ask(stage, route),
    BeneficiaryNotActive: async (stage, route) => {
      await deactivated({})(stage, route);
      return deactivated({})(stage, route);
    },
    IdempotencyKeyReused: async (stage, route) => {
      const headers = { 'idempotency-key': 'end-1' };
      await deactivated({}, headers)(stage, route);
      return deactivated({ comment: 'Another' }, headers)(stage, route);
    },
  },
  authorizeBeneficiary: {
    ActorNotFound: authorize('u-nobody'),
    NotAChecker: authorize('u-maker-2'),
    CameBySameKey: async (stage) => {
      const acme = demoDocument({ keysSeparateDuties: true });
      await stage.sandbox.engine.provision(acme);
      return authorize('u-checker')(stage);
    },
    CameByOwnKey: authorize('u-both', 'u-maker', 1, 'own'),
    OwnBeneficiary: authorize('u-both', 'u-both'),
    NotAwaitingApproval: authorize('u-checker', 'u-maker', 2),
    BeneficiaryMovedOn: async (stage) => {
      const { json } = await stage.post(PAYEES, aPayee());
      const decision = { actorUserId: 'u-checker', action: 'approve', revision: 2 };
      return stage.post(`${PAYEES}/${json.beneficiary.beneficiaryId}/authorize`, decision);
    },
    DuplicateBeneficiary: async (stage) => {
      const { sandbox } = stage;
      const [name, beneBankAccounts] = [
        'Rao',
        [{ accountNumber: '555555', ifscCode: 'SBIN0000009' }],
      ];
      const beneficiaryId = await sandbox.beneficiary('SHARMA01');
      const change = {
        beneficiaryId,
        initiatedByUserId: 'u-maker',
        beneName: name,
        beneBankAccounts,
      };
      await sandbox.engine.changeBeneficiary(sandbox.tenant, change);
      await create({ beneName: name, beneBankAccounts })(stage);
      return stage.post(`${PAYEES}/${beneficiaryId}/authorize`, {
        actorUserId: 'u-checker',
        action: 'approve',
      });
    },
    BeneficiaryNotFound: (stage, route) => ask(stage, route),
    IdempotencyKeyReused: async (stage) => {
      const { json } = await stage.post(PAYEES, aPayee());
      const path = `${PAYEES}/${json.beneficiary.beneficiaryId}/authorize`;
      const decision = { actorUserId: 'u-checker', action: 'approve' };
      const headers = { 'idempotency-key': 'decision-1' };
      await stage.post(path, decision, { headers });
      return stage.post(path, { ...decision, action: 'reject' }, { headers });
    },
  },
  listPackages: {
    KeyCreatorNotEligible: (stage, route) => ask(stage, route, { key: stage.keys['orphan'] ?? '' }),
  },
  acceptBatch: {
    NotAMaker: (stage) => batch(stage, 'run', 'u-checker'),
    IdempotencyKeyReused: reused(batch),
    PreviewNotFound: (stage) => batch(stage, 'run', 'u-erp', 'made-up'),
    PreviewUnusable: async (stage) => batch(stage, 'other', 'u-erp', await previewOf(stage)),
    VerdictsChanged: async (stage) => {
      const previewToken = await previewOf(stage);
      await batch(stage, 'taken', 'u-erp', undefined, 'key-2');
      return batch(stage, 'run', 'u-erp', previewToken);
    },
  },
  previewBatch: {
    NotAMaker: (stage) => previewed(stage, 'u-checker'),
  },
  createPayments: {
    NotAMaker: (stage) => payments(stage, 'run', 'u-checker'),
    IdempotencyKeyReused: reused(payments),
  },
  openPayoutCheckout: {
    MakerNotAuthorized: (stage) => open(stage, { makerUserId: 'u-erp' }),
    BeneficiaryNotFound: (stage) => open(stage, { beneficiaryId: UNKNOWN_ID }),
    ReferenceTaken: async (stage) => {
      await batch(stage, 'run', 'u-erp');
      return open(stage, { transactionReference: 'T-1' });
    },
    IdempotencyKeyReused: async (stage) => {
      await open(stage, {});
      return open(stage, { transactionReference: 'T-2' });
    },
  },
  cancelTransaction: {
    NotAMaker: async (stage) => cancel(stage, await ordered(stage), 'u-checker'),
    NotItsMaker: async (stage) => cancel(stage, await ordered(stage), 'u-maker'),
    PayoutNotFound: (stage, route) => ask(stage, route),
    WrongPayoutStatus: async (stage) => {
      const transaction = await ordered(stage);
      await stage.sandbox.advance(60 * DAY);
      return cancel(stage, transaction, 'u-erp');
    },
    StillInDoubt: async (stage) => cancel(stage, await inDoubt(stage, ordered), 'u-erp'),
    IdempotencyKeyReused: async (stage) => {
      const { path } = await ordered(stage);
      await stage.post(path, { comment: 'first' }, KEYED);
      return stage.post(path, { comment: 'second' }, KEYED);
    },
  },
  cancelJob: {
    NotAMaker: async (stage) => cancel(stage, await posted(stage), 'u-checker'),
    NotItsMaker: async (stage) => cancel(stage, await posted(stage), 'u-maker'),
    JobNotFound: (stage, route) => ask(stage, route),
    WrongJobStatus: async (stage) => {
      const job = await posted(stage);
      await stage.sandbox.advance(60 * DAY);
      return cancel(stage, job, 'u-erp');
    },
    StillInDoubt: async (stage) => cancel(stage, await inDoubt(stage, posted), 'u-erp'),
    IdempotencyKeyReused: async (stage) => {
      const { path } = await posted(stage);
      await stage.post(path, {}, KEYED);
      const other = await posted(stage, 'key-2');
      return stage.post(other.path, {}, KEYED);
    },
  },
  getPayoutCheckout: {
    PayoutCheckoutNotFound: (stage, route) => ask(stage, route),
    PayoutArchived: async (stage) => {
      const session = await submittedCheckout(stage.sandbox);
      await archiveAll(stage.sandbox);
      return stage.get(`${SESSIONS}/${session}`);
    },
  },
  getJob: {
    JobNotFound: (stage, route) => ask(stage, route),
    JobArchived: async (stage) => {
      const { path } = await posted(stage);
      await archiveAll(stage.sandbox);
      return stage.get(path.replace('/cancel', ''));
    },
  },
  getTransaction: {
    PayoutNotFound: (stage, route) => ask(stage, route),
    PayoutArchived: async (stage) => {
      const { path } = await ordered(stage);
      await archiveAll(stage.sandbox);
      return stage.get(path.replace('/cancel', ''));
    },
  },
  listEvents: {
    EventsArchived: async (stage, { path }) => {
      await ordered(stage);
      const { json } = await stage.get(`${path}?limit=1`);
      await archiveAll(stage.sandbox);
      return stage.get(`${path}?after=${json.pagination.nextCursor ?? ''}`);
    },
  },
  listTransactions: {
    InvalidCursor: (stage, route) =>
      ask(stage, route, {}, '?initiatedByUserId=u-maker&after=made-up'),
    DebitAccountDenied: (stage, route) =>
      ask(stage, route, {}, '?initiatedByUserId=u-maker&debitAccountId=da-none'),
    NotAReportReader: (stage, route) => ask(stage, route, {}, '?initiatedByUserId=u-head'),
  },
};
