import { E } from '@hundi/core';
import type { BankGroup } from '@hundi/core/rail';
import { decimalOf, paiseOf } from '../amount.js';
import { PAIN_001 } from '../initiation/write-initiation.js';
import { letOthersRun } from '../let-others-run.js';
import { byteDecoder } from '../reading/decode-bytes.js';
import { BrokenMessage, refuse, type MessageRefused } from '../reading/message-refused.js';
import { BYTES_MAX, pieces } from '../reading/pieces.js';
import { documentParser } from '../reading/parse-document.js';
import {
  amount,
  fill,
  flagOf,
  parent,
  required,
  text,
  texts,
  type Draft,
  type Shape,
} from '../reading/shape.js';

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
  /** The group that is one debit (`BtchBookg`), named by its `PmtInfId`. Left out where the order is a debit by itself. */
  readonly group?: BankGroup;
}

/** A group that holds something else than it says (`NbOfTxs`, `CtrlSum`). */
export interface RefusedGroup {
  readonly paymentInformationId: string;
  /** A published code of a reason, with words. */
  readonly reason: { readonly code: 'AM17' | 'AM20'; readonly words: string };
}

export interface ReceivedInitiation {
  readonly messageId: string;
  /** Those of the groups that are not refused. */
  readonly orders: ReadonlyArray<ReceivedOrder>;
  readonly refused: ReadonlyArray<RefusedGroup>;
}

type PartyDraft = Draft<ReceivedParty>;
type Head = Draft<
  Pick<ReceivedOrder, 'paymentInformationId' | 'method' | 'executionDate'> &
    Pick<BankGroup, 'count' | 'sum'> & { readonly isOneDebit: boolean }
>;
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

const COUNT = /^\d{1,15}$/;
const countOf = (value: string): number =>
  COUNT.test(value) ? Number(value) : refuse('invalid', 'the element is no number of orders');
const sumOf = (value: string): number =>
  paiseOf(value) ?? refuse('invalid', 'the element is no sum of whole paise');

/** What a group says otherwise than its orders do. */
const reasonOf = (said: Head, count: number, sum: number): RefusedGroup['reason'] | undefined => {
  if (said.count !== undefined && said.count !== count)
    return {
      code: 'AM20',
      words: `NbOfTxs says ${String(said.count)} orders, the group has ${String(count)}`,
    };
  return said.sum !== undefined && said.sum !== sum
    ? {
        code: 'AM17',
        words: `CtrlSum says ${decimalOf(said.sum)}, the orders are worth ${decimalOf(sum)}`,
      }
    : undefined;
};

const groupShape = (
  take: (orders: ReadonlyArray<ReceivedOrder>) => void,
  refuseGroup: (group: RefusedGroup) => void,
): Shape => {
  let head: Head = {};
  let orders: ReceivedOrder[] = [];
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
        orders.push({
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
      BtchBookg: texts((value) => fill(head, 'isOneDebit', flagOf(value))),
      NbOfTxs: texts((value) => fill(head, 'count', countOf(value))),
      CtrlSum: texts((value) => fill(head, 'sum', sumOf(value))),
      PmtTpInf: methodShape(() => head),
      ReqdExctnDt: parent({ Dt: text(() => head, 'executionDate') }),
      ...partyShapes('Dbtr', () => debtor),
      CdtTrfTxInf: order,
    },
    {
      open: () => {
        head = {};
        orders = [];
        debtor = {};
      },
      close: () => {
        const paymentInformationId = required(head.paymentInformationId, 'PmtInfId');
        const sum = orders.reduce((all, { amount: one }) => all + one, 0);
        const group = { groupRef: paymentInformationId, count: orders.length, sum };
        const reason = reasonOf(head, group.count, sum);
        if (reason !== undefined) refuseGroup({ paymentInformationId, reason });
        else take(head.isOneDebit === true ? orders.map((one) => ({ group, ...one })) : orders);
      },
    },
  );
};

/**
 * Reads a `pain.001.001.09` that {@link writeInitiation} could have written: each order with its `InstrId`, and the local
 * instrument as its method. Of a group whose count or sum is another than it says, no order is taken. Holds the whole
 * message.
 */
export const readInitiation = async (
  bytes: Uint8Array,
): Promise<E.Either<MessageRefused, ReceivedInitiation>> => {
  const draft: Draft<Pick<ReceivedInitiation, 'messageId'>> = {};
  const orders: ReceivedOrder[] = [];
  const refused: RefusedGroup[] = [];
  const shape = parent({
    CstmrCdtTrfInitn: parent({
      GrpHdr: parent({ MsgId: text(() => draft, 'messageId') }),
      PmtInf: groupShape(
        (ofGroup) => {
          for (const order of ofGroup) orders.push(order);
        },
        (group) => refused.push(group),
      ),
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
    return E.right({ messageId: required(draft.messageId, 'MsgId'), orders, refused });
  } catch (error) {
    if (error instanceof BrokenMessage) return E.left(parser.refusalOf(error));
    throw error;
  }
};
