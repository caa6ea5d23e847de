import type { PayoutApproval } from './model/approval/matrix/payout-approval.js';
import type { BeneficiaryCommand } from './model/beneficiary/payee/beneficiary-machine.js';
import { valuesOf } from './model/beneficiary/payee/beneficiary.js';
import { stepBeneficiary } from './model/beneficiary/payee/beneficiary-machine.js';
import {
  beginAttempt,
  stepCollection,
  type CollectionCommand,
} from './model/collection/session/collection-machine.js';
import type { CollectionSession } from './model/collection/session/collection-session.js';
import {
  mailAgain,
  stepLink,
  type LinkCommand,
} from './model/collection/session/payment-link-machine.js';
import type { PaymentLink } from './model/collection/session/payment-link.js';
import { stepJob, type JobCommand } from './model/intake/job/job-machine.js';
import type { Job, JobStatus } from './model/intake/job/job.js';
import { stepFactor, type FactorCommand } from './model/factor/held/factor-machine.js';
import type { Factor, FactorState } from './model/factor/held/factor.js';
import { HOUR } from './kernel/values/time.js';
import { each, inEach, sample, type Sample } from './machine-sample.test.data.js';
import {
  sendNextCode,
  stepCheckout,
  type CheckoutCommand,
} from './model/payout-checkout/session/checkout-machine.js';
import type { PayoutCheckout } from './model/payout-checkout/session/payout-checkout.js';
import { aChoice, anOpenSession } from './app/payout-checkout/sample-session.test.data.js';
import { stepPayout, type PayoutCommand } from './model/payout/payout-machine.js';
import type { PayoutProgress, PayoutStatus } from './model/payout/payout.js';
import type { StatusDetails } from './kernel/values/status-details.js';
import { aBeneficiary, anApprovedBeneficiary, JOB_ID, NOW, TENANT } from './samples.test.data.js';
import {
  stepSettingsChange,
  type SettingsChangeCommand,
} from './model/settings/change/settings-change-machine.js';
import type { SettingsChange } from './model/settings/change/settings-change.js';
import { stepBackoff } from './model/webhook/endpoint/backoff-machine.js';
import { stepDelivery, type DeliveryCommand } from './model/webhook/endpoint/delivery-machine.js';
import { stepEndpoint, type EndpointCommand } from './model/webhook/endpoint/endpoint-machine.js';

const approval: PayoutApproval = {
  levels: [{ roleCodes: [], approvals: 1 }],
  currentLevel: 0,
  approvals: [],
};
const details: StatusDetails = {
  code: 'beneficiary_account_invalid',
  source: 'rail',
  message: '',
  retryable: false,
  nextAction: 'fix_beneficiary',
};

const payouts = inEach<PayoutStatus>({
  pending_approval: null,
  partially_approved: null,
  approved: null,
  scheduled: null,
  sent_to_bank: null,
  paid: null,
  failed: null,
  rejected: null,
  cancelled: null,
}).map((status): PayoutProgress => ({ status, sequence: 2, approval }));

const jobs = inEach<JobStatus>({
  queued: null,
  processing: null,
  completed_success: null,
  completed_partial: null,
  completed_rejected: null,
  failed_system: null,
  cancelled: null,
}).map(
  (status) =>
    ({ jobId: JOB_ID, tenant: TENANT, requestedAt: NOW, total: 3, status, sequence: 1 }) as Job,
);

const attempts = (['charging', 'approved', 'declined', 'absent', 'reversing', 'reversed'] as const)
  .map((state) => [{ number: 1, state, card: { brand: 'visa', last4: '4242' }, startedAt: NOW }])
  .concat([[]]);
const collections = inEach<CollectionSession['status']>({
  open: null,
  complete: null,
  expired: null,
  failed: null,
  cancelled: null,
}).flatMap((status) =>
  attempts.map((some) => ({
    sequence: 1,
    changedAt: NOW,
    expiresAt: NOW + HOUR,
    status,
    attempts: some,
  })),
) as unknown as ReadonlyArray<CollectionSession>;

const links = inEach<PaymentLink['status']>({
  open: null,
  paid: null,
  expired: null,
  cancelled: null,
}).flatMap((status) =>
  [{}, { email: 'asha@mail.example' }].map((more) => ({
    sequence: 1,
    changedAt: NOW,
    expiresAt: NOW + HOUR,
    sessions: 1,
    mails: 1,
    ...more,
    status,
  })),
) as unknown as ReadonlyArray<PaymentLink>;

const checkouts = inEach<PayoutCheckout['status']>({
  open: null,
  submitted: null,
  cancelled: null,
  expired: null,
}).map((status) => ({ ...anOpenSession(), status, closedAt: NOW }) as unknown as PayoutCheckout);
const code = { hash: 'h', sealedKey: 's', choice: aChoice(), sentAt: NOW, expiresAt: NOW + HOUR };

const changes = inEach<SettingsChange['state']>({
  pending: null,
  approved: null,
  rejected: null,
}).map(
  (state) =>
    ({
      proposedBy: 'u-maker',
      proposedAt: NOW,
      revision: 1,
      expiresAt: NOW + HOUR,
      state,
    }) as SettingsChange,
);

