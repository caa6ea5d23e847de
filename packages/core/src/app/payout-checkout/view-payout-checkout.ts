import { tenantOf } from '../../kernel/values/tenant.js';
import type { Beneficiary } from '../../model/beneficiary/payee/beneficiary.js';
import { openChallenge } from '../../model/factor/held/factor-challenge.js';
import { factorAsked } from '../factor/prove/factor-asked.js';
import { E } from '../../kernel/fp.js';
import { Judging } from '../intake/rules/judging.js';
import { layOutFacts } from '../intake/rules/row-facts.js';
import { openUseCase, type OpenUseCase } from '../../kernel/use-case/use-case.js';
import { TRIES_MAX } from '../../kernel/values/one-time-code.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { maskAccount } from '../../model/payout/masking.js';
import { BankDirectory } from '../../ports/bank-directory.js';
import { Clock } from '../../ports/clock.js';
import { Passkeys } from '../../ports/passkeys.js';
import { Storage } from '../../storage/storage.js';
import { hostedRule } from '../../model/tenancy/second-factor.js';
import { optional, recipe, token } from '../../kernel/token.js';
import { heldBy, PayoutBrowser } from './browser.js';
import type { PayoutCheckoutView } from './checkout-view.js';
import type {
  NotThisBrowser,
  PayoutCheckoutNotFound,
} from '../../model/payout-checkout/session/checkout-errors.js';
import { CODES_MAX } from '../../model/payout-checkout/session/checkout-machine.js';
import { defaultChoice, optionsFor } from './choice-options.js';
import type { PackageOption } from '../../model/payout-checkout/session/choice.js';
import { hasPayeeChanged } from '../../model/payout-checkout/session/frozen-payee.js';
import { liveCode } from './one-time-code.js';
import { factorSession } from './payout-factor.js';
import type { PayoutCheckout } from '../../model/payout-checkout/session/payout-checkout.js';
import type {
  CheckoutSurroundings,
  SurroundedCheckout,
  TriedCheckout,
} from '../../storage/payout-checkout-store.js';
import { readCheckout } from './read-checkout.js';
import { returning } from '../../model/payout-checkout/session/return-url.js';
import { shownEmail } from '../../model/payout-checkout/session/shown-email.js';

type ViewPayoutCheckoutError = PayoutCheckoutNotFound | NotThisBrowser;

/** Reads what the page shows (§4.12): a session that is over as well, with where to go from there. */
export type ViewPayoutCheckout = OpenUseCase<
  PayoutBrowser,
  ViewPayoutCheckoutError,
  PayoutCheckoutView
>;
export const ViewPayoutCheckout = token<ViewPayoutCheckout>('ViewPayoutCheckout');

export const makeViewPayoutCheckout = recipe(
  ViewPayoutCheckout,
  { Storage, Clock, Banks: BankDirectory, Judging, Passkeys: optional(Passkeys) },
  ({ storage, clock, banks, judging: { bankRail }, passkeys }) =>
    openUseCase(PayoutBrowser, async (browser) => {
      const ports = { storage, banks, bankRail, passkeys };
      const now = clock.now();
      const look = async () => {
        const found = await storage.read(({ payoutCheckouts }) =>
          payoutCheckouts.findSurrounded(browser.sessionId),
        );
        return heldBy(found, browser);
      };
      const seen = await look();
      if (E.isLeft(seen) || !isOver(seen.right, now)) return viewed(ports, seen, now);
      await readCheckout(storage, now, (store) => store.findAnywhere(browser.sessionId));
      return viewed(ports, await look(), now);
    }),
);

/** Open by the record, but expired by the clock: it must be expired before it is shown. */
const isOver = ({ session }: TriedCheckout, now: EpochMs): boolean =>
  session.status === 'open' && now >= session.expiresAt;

interface Ports extends Pick<Judging, 'bankRail'> {
  readonly storage: Storage;
  readonly banks: BankDirectory;
  readonly passkeys: Passkeys | undefined;
}

const viewed = async (
  ports: Ports,
  seen: E.Either<ViewPayoutCheckoutError, SurroundedCheckout>,
  now: EpochMs,
): Promise<E.Either<ViewPayoutCheckoutError, PayoutCheckoutView>> => {
  if (E.isLeft(seen)) return seen;
  const { session, tries, surroundings } = seen.right;
  const around = surroundings();
  const factor = await factorOf(ports, session, around, now);
  return E.right({ ...viewOf({ session, tries }, around, now, ports), ...factor });
};

