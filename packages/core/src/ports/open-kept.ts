import { recogniseInAnyCopy } from '../kernel/any-copy.js';
import type { GuardedSealer } from './guarded-sealer.js';
import type { SealedText } from './sealer.js';

/**
 * A text that the database keeps sealed was changed, or the host no longer has the key that it was sealed under
 * (decisions §3). The message names the text's purpose, never its content.
 */
export class KeptTextLost extends Error {
  static {
    recogniseInAnyCopy(this, 'KeptTextLost');
  }

  override readonly name = 'KeptTextLost';
}

const found = (secret: string | undefined, context: string): string => {
  if (secret !== undefined) return secret;
  throw new KeptTextLost(
    `what is kept sealed for "${context}" does not open: it was changed, or its key is missing`,
  );
};

/** The secrets of texts that the database keeps, in their order. @throws when one does not open, naming its context. */
export const openAllKept = async (
  { openMany }: Pick<GuardedSealer, 'openMany'>,
  texts: ReadonlyArray<SealedText>,
): Promise<ReadonlyArray<string>> => {
  if (texts.length === 0) return [];
  const secrets = await openMany(texts);
  return texts.map(({ context }, i) => found(secrets[i], context));
};

/** The secret of a text that the database keeps. @throws when it does not open, naming its context. */
export const openKept = async (
  { open }: Pick<GuardedSealer, 'open'>,
  { sealed, context }: SealedText,
): Promise<string> => found(await open(sealed, context), context);
