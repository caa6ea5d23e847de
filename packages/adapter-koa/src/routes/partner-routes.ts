import type { PartnerRoute } from '../route.js';
import { acceptBatch } from './accept-batch.js';
import { authorizeBeneficiary } from './authorize-beneficiary.js';
import { createBeneficiary } from './create-beneficiary.js';
import { createPayments } from './create-payments.js';
import { getJob } from './get-job.js';
import { getPayoutCheckout } from './get-payout-checkout.js';
import { getTransaction } from './get-transaction.js';
import { listBeneficiaries } from './list-beneficiaries.js';
import { listEvents } from './list-events.js';
import { listPackages } from './list-packages.js';
import { listTransactions } from './list-transactions.js';
import { openPayoutCheckout } from './open-payout-checkout.js';
import { cancelPartnerJob, cancelPartnerTransaction } from './partner-cancel.js';

/** Every route of the partner API. */
export const partnerRoutes: ReadonlyArray<PartnerRoute> = [
  listBeneficiaries,
  createBeneficiary,
  authorizeBeneficiary,
  listPackages,
  acceptBatch,
  createPayments,
  getJob,
  cancelPartnerJob,
  getTransaction,
  cancelPartnerTransaction,
  listTransactions,
  listEvents,
  openPayoutCheckout,
  getPayoutCheckout,
];
