import { E } from '@hundi/core';
import type { BankOrder } from '@hundi/core/rail';
import { decimalOf } from '../amount.js';
import type { Code, MethodCodes, UsageGuide } from '../guide/usage-guide.js';
import { letOthersRun } from '../let-others-run.js';
import { textsOf, type OrderTexts, type PartyTexts } from './order-texts.js';
import type { PaymentGroup, PaymentInitiation } from './payment-initiation.js';
import { around, element, xmlText } from './xml-text.js';

/** The message that is written. */
export const PAIN_001 = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

const PIECE_LENGTH = 64 * 1_024;

const choice = (name: string, code: Code | undefined): string => {
  if (code === undefined) return '';
  return around(
    name,
    'code' in code ? element('Cd', code.code) : element('Prtry', code.proprietary),
  );
};

const methodOf = ({ priority, serviceLevel, localInstrument, categoryPurpose }: MethodCodes) =>
  around(
    'PmtTpInf',
    element('InstrPrty', priority) +
      choice('SvcLvl', serviceLevel) +
      choice('LclInstrm', localInstrument) +
      choice('CtgyPurp', categoryPurpose),
  );

const party = (name: string, { name: called, lei, customerId }: PartyTexts): string =>
  around(
    name,
    element('Nm', called) +
      around(
        'Id',
        around('OrgId', element('LEI', lei) + around('Othr', element('Id', customerId))),
      ),
  );

const account = (name: string, number: string, currency = ''): string =>
  `<${name}>${around('Id', around('Othr', element('Id', number)))}${currency}</${name}>`;

const agent = (name: string, ifsc: string, guide: UsageGuide): string =>
  around(
    name,
    around(
      'FinInstnId',
      around('ClrSysMmbId', choice('ClrSysId', guide.clearingSystem) + element('MmbId', ifsc)),
    ),
  );

const remittance = ({ reference, narration }: OrderTexts, guide: UsageGuide): string =>
  around(
    'RmtInf',
    guide.remittance === 'unstructured'
      ? element('Ustrd', narration)
      : around(
          'Strd',
          around('CdtrRefInf', element('Ref', reference)) + element('AddtlRmtInf', narration),
        ),
  );

const extra = ({ extra: fields }: OrderTexts, { extraFields }: UsageGuide): string => {
  if (extraFields === undefined || fields.length === 0) return '';
  const inner = fields.map(([name, value]) => element(name, value)).join('');
  return `<SplmtryData><Envlp><Fields xmlns="${xmlText(extraFields.namespace)}">${inner}</Fields></Envlp></SplmtryData>`;
};

const order = (texts: OrderTexts, amount: number, guide: UsageGuide): string =>
  `<CdtTrfTxInf><PmtId>${element('InstrId', texts.instructionId)}${element('EndToEndId', texts.endToEndId)}</PmtId>` +
  `<Amt><InstdAmt Ccy="INR">${decimalOf(amount)}</InstdAmt></Amt>` +
  agent('CdtrAgt', texts.creditor.ifsc, guide) +
  party('Cdtr', texts.creditor) +
  account('CdtrAcct', texts.creditor.account) +
  choice('Purp', texts.purpose) +
  remittance(texts, guide) +
  extra(texts, guide) +
  '</CdtTrfTxInf>\n';

/** Only what the engine sends as one group is one debit. */
const bookingOf = ({ batchBooking }: UsageGuide, isOneDebit: boolean): string | undefined =>
  batchBooking === undefined ? undefined : String(batchBooking && isOneDebit);

const groupHead = (
  { paymentInformationId, isOneDebit, orders, sum }: PaymentGroup,
  executionDate: string,
  { method, debtor }: OrderTexts,
  guide: UsageGuide,
): string =>
  `<PmtInf>${element('PmtInfId', paymentInformationId)}<PmtMtd>TRF</PmtMtd>` +
  element('BtchBookg', bookingOf(guide, isOneDebit)) +
  `<NbOfTxs>${String(orders.length)}</NbOfTxs><CtrlSum>${decimalOf(sum)}</CtrlSum>` +
  methodOf(method) +
  around('ReqdExctnDt', element('Dt', executionDate)) +
  party('Dbtr', debtor) +
  account('DbtrAcct', debtor.account, element('Ccy', 'INR')) +
  agent('DbtrAgt', debtor.ifsc, guide) +
  element('ChrgBr', guide.chargeBearer) +
  '\n';

const head = (
  { messageId, createdAt, count, sum }: PaymentInitiation,
  { initiatingParty: { name, id } }: UsageGuide,
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${PAIN_001}"><CstmrCdtTrfInitn>\n<GrpHdr>` +
  element('MsgId', messageId) +
  element('CreDtTm', new Date(createdAt).toISOString()) +
  `<NbOfTxs>${String(count)}</NbOfTxs><CtrlSum>${decimalOf(sum)}</CtrlSum>` +
  around(
    'InitgPty',
    element('Nm', name) + around('Id', around('OrgId', around('Othr', element('Id', id)))),
  ) +
  '</GrpHdr>\n';

const textsIn = (one: BankOrder, guide: UsageGuide): OrderTexts => {
  const texts = textsOf(one, guide);
  if (E.isLeft(texts))
    throw new RangeError(`${one.bankRef} is in the message: ${texts.left.details.message}`);
  return texts.right;
};

/** The message as text, one order or head at a time. */
function* texts(initiation: PaymentInitiation, guide: UsageGuide): Generator<string> {
  yield head(initiation, guide);
  for (const group of initiation.groups) {
    let isFirst = true;
    for (const one of group.orders) {
      const said = textsIn(one, guide);
      if (isFirst) yield groupHead(group, one.executionDate, said, guide);
      isFirst = false;
      yield order(said, one.amount, guide);
    }
    yield '</PmtInf>\n';
  }
  yield '</CstmrCdtTrfInitn></Document>\n';
}

/**
 * Writes a `pain.001.001.09` in UTF-8, in pieces of about 64 KiB; other work has its turn between them. The same message
 * is the same bytes.
 *
 * @throws RangeError for a message that {@link initiate} did not make with this guide
 */
export async function* writeInitiation(
  initiation: PaymentInitiation,
  guide: UsageGuide,
): AsyncGenerator<Uint8Array, void> {
  let piece = '';
  for (const text of texts(initiation, guide)) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    yield Buffer.from(piece);
    piece = '';
    await letOthersRun();
  }
  yield Buffer.from(piece);
}
