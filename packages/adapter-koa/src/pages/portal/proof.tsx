import type { FactorAsked } from '@hundi/core/wire';
import type { Form } from '../form/form.js';
import { TextField } from './form-field.js';
import type { Texts } from '../texts/english.js';

/** How a person is asked for a second factor: what the engine asks, which may be a passkey and nothing else. */
export interface AskedProof {
  readonly asked: FactorAsked;
  readonly passkeyOnly?: boolean;
}

/** The data by which the script finds a form that a passkey can answer. */
export const proofData = ({ asked: { options } }: AskedProof) => ({
  'data-passkey-get': options === undefined ? undefined : JSON.stringify(options),
});

const Passkey = ({ texts: { factor } }: { readonly texts: Texts }) => (
  <>
    <input type="hidden" name="response" value="" />
    <p class="quiet" data-passkey-absent="">
      {factor.noScript}
    </p>
    <button type="button" class="second" hidden data-passkey-button="">
      {factor.usePasskey}
    </button>
    <p class="fault" role="alert" hidden data-passkey-failed="">
      {factor.failed}
    </p>
  </>
);

/** The fields of a second factor: a code, or the browser's answer for a passkey. */
export const ProofFields = ({
  proof: { asked, passkeyOnly = false },
  texts,
  fault,
}: {
  readonly proof: AskedProof;
  readonly texts: Texts;
  readonly fault?: string | undefined;
}) => {
  const { challengeId, kinds, options } = asked;
  const { factor } = texts;
  const takesCode = !passkeyOnly && kinds.some((kind) => kind !== 'passkey');
  const codeHint = (['totp', 'recovery'] as const)
    .filter((kind) => kinds.includes(kind))
    .map((kind) => factor.intro[kind])
    .join(' ');
  return (
    <>
      <input type="hidden" name="factorChallenge" value={challengeId} />
      {options !== undefined && (
        <p>{takesCode ? factor.intro.passkey : factor.intro.passkeyOnly}</p>
      )}
      {options !== undefined && <Passkey texts={texts} />}
      {takesCode ? (
        <TextField
          name="code"
          label={factor.code}
          autocomplete="one-time-code"
          maxlength={24}
          hint={codeHint}
          fault={fault}
        />
      ) : (
        fault !== undefined && <p class="fault">{fault}</p>
      )}
    </>
  );
};

const responseIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? { ...parsed }
      : undefined;
  } catch {
    return undefined;
  }
};

/** A code as it is typed: with spaces, which no code has. */
export const codeIn = (form: Form): string => (form.get('code') ?? '').replaceAll(/\s/g, '');

/** The proof in a form: what the browser answered for a passkey, else the code. */
export const proofIn = (form: Form) => {
  const response = responseIn(form.get('response') ?? '');
  return response === undefined ? { code: codeIn(form) } : { response };
};

/** The refusals of a proof, and whether the same challenge can be tried again. */
const FAULTS = {
  InvalidInput: { text: 'invalid', tryAgain: true },
  WrongFactor: { text: 'wrong', tryAgain: true },
  TooManyFactorGuesses: { text: 'guesses', tryAgain: true },
  PasskeyCopied: { text: 'copied', tryAgain: true },
  FactorChallengeNotFound: { text: 'expired', tryAgain: false },
  FactorChallengeVoid: { text: 'expired', tryAgain: false },
} as const;

export type ProofRefusal = { readonly _tag: keyof typeof FAULTS } & {
  readonly reason?: 'used' | 'locked' | 'expired' | 'code_used';
};

export const isProofRefusal = (refusal: { readonly _tag: string }): refusal is ProofRefusal =>
  Object.hasOwn(FAULTS, refusal._tag);

/** Why a proof was not taken, for the person who gave it. */
export const proofFault = (
  { _tag, reason }: ProofRefusal,
  { factor }: Texts,
): { readonly text: string; readonly tryAgain: boolean } => {
  const { text, tryAgain } = FAULTS[_tag];
  return { text: factor[reason ?? text], tryAgain };
};