const credential = { credentialId: 'c', publicKey: 'k', counter: 5 };
const factors = inEach<FactorState>({
  enrolled: null,
  waiting: null,
  active: null,
  removed: null,
}).flatMap((state) =>
  [
    { kind: 'totp', sealedSecret: 's', lastStep: 5 },
    { kind: 'passkey', challenge: 'c', credential },
    { kind: 'passkey', challenge: 'c', credential, expiresAt: NOW + HOUR },
  ].map((more) => ({ factorId: 'f', name: 'n', revision: 1, createdAt: NOW, state, ...more })),
) as unknown as ReadonlyArray<Factor>;

const renamed = valuesOf(aBeneficiary({ name: 'Sharma Metals' }));
const deciders = [{ by: 'u-maker' }, { by: 'u-checker' }];
const made = (failed: number, taken: number) => ({ taken, failed, gone: false });

/** Every machine of the core. */
export const MACHINES: ReadonlyArray<Sample> = [
  sample(
    'stepPayout',
    stepPayout,
    payouts,
    each<PayoutCommand['type']>({
      approve: { approval },
      approve_level: { approval },
      approve_last: { approval, by: { userId: 'u', username: 'u', role: 'r' } },
      reject: { approval, details },
      expire: { details },
      cancel: { details },
      schedule: {},
      send: {},
      recover: {},
      pay: { utr: 'UTR1', bankReference: 'BR1' },
      fail: { details },
      return: { details },
    }),
  ),
  sample(
    'stepJob',
    stepJob,
    jobs,
    each<JobCommand['type']>({
      start: {},
      complete: [{ accepted: 0 }, { accepted: 1 }, { accepted: 3 }],
      give_up: {},
      cancel: {},
    }),
  ),
  sample(
    'stepBeneficiary',
    stepBeneficiary,
    [
      aBeneficiary(),
      anApprovedBeneficiary(),
      anApprovedBeneficiary({ pendingChange: { values: renamed, by: 'u-maker', at: NOW } }),
      anApprovedBeneficiary({ state: 'rejected' }),
      anApprovedBeneficiary({
        state: 'deactivated',
        deactivatedBy: 'u-maker',
        deactivatedAt: NOW,
      } as object),
    ],
    each<BeneficiaryCommand['type']>({
      approve: deciders,
      reject: deciders,
      change: [
        { ...deciders[0], values: renamed, mustWait: false },
        { ...deciders[0], values: renamed, mustWait: true },
      ],
      deactivate: deciders,
    }),
  ),
  sample(
    'stepSettingsChange',
    stepSettingsChange,
    changes,
    each<SettingsChangeCommand['type']>({
      approve: deciders,
      reject: deciders,
      withdraw: [...deciders, {}],
    }),
  ),
  sample(
    'stepFactor',
    stepFactor,
    factors,
    each<FactorCommand['type']>({
      confirm: [{ proved: { step: 6 } }, { proved: { credential } }],
      approve: {},
      remove: {},
      use: [5, 6].flatMap((n) => [{ learnt: { step: n } }, { learnt: { counter: n } }]),
    }),
  ),
  sample(
    'stepCollection',
    stepCollection,
    collections.filter((session) => session.attempts.length > 0),
    each<CollectionCommand['type']>({
      answer: [
        { attempt: 1, answer: { kind: 'approved', authCode: '123456' } },
        { attempt: 1, answer: { kind: 'declined', code: 'card_declined' } },
        { attempt: 1, answer: { kind: 'absent' } },
      ],
      reversed: { attempt: 1 },
      cancel: {},
      close: {},
      expire: {},
    }),
  ),
  sample('beginAttempt', beginAttempt, collections, [
    { attempt: 1, card: {} },
    { attempt: 2, card: {} },
  ]),
  sample(
    'stepLink',
    stepLink,
    links,
    each<LinkCommand['type']>({
      start: [
        { sessionId: 'cs_1', replaces: true },
        { sessionId: 'cs_1', replaces: false },
      ],
      cancel: {},
      pay: {},
      expire: {},
    }),
  ),
  sample('mailAgain', mailAgain, links, [{}]),
  sample(
    'stepCheckout',
    stepCheckout,
    checkouts,
    each<CheckoutCommand['type']>({
      look: {},
      enter: { browserDigest: 'b' },
      miss: {},
      change: {},
      submit: { transactionId: 't' },
      cancel: {},
    }),
  ),
  sample('sendNextCode', sendNextCode, checkouts, [{ code }]),
  sample(
    'stepEndpoint',
    stepEndpoint,
    [
      { status: 'enabled' },
      { status: 'enabled', failingSince: NOW },
      { status: 'disabled', by: 'person', at: NOW },
    ],
    each<EndpointCommand['type']>({
      attempted: [made(1, 0), made(0, 1), made(0, 0), { ...made(1, 0), gone: true }],
      enable: {},
      disable: {},
    }),
  ),
  sample(
    'stepDelivery',
    stepDelivery,
    [0, 8, 9].map((failed) => ({ attempts: failed })),
    each<DeliveryCommand['type']>({
      taken: { dice: 0.5 },
      failed: [{ dice: 0 }, { dice: 1, retryAfter: HOUR }],
    }),
  ),
  sample(
    'stepBackoff',
    stepBackoff,
    [undefined, { failures: 1, until: NOW }],
    [made(1, 0), made(0, 1), made(0, 0)].flatMap((one) => [
      { ...one, isConclusive: true, dice: 0 },
      { ...one, isConclusive: false, dice: 1 },
    ]),
  ),
];
