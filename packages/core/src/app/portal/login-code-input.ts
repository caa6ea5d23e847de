import * as t from 'io-ts';
import { patterned } from '../../kernel/codecs/patterned.js';
import { record } from '../../kernel/codecs/record.js';

const LoginCode = patterned('LoginCode', /^(?:[0-9]{6}|[0-9]{18})$/, {
  description: 'The mailed code: six digits, or 18 after many requests for the same address.',
});

/** A mailed code, and the challenge that it answers. An unknown challenge is not found. */
export const LoginCodeInput = record('LoginCodeInput', { challengeId: t.string, code: LoginCode });
export type LoginCodeInput = t.TypeOf<typeof LoginCodeInput>;

/**
 * What the host says of a browser that is to keep the session in a cookie: the same text at each of its requests, and of
 * no other browser. The session is bound to it.
 */
export const BROWSER = { browser: t.string };

/** A login with a mailed code; without a browser the session has a bearer token. */
export const ConfirmLoginInput = record('ConfirmLoginInput', LoginCodeInput.required, BROWSER);
export type ConfirmLoginInput = t.TypeOf<typeof ConfirmLoginInput>;
