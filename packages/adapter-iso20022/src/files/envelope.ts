import { BrokenMessage } from '../reading/message-refused.js';

type Bytes = AsyncIterable<Uint8Array>;

/**
 * What stands around a message in its file, where a bank wants files signed or encrypted: OpenPGP, CMS, whatever the bank
 * takes.
 */
export interface Envelope {
  /** The file to the bank. A message that is written once more before it is sent is sealed once more. */
  readonly seal: (message: Bytes) => Bytes;
  /** The message in a file of the bank. It throws {@link NotOpened} where the file is not the bank's: nothing of it counts. */
  readonly open: (file: Bytes) => Bytes;
}

/** A file of the bank is not signed by it, or not for us: the file goes to `refused`, with this reason. */
export class NotOpened extends BrokenMessage {
  /** @param detail what is wrong, for a person: without a value of the file */
  constructor(detail: string) {
    super('not_opened', detail);
  }
}

/** A file as it is. */
export const noEnvelope: Envelope = { seal: (message) => message, open: (file) => file };
