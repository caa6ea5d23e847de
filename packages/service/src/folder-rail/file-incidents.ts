import {
  decimalOf,
  type Amount,
  type EntryPart,
  type StatusAnswer,
  type UnbalancedStatement,
  type Unmatched,
} from '@hundi/adapter-iso20022';
import type { CollectedFile, RefusedFile } from '@hundi/adapter-iso20022/files';
import type { Hundi, ProvisionDocument } from '@hundi/core';

export type HostIncident = Parameters<Hundi['raiseIncidents']>[0]['incidents'][number];

/** Whose account it is: the bank, and the corporate if it is one of the document's debit accounts. */
type Owner = Pick<HostIncident, 'bankTenantId' | 'corporateTenantId'>;

const LINES_SHOWN = 5;
const WORD_MAX = 80;
const NAME_MAX = 1_000;

const HIDDEN = /[\p{Cc}\p{Cf}\p{DI}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A word of the bank as a person may read it in a line. */
const shown = (word: string, max = WORD_MAX): string => {
  const clean = Array.from(word.replace(HIDDEN, '?'));
  return clean.length <= max ? clean.join('') : `${clean.slice(0, max).join('')}…`;
};

const amountText = (amount: Amount | undefined): string => {
  if (amount === undefined) return 'no amount';
  const decimal = 'paise' in amount ? decimalOf(amount.paise) : amount.decimal;
  return `${amount.currency} ${decimal}`;
};

const signedText = (paise: number): string =>
  `${paise < 0 ? '-' : ''}${decimalOf(Math.abs(paise))}`;

const statusText = ({ of, level, status = 'no status', amount, count, sum }: StatusAnswer) => {
  const { instructionId, endToEndId, paymentInformationId, messageId } = of;
  const name = instructionId ?? endToEndId ?? paymentInformationId ?? messageId ?? 'nothing';
  return [
    `${shown(status)} of the ${level} ${shown(name)}`,
    ...(amount === undefined ? [] : [amountText(amount)]),
    ...(count === undefined ? [] : [`${String(count)} orders`]),
    ...(sum === undefined ? [] : [`in all INR ${decimalOf(sum)}`]),
  ].join(', ');
};

const balancesText = ({ statement, opening, entries, closing }: UnbalancedStatement): string =>
  `the statement ${shown(statement.statementId)} opens with INR ${signedText(opening)}, its entries come to INR ${signedText(entries)}, and it closes with INR ${signedText(closing)}`;

type Entry = Extract<Unmatched['said'], { readonly entry: EntryPart['entry'] }>;

const entryText = ({ entry, transaction }: Entry): string => {
  const reference = transaction?.references.AcctSvcrRef ?? entry.bankReference ?? entry.reference;
  const side = transaction?.side ?? entry.side;
  return [
    `${side} of ${amountText(transaction?.amount ?? entry.amount)}`,
    ...(entry.bookedOn === undefined ? [] : [`booked on ${shown(entry.bookedOn)}`]),
    ...(reference === undefined ? [] : [`the bank's reference ${shown(reference)}`]),
  ].join(', ');
};

const saidText = (said: Unmatched['said']): string => {
  if ('kind' in said) return statusText(said);
  return 'entry' in said ? entryText(said) : balancesText(said);
};

const textOf = ({ said, reason }: Unmatched): string => `${saidText(said)} (${reason})`;

const kindOf = ({ said }: Unmatched): HostIncident['kind'] =>
  'kind' in said ? 'bank_status_unmatched' : 'bank_entry_unmatched';

const accountsOf = ({ bankTenants }: ProvisionDocument): ReadonlyMap<string, Owner> =>
  new Map(
    bankTenants.flatMap(({ bankTenantId, corporates }) =>
      corporates.flatMap(({ corporateTenantId, debitAccounts = [] }) =>
        debitAccounts.map(
          ({ accountNumber }) => [accountNumber, { bankTenantId, corporateTenantId }] as const,
        ),
      ),
    ),
  );

/** The incidents of files at the banks and corporates of a document. */
export interface FileIncidents {
  /** One for each bank: a file that cannot be read may be about any corporate. */
  readonly ofRefused: (file: RefusedFile) => ReadonlyArray<HostIncident>;
  /** One for each order that is named, and one for the rest of each account. */
  readonly ofTaken: (
    file: Pick<CollectedFile, 'keptAs' | 'unmatched'>,
  ) => ReadonlyArray<HostIncident>;
}

export const fileIncidents = (document: ProvisionDocument): FileIncidents => {
  const banks = document.bankTenants.map(({ bankTenantId }): Owner => ({ bankTenantId }));
  const accounts = accountsOf(document);
  const ownersOf = ({ said }: Unmatched): ReadonlyArray<Owner> => {
    const owner = 'kind' in said ? undefined : accounts.get(said.statement.accountNumber);
    return owner === undefined ? banks : [owner];
  };

  return {
    ofRefused: ({ keptAs, refusal: { detail, line, path } }) =>
      banks.map((bank) => ({
        ...bank,
        kind: 'bank_file_refused',
        subjectId: shown(keptAs, NAME_MAX),
        detail: `line ${String(line)}, ${shown(path, NAME_MAX)}: ${shown(detail, 300)}`,
      })),
    ofTaken: ({ keptAs, unmatched }) => {
      const file = shown(keptAs, NAME_MAX);
      const named: HostIncident[] = [];
      const others = new Map<
        string,
        { readonly first: Unmatched; readonly texts: string[]; count: number }
      >();
      for (const one of unmatched) {
        const kind = kindOf(one);
        if (one.order !== undefined) {
          const { bankRef, amount } = one.order;
          const detail = `sent as ${bankRef} with ${amountText({ currency: 'INR', paise: amount })}; the bank says ${textOf(one)}`;
          for (const bank of banks.slice(0, 1))
            named.push({ ...bank, kind, subjectId: file, detail, bankRef });
          continue;
        }
        const key = JSON.stringify([kind, ownersOf(one)]);
        const group = others.get(key) ?? { first: one, texts: [], count: 0 };
        group.count += 1;
        if (group.texts.length < LINES_SHOWN) group.texts.push(textOf(one));
        others.set(key, group);
      }
      const rest = [...others.values()].flatMap(({ first, texts, count }) =>
        ownersOf(first).map((owner) => ({
          ...owner,
          kind: kindOf(first),
          subjectId: file,
          detail: `${String(count)} that agree with no order that was sent: ${texts.join('; ')}${count > texts.length ? '; …' : ''}`,
        })),
      );
      return [...named, ...rest];
    },
  };
};
