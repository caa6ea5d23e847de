import type { Amount } from '../amount.js';
import { refuse } from './message-refused.js';
import { reasonsShape, referencesShape } from './references.js';
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
} from './shape.js';
import type {
  Balance,
  EntryPart,
  EntryTransaction,
  Page,
  Side,
  StatementEntry,
  StatementHead,
  StatementPart,
} from './statement.js';
import type { OrderReferences, Reason } from './status-answer.js';

/** An entry of more payments comes in parts of so many. */
const TRANSACTIONS_A_PART = 500;

const SIDES: Readonly<Record<string, Side>> = { CRDT: 'credit', DBIT: 'debit' };
const sideOf = (value: string): Side =>
  SIDES[value] ?? refuse('invalid', 'the element is neither CRDT nor DBIT');

const NUMBER = /^\d+$/;
const numberOf = (value: string, digits: number): number =>
  NUMBER.test(value) && value.length <= digits
    ? Number(value)
    : refuse('invalid', `the element is no number of at most ${String(digits)} digits`);

/** The members of a draft that there are. */
const present = <A extends object>(draft: Draft<A>): Partial<A> => {
  const there: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(draft)) if (value !== undefined) there[key] = value;
  return there as Partial<A>;
};

/** A day or a moment, as the bank writes it. */
const dateShape = (take: (date: string) => void): Shape =>
  parent({ Dt: texts(take), DtTm: texts(take) });

/** Which page it is. */
export const pageShape = (take: (page: Page) => void): Shape => {
  let draft: Draft<Page> = {};
  return parent(
    {
      PgNb: texts((value) => fill(draft, 'number', numberOf(value, 5))),
      LastPgInd: texts((value) => fill(draft, 'isLast', flagOf(value))),
    },
    {
      open: () => {
        draft = {};
      },
      close: () =>
        take({
          number: required(draft.number, 'PgNb'),
          isLast: required(draft.isLast, 'LastPgInd'),
        }),
    },
  );
};

/** The codes of an entry: domain, family and subfamily as one, and the bank's own. */
const codesShape = (take: (codes: ReadonlyArray<string>) => void): Shape => {
  let parts: string[] = [];
  let own: string | undefined;
  const part = texts((value) => parts.push(value));
  return parent(
    {
      Domn: parent({ Cd: part, Fmly: parent({ Cd: part, SubFmlyCd: part }) }),
      Prtry: parent({
        Cd: texts((value) => {
          own = value;
        }),
      }),
    },
    {
      open: () => {
        parts = [];
        own = undefined;
      },
      close: () => {
        const codes = [parts.join('/'), own ?? ''].filter((code) => code !== '');
        if (codes.length > 0) take(codes);
      },
    },
  );
};

const balanceShape = (take: (balance: Balance) => void): Shape => {
  let draft: Draft<Balance> = {};
  const type = texts((value) => fill(draft, 'type', value));
  return parent(
    {
      Tp: parent({ CdOrPrtry: parent({ Cd: type, Prtry: type }) }),
      Amt: amount((of) => fill(draft, 'amount', of)),
      CdtDbtInd: texts((value) => fill(draft, 'side', sideOf(value))),
      Dt: dateShape((date) => fill(draft, 'date', date)),
    },
    {
      open: () => {
        draft = {};
      },
      close: () =>
        take({
          type: required(draft.type, 'Tp'),
          amount: required(draft.amount, 'Amt'),
          side: required(draft.side, 'CdtDbtInd'),
          ...(draft.date !== undefined && { date: draft.date }),
        }),
    },
  );
};

/** The charges that the amount of an entry has in it, of one element `Chrgs`: their total, or each. */
const chargesShape = (take: (paise: number) => void): Shape => {
  let total: Amount | undefined;
  let sum = 0;
  let areAllIn = true;
  let one: Draft<{ amount: Amount; side: Side; isIn: boolean }> = {};
  const add = (): void => {
    const { amount: of, side = 'debit', isIn = true } = one;
    areAllIn &&= isIn;
    if (isIn && of !== undefined) sum += side === 'debit' ? paiseIn(of) : -paiseIn(of);
    one = {};
  };
  const members = {
    Amt: amount((of) => fill(one, 'amount', of)),
    CdtDbtInd: texts((value) => fill(one, 'side', sideOf(value))),
    ChrgInclInd: texts((value) => fill(one, 'isIn', flagOf(value))),
  };
  return parent(
    {
      TtlChrgsAndTaxAmt: amount((of) => {
        total = of;
      }),
      // Up to version 02 the element is the charge itself.
      ...members,
      Rcrd: parent(members, { close: add }),
    },
    {
      open: () => {
        total = undefined;
        sum = 0;
        areAllIn = true;
        one = {};
      },
      close: () => {
        add();
        // The total has taxes, too.
        const all = total === undefined || !areAllIn ? Math.abs(sum) : paiseIn(total);
        take(sum < 0 ? -all : all);
      },
    },
  );
};

