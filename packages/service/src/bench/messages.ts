import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  initiate,
  matchEntries,
  readMessage,
  sentOrders,
  usageGuide,
  writeInitiation,
  type PaymentInitiation,
} from '@hundi/adapter-iso20022';
import { fileRail } from '@hundi/adapter-iso20022/files';
import { systemClock } from '@hundi/adapter-node';
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

interface Cost {
  /** Processor time. */
  readonly ms: number;
  /** The longest time for which nobody else had a turn, in ms. */
  readonly stallMs: number;
}

const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  delay.disable();
  return { ms: (user + system) / 1_000, stallMs: delay.max / 1e6 };
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What lives after a collection, in bytes. */
const live = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const PIECES_A_LOOK = 200;

/** The most that some work holds above what lived before it, in MiB: it calls `look` at each piece. */
const heldBy = async (work: (look: () => void) => Promise<unknown>): Promise<number> => {
  const rest = live();
  let [pieces, most] = [0, 0];
  await work(() => {
    if (pieces % PIECES_A_LOOK === 0) most = Math.max(most, live() - rest);
    pieces += 1;
  });
  return most / 2 ** 20;
};

const drain = async (
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  look?: () => void,
): Promise<void> => {
  for await (const piece of pieces) {
    if (piece.length === 0) throw new Error('an empty piece');
    look?.();
  }
};

const readLines = (pieces: ReadonlyArray<Uint8Array>): number => {
  let count = 0;
  for (const piece of pieces)
    for (const line of new TextDecoder().decode(piece).split('\n'))
      if (JSON.parse(line) !== null) count += 1;
  return count;
};

const written = async (): Promise<PaymentInitiation> => {
  const { initiation } = await initiate(orders, guide, 0);
  if (initiation === undefined) throw new Error('no order was written');
  return initiation;
};

const writing = async (look?: () => void): Promise<void> => {
  await drain(writeInitiation(await written(), guide), look);
};

/** The work of reading the statement and matching its entries. */
const openReading = async () => {
  const sent = await sentOrders([await written()]);
  const file = [...statement()];
  return {
    file,
    reading: async (look?: () => void): Promise<void> => {
      let reports = 0;
      const ended = await readMessage(drip(file), (more) => {
        const entries = more.filter((part) => part.kind === 'entry');
        reports += matchEntries(entries, sent, guide).reports.length;
        look?.();
      });
      if (E.isLeft(ended) || reports !== ORDERS) throw new Error('the statement was not read');
    },
  };
};

/** The work of taking the same statement from a folder; `look` is called while all that the file says is held. */
const collecting = async <A>(
  work: (collected: (look?: () => void) => Promise<void>) => Promise<A>,
): Promise<A> => {
  const root = await mkdtemp(join(tmpdir(), 'hundi-bench-'));
  try {
    const folders = {
      out: join(root, 'out'),
      sent: join(root, 'sent'),
      in: join(root, 'in'),
      done: join(root, 'done'),
      refused: join(root, 'refused'),
    };
    for (const folder of Object.values(folders)) await mkdir(folder);
    const rail = fileRail({ ...folders, guide, clock: systemClock, settleMs: 0 });
    await rail.submit(orders);
    await writeFile(join(folders.in, 'S1.xml'), statement());
    return await work(async (look) => {
      let reports = 0;
      await rail.collect(async (file) => {
        reports = file.reports.length;
        look?.();
      });
      if (reports !== ORDERS) throw new Error('the statement was not taken');
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
};

/**
 * How long messages of 100,000 orders take to write, and to read and match, beside the same as lines of JSON; and for how
 * long nobody else has a turn meanwhile.
 */
export const messagesRound = async () => {
  const write = await costOf(writing);
  const writeFloor = await costOf(() => drain(lines(orders)));
  const { file, reading } = await openReading();
  const parts: unknown[] = [];
  await readMessage(drip(file), (more) => void parts.push(...more));
  const json = [...lines(parts)];
  const read = await costOf(reading);
  const readFloor = await costOf(async () => readLines(json));
  const collect = await collecting(costOf);
  return {
    write: write.ms,
    writeFloor: writeFloor.ms,
    read: read.ms,
    readFloor: readFloor.ms,
    collect: collect.ms,
    stallMs: Math.max(write.stallMs, read.stallMs),
    collectStallMs: collect.stallMs,
  };
};

/** How much they hold, in MiB. To be asked last: after so many collections the same code is slow. */
export const messagesHeld = async () => {
  const writeMiB = await heldBy(writing);
  const { reading } = await openReading();
  return { writeMiB, readMiB: await heldBy(reading), collectMiB: await collecting(heldBy) };
};

async function* drip(pieces: ReadonlyArray<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** Orders a second of a core, where so many took this long. */
export const perCoreSecond = (ms: number): number => Math.round((ORDERS * 1_000) / ms);
