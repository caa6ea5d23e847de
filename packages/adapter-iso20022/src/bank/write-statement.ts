import type { EpochMs } from '@hundi/core';
import { decimalOf } from '../amount.js';
import { around, element } from '../initiation/xml-text.js';
import { entryOf, type Booked } from './write-notification.js';

/** A day of an account. */
export interface DayOfAccount {
  readonly accountNumber: string;
  /** Paise, negative where the account is overdrawn. */
  readonly opening: number;
  readonly closing: number;
  readonly bookings: ReadonlyArray<Booked>;
}

export interface DayStatement {
  readonly messageId: string;
  readonly createdAt: EpochMs;
  /** The day in the bank's zone, `YYYY-MM-DD`, and its first and last moments. */
  readonly day: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly accounts: ReadonlyArray<DayOfAccount>;
}

const timeOf = (at: EpochMs): string => new Date(at).toISOString();

const balanceOf = (type: string, paise: number, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>` +
  `<Amt Ccy="INR">${decimalOf(Math.abs(paise))}</Amt>` +
  element('CdtDbtInd', paise < 0 ? 'DBIT' : 'CRDT') +
  `<Dt><Dt>${day}</Dt></Dt></Bal>`;

/** Writes a `camt.053.001.08`: a statement for each account, an entry for each booking. */
export const writeStatement = (statement: DayStatement): string => {
  const { messageId, createdAt, day, from, to, accounts } = statement;
  const at = timeOf(createdAt);
  const stated = accounts.map(({ accountNumber, opening, closing, bookings }, i) =>
    around(
      'Stmt',
      element('Id', `${messageId.slice(0, 29)}-${String(i + 1)}`) +
        element('CreDtTm', at) +
        around('FrToDt', element('FrDtTm', timeOf(from)) + element('ToDtTm', timeOf(to))) +
        around('Acct', around('Id', around('Othr', element('Id', accountNumber)))) +
        balanceOf('OPBD', opening, day) +
        balanceOf('CLBD', closing, day) +
        bookings.map((booking) => entryOf(booking, day)).join('\n'),
    ),
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>\n' +
    around('GrpHdr', element('MsgId', messageId) + element('CreDtTm', at)) +
    `\n${stated.join('\n')}\n</BkToCstmrStmt></Document>\n`
  );
};
