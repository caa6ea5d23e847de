import { E } from '@hundi/core';
import { bankGroupOf, type BankOrder } from '@hundi/core/rail';
import test from 'ava';
import fc from 'fast-check';
import { paiseOf } from '../amount.js';
import { SWIFT_X, XML_CHARACTERS } from '../guide/fit-text.js';
import { usageGuide, type UsageGuide, type UsageGuideInput } from '../guide/usage-guide.js';
import { GUIDE, guide, orderOf, refOf } from '../orders.test.data.js';
import { all, at, treeOf, type Element } from '../tree.test.support.js';
import { initiate, type PaymentInitiation } from './payment-initiation.js';
import { PAIN_001, writeInitiation } from './write-initiation.js';

const AT = Date.UTC(2026, 10, 27, 4, 30);

const textOf = async (initiation: PaymentInitiation, of: UsageGuide): Promise<string> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeInitiation(initiation, of)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

const writtenOf = async (
  orders: ReadonlyArray<BankOrder>,
  others: Partial<UsageGuideInput> = {},
): Promise<Element> => {
  const of = usageGuide({ ...GUIDE, ...others });
  const { initiation } = await initiate(orders, of, AT);
  if (initiation === undefined) throw new Error('nothing to write');
  return treeOf(await textOf(initiation, of));
};

const HEAD = 'CstmrCdtTrfInitn/GrpHdr';
const GROUP = 'CstmrCdtTrfInitn/PmtInf';
const ORDER = `${GROUP}/CdtTrfTxInf`;

/** The elements of pain.001.001.09 that are written, in the order of its schema; `?` may be left out, `+` repeats. */
const SEQUENCES: Readonly<Record<string, string>> = {
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf+',
  GrpHdr: 'MsgId CreDtTm NbOfTxs CtrlSum InitgPty',
  PmtInf:
    'PmtInfId PmtMtd BtchBookg? NbOfTxs CtrlSum PmtTpInf? ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr? CdtTrfTxInf+',
  PmtTpInf: 'InstrPrty? SvcLvl? LclInstrm? CtgyPurp?',
  ReqdExctnDt: 'Dt',
  CdtTrfTxInf: 'PmtId Amt CdtrAgt Cdtr CdtrAcct Purp? RmtInf? SplmtryData?',
  PmtId: 'InstrId EndToEndId',
  Amt: 'InstdAmt',
  InitgPty: 'Nm Id?',
  Dbtr: 'Nm Id?',
  Cdtr: 'Nm Id?',
  OrgId: 'LEI? Othr?',
  DbtrAcct: 'Id Ccy',
  CdtrAcct: 'Id',
  FinInstnId: 'ClrSysMmbId',
  ClrSysMmbId: 'ClrSysId MmbId',
  RmtInf: 'Ustrd? Strd?',
  Strd: 'CdtrRefInf? AddtlRmtInf?',
  SplmtryData: 'Envlp',
};

/** The faults of a tree against the sequences. */
const faultsOf = (element: Element): ReadonlyArray<string> => {
  const rule = SEQUENCES[element.name];
  const names = element.children.map(({ name }) => name).join(' ');
  const pattern = rule
    ?.split(' ')
    .map((part) => {
      const name = part.replace(/[?+]$/, '');
      return part.endsWith('?')
        ? `(?:${name} )?`
        : part.endsWith('+')
          ? `(?:${name} )+`
          : `${name} `;
    })
    .join('');
  const isRight = pattern === undefined || new RegExp(`^${pattern}$`).test(`${names} `);
  const isEmpty = element.children.length === 0 && element.text === '';
  return [
    ...(isRight ? [] : [`${element.name}: ${names}`]),
    ...(isEmpty ? [`${element.name} is empty`] : []),
    ...element.children.flatMap(faultsOf),
  ];
};

const FULL: Partial<UsageGuideInput> = {
  batchBooking: true,
  chargeBearer: 'DEBT',
  remittance: 'structured',
  purposes: { salary: { code: 'SALA' } },
  extraFields: {
    namespace: 'urn:demo-bank:fields',
    fields: [
      { name: 'Corporate', of: 'corporateTenantId' },
      { name: 'Channel', value: 'H2H' },
    ],
  },
};
const LEI = '335800FVH4MOKZS9VH40';
const full = (n: number) =>
  orderOf(n, {
    debtor: {
      name: 'Acme Traders',
      ifsc: 'UTIB0000001',
      customerId: 'C77',
      lei: LEI as NonNullable<BankOrder['debtor']['lei']>,
    },
    creditorLei: LEI,
    purpose: 'salary',
  });

