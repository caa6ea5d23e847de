import type { FactorAsked, PayoutCheckoutView, SentCode } from '@hundi/core';
import { Field, FaultOf, wrong } from './fields.js';
import { NO_MORE_CODES, type Fault } from './payout-fault.js';
import { secondsUntil, spell } from './summary.js';

/** The actions of the form's buttons, each by its path. */
export interface Actions {
  readonly send: string;
  readonly authorize: string;
  readonly giveFactor: string;
}

interface Part {
  readonly view: PayoutCheckoutView;
  readonly actions: Actions;
  readonly fault: Fault | undefined;
}

const howCodesCome = ({ email, codesLeft }: PayoutCheckoutView): string => {
  if (codesLeft === 0) return NO_MORE_CODES;
  return email === undefined
    ? 'There is no e-mail address on file for you: a code cannot be sent. Ask your bank to add one.'
    : `We mail a one-time code to ${email}.`;
};

/** Asks for a code where none is good. */
const FirstCode = ({ view, actions, fault }: Part) => (
  <div>
    <button
      id="send"
      formaction={actions.send}
      disabled={view.codesLeft === 0}
      {...wrong('send', fault, 'send-hint')}
    >
      Send code
    </button>
    <p class="hint" id="send-hint">
      {howCodesCome(view)}
    </p>
    <FaultOf field="send" fault={fault} />
  </div>
);

const waitOf = ({ nextCodeAt, now, codesLeft }: PayoutCheckoutView) => {
  const seconds = codesLeft > 0 ? secondsUntil(nextCodeAt, now) : 0;
  return seconds > 0 ? { 'data-wait-seconds': seconds, 'data-wait-note': 'send-hint' } : {};
};

const isSpent = ({ triesLeft, expiresAt }: SentCode, now: number): boolean =>
  triesLeft === 0 || secondsUntil(expiresAt, now) === 0;

const howAnotherComes = (
  { codesLeft, now, factor }: PayoutCheckoutView,
  code: SentCode,
): string => {
  if (codesLeft > 0 && factor !== undefined) return 'You can start again with another code.';
  if (codesLeft > 0) return 'No mail yet? Check your spam folder, or request another code.';
  return isSpent(code, now) ? NO_MORE_CODES : 'That was the last code of this session.';
};

/** Asks for another one, if there is another. */
const AnotherCode = ({ view, actions, fault, code }: Part & { readonly code: SentCode }) => (
  <div>
    <p class="hint" id="send-hint">
      {howAnotherComes(view, code)}
    </p>
    <button
      id="send"
      class="second"
      formaction={actions.send}
      disabled={view.codesLeft === 0}
      {...waitOf(view)}
      {...wrong('send', fault, 'send-hint')}
    >
      Send code
    </button>
    <FaultOf field="send" fault={fault} />
  </div>
);

const StateOf = ({ code, now }: { readonly code: SentCode; readonly now: number }) => {
  const seconds = secondsUntil(code.expiresAt, now);
  if (isSpent(code, now)) return <>Sent to {code.sentTo}, and no longer valid.</>;
  return (
    <>
      Six digits, sent to {code.sentTo}. Valid for{' '}
      <span class="left" data-seconds-left={seconds}>
        {spell(seconds)}
      </span>
      .
    </>
  );
};

/** Says that what was picked is not what the code was sent for. */
const Changed = ({ codesLeft }: Pick<PayoutCheckoutView, 'codesLeft'>) => (
  <p class="notice" id="changed" role="status" hidden>
    {codesLeft > 0
      ? 'You picked something else after the code was sent. Press Send code for a new one.'
      : 'You picked something else after the last code was sent. Pick what it was sent for, or cancel and start again from where you came.'}
  </p>
);

/** Takes the code that was sent. It stands before the button for another, which Enter must not press. */
const EnterCode = ({ view, actions, fault, code }: Part & { readonly code: SentCode }) => (
  <>
    <Changed codesLeft={view.codesLeft} />
    <Field field="code" label="One-time code" fault={fault}>
      <input
        id="code"
        name="code"
        class="code"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        maxlength={12}
        autofocus={fault === undefined || undefined}
        {...wrong('code', fault, 'code-hint')}
      />
      <p class="hint" id="code-hint">
        <StateOf code={code} now={view.now} />
      </p>
    </Field>
    <button data-authorizes formaction={actions.authorize}>
      Authorize payout
    </button>
    <AnotherCode view={view} actions={actions} fault={fault} code={code} />
  </>
);

type FactorPart = Part & { readonly code: SentCode; readonly factor: FactorAsked };

const TypeFactor = ({ view, actions, fault, code }: FactorPart) => {
  const seconds = secondsUntil(code.expiresAt, view.now);
  return (
    <>
      <Field field="factor" label="Code of your app or recovery code" fault={fault}>
        <input
          id="factor"
          name="factor"
          type="text"
          autocomplete="one-time-code"
          autocapitalize="characters"
          spellcheck={false}
          maxlength={32}
          autofocus={fault === undefined || undefined}
          {...wrong('factor', fault, 'factor-hint')}
        />
        <p class="hint" id="factor-hint">
          Six digits, or one of your recovery codes. You have{' '}
          <span class="left" data-seconds-left={seconds}>
            {spell(seconds)}
          </span>{' '}
          left.
        </p>
      </Field>
      <button data-authorizes formaction={actions.giveFactor}>
        Authorize payout
      </button>
    </>
  );
};

/** Hidden until the script of the page has seen that the browser can use it. */
const UsePasskey = ({
  actions,
  fault,
  options,
  isOnly,
}: Part & { readonly options: FactorAsked['options']; readonly isOnly: boolean }) => (
  <div data-passkey-get={JSON.stringify(options)}>
    <input type="hidden" name="response" value="" />
    <button
      type="button"
      id={isOnly ? 'factor' : 'passkey'}
      class={isOnly ? undefined : 'second'}
      hidden
      data-authorizes
      data-passkey-button
      {...wrong(isOnly ? 'factor' : 'page', fault)}
    >
      Use a passkey
    </button>
    <button hidden data-passkey-submit formaction={actions.giveFactor} />
    <p class="hint" data-passkey-absent>
      A passkey needs a current browser with scripts.
    </p>
    <p class="fault" role="alert" hidden data-passkey-failed>
      The passkey was not used. Try again, or try another way.
    </p>
    {isOnly && <FaultOf field="factor" fault={fault} />}
  </div>
);

/** Takes the second factor, once the code was right. */
const EnterFactor = (part: FactorPart) => {
  const { view, factor } = part;
  const canType = factor.kinds.some((kind) => kind !== 'passkey');
  return (
    <>
      <input type="hidden" name="challengeId" value={factor.challengeId} />
      <Changed codesLeft={view.codesLeft} />
      <p>Your code was right. {view.corporateName} asks for a second factor as well.</p>
      {canType && <TypeFactor {...part} />}
      {factor.options !== undefined && (
        <UsePasskey {...part} options={factor.options} isOnly={!canType} />
      )}
      <AnotherCode {...part} />
    </>
  );
};

/** The part of the form that has to do with the code, and with the second factor after it. */
export const CodePart = ({ view, actions, fault }: Part) => {
  const part = { view, actions, fault };
  if (view.code === undefined) return <FirstCode {...part} />;
  return view.factor === undefined ? (
    <EnterCode {...part} code={view.code} />
  ) : (
    <EnterFactor {...part} code={view.code} factor={view.factor} />
  );
};
