import { rupees } from '@hundi/core';
import type { UnusualKind, UnusualPayout, UnusualPayouts } from '@hundi/core/wire';
import type { Inside } from '../inside.js';
import { NameIn } from '../payout-cells.js';
import { payoutAt } from '../payout-path.js';

const KINDS: ReadonlyArray<UnusualKind> = ['new_payee', 'above_usual_amount', 'changed_account'];

const Row = ({
  inside: { visit, texts },
  payout,
  letters,
}: {
  readonly inside: Inside;
  readonly payout: UnusualPayout;
  readonly letters: number | undefined;
}) => {
  const { transactionId, reference, beneficiaryName, beneficiaryCode, amount, kinds } = payout;
  const { unusual } = texts;
  return (
    <tr>
      <th scope="row">
        <a href={visit.href(payoutAt(transactionId))}>
          <NameIn name={reference} letters={letters} />
        </a>
      </th>
      <td>
        <NameIn name={beneficiaryName} letters={letters} />
        <span class="sub number">{beneficiaryCode}</span>
      </td>
      <td>
        {kinds.map((kind) => unusual.kinds[kind]).join(', ')}
        {payout.usualAmount !== undefined && (
          <span class="sub">{unusual.usually(rupees(payout.usualAmount))}</span>
        )}
      </td>
      <td class="num">{rupees(amount)}</td>
    </tr>
  );
};

/** The payouts that stand out: how many of each kind, and the largest of them. */
export const Unusual = ({
  inside,
  unusual: { count, amount, kinds, items },
  letters,
}: {
  readonly inside: Inside;
  readonly unusual: UnusualPayouts;
  readonly letters?: number;
}) => {
  const { unusual, locale } = inside.texts;
  if (count === 0) return <p class="quiet">{unusual.none}</p>;
  return (
    <>
      <h2>{unusual.title(count, rupees(amount))}</h2>
      <ul class="plain">
        {KINDS.filter((kind) => kinds[kind].count > 0).map((kind) => (
          <li key={kind}>
            {unusual.kindOf(
              kind,
              kinds[kind].count.toLocaleString(locale),
              rupees(kinds[kind].amount),
            )}
          </li>
        ))}
      </ul>
      <div class="scroll" role="region" aria-label={unusual.list} tabindex={0}>
        <table class="rows whole">
          <caption>{count > items.length ? unusual.largest : unusual.list}</caption>
          <thead>
            <tr>
              <th scope="col">{unusual.reference}</th>
              <th scope="col">{unusual.payee}</th>
              <th scope="col">{unusual.why}</th>
              <th scope="col" class="num">
                {unusual.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((payout) => (
              <Row key={payout.transactionId} inside={inside} payout={payout} letters={letters} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};
