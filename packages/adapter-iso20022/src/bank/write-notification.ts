import type { EpochMs } from '@hundi/core';
import { decimalOf } from '../amount.js';
import { around, element } from '../initiation/xml-text.js';

/** Money of an order that left its account, or came back to it. */
export interface Booking {
  readonly side: 'debit' | 'return';
  readonly instructionId: string;
  readonly debitAccountNumber: string;
  /** Paise. */
  readonly amount: number;
  readonly utr: string;
  readonly bankReference: string;
}

export interface Notification {
  readonly messageId: string;
  readonly createdAt: EpochMs;
  readonly bookings: ReadonlyArray<Booking>;
}

const CODE = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd>';

/** An entry of a `camt.054` or a `camt.053`. */
export const entryOf = (booking: Omit<Booking, 'debitAccountNumber'>, day: string): string =>
  `<Ntry><Amt Ccy="INR">${decimalOf(booking.amount)}</Amt>` +
  element('CdtDbtInd', booking.side === 'debit' ? 'DBIT' : 'CRDT') +
  `<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>${CODE}` +
  element('SubFmlyCd', booking.side === 'debit' ? 'DMCT' : 'RRTN') +
  '</Fmly></Domn></BkTxCd>' +
  around(
    'NtryDtls',
    around(
      'TxDtls',
      around(
        'Refs',
        element('AcctSvcrRef', booking.bankReference) +
          element('InstrId', booking.instructionId) +
          element('ClrSysRef', booking.utr),
      ) + (booking.side === 'return' ? '<RtrInf><Rsn><Cd>NARR</Cd></Rsn></RtrInf>' : ''),
    ),
  ) +
  '</Ntry>';

/** Writes a `camt.054.001.08`: a notification for each account, an entry for each booking. */
export const writeNotification = ({ messageId, createdAt, bookings }: Notification): string => {
  const at = new Date(createdAt).toISOString();
  const accounts = new Map<string, Booking[]>();
  for (const one of bookings) {
    const ofAccount = accounts.get(one.debitAccountNumber) ?? [];
    ofAccount.push(one);
    accounts.set(one.debitAccountNumber, ofAccount);
  }
  const notified = [...accounts].map(([account, booked], i) =>
    around(
      'Ntfctn',
      element('Id', `${messageId.slice(0, 29)}-${String(i + 1)}`) +
        element('CreDtTm', at) +
        around('Acct', around('Id', around('Othr', element('Id', account)))) +
        booked.map((booking) => entryOf(booking, at.slice(0, 10))).join('\n'),
    ),
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn>\n' +
    around('GrpHdr', element('MsgId', messageId) + element('CreDtTm', at)) +
    `\n${notified.join('\n')}\n</BkToCstmrDbtCdtNtfctn></Document>\n`
  );
};
