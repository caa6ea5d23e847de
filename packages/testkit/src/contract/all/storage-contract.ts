import { archiveContract } from '../archive/archive-contract.js';
import { accessContract } from '../access/access-contract.js';
import { awaitingContract } from '../approval/awaiting-contract.js';
import { bankAnswerContract } from '../settlement/bank-answer-contract.js';
import { beneficiaryContract } from '../beneficiary/beneficiary-contract.js';
import { beneficiaryListContract } from '../beneficiary/beneficiary-list-contract.js';
import { collectionContract } from '../collection/collection-contract.js';
import type { ContractCase } from '../contract-case.js';
import { decideContract } from '../intake/decide-contract.js';
import { deliveryContract } from '../webhook/delivery-contract.js';
import { doubtContract } from '../restore/doubt-contract.js';
import { eventContract } from '../journal/event-contract.js';
import { everyFieldContract } from '../every-field/every-field-contract.js';
import { authorityContract } from '../portal/authority-contract.js';
import { factorContract } from '../portal/factor-contract.js';
import { notificationContract } from '../portal/notification-contract.js';
import { holdRaceContract } from '../unit-of-work/hold-race-contract.js';
import { idempotencyContract } from '../idempotency/idempotency-contract.js';
import { jobContract } from '../intake/job-contract.js';
import { journalListContract } from '../journal/journal-list-contract.js';
import { journalContract } from '../journal/journal-contract.js';
import { limitContract } from '../payout/limit-contract.js';
import { packageContract } from '../tenancy/package-contract.js';
import { payeeSearchContract } from '../beneficiary/payee-search-contract.js';
import { payoutContract } from '../payout/payout-contract.js';
import { checkoutSurroundingsContract } from '../payout-checkout/checkout-surroundings-contract.js';
import { payoutCheckoutContract } from '../payout-checkout/payout-checkout-contract.js';
import { portalContract } from '../portal/portal-contract.js';
import { progressContract } from '../payout/progress-contract.js';
import { raceContract } from '../unit-of-work/race-contract.js';
import { referenceContract } from '../payout/reference-contract.js';
import { reportContract } from '../payout/report-contract.js';
import { reportRandomContract } from '../payout/report-random-contract.js';
import { reportSearchContract } from '../payout/report-search-contract.js';
import { spanTallyContract } from '../payout/span-tally-contract.js';
import { roundTripContract } from '../unit-of-work/round-trip-contract.js';
import { resealContract } from '../reseal/reseal-contract.js';
import { sealContract } from '../journal/seal-contract.js';
import { settingsChangeContract } from '../settings/settings-change-contract.js';
import { tenancyContract } from '../tenancy/tenancy-contract.js';
import { undecidedContract } from '../intake/undecided-contract.js';
import { undoContract } from '../unit-of-work/undo-contract.js';
import { briefUnitsContract } from '../unit-of-work/brief-units-contract.js';
import { unitOfWorkContract } from '../unit-of-work/unit-of-work-contract.js';
import { webhookContract } from '../webhook/webhook-contract.js';
import { workContract } from '../duty/work-contract.js';
import { workTallyContract } from '../duty/work-tally-contract.js';
import { workTokenContract } from '../duty/work-token-contract.js';
import { workWakeContract } from '../duty/work-wake-contract.js';

/** Every promise that the engine relies on from its storage. An adapter keeps all of them. */
export const storageContract: ReadonlyArray<ContractCase> = [
  ...unitOfWorkContract,
  ...briefUnitsContract,
  ...undoContract,
  ...tenancyContract,
  ...settingsChangeContract,
  ...accessContract,
  ...resealContract,
  ...portalContract,
  ...factorContract,
  ...notificationContract,
  ...authorityContract,
  ...payoutCheckoutContract,
  ...checkoutSurroundingsContract,
  ...collectionContract,
  ...webhookContract,
  ...deliveryContract,
  ...beneficiaryContract,
  ...beneficiaryListContract,
  ...packageContract,
  ...payeeSearchContract,
  ...jobContract,
  ...payoutContract,
  ...undecidedContract,
  ...referenceContract,
  ...decideContract,
  ...progressContract,
  ...awaitingContract,
  ...roundTripContract,
  ...everyFieldContract,
  ...reportContract,
  ...reportSearchContract,
  ...reportRandomContract,
  ...spanTallyContract,
  ...limitContract,
  ...journalContract,
  ...journalListContract,
  ...sealContract,
  ...eventContract,
  ...bankAnswerContract,
  ...idempotencyContract,
  ...workContract,
  ...workTokenContract,
  ...workTallyContract,
  ...workWakeContract,
  ...doubtContract,
  ...raceContract,
  ...holdRaceContract,
  ...archiveContract,
];
