import type { PayoutCheckoutView, SentCode } from '@hundi/core';
import { Field, FaultOf, wrong } from './fields.js';
import { NO_MORE_CODES, type Fault } from './payout-fault.js';
import { secondsUntil, spell } from './summary.js';

/** The actions of the form's buttons, each by its path. */
export interface Actions {
  readonly send: string;
  readonly authorize: string;
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

const howAnotherComes = ({ codesLeft, now }: PayoutCheckoutView, code: SentCode): string => {
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

/** Takes the code that was sent. It stands before the button for another, which Enter must not press. */
const EnterCode = ({ view, actions, fault, code }: Part & { readonly code: SentCode }) => (
  <>
    <p class="notice" id="changed" role="status" hidden>
      {view.codesLeft > 0
        ? 'You picked something else after the code was sent. Press Send code for a new one.'
        : 'You picked something else after the last code was sent. Pick what it was sent for, or cancel and start again from where you came.'}
    </p>
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
    <button id="authorize" formaction={actions.authorize}>
      Authorize payout
    </button>
    <AnotherCode view={view} actions={actions} fault={fault} code={code} />
  </>
);

/** The part of the form that has to do with the code. */
export const CodePart = ({ view, actions, fault }: Part) =>
  view.code === undefined ? (
    <FirstCode view={view} actions={actions} fault={fault} />
  ) : (
    <EnterCode view={view} actions={actions} fault={fault} code={view.code} />
  );