test('a message has the elements of its schema in their order, with all that an order may have and with the least', async (t) => {
  const { jobId: _, ...bare } = orderOf(3);
  const least = { ...bare, debtor: { name: 'Acme', ifsc: 'UTIB0000001' } };

  t.deepEqual(faultsOf(await writtenOf([full(1), full(2)], FULL)), []);
  t.deepEqual(faultsOf(await writtenOf([least])), []);
  t.deepEqual(faultsOf(await writtenOf([{ ...least, narration: '' }])), []);
  t.deepEqual(faultsOf(await writtenOf([full(1)], { remittance: 'none' })), []);
});

test('head and group say who sends, who pays, when, how many and how much', async (t) => {
  const root = await writtenOf([full(1), full(2), orderOf(3, { paymentMethod: 'RTGS' })], FULL);

  t.is(root.attributes['xmlns'], PAIN_001);
  t.is(at(root, `${HEAD}/CreDtTm`), '2026-11-27T04:30:00.000Z');
  t.is(at(root, `${HEAD}/NbOfTxs`), '3');
  t.is(at(root, `${HEAD}/CtrlSum`), '1500.06');
  t.is(at(root, `${HEAD}/InitgPty/Nm`), 'Hundi');
  t.is(at(root, `${HEAD}/InitgPty/Id/OrgId/Othr/Id`), 'HUNDI01');
  t.is(at(root, `${GROUP}/BtchBookg`), 'false');
  t.is(at(root, `${GROUP}/NbOfTxs`), '2');
  t.is(at(root, `${GROUP}/CtrlSum`), '1000.03');
  t.is(at(root, `${GROUP}/PmtTpInf/SvcLvl/Cd`), 'NURG');
  t.is(at(root, `${GROUP}/PmtTpInf/LclInstrm/Prtry`), 'NEFT');
  t.is(at(root, `${GROUP}/ReqdExctnDt/Dt`), '2026-11-27');
  t.is(at(root, `${GROUP}/Dbtr/Nm`), 'Acme Traders');
  t.is(at(root, `${GROUP}/Dbtr/Id/OrgId/LEI`), LEI);
  t.is(at(root, `${GROUP}/Dbtr/Id/OrgId/Othr/Id`), 'C77');
  t.is(at(root, `${GROUP}/DbtrAcct/Id/Othr/Id`), '50200011112222');
  t.is(at(root, `${GROUP}/DbtrAgt/FinInstnId/ClrSysMmbId/MmbId`), 'UTIB0000001');
  t.is(at(root, `${GROUP}/ChrgBr`), 'DEBT');
  t.deepEqual(
    all(root, `${GROUP}/PmtTpInf/InstrPrty`).map(({ text }) => text),
    ['HIGH'],
  );
});

test('an order says whom it pays, how much, what for, and what the bank wants beside', async (t) => {
  const root = await writtenOf([full(1)], FULL);

  t.is(at(root, `${ORDER}/PmtId/InstrId`), refOf(1));
  t.is(at(root, `${ORDER}/PmtId/EndToEndId`), 'INV-1');
  t.is(at(root, `${ORDER}/Amt/InstdAmt`), '500.01');
  t.is(all(root, `${ORDER}/Amt/InstdAmt`)[0]?.attributes['Ccy'], 'INR');
  t.is(at(root, `${ORDER}/CdtrAgt/FinInstnId/ClrSysMmbId/ClrSysId/Cd`), 'INFSC');
  t.is(at(root, `${ORDER}/CdtrAgt/FinInstnId/ClrSysMmbId/MmbId`), 'HDFC0000001');
  t.is(at(root, `${ORDER}/Cdtr/Nm`), 'Sharma Steel');
  t.is(at(root, `${ORDER}/Cdtr/Id/OrgId/LEI`), LEI);
  t.is(at(root, `${ORDER}/CdtrAcct/Id/Othr/Id`), '123456780001');
  t.is(at(root, `${ORDER}/Purp/Cd`), 'SALA');
  t.is(at(root, `${ORDER}/RmtInf/Strd/CdtrRefInf/Ref`), 'REF1');
  t.is(at(root, `${ORDER}/RmtInf/Strd/AddtlRmtInf`), 'Invoice 1');
  const [fields] = all(root, `${ORDER}/SplmtryData/Envlp/Fields`);
  t.is(fields?.attributes['xmlns'], 'urn:demo-bank:fields');
  t.deepEqual(
    fields?.children.map(({ name, text }) => [name, text]),
    [
      ['Corporate', 'acme'],
      ['Channel', 'H2H'],
    ],
  );
});

test('a narration with & and < is escaped where the bank takes it, and replaced where it does not', async (t) => {
  const order = orderOf(1, { narration: 'A & B < "C" > \'D\'' });
  const replaced = {
    allowed: SWIFT_X,
    replacements: { '&': '+', '<': '(', '>': ')', '"': "'" },
  };

  const escaped = await writtenOf([order], { characters: { allowed: XML_CHARACTERS } });
  const other = await writtenOf([order], { characters: replaced });

  t.is(at(escaped, `${ORDER}/RmtInf/Ustrd`), 'A & B < "C" > \'D\'');
  t.is(at(other, `${ORDER}/RmtInf/Ustrd`), "A + B ( 'C' ) 'D'");
});

