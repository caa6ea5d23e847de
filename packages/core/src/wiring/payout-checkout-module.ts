import { AuthorizePayout, makeAuthorizePayout } from '../payout-checkout/authorize-payout.js';
import {
  CancelPayoutCheckout,
  makeCancelPayoutCheckout,
} from '../payout-checkout/cancel-payout-checkout.js';
import {
  EnterPayoutCheckout,
  makeEnterPayoutCheckout,
} from '../payout-checkout/enter-payout-checkout.js';
import { ExpireSessions, makeExpireSessions } from '../payout-checkout/expire-sessions.js';
import {
  GetPayoutCheckout,
  makeGetPayoutCheckout,
} from '../payout-checkout/get-payout-checkout.js';
import {
  OpenPayoutCheckout,
  makeOpenPayoutCheckout,
} from '../payout-checkout/open-payout-checkout.js';
import { SendPayoutCode, makeSendPayoutCode } from '../payout-checkout/send-payout-code.js';
import {
  ViewPayoutCheckout,
  makeViewPayoutCheckout,
} from '../payout-checkout/view-payout-checkout.js';
import { Causes } from '../duty/causes.js';
import { BankDirectory } from '../ports/bank-directory.js';
import { BankRail } from '../ports/bank-rail.js';
import { Clock } from '../ports/clock.js';
import { Mailer } from '../ports/email.js';
import { Entropy } from '../ports/entropy.js';
import { HostedPages } from '../ports/hosted-pages.js';
import { Pacer } from '../ports/pacer.js';
import { Sealer } from '../ports/sealer.js';
import { Storage } from '../storage/storage.js';
import { provide, type Binder } from './provide.js';

/** What a checkout session can be asked for, and the duty that ends it. */
export const providePayoutCheckout = (options: Binder): void => {
  provide(options, AuthorizePayout, makeAuthorizePayout, [Storage, Clock, Sealer, Pacer]);
  provide(options, CancelPayoutCheckout, makeCancelPayoutCheckout, [Storage, Clock]);
  provide(options, EnterPayoutCheckout, makeEnterPayoutCheckout, [Storage, Clock, Entropy]);
  provide(options, ExpireSessions, makeExpireSessions, [Storage, Clock, BankRail, Causes]);
  provide(options, GetPayoutCheckout, makeGetPayoutCheckout, [Storage, Clock]);
  provide(options, OpenPayoutCheckout, makeOpenPayoutCheckout, [
    Storage,
    Clock,
    Entropy,
    Sealer,
    HostedPages,
  ]);
  provide(options, SendPayoutCode, makeSendPayoutCode, [
    Storage,
    Clock,
    Entropy,
    Sealer,
    Mailer,
    Causes,
  ]);
  provide(options, ViewPayoutCheckout, makeViewPayoutCheckout, [Storage, Clock, BankDirectory]);
};
