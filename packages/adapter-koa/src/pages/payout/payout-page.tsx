import type { PackageOption, PayoutCheckoutView } from '@hundi/core/wire';
import { PageForm } from '../page-form.js';
import type { Visit } from '../page-route.js';
import type { Page } from '../page.js';
import { CHOICES } from './choices-script.js';
import { CodePart } from './code-part.js';
import { ChoiceField } from './fields.js';
import {
  accountLine,
  methodLine,
  offerOf,
  packageLine,
  type Line,
  type Offer,
  type Picked,
} from './offer.js';
import { PASSKEY } from '../script/passkey-script.js';
import type { Fault } from './payout-fault.js';
import { Fact, Facts, Frozen, TimeLeft } from './summary.js';

type Words = Visit['texts']['payoutPage'];

/** The values that the page shows of an open session. */
export interface Shown {
  readonly view: PayoutCheckoutView;
  readonly visit: Pick<Visit, 'secret' | 'href' | 'texts'>;
  /** The fields of the form, if the page answers one. */
  readonly picked?: Picked;
  readonly fault?: Fault;
}

const Alert = ({ fault, words }: { readonly fault: Fault; readonly words: Words }) => (
  <div class="notice bad" role="alert">
    <h2>{words.attention}</h2>
    {fault.field === 'page' ? (
      <p>{fault.text}</p>
    ) : (
      <p>
        <a href={`#${fault.field}`}>{fault.text}</a>
      </p>
    )}
  </div>
);

/** Everything that goes with what, for the script that keeps the selects in step. */
const dataOf = (packages: ReadonlyArray<PackageOption>): string => {
  const line = ({ value, text }: Line) => [value, text] as const;
  return JSON.stringify(
    packages.map((one) => [
      ...line(packageLine(one)),
      false,
      one.debitAccounts.map((account) => [
        ...line(accountLine(account)),
        account.isDefault,
        account.methods.map((method) => [...line(methodLine(method)), method.isDefault]),
      ]),
    ]),
  );
};

const sentFor = ({ code }: PayoutCheckoutView): string | undefined =>
  code &&
  [code.choice.packageCode, code.choice.debitAccountId, code.choice.paymentMethodCode].join(' ');

// Enter in the code field must press Authorize, so this button is gone by then.
const WithoutScript = ({
  view,
  words,
  href,
}: {
  readonly view: PayoutCheckoutView;
  readonly words: Words;
  readonly href: string;
}) =>
  view.code === undefined &&
  (view.packages.length > 1 ||
    view.packages.some(({ debitAccounts }) => debitAccounts.length > 1)) ? (
    <noscript>
      <button class="second" formaction={href}>
        {words.update}
      </button>
    </noscript>
  ) : null;

const Choose = ({ view, visit, fault, offer }: Shown & { readonly offer: Offer }) => {
  const at = `/payout/${view.sessionId}` as const;
  const { payoutPage: words } = visit.texts;
  return (
    <PageForm
      visit={visit}
      action={`${at}/code`}
      data={{ 'data-choices': dataOf(view.packages), 'data-sent-for': sentFor(view) }}
    >
      <ChoiceField
        field="packageCode"
        label={words.package}
        fault={fault}
        select={offer.packages}
      />
      <ChoiceField
        field="debitAccountId"
        label={words.debitAccount}
        fault={fault}
        select={offer.accounts}
      />
      <ChoiceField
        field="paymentMethodCode"
        label={words.method}
        fault={fault}
        select={offer.methods}
      />
      <WithoutScript view={view} words={words} href={visit.href(`${at}/choices`)} />
      <CodePart
        view={view}
        words={words}
        fault={fault}
        actions={{
          send: visit.href(`${at}/code`),
          authorize: visit.href(`${at}/authorize`),
          giveFactor: visit.href(`${at}/factor`),
        }}
      />
    </PageForm>
  );
};

/** The page of an open session: what is frozen, what is to be picked, and the code. */
export const payoutPage = (shown: Shown): Page => {
  const { view, visit, fault } = shown;
  const at = `/payout/${view.sessionId}` as const;
  const offer = offerOf(view, shown.picked);
  const { payoutPage: words } = visit.texts;
  return {
    title: fault === undefined ? words.title : words.faultyTitle,
    ...(fault !== undefined && { says: fault.text }),
    purpose: words.purpose,
    wide: true,
    scripts: view.factor?.options === undefined ? [CHOICES] : [CHOICES, PASSKEY],
    content: (
      <section class="card split">
        <div class="part">
          <h1>{words.heading}</h1>
          <Frozen view={view} words={words} />
          <Facts view={view} words={words}>
            <Fact of={words.you}>{view.makerName}</Fact>
            <TimeLeft view={view} words={words} href={visit.href(at)} />
          </Facts>
          <p class="quiet">{words.rules(view.corporateName)}</p>
        </div>
        <div class="part">
          {fault !== undefined && <Alert fault={fault} words={words} />}
          {offer === undefined ? (
            !view.payeeHasChanged && <p class="notice">{words.nothingFits}</p>
          ) : (
            <Choose {...shown} offer={offer} />
          )}
          <PageForm visit={visit} action={`${at}/cancel`}>
            <button class="plain">{words.cancel}</button>
          </PageForm>
        </div>
      </section>
    ),
  };
};
