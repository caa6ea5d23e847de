import type { PaymentFileFault } from '@hundi/core';

/** What kind of fault: for software, and for texts in other languages. */
export type FaultCode =
  | 'wrong_kind'
  | 'too_large'
  | 'long_row'
  | 'encrypted'
  | 'damaged'
  | 'encoding'
  | 'separator'
  | 'quotes'
  | 'sheets'
  | 'merged'
  | 'hidden'
  | 'dates_1904'
  | 'no_payments'
  | 'too_many'
  | 'after_totals'
  | 'header'
  | 'unknown_column'
  | 'unclear_amount'
  | 'doubled_column'
  | 'missing_column'
  | 'cells'
  | 'doubled'
  | 'invalid'
  | 'changed'
  | 'lossy'
  | 'formula'
  | 'cell_error';

/** A fault of which the reader knows the kind. */
export interface Fault extends PaymentFileFault {
  readonly code: FaultCode;
}

/** Ends the reading of a file that cannot be read further. The port returns its fault; nobody else sees it. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';

  constructor(readonly fault: Fault) {
    super(fault.detail);
  }
}

/** Refuses the file. @throws FileRefused */
export const refuse = (code: FaultCode, detail: string, line?: number): never => {
  throw new FileRefused({ code, detail, ...(line !== undefined && { line }) });
};
