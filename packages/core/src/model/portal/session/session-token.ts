import { sha256 } from '../../../kernel/secrets/digest.js';
import { hex } from '../../../kernel/secrets/hex.js';

const ID_BYTES = 8;
const SECRET_BYTES = 32;

/** Random bytes that one session takes. */
export const SESSION_ENTROPY_BYTES = ID_BYTES + SECRET_BYTES;

export interface TokenParts {
  readonly sessionId: string;
  readonly secret: string;
}

const SHAPE = /^pst_([0-9a-f]{16})_([0-9a-f]{64})$/;

/** Writes a new session's token from random bytes: `pst_<id>_<secret>`. */
export const writeToken = (random: Uint8Array): string =>
  `pst_${hex(random.subarray(0, ID_BYTES))}_${hex(random.subarray(ID_BYTES, SESSION_ENTROPY_BYTES))}`;

/** Takes a token apart; undefined when it is none. */
export const parseToken = (text: string): TokenParts | undefined => {
  const [, sessionId, secret] = SHAPE.exec(text) ?? [];
  return sessionId === undefined || secret === undefined ? undefined : { sessionId, secret };
};

/**
 * What is kept of a token: SHA-256 of its secret. That of a session in a browser covers what the host says of the browser,
 * too: its token opens nothing from another browser and nothing as a bearer token, and no bearer token opens a browser.
 */
export const tokenDigest = (secret: string, browser?: string): string =>
  sha256(browser === undefined ? secret : `${secret} in ${browser}`);
