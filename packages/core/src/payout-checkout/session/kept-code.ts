import * as t from 'io-ts';
import { Choice } from './choice.js';

/** A code that was mailed, without the code. Times in epoch ms. */
export const KeptCode = t.strict({
  /** 1, 2, 3 within its session. */
  number: t.number,
  /** Keyed hash of the code and of everything that it authorizes. */
  hash: t.string,
  /** The key of the hash, sealed: the database alone cannot try codes. */
  sealedKey: t.string,
  choice: Choice,
  sentAt: t.number,
  expiresAt: t.number,
  /** Something else was picked since: it is good for nothing any more. */
  void: t.boolean,
});
export type KeptCode = t.TypeOf<typeof KeptCode>;
