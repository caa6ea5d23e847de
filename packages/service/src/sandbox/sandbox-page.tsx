import { PORTAL_STYLE, type HostedPage } from '@hundi/adapter-koa';
import { rupees, type EpochMs } from '@hundi/core';
import type { BankFaultKind, BookedOrder } from '@hundi/testkit';
import type { ComponentChildren } from 'preact';
import type { ReceivedMail } from '../mail/sandbox-mailbox.js';

/** What the page of a sandbox shows. */
export interface SandboxShown {
  readonly now: EpochMs;
  /** The newest mails, and the address that they are to, where only one is looked at. */
  readonly mails: ReadonlyArray<ReceivedMail>;
  readonly to: string;
  /** Absent where the rail is another bank's. */
  readonly bank?: {
    readonly accounts: ReadonlyArray<{
      readonly name: string;
      readonly accountNumber: string;
      readonly balance: number | undefined;
    }>;
    /** The newest orders. */
    readonly orders: ReadonlyArray<BookedOrder>;
    readonly total: number;
  };
  /** What was just done. */
  readonly done?: string | undefined;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** How far each button moves the clock, in seconds. */
export const STEPS: Readonly<Record<string, number>> = {
  'One minute': 60,
  'One hour': HOUR,
  'One day': DAY,
  'One week': 7 * DAY,
};

/** What each fault does to a call of the bank. */
export const FAULTS: Readonly<Record<BankFaultKind, string>> = {
  unreachable: 'The bank is not reached.',
  answer_lost: 'The bank gets the order, and its answer is lost.',
  order_lost: 'The order is lost on its way.',
  slow: 'The bank takes longer than the engine waits.',
  duplicate_callback: 'The bank reports the order twice.',
};

const moment = (at: EpochMs): string =>
  `${new Date(at).toISOString().slice(0, 19)}Z`.replace('T', ' ');

/** A form without fields: the query says what to do. */
const Act = ({ act, children }: { readonly act: string; readonly children: ComponentChildren }) => (
  <form method="post" action={`sandbox?${act}`}>
    <button class="second">{children}</button>
  </form>
);

const Clock = ({ now }: Pick<SandboxShown, 'now'>) => (
  <section class="card">
    <h2>Clock</h2>
    <p>
      The engine’s time is <span class="number">{moment(now)}</span>. Moving it runs everything that
      falls due, in order. It never goes back.
    </p>
    <div class="actions">
      {Object.entries(STEPS).map(([name, seconds]) => (
        <Act key={name} act={`advance=${String(seconds)}`}>
          {name}
        </Act>
      ))}
      <Act act="settle">Run what is due</Act>
    </div>
  </section>
);

const Mails = ({ mails, to }: Pick<SandboxShown, 'mails' | 'to'>) => (
  <section class="card" id="mailbox">
    <h2>Mailbox</h2>
    <form method="get" action="sandbox" class="row">
      <div>
        <label for="to">Only to</label>
        <input type="text" id="to" name="to" value={to} autocomplete="off" spellcheck={false} />
      </div>
      <button class="second">Show</button>
    </form>
    {mails.length === 0 ? <p>No mail yet.</p> : null}
    {mails.map(({ id, to: address, subject, text, sentAt }) => (
      <div class="mail" key={id}>
        <h3>
          <bdi>{subject}</bdi>
        </h3>
        <p class="quiet">
          to <bdi>{address}</bdi>, <span class="number">{moment(sentAt)}</span>
        </p>
        <pre>{text}</pre>
      </div>
    ))}
  </section>
);

const Books = ({ accounts, orders, total }: NonNullable<SandboxShown['bank']>) => (
  <section class="card">
    <h2 id="books">The bank’s books</h2>
    <div class="scroll" role="region" aria-label="Accounts" tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Number</th>
            <th scope="col" class="num">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ name, accountNumber, balance }) => (
            <tr key={accountNumber}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td class="number">{accountNumber}</td>
              <td class="num">{balance === undefined ? '' : rupees(balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {orders.length === 0 ? (
      <p>The bank has no order yet.</p>
    ) : (
      <div class="scroll" role="region" aria-labelledby="books" tabindex={0}>
        <table>
          <caption>
            The newest {orders.length} of {total} orders
          </caption>
          <thead>
            <tr>
              <th scope="col">Booked</th>
              <th scope="col">To</th>
              <th scope="col">Method</th>
              <th scope="col">State</th>
              <th scope="col">UTR</th>
              <th scope="col" class="num">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.bankRef}>
                <th scope="row" class="number">
                  {moment(order.bookedAt)}
                </th>
                <td class="number">
                  {order.creditAccountNumber} {order.ifsc}
                </td>
                <td>{order.paymentMethod}</td>
                <td>{order.state}</td>
                <td class="number">{order.utr ?? ''}</td>
                <td class="num">{rupees(order.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
);

const Faults = () => (
  <section class="card">
    <h2>Faults</h2>
    <p>A fault strikes the next call of the bank, and is over then.</p>
    <ul class="faults">
      {Object.entries(FAULTS).map(([kind, text]) => (
        <li key={kind} class="actions">
          <Act act={`arm=${kind}`}>Arm {kind.replaceAll('_', ' ')}</Act>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  </section>
);

/** The page of a sandbox: its mailbox, its clock, and the books and faults of its bank. */
export const sandboxPage = ({ now, mails, to, bank, done }: SandboxShown): HostedPage => ({
  title: 'Sandbox',
  purpose: 'Sandbox',
  wide: true,
  style: PORTAL_STYLE,
  caution: () => 'A sandbox is for trying things out. Enter no real card and no real account here.',
  content: (
    <>
      <h1>Sandbox</h1>
      <p>
        <a href="./">Start page</a>
      </p>
      {done !== undefined && (
        <p class="notice good" role="status">
          {done}
        </p>
      )}
      <Clock now={now} />
      <Mails mails={mails} to={to} />
      {bank !== undefined && <Books {...bank} />}
      {bank !== undefined && <Faults />}
    </>
  ),
});
