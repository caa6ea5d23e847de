import { E } from '@hundi/core';
import { letOthersRun } from '../let-others-run.js';
import { byteDecoder } from './decode-bytes.js';
import { BrokenMessage, type MessageRefused } from './message-refused.js';
import { documentParser } from './parse-document.js';
import { BYTES_MAX, pieces } from './pieces.js';
import { pageShape, statementShape } from './read-statement.js';
import { statusReportShape } from './read-status-report.js';
import { fill, parent, required, text, type Draft, type Shape } from './shape.js';
import type { EntryPart, Page, StatementPart } from './statement.js';
import type { StatusAnswer } from './status-answer.js';

/** What a message holds, in its order. */
export type MessagePart = StatusAnswer | StatementPart | EntryPart;

export type MessageType = 'pain.002' | 'camt.053' | 'camt.054';

/** A message that was read to its end, so that what it holds may be taken. */
export interface MessageRead {
  readonly type: MessageType;
  readonly messageId: string;
  /** As the bank writes it: with or without a zone. */
  readonly createdAt: string;
  /** Where the bank sends one message in several files. */
  readonly page?: Page;
}

export interface ReadOptions {
  /** Refuses a larger file. Default: 1 GiB. */
  readonly bytesMax?: number;
}

type Header = Omit<MessageRead, 'type'>;

/** Every message that is read, by its namespace. */
const readers = (
  header: Shape,
  message: () => { readonly messageId: string; readonly page?: Page },
  take: (part: MessagePart) => void,
): Readonly<Record<string, { readonly type: MessageType; readonly shape: Shape }>> => ({
  'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10': {
    type: 'pain.002',
    shape: statusReportShape(header, () => message().messageId, take),
  },
  'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08': {
    type: 'camt.053',
    shape: statementShape(
      { root: 'BkToCstmrStmt', account: 'Stmt', page: 'StmtPgntn' },
      header,
      message,
      take,
    ),
  },
  'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08': {
    type: 'camt.054',
    shape: statementShape(
      { root: 'BkToCstmrDbtCdtNtfctn', account: 'Ntfctn', page: 'NtfctnPgntn' },
      header,
      message,
      take,
    ),
  },
});

/**
 * Reads a `pain.002.001.10`, `camt.053.001.08` or `camt.054.001.08` as it comes, in UTF-8, UTF-16 or Latin-1, and never
 * holds more of it than a piece. It knows no entities but those of XML, and loads nothing.
 *
 * @param take is given what each piece holds; the next piece waits for it. What it was given counts only once the
 *   message is read to its end: of a file that is refused, nothing may be taken
 */
export const readMessage = async (
  bytes: AsyncIterable<Uint8Array>,
  take: (parts: ReadonlyArray<MessagePart>) => Promise<void> | void,
  { bytesMax = BYTES_MAX }: ReadOptions = {},
): Promise<E.Either<MessageRefused, MessageRead>> => {
  const draft: Draft<Header> = {};
  const header = parent(
    {
      MsgId: text(() => draft, 'messageId'),
      CreDtTm: text(() => draft, 'createdAt'),
      MsgPgntn: pageShape((page) => fill(draft, 'page', page)),
    },
    { close: () => void required(draft.messageId, 'MsgId') },
  );
  let parts: MessagePart[] = [];
  let type: MessageType | undefined;
  const known = readers(
    header,
    () => ({
      messageId: required(draft.messageId, 'GrpHdr'),
      ...(draft.page !== undefined && { page: draft.page }),
    }),
    (part) => parts.push(part),
  );
  const parser = documentParser((namespace) => {
    const reader = Object.hasOwn(known, namespace) ? known[namespace] : undefined;
    type = reader?.type;
    return reader?.shape;
  });
  const decoder = byteDecoder();
  const give = async (): Promise<void> => {
    if (parts.length === 0) return;
    const given = parts;
    parts = [];
    await take(given);
  };
  try {
    for await (const piece of pieces(bytes, bytesMax)) {
      parser.write(decoder.decode(piece));
      await give();
      await letOthersRun();
    }
    parser.write(decoder.end());
    parser.end();
    const read: MessageRead = {
      type: required(type, 'Document'),
      messageId: required(draft.messageId, 'GrpHdr'),
      createdAt: draft.createdAt ?? '',
      ...(draft.page !== undefined && { page: draft.page }),
    };
    await give();
    return E.right(read);
  } catch (error) {
    if (error instanceof BrokenMessage) return E.left(parser.refusalOf(error));
    throw error;
  }
};
