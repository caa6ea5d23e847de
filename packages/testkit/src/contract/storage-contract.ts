import { accessContract } from './access-contract.js';
import { awaitingContract } from './awaiting-contract.js';
import { bankAnswerContract } from './bank-answer-contract.js';
import { beneficiaryContract } from './beneficiary-contract.js';
import { beneficiaryListContract } from './beneficiary-list-contract.js';
import { collectionContract } from './collection-contract.js';
import type { ContractCase } from './contract-case.js';
import { decideContract } from './decide-contract.js';
import { deliveryContract } from './delivery-contract.js';
import { doubtContract } from './doubt-contract.js';
import { eventContract } from './event-contract.js';
import { holdRaceContract } from './hold-race-contract.js';
import { idempotencyContract } from './idempotency-contract.js';
import { jobContract } from './job-contract.js';
import { journalListContract } from './journal-list-contract.js';
import { journalContract } from './journal-contract.js';
import { limitContract } from './limit-contract.js';
import { packageContract } from './package-contract.js';
import { payeeSearchContract } from './payee-search-contract.js';
import { payoutContract } from './payout-contract.js';
import { checkoutSurroundingsContract } from './checkout-surroundings-contract.js';
import { payoutCheckoutContract } from './payout-checkout-contract.js';
import { portalContract } from './portal-contract.js';
import { progressContract } from './progress-contract.js';
import { raceContract } from './race-contract.js';
import { referenceContract } from './reference-contract.js';
import { reportContract } from './report-contract.js';
import { reportRandomContract } from './report-random-contract.js';
import { reportSearchContract } from './report-search-contract.js';
import { roundTripContract } from './round-trip-contract.js';
import { sealContract } from './seal-contract.js';
import { settingsChangeContract } from './settings-change-contract.js';
import { tenancyContract } from './tenancy-contract.js';
import { undecidedContract } from './undecided-contract.js';
import { undoContract } from './undo-contract.js';
import { unitOfWorkContract } from './unit-of-work-contract.js';
import { webhookContract } from './webhook-contract.js';
import { workContract } from './work-contract.js';
import { workTallyContract } from './work-tally-contract.js';
import { workTokenContract } from './work-token-contract.js';
import { workWakeContract } from './work-wake-contract.js';

/** Every promise that the engine relies on from its storage. An adapter keeps all of them. */
export const storageContract: ReadonlyArray<ContractCase> = [
  ...unitOfWorkContract,
  ...undoContract,
  ...tenancyContract,
  ...settingsChangeContract,
  ...accessContract,
  ...portalContract,
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
  ...reportContract,
  ...reportSearchContract,
  ...reportRandomContract,
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
];
