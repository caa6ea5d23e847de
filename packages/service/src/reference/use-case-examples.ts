import { access } from './examples/access.js';
import { approval } from './examples/approval.js';
import { beneficiary } from './examples/beneficiary.js';
import { collection } from './examples/collection.js';
import { duty } from './examples/duty.js';
import { factor } from './examples/factor.js';
import { intake } from './examples/intake.js';
import { journal } from './examples/journal.js';
import { notification } from './examples/notification.js';
import type { Stories } from './examples/opening.js';
import { operator } from './examples/operator.js';
import { packages } from './examples/package.js';
import { payoutCheckout } from './examples/payout-checkout.js';
import { payout } from './examples/payout.js';
import { people } from './examples/people.js';
import { portal } from './examples/portal.js';
import { settingsDecision } from './examples/settings-decision.js';
import { settlement } from './examples/settlement.js';
import { tenancy } from './examples/tenancy.js';
import { webhook } from './examples/webhook.js';
import { why } from './examples/why.js';
import { wiring } from './examples/wiring.js';

/** The examples of each feature, by its folder in the core. The page of use cases shows the bodies. */
export const EXAMPLES: Readonly<Record<string, Stories>> = {
  beneficiary,
  package: packages,
  intake,
  payout,
  'payout-checkout': payoutCheckout,
  collection,
  access,
  webhook,
  journal,
  approval,
  why,
  portal,
  factor,
  people,
  'settings-decision': settingsDecision,
  notification,
  tenancy,
  settlement,
  duty,
  wiring,
  operator,
};
