import type { Dice } from '../crash/dice.js';
import type { Pool } from './pool.js';

const LARGE = 16 * 1_024 * 1_024;
const SMALL = 64 * 1_024;

/** Repeats a text until so many bytes are full. */
const fill = (piece: string, bytes: number): string =>
  piece.repeat(Math.floor(bytes / piece.length));

const numbered = (bytes: number, piece: (i: number) => string): string => {
  const pieces: string[] = [];
  for (let i = 0, length = 0; length < bytes; i += 1) {
    const next = piece(i);
    pieces.push(next);
    length += next.length + 1;
  }
  return pieces.join(',');
};

const batchOf = (payments: string): string =>
  `{"initiatedByUserId":"u-maker","apiRefNumber":"heavy","payments":[${payments}]}`;

const ROWS = 20_000;

type Heavy = (bytes: number, dice: Dice, pool: Pool, take: number) => string;

/** Rows with everything that a partner may send, with the reference of each its own. */
const rows = (dice: Dice, pool: Pool, take: number, more: string): string => {
  const run = `${String(take)}-${String(dice.int(0, 10 ** 9))}`;
  const beneficiaryId = pool.known('beneficiaryId', dice) ?? '';
  return Array.from(
    { length: ROWS },
    (_, i) =>
      `{"transactionReference":"H${run}-${String(i)}","beneficiaryId":"${beneficiaryId}","packageCode":"VENDOR","amount":1000${more}}`,
  ).join(',');
};

const BATCHES: ReadonlyArray<readonly [name: string, body: Heavy]> = [
  ['a batch of 20,000', (_, dice, pool, take) => batchOf(rows(dice, pool, take, ''))],
  [
    '20,000 rows, none of them right',
    (_, dice, pool, take) => batchOf(rows(dice, pool, take, ',"remark":7')),
  ],
  [
    '20,000 rows with metadata',
    (_, dice, pool, take) =>
      batchOf(rows(dice, pool, take, `,"metadata":{"a":"${'x'.repeat(500)}"}`)),
  ],
  ['rows without anything', (bytes) => batchOf(fill('{},', bytes - 200) + '{}')],
  ['rows that are numbers', (bytes) => batchOf(fill('1,', bytes - 200) + '1')],
  [
    'one row with a million metadata keys',
    (bytes) => batchOf(`{"metadata":{${numbered(bytes - 300, (i) => `"k${i.toString(36)}":1`)}}}`),
  ],
];

const ANYWHERE: ReadonlyArray<readonly [name: string, body: Heavy]> = [
  ['brackets', (bytes) => '['.repeat(bytes)],
  ['brackets that end', (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)],
  ['objects in objects', (bytes) => fill('{"a":', bytes)],
  ['empty objects', (bytes) => `[${fill('{},', bytes - 4)}{}]`],
  ['one long text', (bytes) => `"${'a'.repeat(bytes - 2)}"`],
  ['escapes', (bytes) => `{"a":"${fill('\\u0041', bytes - 10)}"}`],
  ['one long number', (bytes) => `{"a":${'1'.repeat(bytes - 10)}}`],
  ['blanks', (bytes) => `{${' '.repeat(bytes - 2)}}`],
  ['many keys', (bytes) => `{${numbered(bytes - 20, (i) => `"k${i.toString(36)}":1`)}}`],
  ['one key again and again', (bytes) => `{${fill('"a":1,', bytes - 20)}"a":1}`],
  ['no JSON, but a little later', (bytes) => `${fill('[1],', bytes - 4)}x`],
  [
    'accounts without anything',
    (bytes) =>
      `{"initiatedByUserId":"u-maker","beneId":"H1","beneName":"H","benePhoneNumber":"1","benePackageCodes":["VENDOR"],"beneBankAccounts":[${fill('{},', bytes - 400)}{}]}`,
  ],
  ['tags', (bytes) => `{"initiatedByUserId":"u-maker","tags":[${fill('"x",', bytes - 100)}"x"]}`],
];

/** A body that is as large as it may be, made to cost time. */
export const heavyBody = (
  takes: 'batch' | 'small',
  dice: Dice,
  pool: Pool,
  take: number,
): readonly [name: string, text: string] => {
  const [name, body] = dice.pick(takes === 'batch' ? [...BATCHES, ...ANYWHERE] : ANYWHERE);
  const bytes = takes === 'batch' ? LARGE : SMALL;
  return [name, body(bytes, dice, pool, take)];
};
