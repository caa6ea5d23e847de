import {
  initiate,
  matchEntries,
  readMessage,
  sentOrders,
  usageGuide,
  writeInitiation,
} from '@hundi/adapter-iso20022';
import { E, type BankTenantId, type CorporateTenantId, type TransactionId } from '@hundi/core';
import type { BankOrder } from '@hundi/core/rail';

const ORDERS = 100_000;
const LINES_A_PIECE = 100;

const guide = usageGuide({
  bank: 'Bench Bank',
  initiatingParty: { name: 'Bench' },
  methods: { NEFT: { serviceLevel: { code: 'NURG' } } },
  bookedDebit: 'paid',
});

const orders: ReadonlyArray<BankOrder> = Array.from({ length: ORDERS }, (_, n) => {
  const bankRef = `H${String(n).padStart(32, '0')}`;
  return {
    bankRef,
    bankTenantId: 'bank' as BankTenantId,
    corporateTenantId: 'acme' as CorporateTenantId,
    transactionId: bankRef as TransactionId,
    amount: 50_000 + n,
    paymentMethod: 'NEFT',
    debitAccountNumber: '50200011112222',
    creditAccountNumber: '123456780001',
    ifsc: 'HDFC0000001',
    beneficiaryName: 'Sharma Steel',
    narration: `Invoice ${String(n)}`,
    debtor: { name: 'Acme Traders', ifsc: 'UTIB0000001' },
    executionDate: '2026-11-27',
    reference: `INV-${String(n)}`,
    endToEndId: bankRef,
  };
});

const rupees = (paise: number): string =>
  `${String(Math.floor(paise / 100))}.${String(paise % 100).padStart(2, '0')}`;

/** A booked debit of an order, as banks write it. */
const entryOf = ({ bankRef, amount, narration }: BankOrder, n: number): string =>
  `<Ntry><Amt Ccy="INR">${rupees(amount)}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
  '<BookgDt><Dt>2026-11-27</Dt></BookgDt><ValDt><Dt>2026-11-27</Dt></ValDt>' +
  `<AcctSvcrRef>BR${String(n)}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd>` +
  '<SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs>' +
  `<InstrId>${bankRef}</InstrId><EndToEndId>${bankRef}</EndToEndId><ClrSysRef>UTR${String(n)}</ClrSysRef></Refs>` +
  `<Amt Ccy="INR">${rupees(amount)}</Amt><RmtInf><Ustrd>${narration}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`;

const HEAD =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>S1</MsgId>' +
  '<CreDtTm>2026-11-27T23:00:00</CreDtTm></GrpHdr><Stmt><Id>S1</Id><Acct><Id><Othr><Id>50200011112222</Id></Othr></Id></Acct>';

/** The statement of a day on which all orders were paid, in pieces of some 60 KiB. */
function* statement(): Generator<Uint8Array> {
  yield Buffer.from(HEAD);
  for (let at = 0; at < ORDERS; at += LINES_A_PIECE)
    yield Buffer.from(
      orders
        .slice(at, at + LINES_A_PIECE)
        .map((order, i) => entryOf(order, at + i))
        .join(''),
    );
  yield Buffer.from('</Stmt></BkToCstmrStmt></Document>');
}

/** The same as lines of JSON. */
function* lines(values: ReadonlyArray<unknown>): Generator<Uint8Array> {
  for (let at = 0; at < values.length; at += LINES_A_PIECE)
    yield Buffer.from(
      values
        .slice(at, at + LINES_A_PIECE)
        .map((value) => JSON.stringify(value))
        .join('\n'),
    );
}

/** The processor time of some work, in ms. */
const cpuMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const drain = async (pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const piece of pieces) if (piece.length === 0) throw new Error('an empty piece');
};

const readLines = (pieces: ReadonlyArray<Uint8Array>): number => {
  let count = 0;
  for (const piece of pieces)
    for (const line of new TextDecoder().decode(piece).split('\n'))
      if (JSON.parse(line) !== null) count += 1;
  return count;
};

/** How long messages of 100,000 orders take to write, and to read and match, beside the same as lines of JSON. */
export const messagesRound = async () => {
  const { initiation } = await initiate(orders, guide, 0);
  if (initiation === undefined) throw new Error('no order was written');
  const write = await cpuMs(async () => {
    await initiate(orders, guide, 0);
    await drain(writeInitiation(initiation, guide));
  });
  const writeFloor = await cpuMs(() => drain(lines(orders)));

  const sent = await sentOrders([initiation]);
  const file = [...statement()];
  const parts: unknown[] = [];
  await readMessage(drip(file), (more) => void parts.push(...more));
  const json = [...lines(parts)];
  let reports = 0;
  const read = await cpuMs(async () => {
    const ended = await readMessage(drip(file), (more) => {
      const entries = more.filter((part) => part.kind === 'entry');
      reports += matchEntries(entries, sent, guide).reports.length;
    });
    if (E.isLeft(ended) || reports !== ORDERS) throw new Error('the statement was not read');
  });
  const readFloor = await cpuMs(async () => readLines(json));
  return { write, writeFloor, read, readFloor };
};

async function* drip(pieces: ReadonlyArray<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** Orders a second of a core, where so many took this long. */
export const perCoreSecond = (ms: number): number => Math.round((ORDERS * 1_000) / ms);
