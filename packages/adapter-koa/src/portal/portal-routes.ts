import type { PortalRoute } from '../route.js';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-key-routes.js';
import { decideJob, decidePayouts, listApprovals } from './approval-routes.js';
import { listIncidents, listJournal } from './audit-routes.js';
import { authorizeBeneficiary, browseBeneficiaries } from './beneficiary-routes.js';
import { cancelJob, cancelTransaction } from './cancel-routes.js';
import { getCheckoutSettings, putCheckoutSettings } from './checkout-settings-routes.js';
import {
  cancelPaymentLink,
  createPaymentLink,
  listPaymentLinks,
  resendPaymentLink,
} from './payment-link-routes.js';
import {
  createSecretKey,
  listSecretKeys,
  revokeSecretKey,
  rotateSecretKey,
} from './secret-key-routes.js';
import { endOwnSession, listSessions } from './own-session-routes.js';
import { endSessions, listPeople, reinstatePerson, suspendPerson } from './people-routes.js';
import {
  confirmLogin,
  confirmSession,
  logout,
  requestConfirmation,
  requestLogin,
} from './session-routes.js';
import { settingsChangeRoutes } from './settings-change-routes.js';
import { webhookRoutes } from './webhook-routes.js';

/** Every route of the portal API. */
export const portalRoutes: ReadonlyArray<PortalRoute> = [
  requestLogin,
  confirmLogin,
  logout,
  requestConfirmation,
  confirmSession,
  listSessions,
  endOwnSession,
  listApprovals,
  decidePayouts,
  decideJob,
  cancelTransaction,
  cancelJob,
  browseBeneficiaries,
  authorizeBeneficiary,
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
  endSessions,
  listPaymentLinks,
  createPaymentLink,
  resendPaymentLink,
  cancelPaymentLink,
  getCheckoutSettings,
  putCheckoutSettings,
  ...settingsChangeRoutes,
  ...webhookRoutes,
  listJournal,
  listIncidents,
];