const viewOf = (
  { session, tries }: { readonly session: PayoutCheckout; readonly tries: number },
  around: CheckoutSurroundings,
  now: EpochMs,
  { banks, bankRail }: Ports,
): PayoutCheckoutView => {
  const { bank, corporate, maker, beneficiary } = around;
  const packages = optionsOf(session, around, bankRail, now);
  const { email } = maker.user;
  return {
    sessionId: session.sessionId,
    bankTenantId: session.bankTenantId,
    bankName: bank.name,
    corporateName: corporate.name,
    makerName: maker.user.username,
    amount: session.amount,
    reference: session.reference,
    beneficiary: payeeOf(session, beneficiary, banks),
    payeeHasChanged: hasPayeeChanged(session, beneficiary),
    expiresAt: session.expiresAt,
    now,
    packages,
    codesLeft: CODES_MAX - session.codesSent,
    nextCodeAt: session.nextCodeAt,
    ...(email !== undefined && { email: shownEmail(email) }),
    ...codeOf(session, tries, packages, email ?? ''),
    ...endOf(session),
  };
};

const optionsOf = (
  session: PayoutCheckout,
  around: CheckoutSurroundings,
  bankRail: Judging['bankRail'],
  at: EpochMs,
): ReadonlyArray<PackageOption> => {
  const { maker, beneficiary } = around;
  const isOpen = session.status === 'open' && !hasPayeeChanged(session, beneficiary);
  if (!isOpen || maker.user.kind !== 'human') return [];
  const beneficiaries = [beneficiary];
  const facts = layOutFacts({ ...around, actor: maker, beneficiaries, bankRail, at });
  return optionsFor(session, maker, beneficiary, facts);
};

const payeeOf = (
  { beneficiaryAccountNumber, payee }: PayoutCheckout,
  { name, accounts }: Beneficiary,
  { bankName }: BankDirectory,
): PayoutCheckoutView['beneficiary'] => {
  const account = accounts.find(({ accountNumber }) => accountNumber === beneficiaryAccountNumber);
  const ifsc = (payee ?? account)?.ifsc;
  return {
    name: payee?.name ?? name,
    accountNumber: maskAccount(beneficiaryAccountNumber),
    ifsc: ifsc ?? '',
    bankName: ifsc === undefined ? '' : bankName(ifsc),
  };
};

const codeOf = (
  { code }: PayoutCheckout,
  tries: number,
  packages: ReadonlyArray<PackageOption>,
  email: string,
): Pick<PayoutCheckoutView, 'chosen' | 'code'> => {
  if (code !== undefined && !code.void) {
    const { choice, expiresAt } = code;
    const triesLeft = TRIES_MAX - tries;
    return { chosen: choice, code: { sentTo: shownEmail(email), expiresAt, triesLeft, choice } };
  }
  const chosen = code?.choice ?? defaultChoice(packages);
  return chosen === undefined ? {} : { chosen };
};

/** What the maker is asked to prove. Read only where the corporate asks for it. */
const factorOf = async (
  { storage, passkeys }: Ports,
  session: PayoutCheckout,
  { corporate }: CheckoutSurroundings,
  now: EpochMs,
): Promise<Pick<PayoutCheckoutView, 'factor'>> => {
  if (session.status !== 'open' || session.code === undefined) return {};
  const rule = hostedRule(corporate.secondFactor, session.amount);
  if (rule === 'none' || E.isLeft(liveCode(session, 0, session.code.choice, now))) return {};
  const held = await storage.read(({ factors }) =>
    factors.find(tenantOf(session), session.makerUserId),
  );
  const challenge = openChallenge(held, 'payout', factorSession(session), now);
  if (held === undefined || challenge === undefined) return {};
  const asked = await factorAsked(passkeys, held, challenge);
  const kinds = asked.kinds.filter((kind) => rule === 'any' || kind === rule);
  return { factor: { ...asked, kinds } };
};

const endOf = (
  session: PayoutCheckout,
): Pick<PayoutCheckoutView, 'status' | 'transactionId' | 'returnTo'> => {
  const { status } = session;
  if (status === 'open') return { status };
  return {
    status,
    ...(status === 'submitted' && { transactionId: session.transactionId }),
    ...returning(session, status),
  };
};
