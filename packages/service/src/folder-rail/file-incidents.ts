import {
  accountKeyOf,
  decimalOf,
  type Amount,
  type EntryPart,
  type PagedStatement,
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
/** As the schema allows. */
const ID_MAX = 35;
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

/** A bank that counts its statements may give each the same id. */
const statementText = ({
  statement: { statementId, sequenceNumber, accountNumber },
}: Pick<PagedStatement, 'statement'>): string =>
  `the statement ${shown(statementId, ID_MAX)}${sequenceNumber === undefined ? '' : ` (number ${shown(sequenceNumber, ID_MAX)})`} of the account ${shown(accountNumber, ID_MAX)}`;

const NUMBERS_SHOWN = 20;

const listed = (words: ReadonlyArray<string>): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

const pagesText = (of: PagedStatement, reason: string): string => {
  const { missing, repeated, last } = of.pages;
  const isAgain = reason === 'page_repeated';
  const numbers = isAgain ? repeated : missing;
  const words = numbers.slice(0, NUMBERS_SHOWN).map((number) => `page ${String(number)}`);
  const all = [
    ...words,
    ...(numbers.length > words.length ? [`${String(numbers.length - words.length)} more`] : []),
    ...(!isAgain && last === undefined ? ['the last page'] : []),
  ];
  return isAgain
    ? `${listed(all)} of ${statementText(of)} came again`
    : `${listed(all)} ${all.length === 1 ? 'is' : 'are'} missing of ${statementText(of)}`;
};

const balancesText = ({ opening, entries, closing, ...of }: UnbalancedStatement): string =>
  `${statementText(of)} opens with INR ${signedText(opening)}, its entries come to INR ${signedText(entries)}, and it closes with INR ${signedText(closing)}`;

type Entry = Extract<Unmatched['said'], { readonly entry: EntryPart['entry'] }>;

const accountsText = (there: string, { order, reason }: Unmatched): ReadonlyArray<string> => {
  if (reason !== 'account_differs') return [];
  const here = order?.debitAccountNumber;
  return [
    `of the account ${shown(there, ID_MAX)}`,
    ...(here === undefined ? [] : [`not of ${shown(here, ID_MAX)}`]),
  ];
};

/** What the entry moved, where its payment says another amount. */
const movedText = ({ entry, transaction }: Entry, { reason }: Unmatched): ReadonlyArray<string> => {
  if (reason !== 'amount_differs' || transaction?.amount === undefined) return [];
  const [moved, stated] = [amountText(entry.amount), amountText(transaction.amount)];
  return moved === stated ? [] : [`in an entry of ${moved}`];
};

const entryText = (said: Entry, one: Unmatched): string => {
  const { statement, entry, transaction } = said;
  const reference = transaction?.references.AcctSvcrRef ?? entry.bankReference ?? entry.reference;
  const side = transaction?.side ?? entry.side;
  const group = transaction === undefined ? entry.group?.paymentInformationId : undefined;
  return [
    `${side} of ${amountText(transaction?.amount ?? entry.amount)}`,
    ...movedText(said, one),
    ...(group === undefined ? [] : [`for the group ${shown(group, ID_MAX)}`]),
    ...(entry.bookedOn === undefined ? [] : [`booked on ${shown(entry.bookedOn)}`]),
    ...(reference === undefined ? [] : [`the bank's reference ${shown(reference)}`]),
    ...accountsText(statement.accountNumber, one),
  ].join(', ');
};

const saidText = (one: Unmatched): string => {
  const { said } = one;
  if ('kind' in said) return statusText(said);
  if ('entry' in said) return entryText(said, one);
  return 'pages' in said ? pagesText(said, one.reason) : balancesText(said);
};

const textOf = (one: Unmatched): string => `${saidText(one)} (${one.reason})`;

const kindOf = ({ said }: Unmatched): HostIncident['kind'] =>
  'kind' in said ? 'bank_status_unmatched' : 'bank_entry_unmatched';

/** The owner of each account; none where several have accounts that a bank may write alike. */
const accountsOf = ({ bankTenants }: ProvisionDocument): ReadonlyMap<string, Owner | undefined> => {
  const owners = new Map<string, Owner | undefined>();
  for (const { bankTenantId, corporates } of bankTenants)
    for (const { corporateTenantId, debitAccounts = [] } of corporates) {
      const owner: Owner = { bankTenantId, corporateTenantId };
      for (const { accountNumber } of debitAccounts) {
        const key = accountKeyOf(accountNumber);
        const isOthers = owners.has(key) && owners.get(key) !== owner;
        owners.set(key, isOthers ? undefined : owner);
      }
    }
  return owners;
};

/** What stands at every bank, in one incident. */
const atEach = ([first, ...others]: ReadonlyArray<Owner>): ReadonlyArray<
  Owner & Pick<HostIncident, 'otherBanks'>
> =>
  first === undefined
    ? []
    : [{ ...first, ...(others.length > 0 && { otherBanks: others.map(bankOf) }) }];

const bankOf = ({ bankTenantId }: Owner): Owner['bankTenantId'] => bankTenantId;

interface Group {
  readonly first: Unmatched;
  readonly texts: string[];
  count: number;
}

/** The mismatches that stand in one incident together. */
const grouped = (
  all: ReadonlyArray<Unmatched>,
  keyOf: (one: Unmatched) => string,
): ReadonlyArray<Group> => {
  const groups = new Map<string, Group>();
  for (const one of all) {
    const group = groups.get(keyOf(one)) ?? { first: one, texts: [], count: 0 };
    group.count += 1;
    if (group.texts.length < LINES_SHOWN) group.texts.push(textOf(one));
    groups.set(keyOf(one), group);
  }
  return [...groups.values()];
};

const wordsOf = ({ texts, count }: Group): string =>
  `${texts.join('; ')}${count > texts.length ? '; …' : ''}`;

/**
 * The incidents of files at the banks and corporates of a document. What is about no payout and no debit account of the
 * document stands at every bank: the rail serves all of them, and any may be the one to ask.
 */
export interface FileIncidents {
  /** A file that cannot be read may be about any corporate. */
  readonly ofRefused: (file: RefusedFile) => ReadonlyArray<HostIncident>;
  /** One for each order that is named, and one for the rest of each account. */
  readonly ofTaken: (
    file: Pick<CollectedFile, 'keptAs' | 'unmatched'>,
  ) => ReadonlyArray<HostIncident>;
  /** One for each word about the pages of a statement, whatever files they came in. */
  readonly ofPages: (unmatched: ReadonlyArray<Unmatched>) => ReadonlyArray<HostIncident>;
}

export const fileIncidents = (document: ProvisionDocument): FileIncidents => {
  const banks = document.bankTenants.map(({ bankTenantId }): Owner => ({ bankTenantId }));
  const accounts = accountsOf(document);
  const ownersOf = ({ said }: Unmatched): ReadonlyArray<Owner> => {
    const owner =
      'kind' in said ? undefined : accounts.get(accountKeyOf(said.statement.accountNumber));
    return owner === undefined ? banks : [owner];
  };

  return {
    ofRefused: ({ keptAs, refusal: { detail, line, path } }) =>
      atEach(banks).map((at) => ({
        ...at,
        kind: 'bank_file_refused',
        subjectId: shown(keptAs, NAME_MAX),
        detail: `line ${String(line)}, ${shown(path, NAME_MAX)}: ${shown(detail, 300)}`,
      })),
    ofTaken: ({ keptAs, unmatched }) => {
      const subjectId = shown(keptAs, NAME_MAX);
      const nobodys = unmatched.filter(({ order }) => order === undefined);
      const named = unmatched.filter(({ order }) => order !== undefined);
      const keyOfRest = (one: Unmatched) => JSON.stringify([kindOf(one), ownersOf(one)]);
      const keyOfOrder = (one: Unmatched) => JSON.stringify([kindOf(one), one.order?.bankRef]);
      return [
        ...grouped(nobodys, keyOfRest).flatMap((group) =>
          atEach(ownersOf(group.first)).map((at) => ({
            ...at,
            kind: kindOf(group.first),
            subjectId,
            detail: `${String(group.count)} that agree with no order that was sent: ${wordsOf(group)}`,
          })),
        ),
        ...grouped(named, keyOfOrder).flatMap((group) => {
          const { bankRef = '', amount = 0 } = group.first.order ?? {};
          const sent = `sent as ${bankRef} with ${amountText({ currency: 'INR', paise: amount })}`;
          const detail = `${sent}; the bank says ${wordsOf(group)}`;
          return atEach(banks).map((at) => ({
            ...at,
            kind: kindOf(group.first),
            subjectId,
            detail,
            bankRef,
          }));
        }),
      ];
    },
    ofPages: (unmatched) =>
      unmatched.flatMap((one) =>
        atEach(ownersOf(one)).map((at) => ({
          ...at,
          kind: kindOf(one),
          // What is wrong with a statement changes with its pages: each is an incident of its own.
          subjectId: shown(saidText(one), NAME_MAX),
          detail: textOf(one),
        })),
      ),
  };
};
