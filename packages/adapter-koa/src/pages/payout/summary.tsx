import { rupees } from '@hundi/core';
import type { PayoutCheckoutView } from '@hundi/core/wire';
import type { ComponentChildren } from 'preact';
import { Sentence } from '../sentence.js';
import type { Texts } from '../texts/english.js';

const Fact = ({ of, children }: { readonly of: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{of}</dt>
    <dd>{children}</dd>
  </div>
);

/** Seconds until a moment, as the engine's time goes. */
export const secondsUntil = (moment: number, now: number): number =>
  Math.max(0, Math.ceil((moment - now) / 1_000));

/** The frozen values: amount, payee and reference. */
export const Frozen = ({
  view,
  words,
}: {
  readonly view: PayoutCheckoutView;
  readonly words: Texts['payoutPage'];
}) => {
  const { beneficiary, corporateName, amount, status } = view;
  const isOff = status === 'cancelled' || status === 'expired';
  return (
    <div>
      <p class="quiet">{isOff ? words.notPaidBy(corporateName) : words.pays(corporateName)}</p>
      <p class="amount">{rupees(amount)}</p>
      <p>
        <Sentence text={words.to}>
          <strong>{beneficiary.name}</strong>
        </Sentence>
      </p>
    </div>
  );
};

/** The particulars of the payout; `children` are facts that only some pages have. */
export const Facts = ({
  view,
  words,
  children,
}: {
  readonly view: PayoutCheckoutView;
  readonly words: Texts['payoutPage'];
  readonly children?: ComponentChildren;
}) => {
  const { beneficiary, reference } = view;
  return (
    <dl class="facts">
      <Fact of={words.account}>
        <span class="number">{beneficiary.accountNumber}</span>
        <span class="sub">
          {beneficiary.bankName === ''
            ? beneficiary.ifsc
            : `${beneficiary.bankName} · ${beneficiary.ifsc}`}
        </span>
      </Fact>
      <Fact of={words.reference}>{reference}</Fact>
      {children}
    </dl>
  );
};

/** The remaining time of the session; when it is over, the page reloads. */
export const TimeLeft = ({
  view: { expiresAt, now },
  words,
  href,
}: {
  readonly view: Pick<PayoutCheckoutView, 'expiresAt' | 'now'>;
  readonly words: Texts['payoutPage'];
  readonly href: string;
}) => {
  const seconds = secondsUntil(expiresAt, now);
  return (
    <Fact of={words.timeLeft}>
      <span role="timer" class="left" data-seconds-left={seconds} data-then={href}>
        {words.minutes(seconds)}
      </span>
    </Fact>
  );
};

export { Fact };
