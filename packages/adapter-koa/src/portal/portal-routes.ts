import { ofFeature } from '../route/feature-routes.js';
import type { PortalRoute } from '../route/route.js';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './keys/api-key-routes.js';
import {
  askApprovalFactor,
  decideJob,
  decidePayouts,
  listApprovals,
  sumApprovals,
} from './approval/approval-routes.js';
import { listIncidents, listJournal } from './audit-routes.js';
import {
  authorizeBeneficiary,
  browseBeneficiaries,
  changeBeneficiary,
  createBeneficiary,
  deactivateBeneficiary,
  getBeneficiary,
} from './beneficiary-routes.js';
import { cancelJob, cancelTransaction } from './approval/cancel-routes.js';
import {
  getApprovalPolicy,
  previewApprovalPolicy,
  putApprovalPolicy,
} from './settings/approval-policy-routes.js';
import { getCheckoutSettings, putCheckoutSettings } from './settings/checkout-settings-routes.js';
import {
  cancelPaymentLink,
  createPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  resendPaymentLink,
} from './payment-link-routes.js';
import {
  createSecretKey,
  listSecretKeys,
  revokeSecretKey,
  rotateSecretKey,
} from './keys/secret-key-routes.js';
import { acceptBatch, previewBatch } from './payout/batch-routes.js';
import { getJob, listJobs } from './payout/job-routes.js';
import {
  browseTransactions,
  getTransaction,
  listTransactions,
} from './payout/transaction-routes.js';
import { endOwnSession, listSessions } from './session/own-session-routes.js';
import { endDeputy, getDeputy, nameDeputy } from './people/deputy-routes.js';
import { notificationRoutes } from './people/notification-routes.js';
import {
  endSessions,
  listPeople,
  reinstatePerson,
  releasePerson,
  resetFactors,
  suspendPerson,
} from './people/people-routes.js';
import {
  confirmLogin,
  confirmSession,
  logout,
  openBankSession,
  requestConfirmation,
  requestLogin,
} from './session/session-routes.js';
import {
  askOwnFactor,
  confirmFactor,
  enrolFactor,
  giveLoginFactor,
  giveOwnFactor,
  listFactors,
  removeFactor,
} from './session/factor-routes.js';
import { settingsChangeRoutes } from './settings/settings-change-routes.js';
import { webhookRoutes } from './webhook/webhook-routes.js';
import { whyWaiting } from './why-routes.js';

/** Every route of the portal API. */
export const portalRoutes: ReadonlyArray<PortalRoute> = [
  requestLogin,
  confirmLogin,
  giveLoginFactor,
  openBankSession,
  logout,
  requestConfirmation,
  confirmSession,
  listSessions,
  endOwnSession,
  listFactors,
  enrolFactor,
  confirmFactor,
  removeFactor,
  askOwnFactor,
  giveOwnFactor,
  listApprovals,
  sumApprovals,
  askApprovalFactor,
  decidePayouts,
  decideJob,
  acceptBatch,
  previewBatch,
  browseTransactions,
  getTransaction,
  cancelTransaction,
  listJobs,
  getJob,
  cancelJob,
  listTransactions,
  browseBeneficiaries,
  createBeneficiary,
  getBeneficiary,
  changeBeneficiary,
  authorizeBeneficiary,
  deactivateBeneficiary,
  listApiKeys,
  createApiKey,
  rotateApiKey,
  revokeApiKey,
  listSecretKeys,
  createSecretKey,
  rotateSecretKey,
  revokeSecretKey,
  listPeople,
  suspendPerson,
  reinstatePerson,
  releasePerson,
  resetFactors,
  endSessions,
  getDeputy,
  nameDeputy,
  endDeputy,
  ...notificationRoutes,
  ...ofFeature('payment-links', [
    listPaymentLinks,
    createPaymentLink,
    getPaymentLink,
    resendPaymentLink,
    cancelPaymentLink,
  ]),
  getCheckoutSettings,
  putCheckoutSettings,
  getApprovalPolicy,
  previewApprovalPolicy,
  putApprovalPolicy,
  ...settingsChangeRoutes,
  ...ofFeature('webhooks', webhookRoutes),
  listJournal,
  listIncidents,
  whyWaiting,
];
