import { PORTAL_STYLE, Sentence, type HostedPage } from '@hundi/adapter-koa';
import { rupees, type EpochMs } from '@hundi/core';
import type { BankFaultKind, BookedOrder } from '@hundi/testkit';
import type { ComponentChildren } from 'preact';
import type { Texts } from '../texts/english.js';
import type { ReceivedMail } from '../mail/sandbox-mailbox.js';

/** What the page of a sandbox shows. */
export interface SandboxShown {
  readonly texts: Texts;
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
export const STEPS: Readonly<Record<keyof Texts['sandbox']['clock']['steps'], number>> = {
  minute: 60,
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
};

const ALL_STEPS = Object.entries(STEPS) as ReadonlyArray<[keyof typeof STEPS, number]>;

/** The faults of the bank, in the order in which the page has them. */
export const FAULTS: ReadonlyArray<BankFaultKind> = [
  'unreachable',
  'answer_lost',
  'order_lost',
  'slow',
  'duplicate_callback',
];

const moment = (at: EpochMs): string =>
  `${new Date(at).toISOString().slice(0, 19)}Z`.replace('T', ' ');

/** A form without fields: the query says what to do. */
const Act = ({ act, children }: { readonly act: string; readonly children: ComponentChildren }) => (
  <form method="post" action={`sandbox?${act}`}>
    <button class="second">{children}</button>
  </form>
);

type Words = Texts['sandbox'];

const Clock = ({ now, clock }: Pick<SandboxShown, 'now'> & Pick<Words, 'clock'>) => (
  <section class="card">
    <h2>{clock.title}</h2>
    <p>
      <Sentence text={clock.text}>
        <span class="number">{moment(now)}</span>
      </Sentence>
    </p>
    <div class="actions">
      {ALL_STEPS.map(([step, seconds]) => (
        <Act key={step} act={`advance=${String(seconds)}`}>
          {clock.steps[step]}
        </Act>
      ))}
      <Act act="settle">{clock.settle}</Act>
    </div>
  </section>
);

const Mails = ({
  mails,
  to,
  mailbox,
}: Pick<SandboxShown, 'mails' | 'to'> & Pick<Words, 'mailbox'>) => (
  <section class="card" id="mailbox">
    <h2>{mailbox.title}</h2>
    <form method="get" action="sandbox" class="row">
      <div>
        <label for="to">{mailbox.to}</label>
        <input type="text" id="to" name="to" value={to} autocomplete="off" spellcheck={false} />
      </div>
      <button class="second">{mailbox.show}</button>
    </form>
    {mails.length === 0 ? <p>{mailbox.none}</p> : null}
    {mails.map(({ id, to: address, subject, text, sentAt }) => (
      <div class="mail" key={id}>
        <h3>
          <bdi>{subject}</bdi>
        </h3>
        <p class="quiet">
          <Sentence text={mailbox.sentTo}>
            <bdi>{address}</bdi>
          </Sentence>
          , <span class="number">{moment(sentAt)}</span>
        </p>
        <pre>{text}</pre>
      </div>
    ))}
  </section>
);

const Books = ({
  bank: { accounts, orders, total },
  books,
}: {
  readonly bank: NonNullable<SandboxShown['bank']>;
  readonly books: Words['books'];
}) => (
  <section class="card">
    <h2 id="books">{books.title}</h2>
    <div class="scroll" role="region" aria-label={books.accounts} tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{books.account}</th>
            <th scope="col">{books.number}</th>
            <th scope="col" class="num">
              {books.balance}
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
      <p>{books.noOrder}</p>
    ) : (
      <div class="scroll" role="region" aria-labelledby="books" tabindex={0}>
        <table>
          <caption>{books.newest(orders.length, total)}</caption>
          <thead>
            <tr>
              <th scope="col">{books.booked}</th>
              <th scope="col">{books.creditAccount}</th>
              <th scope="col">{books.method}</th>
              <th scope="col">{books.state}</th>
              <th scope="col">UTR</th>
              <th scope="col" class="num">
                {books.amount}
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
                <td>{books.states[order.state]}</td>
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

const Faults = ({ faults }: Pick<Words, 'faults'>) => (
  <section class="card">
    <h2>{faults.title}</h2>
    <p>{faults.text}</p>
    <ul class="faults">
      {FAULTS.map((kind) => (
        <li key={kind} class="actions">
          <Act act={`arm=${kind}`}>{faults[kind].arm}</Act>
          <span>{faults[kind].text}</span>
        </li>
      ))}
    </ul>
  </section>
);

/** The page of a sandbox: its mailbox, its clock, and the books and faults of its bank. */
export const sandboxPage = ({ texts, now, mails, to, bank, done }: SandboxShown): HostedPage => {
  const { purpose, caution, sandbox } = texts;
  return {
    title: sandbox.title,
    purpose,
    wide: true,
    style: PORTAL_STYLE,
    caution: () => caution,
    content: (
      <>
        <h1>{sandbox.title}</h1>
        <p>
          <a href="./">{sandbox.start}</a>
        </p>
        {done !== undefined && (
          <p class="notice good" role="status">
            {done}
          </p>
        )}
        <Clock now={now} clock={sandbox.clock} />
        <Mails mails={mails} to={to} mailbox={sandbox.mailbox} />
        {bank !== undefined && <Books bank={bank} books={sandbox.books} />}
        {bank !== undefined && <Faults faults={sandbox.faults} />}
      </>
    ),
  };
};
