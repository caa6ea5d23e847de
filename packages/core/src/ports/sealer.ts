import { token } from '../kernel/token.js';

/** A sealed text (decisions §3), and the purpose that it was sealed for. */
export interface SealedText {
  readonly sealed: string;
  readonly context: string;
}

/**
 * Keeps secrets that must be read again (signing keys) under a key that the database does not hold, such as one of a KMS
 * or an HSM (decisions §3). `context` is authenticated: what was sealed for one purpose does not open for another. The
 * engine never calls it inside a unit of work or a read of the storage.
 *
 * Each method rejects while the sealer cannot be reached, and only then: what the engine was asked is then refused as
 * unavailable, and background work is tried again. The engine treats a call that has no answer after 10 s as rejected.
 * Secrets are short: keys, tokens, places in a list, previews of batches; none is longer than 3 KiB.
 */
export interface Sealer {
  /** Seals under the current key. Two seals of one secret may differ. */
  readonly seal: (secret: string, context: string) => Promise<string>;
  /** The secret; undefined when the text was changed, or sealed for another context or under a key that is not here. */
  readonly open: (sealed: string, context: string) => Promise<string | undefined>;
  /**
   * The secrets of several texts, in their order, each as {@link open} answers it. The engine opens what one page or one
   * request needs in one call: a sealer that is far away can answer all at once. Default: `open` for each, at once.
   */
  readonly openMany?: (
    texts: ReadonlyArray<SealedText>,
  ) => Promise<ReadonlyArray<string | undefined>>;
  /** Whether the text is sealed as {@link seal} would seal it now, under the same key. It need not open. */
  readonly isCurrent: (sealed: string) => Promise<boolean>;
}
export const Sealer = token<Sealer>('Sealer');
