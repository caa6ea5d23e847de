import * as t from 'io-ts';
import { record } from '../../../kernel/codecs/record.js';
import { Choice } from './choice.js';
import { FrozenPayee } from './frozen-payee.js';

/** A code that was mailed, without the code. Times in epoch ms. */
export const KeptCode = record(
  'KeptCode',
  {
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
  },
  {
    /** Whom and which bank the mail was about: both may change while a session that froze neither is open. */
    payee: FrozenPayee,
  },
);
export type KeptCode = t.TypeOf<typeof KeptCode>;