/** Charges in another currency explain no amount in rupees. */
const paiseIn = (of: Amount): number => ('paise' in of ? of.paise : 0);

const transactionShape = (take: (transaction: EntryTransaction) => void): Shape => {
  let of: Draft<OrderReferences> = {};
  let references: Record<string, string> = {};
  let proprietary: { type: string; reference: string }[] = [];
  let own: Draft<{ type: string; reference: string }> = {};
  let draft: Draft<
    Pick<EntryTransaction, 'amount' | 'side' | 'charges' | 'codes' | 'returned' | 'note'>
  > = {};
  let instructed: EntryTransaction['amount'];
  let remittance: string[] = [];
  let creditorReferences: string[] = [];
  return parent(
    {
      Refs: parent({
        MsgId: text(() => of, 'messageId'),
        PmtInfId: text(() => of, 'paymentInformationId'),
        InstrId: text(() => of, 'instructionId'),
        EndToEndId: text(() => of, 'endToEndId'),
        ...referencesShape(() => references),
        Prtry: parent(
          { Tp: text(() => own, 'type'), Ref: text(() => own, 'reference') },
          {
            open: () => {
              own = {};
            },
            close: () =>
              proprietary.push({
                type: required(own.type, 'Tp'),
                reference: required(own.reference, 'Ref'),
              }),
          },
        ),
      }),
      Amt: amount((value) => fill(draft, 'amount', value)),
      CdtDbtInd: texts((value) => fill(draft, 'side', sideOf(value))),
      // Version 08 lets a payment of a group have its amount only here.
      AmtDtls: parent({
        TxAmt: parent({
          Amt: amount((value) => {
            instructed = value;
          }),
        }),
        InstdAmt: parent({
          Amt: amount((value) => {
            instructed ??= value;
          }),
        }),
      }),
      Chrgs: chargesShape((paise) => {
        draft.charges = (draft.charges ?? 0) + paise;
      }),
      BkTxCd: codesShape((codes) => fill(draft, 'codes', codes)),
      RmtInf: parent({
        Ustrd: texts((value) => remittance.push(value)),
        Strd: parent({
          CdtrRefInf: parent({ Ref: texts((value) => creditorReferences.push(value)) }),
          AddtlRmtInf: texts((value) => remittance.push(value)),
        }),
      }),
      RtrInf: reasonsShape((reason: Reason) => fill(draft, 'returned', reason)),
      AddtlTxInf: text(() => draft, 'note'),
    },
    {
      open: () => {
        of = {};
        references = {};
        proprietary = [];
        draft = {};
        instructed = undefined;
        remittance = [];
        creditorReferences = [];
      },
      close: () => {
        const { amount: stated = instructed, ...others } = draft;
        take({
          of: present<OrderReferences>(of),
          references: proprietary.length > 0 ? { proprietary, ...references } : references,
          remittance,
          creditorReferences,
          ...(stated !== undefined && { amount: stated }),
          ...present<typeof others>(others),
        } as EntryTransaction);
      },
    },
  );
};

