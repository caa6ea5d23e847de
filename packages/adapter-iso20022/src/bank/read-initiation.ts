import { E } from '@hundi/core';
import { PAIN_001 } from '../initiation/write-initiation.js';
import { letOthersRun } from '../let-others-run.js';
import { byteDecoder } from '../reading/decode-bytes.js';
import { BrokenMessage, refuse, type MessageRefused } from '../reading/message-refused.js';
import { BYTES_MAX, pieces } from '../reading/pieces.js';
import { documentParser } from '../reading/parse-document.js';
import { amount, parent, required, text, type Draft, type Shape } from '../reading/shape.js';

/** A party of an order, its account and its bank. */
export interface ReceivedParty {
  readonly name: string;
  readonly account: string;
  readonly ifsc: string;
  /** Legal entity identifier (ISO 17442). */
  readonly lei?: string;
  readonly customerId?: string;
}

/** An order as a `pain.001` names it. */
export interface ReceivedOrder {
  /** `InstrId`. */
  readonly instructionId: string;
  readonly endToEndId: string;
  readonly paymentInformationId: string;
  /** Paise. */
  readonly amount: number;
  /** The local instrument, a published code or the bank's own. */
  readonly method: string;
  /** The day: `2026-11-27`. */
  readonly executionDate: string;
  readonly debtor: ReceivedParty;
  readonly creditor: ReceivedParty;
  /** The unstructured remittance; empty where there is none. */
  readonly narration: string;
}

export interface ReceivedInitiation {
  readonly messageId: string;
  readonly orders: ReadonlyArray<ReceivedOrder>;
}

type PartyDraft = Draft<ReceivedParty>;
type Head = Draft<Pick<ReceivedOrder, 'paymentInformationId' | 'method' | 'executionDate'>>;
type Body = Draft<
  Pick<ReceivedOrder, 'instructionId' | 'endToEndId' | 'amount' | 'method' | 'narration'>
>;

/** The elements of a party: itself, its account and its bank. */
const partyShapes = (prefix: string, of: () => PartyDraft): Readonly<Record<string, Shape>> => ({
  [prefix]: parent({
    Nm: text(of, 'name'),
    Id: parent({
      OrgId: parent({ LEI: text(of, 'lei'), Othr: parent({ Id: text(of, 'customerId') }) }),
    }),
  }),
  [`${prefix}Acct`]: parent({ Id: parent({ Othr: parent({ Id: text(of, 'account') }) }) }),
  [`${prefix}Agt`]: parent({
    FinInstnId: parent({ ClrSysMmbId: parent({ MmbId: text(of, 'ifsc') }) }),
  }),
});

const partyOf = ({ name, account, ifsc, lei, customerId }: PartyDraft): ReceivedParty => ({
  name: required(name, 'Nm'),
  account: required(account, 'Acct'),
  ifsc: required(ifsc, 'MmbId'),
  ...(lei !== undefined && { lei }),
  ...(customerId !== undefined && { customerId }),
});

const methodShape = (of: () => Draft<Pick<ReceivedOrder, 'method'>>): Shape => {
  const method = text(of, 'method');
  return parent({ LclInstrm: parent({ Cd: method, Prtry: method }) });
};

const groupShape = (take: (order: ReceivedOrder) => void): Shape => {
  let head: Head = {};
  let debtor: PartyDraft = {};
  let body: Body = {};
  let creditor: PartyDraft = {};
  const order = parent(
    {
      PmtId: parent({
        InstrId: text(() => body, 'instructionId'),
        EndToEndId: text(() => body, 'endToEndId'),
      }),
      PmtTpInf: methodShape(() => body),
      Amt: parent({
        InstdAmt: amount((value) => {
          if (!('paise' in value)) refuse('invalid', 'the amount is not in rupees');
          else body.amount = value.paise;
        }),
      }),
      ...partyShapes('Cdtr', () => creditor),
      RmtInf: parent({ Ustrd: text(() => body, 'narration') }),
    },
    {
      open: () => {
        body = {};
        creditor = {};
      },
      close: () =>
        take({
          instructionId: required(body.instructionId, 'InstrId'),
          endToEndId: required(body.endToEndId, 'EndToEndId'),
          paymentInformationId: required(head.paymentInformationId, 'PmtInfId'),
          amount: required(body.amount, 'InstdAmt'),
          method: required(body.method ?? head.method, 'LclInstrm'),
          executionDate: required(head.executionDate, 'ReqdExctnDt'),
          debtor: partyOf(debtor),
          creditor: partyOf(creditor),
          narration: body.narration ?? '',
        }),
    },
  );
  return parent(
    {
      PmtInfId: text(() => head, 'paymentInformationId'),
      PmtTpInf: methodShape(() => head),
      ReqdExctnDt: parent({ Dt: text(() => head, 'executionDate') }),
      ...partyShapes('Dbtr', () => debtor),
      CdtTrfTxInf: order,
    },
    {
      open: () => {
        head = {};
        debtor = {};
      },
    },
  );
};

/**
 * Reads a `pain.001.001.09` that {@link writeInitiation} could have written: each order with its `InstrId`, and the local
 * instrument as its method. Holds the whole message.
 */
export const readInitiation = async (
  bytes: Uint8Array,
): Promise<E.Either<MessageRefused, ReceivedInitiation>> => {
  const draft: Draft<Pick<ReceivedInitiation, 'messageId'>> = {};
  const orders: ReceivedOrder[] = [];
  const shape = parent({
    CstmrCdtTrfInitn: parent({
      GrpHdr: parent({ MsgId: text(() => draft, 'messageId') }),
      PmtInf: groupShape((order) => orders.push(order)),
    }),
  });
  const parser = documentParser((namespace) => (namespace === PAIN_001 ? shape : undefined));
  const decoder = byteDecoder();
  try {
    for await (const piece of pieces([bytes], BYTES_MAX)) {
      parser.write(decoder.decode(piece));
      await letOthersRun();
    }
    parser.write(decoder.end());
    parser.end();
    return E.right({ messageId: required(draft.messageId, 'MsgId'), orders });
  } catch (error) {
    if (error instanceof BrokenMessage) return E.left(parser.refusalOf(error));
    throw error;
  }
};
