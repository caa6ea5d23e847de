import { rupees } from '@hundi/core';
import type { Texts } from '../../texts/english.js';

/** Payouts that are alike in package, account and method, together. */
export interface Sum {
  readonly packageCode: string;
  readonly debitAccountNumber: string;
  readonly paymentMethod: string;
  readonly count: number;
  readonly amount: bigint;
}

/** What some sums are together. */
export const totalOf = (sums: ReadonlyArray<Pick<Sum, 'count' | 'amount'>>) => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  amount: sums.reduce((all, { amount }) => all + amount, 0n),
});

/** Sums of the same package, account and method put together, the largest first. */
export const together = (sums: ReadonlyArray<Sum>): ReadonlyArray<Sum> => {
  const groups = new Map<string, Sum>();
  for (const { packageCode, debitAccountNumber, paymentMethod, count, amount } of sums) {
    const name = JSON.stringify([packageCode, debitAccountNumber, paymentMethod]);
    const { count: n, amount: sum } = totalOf([
      groups.get(name) ?? { count: 0, amount: 0n },
      { count, amount },
    ]);
    groups.set(name, { packageCode, debitAccountNumber, paymentMethod, count: n, amount: sum });
  }
  return [...groups.values()].sort((a, b) => (a.amount < b.amount ? 1 : -1));
};

/** Sums by package, account and method, with their total. */
export const Sums = ({
  sums,
  texts: { approvals, locale },
}: {
  readonly sums: ReadonlyArray<Sum>;
  readonly texts: Texts;
}) => {
  const total = totalOf(sums);
  return (
    <div class="scroll" role="region" aria-label={approvals.sums} tabindex={0}>
      <table>
        <caption>{approvals.sums}</caption>
        <thead>
          <tr>
            <th scope="col">{approvals.package}</th>
            <th scope="col" class="num">
              {approvals.count}
            </th>
            <th scope="col" class="num">
              {approvals.amount}
            </th>
            <th scope="col">{approvals.account}</th>
            <th scope="col">{approvals.method}</th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ packageCode, debitAccountNumber, paymentMethod, count, amount }) => (
            <tr key={`${packageCode} ${debitAccountNumber} ${paymentMethod}`}>
              <th scope="row">{packageCode}</th>
              <td class="num">{count.toLocaleString(locale)}</td>
              <td class="num">{rupees(amount)}</td>
              <td class="number">{debitAccountNumber}</td>
              <td>{paymentMethod}</td>
            </tr>
          ))}
        </tbody>
        {sums.length > 1 && (
          <tfoot>
            <tr>
              <td></td>
              <td class="num">{total.count.toLocaleString(locale)}</td>
              <td class="num">{rupees(total.amount)}</td>
              <td colspan={2}></td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
};
