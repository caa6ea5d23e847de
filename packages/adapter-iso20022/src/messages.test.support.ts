import { E } from '@hundi/core';
import type { MessageRefused } from './reading/message-refused.js';
import {
  readMessage,
  type MessagePart,
  type MessageRead,
  type ReadOptions,
} from './reading/read-message.js';
import type { EntryPart, StatementHead } from './reading/statement.js';
import type { StatusAnswer } from './reading/status-answer.js';

const XSD = 'urn:iso:std:iso:20022:tech:xsd:';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const HEADER = '<MsgId>BANK-1</MsgId><CreDtTm>2026-11-27T10:00:00+05:30</CreDtTm>';

/** `<Name>inner</Name>`, or nothing where there is nothing inside. */
export const el = (name: string, ...inner: ReadonlyArray<string | undefined>): string => {
  const within = inner.filter((one) => one !== undefined).join('');
  return within === '' ? '' : `<${name}>${within}</${name}>`;
};

export const inr = (rupees: string): string => `<Amt Ccy="INR">${rupees}</Amt>`;

/** A `pain.002` about the message `M1`, with the given status of the message and groups. */
export const statusReport = (groupStatus: string, ...groups: ReadonlyArray<string>): string =>
  `${DECLARATION}<Document xmlns="${XSD}pain.002.001.10"><CstmrPmtStsRpt><GrpHdr>${HEADER}</GrpHdr>` +
  `<OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${groupStatus}</OrgnlGrpInfAndSts>` +
  `${groups.join('')}</CstmrPmtStsRpt></Document>`;

export const group = (id: string, ...inner: ReadonlyArray<string>): string =>
  el('OrgnlPmtInfAndSts', el('OrgnlPmtInfId', id), ...inner);

/** A `camt.053` of these statements, each made by {@link statement}. */
export const statements = (...inner: ReadonlyArray<string>): string =>
  `${DECLARATION}<Document xmlns="${XSD}camt.053.001.08"><BkToCstmrStmt><GrpHdr>${HEADER}</GrpHdr>${inner.join('')}</BkToCstmrStmt></Document>`;

/** The same message, as a page of one that the bank sends in several files. */
export const onPage = (message: string, number: number, isLast: boolean): string =>
  message.replace(
    '</CreDtTm></GrpHdr>',
    `</CreDtTm>${pageOf(number, isLast).replaceAll('StmtPgntn', 'MsgPgntn')}</GrpHdr>`,
  );

/** A `camt.054` of these entries. */
export const notifications = (...entries: ReadonlyArray<string>): string =>
  `${DECLARATION}<Document xmlns="${XSD}camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr>${HEADER}</GrpHdr>` +
  `<Ntfctn><Id>N1</Id><Acct><Id><Othr><Id>50200011112222</Id></Othr></Id></Acct>${entries.join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;

const balance = (code: string, rupees: string): string =>
  el(
    'Bal',
    `<Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${inr(rupees)}<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-27</Dt></Dt>`,
  );

export const statement = (
  {
    id = 'ST1',
    page,
    account = '50200011112222',
    sequence = 17,
    day = '2026-11-27',
    opening = '1000',
    closing = '499.99',
  }: {
    readonly id?: string;
    readonly page?: string;
    readonly account?: string;
    readonly sequence?: number;
    readonly day?: string;
    readonly opening?: string;
    readonly closing?: string;
  },
  ...entries: ReadonlyArray<string>
): string =>
  el(
    'Stmt',
    el('Id', id),
    page,
    `<ElctrncSeqNb>${String(sequence)}</ElctrncSeqNb><FrToDt><FrDtTm>${day}T00:00:00</FrDtTm><ToDtTm>${day}T23:59:59</ToDtTm></FrToDt>`,
    `<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>INR</Ccy></Acct>`,
    opening === '' ? '' : balance('OPBD', opening),
    closing === '' ? '' : balance('CLBD', closing),
    ...entries,
  );

export const pageOf = (number: number, isLast: boolean): string =>
  `<StmtPgntn><PgNb>${String(number)}</PgNb><LastPgInd>${String(isLast)}</LastPgInd></StmtPgntn>`;

export interface EntryWords {
  readonly rupees: string;
  readonly side?: 'DBIT' | 'CRDT';
  readonly status?: string;
  readonly head?: string;
  readonly code?: string;
  readonly details?: string;
  readonly note?: string;
}

/** An entry; a booked debit where nothing else is said. */
export const entry = ({
  rupees,
  side = 'DBIT',
  status = 'BOOK',
  head = '',
  code = '<Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn>',
  details,
  note,
}: EntryWords): string =>
  el(
    'Ntry',
    inr(rupees),
    el('CdtDbtInd', side),
    head.startsWith('<RvslInd>') ? head : undefined,
    `<Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>`,
    head.startsWith('<RvslInd>') ? undefined : head,
    el('BkTxCd', code),
    details === undefined ? undefined : el('NtryDtls', details),
    note === undefined ? undefined : el('AddtlNtryInf', note),
  );

const inPieces = async function* (
  bytes: Uint8Array,
  size = bytes.length,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

export interface Read {
  readonly outcome: E.Either<MessageRefused, MessageRead>;
  readonly parts: ReadonlyArray<MessagePart>;
}

/** All that a file holds, read in pieces of so many bytes. */
export const readAll = async (
  file: string | Uint8Array,
  { size, ...options }: ReadOptions & { readonly size?: number } = {},
): Promise<Read> => {
  const parts: MessagePart[] = [];
  const outcome = await readMessage(
    inPieces(Buffer.from(file), size),
    (more) => {
      parts.push(...more);
    },
    options,
  );
  return { outcome, parts };
};

const wholeOf = ({ outcome, parts }: Read): ReadonlyArray<MessagePart> => {
  if (E.isLeft(outcome)) throw new Error(`${outcome.left.detail} at ${outcome.left.path}`);
  return parts;
};

export const answersOf = async (file: string): Promise<ReadonlyArray<StatusAnswer>> =>
  wholeOf(await readAll(file)).flatMap((part) => (part.kind === 'status' ? [part] : []));

export const entriesOf = async (file: string): Promise<ReadonlyArray<EntryPart>> =>
  wholeOf(await readAll(file)).flatMap((part) => (part.kind === 'entry' ? [part] : []));

export const headsOf = async (file: string): Promise<ReadonlyArray<StatementHead>> =>
  wholeOf(await readAll(file)).flatMap((part) =>
    part.kind === 'statement' ? [part.statement] : [],
  );
