import { E } from '@hundi/core';
import { letOthersRun } from '../let-others-run.js';
import { byteDecoder } from './decode-bytes.js';
import { BrokenMessage, refuse, type MessageRefused } from './message-refused.js';
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

/** Which versions say what is read of them in the same elements. */
const VERSIONS: Readonly<Record<MessageType, readonly [first: number, last: number]>> = {
  'pain.002': [3, 11],
  'camt.053': [2, 10],
  'camt.054': [2, 10],
};

/** The published namespace, or one that a country made of it, such as Switzerland's: `…/pain.002.001.03.ch.02.xsd`. */
const NAMESPACE = /[:/](pain\.002|camt\.05[34])\.001\.(\d\d)(?:\.[a-z]{2}\.\d\d\.xsd)?$/;

/** The messages that a namespace may hold. A document of none says by its root alone which one it is. */
const typesOf = (namespace: string): ReadonlyArray<MessageType> => {
  if (namespace === '') return ['pain.002', 'camt.053', 'camt.054'];
  const [, name, version] = NAMESPACE.exec(namespace) ?? [];
  if (name === undefined) return [];
  const type = name as MessageType;
  const [first, last] = VERSIONS[type];
  return Number(version) >= first && Number(version) <= last ? [type] : [];
};

const shapeOf = (
  type: MessageType,
  header: Shape,
  message: () => { readonly messageId: string; readonly page?: Page },
  take: (part: MessagePart) => void,
): Shape => {
  switch (type) {
    case 'pain.002':
      return statusReportShape(header, () => message().messageId, take);
    case 'camt.053':
      return statementShape(
        { root: 'BkToCstmrStmt', account: 'Stmt', page: 'StmtPgntn' },
        header,
        message,
        take,
      );
    case 'camt.054':
      return statementShape(
        { root: 'BkToCstmrDbtCdtNtfctn', account: 'Ntfctn', page: 'NtfctnPgntn' },
        header,
        message,
        take,
      );
  }
};

/**
 * Reads a `pain.002`, `camt.053` or `camt.054` as it comes, in UTF-8, UTF-16 or Latin-1, and never holds more of it than
 * a piece. It knows no entities but those of XML, and loads nothing.
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
  let parts: MessagePart[] = [];
  let type: MessageType | undefined;
  const headerOf = (of: MessageType): Shape =>
    parent(
      {
        MsgId: text(() => draft, 'messageId'),
        CreDtTm: text(() => draft, 'createdAt'),
        MsgPgntn: pageShape((page) => fill(draft, 'page', page)),
      },
      {
        open: () => {
          type = of;
        },
        close: () => void required(draft.messageId, 'MsgId'),
      },
    );
  const message = () => ({
    messageId: required(draft.messageId, 'GrpHdr'),
    ...(draft.page !== undefined && { page: draft.page }),
  });
  const parser = documentParser((namespace) => {
    const shapes = typesOf(namespace).map((of) =>
      shapeOf(of, headerOf(of), message, (part) => parts.push(part)),
    );
    return shapes.length === 0
      ? undefined
      : { children: new Map(shapes.flatMap(({ children }) => [...children])) };
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
      type: type ?? refuse('wrong_message', 'the file holds no message with a GrpHdr'),
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
