import * as t from 'io-ts';
import { InvalidInput } from '../../../kernel/codecs/decode.js';
import { documented } from '../../../kernel/codecs/documented.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import { E } from '../../../kernel/fp.js';
import { text } from '../../../kernel/values/text.js';

const SHORT = /^[0-9]{6}$/;

/** A code of an authenticator app, or a recovery code, with or without hyphens. */
export const FactorCode = text(
  'FactorCode',
  'six digits of the authenticator app, or a recovery code',
  /^(?:[0-9]{6}|[A-Za-z2-7]{4}(?:-?[A-Za-z2-7]{4}){3})$/,
);

/** The answer of a browser, in its JSON form. */
export const PasskeyResponse = documented(
  t.refinement(t.UnknownRecord, () => true, 'PasskeyResponse'),
  {
    type: 'object',
    description: 'What navigator.credentials gave the page, in its JSON form (toJSON).',
  },
);

/** What proves a factor: exactly one of them. */
export const PROOF = { code: FactorCode, response: PasskeyResponse };

export interface GivenProof {
  readonly code?: string;
  readonly response?: Readonly<Record<string, unknown>>;
}

export type Proof =
  | { readonly code: string; readonly isShort: boolean }
  | { readonly response: JsonObject };

/** The one proof that was given. */
export const proofIn = ({ code, response }: GivenProof): E.Either<InvalidInput, Proof> => {
  if (code !== undefined && response === undefined)
    return E.right({ code, isShort: SHORT.test(code) });
  if (response !== undefined && code === undefined)
    return E.right({ response: response as JsonObject });
  const [pointer, detail] =
    code === undefined
      ? (['/code', 'expected a code, or the response of a passkey'] as const)
      : (['/response', 'expected a code or a response, not both'] as const);
  return E.left(
    InvalidInput([{ pointer, code: code === undefined ? 'required' : 'forbidden', detail }]),
  );
};