test('a narration that is too long is cut behind a whole letter', async (t) => {
  const root = await writtenOf([orderOf(1, { narration: 'குமார்' })], {
    characters: { allowed: XML_CHARACTERS },
    lengths: { narration: 3 },
  });

  t.is(at(root, `${ORDER}/RmtInf/Ustrd`), 'கு');
});

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const anyOrder = fc
  .record({
    n: fc.nat({ max: 5_000 }),
    amount: fc.integer({ min: 1, max: 10 ** 13 }),
    paymentMethod: fc.constantFrom('NEFT', 'RTGS', 'IMPS'),
    beneficiaryName: words,
    narration: words,
    executionDate: fc.constantFrom('2026-11-27', '2026-11-30'),
  })
  .map(({ n, ...others }) => orderOf(n, others));

test('every order that is written is read back as it was, once, in the group of its method and day', async (t) => {
  const wide = usageGuide({ ...GUIDE, characters: { allowed: XML_CHARACTERS } });

  await fc.assert(
    fc.asyncProperty(fc.array(anyOrder, { maxLength: 30 }), async (orders) => {
      const { initiation, refused } = await initiate(orders, wide, AT);
      const byRef = new Map(orders.toReversed().map((order) => [order.bankRef, order]));
      for (const { order } of refused) byRef.delete(order.bankRef);
      if (initiation === undefined) return t.is(byRef.size, 0);
      const root = treeOf(await textOf(initiation, wide));
      const read = all(root, GROUP).flatMap((group) =>
        all(group, 'CdtTrfTxInf').map((order) => ({
          bankRef: at(order, 'PmtId/InstrId'),
          amount: paiseOf(at(order, 'Amt/InstdAmt') ?? ''),
          beneficiaryName: at(order, 'Cdtr/Nm'),
          narration: at(order, 'RmtInf/Ustrd'),
          executionDate: at(group, 'ReqdExctnDt/Dt'),
        })),
      );
      const sortedByRef = <A extends { readonly bankRef: string | undefined }>(list: A[]) =>
        list.toSorted((a, b) => ((a.bankRef ?? '') < (b.bankRef ?? '') ? -1 : 1));
      const expected = [...byRef.values()].map((order) => ({
        bankRef: order.bankRef,
        amount: order.amount,
        beneficiaryName: order.beneficiaryName,
        narration: order.narration,
        executionDate: order.executionDate,
      }));
      t.deepEqual(sortedByRef(read), sortedByRef(expected));
      const sums = all(root, `${GROUP}/CtrlSum`).map(({ text }) => paiseOf(text) ?? NaN);
      t.is(
        paiseOf(at(root, `${HEAD}/CtrlSum`) ?? ''),
        sums.reduce((sum, one) => sum + one, 0),
      );
      return undefined;
    }),
    { numRuns: 50 },
  );
});

test('the same message is the same bytes, in pieces of which none holds the file', async (t) => {
  const orders = Array.from({ length: 2_000 }, (_, n) => orderOf(n));
  const { initiation } = await initiate(orders, guide, AT);
  if (initiation === undefined) return t.fail();

  const lengths: number[] = [];
  for await (const piece of writeInitiation(initiation, guide)) lengths.push(piece.length);

  t.is(await textOf(initiation, guide), await textOf(initiation, guide));
  t.true(lengths.length > 10);
  t.true(Math.max(...lengths) < 128 * 1_024);
});

test('a message that another guide refuses is a defect, and writes no order of it', async (t) => {
  const { initiation } = await initiate([orderOf(1, { paymentMethod: 'IMPS' })], guide, AT);
  if (initiation === undefined) return t.fail();
  const other = usageGuide({ ...GUIDE, methods: {} });

  const written = await textOf(initiation, other).then(E.right, (error: unknown) => E.left(error));

  t.true(E.isLeft(written) && written.left instanceof RangeError);
});

test('only what the engine sends as one group is one debit, and has its reference', async (t) => {
  const group = bankGroupOf([full(1), full(2)]);
  const grouped = [full(1), full(2)].map((order) => ({ ...order, group }));

  const root = await writtenOf(grouped, FULL);
  t.is(at(root, `${GROUP}/BtchBookg`), 'true');
  t.is(at(root, `${GROUP}/PmtInfId`), group.groupRef);
  t.is(at(root, `${GROUP}/NbOfTxs`), String(group.count));
  const apart = await writtenOf(grouped, { ...FULL, batchBooking: false });
  t.is(at(apart, `${GROUP}/BtchBookg`), 'false');
});
