import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bankGroupOf, type BankOrder } from '@hundi/core/rail';
import test from 'ava';
import { writeNotification, type Booking, type GroupBooking } from './bank/write-notification.js';
import { writeStatement } from './bank/write-statement.js';
import { writeStatusReport } from './bank/write-status-report.js';
import { XML_CHARACTERS } from './guide/fit-text.js';
import { usageGuide, type UsageGuideInput } from './guide/usage-guide.js';
import { initiate } from './initiation/payment-initiation.js';
import { writeInitiation } from './initiation/write-initiation.js';
import { GUIDE, orderOf, refOf } from './orders.test.data.js';

const AT = Date.UTC(2026, 10, 27, 10);

const initiated = async (
  orders: ReadonlyArray<BankOrder>,
  others: Partial<UsageGuideInput> = {},
): Promise<string> => {
  const guide = usageGuide({ ...GUIDE, ...others });
  const { initiation, refused } = await initiate(orders, guide, AT);
  if (initiation === undefined || refused.length > 0) throw new Error('not all was written');
  const pieces: Uint8Array[] = [];
  for await (const piece of writeInitiation(initiation, guide)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

const LEI = '335800QQXAAAAAAAAA18' as NonNullable<BankOrder['debtor']['lei']>;

const FULL = orderOf(2, {
  paymentMethod: 'RTGS',
  amount: Number.MAX_SAFE_INTEGER - 1_000_000,
  narration: 'Rods < 5 & more',
  purpose: 'SUPP',
  debtor: {
    name: 'Acme Traders',
    ifsc: 'UTIB0000001',
    customerId: 'C77',
    lei: LEI,
  },
  creditorLei: LEI,
});
const BARE = orderOf(3, {
  narration: '',
  debtor: { name: 'Acme Traders', ifsc: 'UTIB0000001' },
});
const GROUP = [orderOf(4), orderOf(5)];

const PAID = { utr: 'UTR1', bankReference: 'CB1' };
const one = {
  instructionId: refOf(1),
  debitAccountNumber: '50200011112222',
  amount: 50_001,
  ...PAID,
};
const BOOKINGS: ReadonlyArray<Booking | GroupBooking> = [
  { side: 'debit', ...one },
  { side: 'return', ...one },
  {
    side: 'debit',
    debitAccountNumber: '50200011112222',
    amount: 100_009,
    group: { messageId: 'M1', paymentInformationId: 'G1', count: 2 },
    payments: [one],
  },
];

const head = { messageId: 'B1', createdAt: AT };

/** A message of each kind and shape, by words. */
const MESSAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  'orders with all that they may have, and with as little': () =>
    initiated([orderOf(1), FULL, BARE], { characters: { allowed: XML_CHARACTERS } }),
  'a group that is one debit': () =>
    initiated(
      GROUP.map((order) => ({ ...order, group: bankGroupOf(GROUP) })),
      { batchBooking: true },
    ),
  'orders with structured remittance': () =>
    initiated([orderOf(1), BARE], { remittance: 'structured' }),
  'orders by a guide that leaves nothing to its defaults': () =>
    initiated([FULL], {
      characters: { allowed: XML_CHARACTERS },
      chargeBearer: 'DEBT',
      clearingSystem: { proprietary: 'VILLAGE' },
      purposes: { SUPP: { proprietary: 'SUPPLIES' } },
      extraFields: {
        namespace: 'urn:village-bank:fields',
        fields: [
          { name: 'Branch', value: '0001' },
          { name: 'Job', of: 'jobId' },
        ],
      },
    }),
  'answers to orders and to groups': () =>
    writeStatusReport({
      ...head,
      about: 'M1',
      statuses: [
        { instructionId: refOf(1), paymentInformationId: 'G1', status: 'ACSC', paid: PAID },
        {
          instructionId: refOf(2),
          endToEndId: 'INV-2',
          paymentInformationId: 'G1',
          status: 'RJCT',
          reason: { code: 'AC01', words: 'No such <account>' },
        },
      ],
      groups: [
        { paymentInformationId: 'G2', status: 'RJCT', reason: { code: 'AM17', words: 'the sum' } },
      ],
    }),
  'a notification of debits, a return and a group': () =>
    writeNotification({ ...head, bookings: BOOKINGS }),
  'the statement of a day': () =>
    writeStatement({
      ...head,
      day: '2026-11-27',
      from: AT,
      to: AT,
      accounts: [
        { accountNumber: '50200011112222', opening: 1_000, closing: -99_009, bookings: BOOKINGS },
        { accountNumber: '50200011113333', opening: 0, closing: 0, bookings: [] },
      ],
    }),
};

const NAMESPACE = /xmlns="urn:iso:std:iso:20022:tech:xsd:([a-z]+\.\d{3}\.\d{3})\.(\d{2})"/;

/**
 * Validates a message by the schema of its kind. Of a schema of another version a copy is used that names the one of the
 * message: the elements of a pain.001 and a pain.002 are the same in both as far as they are written here.
 */
const validate = async (schemas: string, message: string): Promise<string> => {
  const [, kind = 'no message', version = ''] = NAMESPACE.exec(message) ?? [];
  const name = (await readdir(schemas)).find((file) => file.startsWith(`${kind}.`));
  if (name === undefined) throw new Error(`${schemas} has no schema of ${kind}`);
  const found = name.slice(0, -'.xsd'.length);
  const schema = await readFile(join(schemas, name), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'hundi-schema-'));
  try {
    const [xsd, xml] = [join(folder, 'schema.xsd'), join(folder, 'message.xml')];
    await writeFile(xsd, schema.replaceAll(found, `${kind}.${version}`));
    await writeFile(xml, message);
    // No network: a schema that names another one is not fetched.
    const asked = promisify(execFile)('xmllint', ['--nonet', '--noout', '--schema', xsd, xml]);
    return await asked.then(
      () => 'valid',
      (error: unknown) => (error as { readonly stderr?: string }).stderr ?? String(error),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
};

const schemas = process.env['HUNDI_TEST_ISO20022_SCHEMAS'];
const check = schemas === undefined ? test.skip : test;

for (const [what, write] of Object.entries(MESSAGES))
  check(`the published schema takes ${what}`, async (t) => {
    const message = await write();
    t.is(await validate(schemas ?? '', message), 'valid');
    const broken = message.replace(/<MsgId>.*?<\/MsgId>/, '');
    t.regex(await validate(schemas ?? '', broken), /fails to validate/);
  });