const entryShape = (take: (part: Omit<EntryPart, 'kind' | 'statement'>) => void): Shape => {
  let draft: Draft<StatementEntry> = {};
  let group: Draft<NonNullable<StatementEntry['group']>> | undefined;
  let transactions: EntryTransaction[] = [];
  let isFirst = true;
  const status = text(() => draft, 'status');
  const give = (isLast: boolean): void => {
    take({
      entry: {
        amount: required(draft.amount, 'Amt'),
        side: required(draft.side, 'CdtDbtInd'),
        status: required(draft.status, 'Sts'),
        ...present<StatementEntry>(draft),
        isReversal: draft.isReversal ?? false,
        ...(group !== undefined && { group: present<NonNullable<StatementEntry['group']>>(group) }),
      },
      transactions,
      isFirst,
      isLast,
    });
    transactions = [];
    isFirst = false;
  };
  return parent(
    {
      NtryRef: text(() => draft, 'reference'),
      Amt: amount((of) => fill(draft, 'amount', of)),
      CdtDbtInd: texts((value) => fill(draft, 'side', sideOf(value))),
      RvslInd: texts((value) => fill(draft, 'isReversal', flagOf(value))),
      // Up to version 06 it is the code itself.
      Sts: {
        ...status,
        children: new Map([
          ['Cd', status],
          ['Prtry', status],
        ]),
      },
      BookgDt: dateShape((date) => fill(draft, 'bookedOn', date)),
      ValDt: dateShape((date) => fill(draft, 'valueOn', date)),
      AcctSvcrRef: text(() => draft, 'bankReference'),
      Chrgs: chargesShape((paise) => {
        draft.charges = (draft.charges ?? 0) + paise;
      }),
      BkTxCd: codesShape((codes) => fill(draft, 'codes', codes)),
      NtryDtls: parent({
        Btch: parent(
          {
            MsgId: text(() => (group ??= {}), 'messageId'),
            PmtInfId: text(() => (group ??= {}), 'paymentInformationId'),
            NbOfTxs: texts((value) => fill((group ??= {}), 'count', numberOf(value, 15))),
          },
          {
            open: () => {
              group = {};
            },
          },
        ),
        TxDtls: transactionShape((transaction) => {
          // One later than its place, so that the last part is never empty.
          if (transactions.length === TRANSACTIONS_A_PART) give(false);
          transactions.push(transaction);
        }),
      }),
      AddtlNtryInf: text(() => draft, 'note'),
    },
    {
      open: () => {
        draft = {};
        group = undefined;
        transactions = [];
        isFirst = true;
      },
      close: () => give(true),
    },
  );
};

/**
 * `camt.053` (root `BkToCstmrStmt`, account `Stmt`) and `camt.054` (`BkToCstmrDbtCdtNtfctn`, `Ntfctn`): GrpHdr, then
 * accounts, each with Acct, Bal and Ntry.
 */
export const statementShape = (
  names: { readonly root: string; readonly account: string; readonly page: string },
  header: Shape,
  message: () => { readonly messageId: string; readonly page?: Page },
  take: (part: StatementPart | EntryPart) => void,
): Shape => {
  let draft: Draft<StatementHead> = {};
  let balances: Balance[] = [];
  let statement: StatementHead | undefined;

  const begun = (): StatementHead => {
    if (statement !== undefined) return statement;
    const { messageId, page } = message();
    statement = {
      messageId,
      statementId: required(draft.statementId, 'Id'),
      accountNumber: required(draft.accountNumber, 'Acct'),
      balances,
      ...(page !== undefined && { messagePage: page }),
      ...present<StatementHead>(draft),
    };
    take({ kind: 'statement', statement });
    return statement;
  };
  const accountNumber = texts((value) => fill(draft, 'accountNumber', value));

  return parent({
    [names.root]: parent({
      GrpHdr: header,
      [names.account]: parent(
        {
          Id: text(() => draft, 'statementId'),
          [names.page]: pageShape((page) => fill(draft, 'page', page)),
          ElctrncSeqNb: text(() => draft, 'sequenceNumber'),
          CreDtTm: text(() => draft, 'createdAt'),
          FrToDt: parent({
            FrDtTm: text(() => draft, 'from'),
            ToDtTm: text(() => draft, 'to'),
          }),
          CpyDplctInd: text(() => draft, 'copy'),
          Acct: parent({
            Id: parent({ IBAN: accountNumber, Othr: parent({ Id: accountNumber }) }),
            Ccy: text(() => draft, 'currency'),
          }),
          Bal: balanceShape((balance) => balances.push(balance)),
          Ntry: entryShape((part) => take({ kind: 'entry', statement: begun(), ...part })),
        },
        {
          open: () => {
            draft = {};
            balances = [];
            statement = undefined;
          },
          close: () => void begun(),
        },
      ),
    }),
  });
};
