import { rupees } from '@hundi/core';
import type { CardFault, CardField, CollectionPage } from '@hundi/core/wire';
import { PageForm } from '../page-form.js';
import type { Visit } from '../page-route.js';
import type { Page } from '../page.js';
import type { Texts } from '../texts/english.js';
import type { Kept } from './card-form.js';
import { CARD } from './card-script.js';
import { Amount, Particulars, TimeLeft } from './card-summary.js';

/** The values that the page shows of an open session. */
export interface Shown {
  readonly page: CollectionPage;
  readonly visit: Pick<Visit, 'secret' | 'href' | 'texts'>;
  /** The faults of the form that this page answers. */
  readonly faults?: ReadonlyArray<CardFault>;
  readonly kept?: Kept;
}

interface FieldShape {
  readonly autocomplete: string;
  readonly inputmode: 'numeric' | 'text';
  readonly maxlength: number;
}

const FIELDS: Readonly<Record<CardField, FieldShape>> = {
  number: { autocomplete: 'cc-number', inputmode: 'numeric', maxlength: 26 },
  expiry: { autocomplete: 'cc-exp', inputmode: 'numeric', maxlength: 9 },
  cvc: { autocomplete: 'cc-csc', inputmode: 'numeric', maxlength: 4 },
  name: { autocomplete: 'cc-name', inputmode: 'text', maxlength: 60 },
};

const CardInput = ({
  field,
  texts,
  faults = [],
  value,
}: Pick<Shown, 'faults'> & {
  readonly field: CardField;
  readonly texts: Texts;
  readonly value?: string | undefined;
}) => {
  const { autocomplete, inputmode, maxlength } = FIELDS[field];
  const fault = faults.find((one) => one.field === field);
  return (
    <div>
      <label for={field}>{texts.cardPage[field]}</label>
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
          {texts.engine.coded(fault.code, fault.message)}
        </p>
      )}
    </div>
  );
};

const Faults = ({
  faults,
  texts: { cardPage, engine },
}: {
  readonly faults: ReadonlyArray<CardFault>;
  readonly texts: Texts;
}) => (
  <div class="notice bad" role="alert">
    <h2>{cardPage.check}</h2>
    <ul>
      {faults.map(({ field, code, message }) => (
        <li key={field}>
          <a href={`#${field}`}>{engine.coded(code, message)}</a>
        </li>
      ))}
    </ul>
  </div>
);

/** What became of the cards that were tried. */
const Tried = ({
  page: { lastDecline, goesBack, attemptsLeft },
  texts: { cardPage, engine },
}: {
  readonly page: CollectionPage;
  readonly texts: Texts;
}) =>
  lastDecline === undefined && !goesBack ? null : (
    <div class="notice bad" role="alert" tabindex={-1} data-focus="">
      {lastDecline !== undefined && (
        <>
          <h2>{cardPage.declined}</h2>
          <p>{engine.coded(lastDecline.code, lastDecline.message)}</p>
        </>
      )}
      {goesBack && <p>{cardPage.goesBack}</p>}
      <p>{cardPage.triesLeft(attemptsLeft)}</p>
    </div>
  );

const CardFields = ({ page, visit, faults = [], kept = {} }: Shown) => (
  <PageForm visit={visit} action={`/pay/${page.sessionId}/pay`} data={{ 'data-card': '' }}>
    <input type="hidden" name="attempt" value={page.nextAttempt} />
    <CardInput field="number" texts={visit.texts} faults={faults} />
    <div class="pair">
      <CardInput field="expiry" texts={visit.texts} faults={faults} value={kept.expiry} />
      <CardInput field="cvc" texts={visit.texts} faults={faults} />
    </div>
    <CardInput field="name" texts={visit.texts} faults={faults} value={kept.name} />
    <button>{visit.texts.cardPage.pay(rupees(page.amount))}</button>
  </PageForm>
);

/** The page of an open session: what is paid, and the card. */
export const cardPage = (shown: Shown): Page => {
  const { page, visit, faults = [] } = shown;
  const at = `/pay/${page.sessionId}` as const;
  const isWrong = faults.length > 0;
  const { texts } = visit;
  const { cardPage: words } = texts;
  return {
    title: (isWrong ? words.faultyTitle : words.title)(page.merchantName),
    ...(isWrong && {
      says: faults.map(({ code, message }) => texts.engine.coded(code, message)).join(' '),
    }),
    purpose: words.purpose,
    wide: true,
    scripts: [CARD],
    content: (
      <section class="card split">
        <div class="part">
          <h1>{words.heading}</h1>
          <Amount page={page} label={words.title(page.merchantName)} />
          <Particulars page={page} words={words}>
            <TimeLeft view={page} words={texts.payoutPage} href={visit.href(at)} />
          </Particulars>
          <p class="quiet">{words.brands}</p>
        </div>
        <div class="part">
          {isWrong && <Faults faults={faults} texts={texts} />}
          {!isWrong && <Tried page={page} texts={texts} />}
          <CardFields {...shown} />
          <PageForm visit={visit} action={`${at}/cancel`}>
            <button class="plain">{words.cancel}</button>
          </PageForm>
        </div>
      </section>
    ),
  };
};
