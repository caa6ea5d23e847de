import { ofFeature } from '../route/feature-routes.js';
import type { PartnerRoute } from '../route/route.js';
import { acceptBatch } from './payout/accept-batch.js';
import { authorizeBeneficiary } from './beneficiary/authorize-beneficiary.js';
import { changeBeneficiary } from './beneficiary/change-beneficiary.js';
import { createBeneficiary } from './beneficiary/create-beneficiary.js';
import { deactivateBeneficiary } from './beneficiary/deactivate-beneficiary.js';
import { getBeneficiary } from './beneficiary/get-beneficiary.js';
import { createPayments } from './payout/create-payments.js';
import { getJob } from './payout/get-job.js';
import { getPayoutCheckout } from './payout-checkout/get-payout-checkout.js';
import { getTransaction } from './payout/get-transaction.js';
import { listBeneficiaries } from './beneficiary/list-beneficiaries.js';
import { listEvents } from './list-events.js';
import { listPackages } from './list-packages.js';
import { listTransactions } from './payout/list-transactions.js';
import { previewBatch } from './payout/preview-batch.js';
import { openPayoutCheckout } from './payout-checkout/open-payout-checkout.js';
import { cancelPartnerJob, cancelPartnerTransaction } from './payout/partner-cancel.js';

/** Every route of the partner API. */
export const partnerRoutes: ReadonlyArray<PartnerRoute> = [
  listBeneficiaries,
  createBeneficiary,
  getBeneficiary,
  changeBeneficiary,
  authorizeBeneficiary,
  deactivateBeneficiary,
  listPackages,
  acceptBatch,
  previewBatch,
  createPayments,
  getJob,
  cancelPartnerJob,
  getTransaction,
  cancelPartnerTransaction,
  listTransactions,
  listEvents,
  ...ofFeature('payout-checkout', [openPayoutCheckout, getPayoutCheckout]),
];
