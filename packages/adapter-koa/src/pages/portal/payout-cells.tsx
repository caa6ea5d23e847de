import type { TransactionObject } from '@hundi/core';

/** More than most names have. */
export const LETTERS_SHOWN = 48;

/** What three bytes hold of any script; signs that HTML writes as entities take more. */
const BYTES_A_LETTER = 3;

const ENTITIES: Readonly<Record<string, number>> = { '"': 6, '&': 5, '<': 4 };

const bytesOf = (letter: string): number => {
  if (letter < '\u0080') return ENTITIES[letter] ?? 1;
  return letter < '\u0800' ? 2 : letter.length + 2;
};

/** Most texts: a page has some hundred of them, and to weigh them by the letter takes as long as to write them. */
const PLAIN = /^[ !#-%'-;=-~]*$/;

const weightOf = (text: string): number => {
  if (PLAIN.test(text)) return text.length;
  let bytes = 0;
  for (const letter of text) bytes += bytesOf(letter);
  return bytes;
};

/** The beginning of a long text. */
export const beginningOf = (text: string, letters = LETTERS_SHOWN): string => {
  let left = letters * BYTES_A_LETTER;
  if (text.length <= letters && weightOf(text) <= left) return text;
  let shown = '';
  for (const letter of text) {
    left -= bytesOf(letter);
    if (left < 0 || shown.length + letter.length >= letters) break;
    shown += letter;
  }
  return `${shown}…`;
};

/** How many bytes so many letters of each text are, as HTML writes them. */
export const bytesIn = (texts: ReadonlyArray<string>, letters: number): number =>
  texts.reduce((sum, text) => sum + weightOf(beginningOf(text, letters)), 0);

/** As many of the first rows as fit into so many bytes, by the texts of each and what it takes beside them. */
export const firstOf = <A,>(
  rows: ReadonlyArray<A>,
  textsOf: (row: A) => ReadonlyArray<string>,
  { row, all }: { readonly row: number; readonly all: number },
): ReadonlyArray<A> => {
  let left = all;
  const over = rows.findIndex((one) => {
    left -= row + bytesIn(textsOf(one), Infinity);
    return left < 0;
  });
  return over < 0 ? rows : rows.slice(0, over);
};

/** How many letters of each text a page shows that has so many bytes for all of them: fewer than usual only where many are long. */
export const lettersFor = (texts: ReadonlyArray<string>, bytes: number): number =>
  [LETTERS_SHOWN, 32, 24, 16].find((letters) => bytesIn(texts, letters) <= bytes) ?? 8;

/** A name or a reference in a table: all of a long one stands on the page that the row leads to. */
export const NameIn = ({
  name = '',
  letters,
}: {
  readonly name?: string | undefined;
  readonly letters?: number | undefined;
}) => <bdi>{beginningOf(name, letters)}</bdi>;

// The cells of fifty rows are functions and no components: to set up a component takes longer than to write its cell.

/** Whom a payout in a table goes to. */
export const payeeCell = (
  { beneficiary }: Pick<TransactionObject, 'beneficiary'>,
  letters?: number,
) => (
  <td>
    <bdi>{beginningOf(beneficiary?.name ?? '', letters)}</bdi>
    <span class="sub number">
      {beneficiary?.accountNumber} {beneficiary?.ifsc}
    </span>
  </td>
);

/** By which package, method and account a payout in a table is paid. */
export const packageCell = ({
  packageCode,
  paymentMethod,
  debitAccount,
}: Pick<TransactionObject, 'packageCode' | 'paymentMethod' | 'debitAccount'>) => (
  <td>
    {packageCode}
    <span class="sub">
      {paymentMethod} {debitAccount?.accountNumber}
    </span>
  </td>
);
