/** What is wrong with a file that holds no message, or a broken one. */
export type MessageFault =
  /** More bytes, depth or text than a message may have. */
  | 'too_large'
  /** Not in the encoding that it declares, or in one that this package does not read. */
  | 'encoding'
  /** Its envelope is not the bank's, or not for us. */
  | 'not_opened'
  /** Not XML, or with a document type or an entity of its own. */
  | 'malformed'
  /** It ends before its last element does. */
  | 'truncated'
  /** Another message, or another version of one. */
  | 'wrong_message'
  /** An element is missing without which the message says nothing. */
  | 'missing'
  /** An element stands twice where it may stand once. */
  | 'doubled'
  /** An element says what it must not. */
  | 'invalid';

/** A file of which nothing may be taken. */
export interface MessageRefused {
  readonly _tag: 'MessageRefused';
  readonly fault: MessageFault;
  /** What is wrong and where, for a person: without a value of the file. */
  readonly detail: string;
  readonly line: number;
  /** The elements around the place: `/Document/BkToCstmrStmt/Stmt/Ntry/Amt`. */
  readonly path: string;
}

/** Ends the reading of a file. The reader adds the place; no caller of the package sees it. */
export class BrokenMessage extends Error {
  override readonly name = 'BrokenMessage';

  constructor(
    readonly fault: MessageFault,
    detail: string,
  ) {
    super(detail);
  }
}

/** @throws BrokenMessage */
export const refuse = (fault: MessageFault, detail: string): never => {
  throw new BrokenMessage(fault, detail);
};
