import { rupees, type PayoutCheckoutView } from '@hundi/core';
import type { ComponentChildren } from 'preact';

const Fact = ({ of, children }: { readonly of: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{of}</dt>
    <dd>{children}</dd>
  </div>
);

/** The time left in words, for people who cannot see the clock. */
export const spell = (seconds: number): string => {
  if (seconds < 60) return 'less than a minute';
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? 'about a minute' : `about ${String(minutes)} minutes`;
};

/** Seconds until a moment, as the engine's time goes. */
export const secondsUntil = (moment: number, now: number): number =>
  Math.max(0, Math.ceil((moment - now) / 1_000));

/** The frozen values: amount, payee and reference. */
export const Frozen = ({ view }: { readonly view: PayoutCheckoutView }) => {
  const { beneficiary, corporateName, amount, status } = view;
  const isOff = status === 'cancelled' || status === 'expired';
  return (
    <div>
      <p class="quiet">{isOff ? `Not paid by ${corporateName}` : `${corporateName} pays`}</p>
      <p class="amount">{rupees(amount)}</p>
      <p>
        to <strong>{beneficiary.name}</strong>
      </p>
    </div>
  );
};

/** The particulars of the payout; `children` are facts that only some pages have. */
export const Facts = ({
  view,
  children,
}: {
  readonly view: PayoutCheckoutView;
  readonly children?: ComponentChildren;
}) => {
  const { beneficiary, reference } = view;
  return (
    <dl class="facts">
      <Fact of="Account">
        <span class="number">{beneficiary.accountNumber}</span>
        <span class="sub">
          {beneficiary.bankName === ''
            ? beneficiary.ifsc
            : `${beneficiary.bankName} · ${beneficiary.ifsc}`}
        </span>
      </Fact>
      <Fact of="Reference">{reference}</Fact>
      {children}
    </dl>
  );
};

/** The remaining time of the session; when it is over, the page reloads. */
export const TimeLeft = ({
  view: { expiresAt, now },
  href,
}: {
  readonly view: Pick<PayoutCheckoutView, 'expiresAt' | 'now'>;
  readonly href: string;
}) => {
  const seconds = secondsUntil(expiresAt, now);
  return (
    <Fact of="Time left">
      <span role="timer" class="left" data-seconds-left={seconds} data-then={href}>
        {spell(seconds)}
      </span>
    </Fact>
  );
};

export { Fact };
