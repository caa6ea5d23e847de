import { rupees, type CardFault, type CardField, type CollectionPage } from '@hundi/core';
import { PageForm } from '../page-form.js';
import type { Visit } from '../page-route.js';
import type { Page } from '../page.js';
import type { Kept } from './card-form.js';
import { CARD } from './card-script.js';
import { Amount, Particulars, PURPOSE, TimeLeft } from './card-summary.js';

/** The values that the page shows of an open session. */
export interface Shown {
  readonly page: CollectionPage;
  readonly visit: Pick<Visit, 'secret' | 'href'>;
  /** The faults of the form that this page answers. */
  readonly faults?: ReadonlyArray<CardFault>;
  readonly kept?: Kept;
}

interface FieldText {
  readonly field: CardField;
  readonly label: string;
  readonly autocomplete: string;
  readonly inputmode: 'numeric' | 'text';
  readonly maxlength: number;
  readonly hint?: string;
}

const FIELDS: Readonly<Record<CardField, FieldText>> = {
  number: {
    field: 'number',
    label: 'Card number',
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    maxlength: 26,
  },
  expiry: {
    field: 'expiry',
    label: 'Expiry (MM / YY)',
    autocomplete: 'cc-exp',
    inputmode: 'numeric',
    maxlength: 9,
  },
  cvc: {
    field: 'cvc',
    label: 'CVC',
    autocomplete: 'cc-csc',
    inputmode: 'numeric',
    maxlength: 4,
  },
  name: {
    field: 'name',
    label: 'Name on card',
    autocomplete: 'cc-name',
    inputmode: 'text',
    maxlength: 60,
  },
};

const CardInput = ({
  field: { field, label, autocomplete, inputmode, maxlength },
  faults = [],
  value,
}: Pick<Shown, 'faults'> & { readonly field: FieldText; readonly value?: string | undefined }) => {
  const fault = faults.find((one) => one.field === field);
  return (
    <div>
      <label for={field}>{label}</label>
      <input
        type="text"
        id={field}
        name={field}
        autocomplete={autocomplete}
        inputmode={inputmode}
        maxlength={maxlength}
        spellcheck={false}
        aria-required="true"
        {...(value !== undefined && { value })}
        {...(fault !== undefined && {
          'aria-invalid': 'true',
          'aria-describedby': `${field}-fault`,
          autofocus: faults[0] === fault,
        })}
      />
      {field === 'number' && <p class="hint brand" id="brand" aria-live="polite"></p>}
      {fault !== undefined && (
        <p class="fault" id={`${field}-fault`}>
          {fault.message}
        </p>
      )}
    </div>
  );
};

const Faults = ({ faults }: { readonly faults: ReadonlyArray<CardFault> }) => (
  <div class="notice bad" role="alert">
    <h2>Please check the card</h2>
    <ul>
      {faults.map(({ field, message }) => (
        <li key={field}>
          <a href={`#${field}`}>{message}</a>
        </li>
      ))}
    </ul>
  </div>
);

const left = (attempts: number): string =>
  attempts === 1 ? 'You can try one more time.' : `You can try ${String(attempts)} more times.`;

const Declined = ({ page: { lastDecline, attemptsLeft } }: Pick<Shown, 'page'>) => (
  <div class="notice bad" role="alert" tabindex={-1} data-focus="">
    <h2>The card was not charged</h2>
    <p>
      {lastDecline} {left(attemptsLeft)}
    </p>
  </div>
);

const CardFields = ({ page, visit, faults = [], kept = {} }: Shown) => (
  <PageForm visit={visit} action={`/pay/${page.sessionId}/pay`} data={{ 'data-card': '' }}>
    <input type="hidden" name="attempt" value={page.nextAttempt} />
    <CardInput field={FIELDS.number} faults={faults} />
    <div class="pair">
      <CardInput field={FIELDS.expiry} faults={faults} value={kept.expiry} />
      <CardInput field={FIELDS.cvc} faults={faults} />
    </div>
    <CardInput field={FIELDS.name} faults={faults} value={kept.name} />
    <button>Pay {rupees(page.amount)}</button>
  </PageForm>
);

/** The page of an open session: what is paid, and the card. */
export const cardPage = (shown: Shown): Page => {
  const { page, visit, faults = [] } = shown;
  const at = `/pay/${page.sessionId}` as const;
  const isWrong = faults.length > 0;
  return {
    title: `${isWrong ? 'Please check: pay' : 'Pay'} ${page.merchantName}`,
    purpose: PURPOSE,
    wide: true,
    scripts: [CARD],
    content: (
      <section class="card split">
        <div class="part">
          <h1>Pay by card</h1>
          <Amount page={page} label={`Pay ${page.merchantName}`} />
          <Particulars page={page}>
            <TimeLeft view={page} href={visit.href(at)} />
          </Particulars>
          <p class="quiet">Visa, Mastercard, RuPay and American Express are accepted.</p>
        </div>
        <div class="part">
          {isWrong && <Faults faults={faults} />}
          {!isWrong && page.lastDecline !== undefined && <Declined page={page} />}
          <CardFields {...shown} />
          <PageForm visit={visit} action={`${at}/cancel`}>
            <button class="plain">Cancel</button>
          </PageForm>
        </div>
      </section>
    ),
  };
};
