import type { PayoutCheckoutView, SentCode } from '@hundi/core';
import { Field, FaultOf, wrong } from './fields.js';
import type { Fault } from './payout-fault.js';
import { secondsUntil, spell } from './summary.js';

/** What the buttons of the form do, by where they send it. */
export interface Actions {
  readonly send: string;
  readonly authorize: string;
}

interface Part {
  readonly view: PayoutCheckoutView;
  readonly actions: Actions;
  readonly fault: Fault | undefined;
}

/** Asks for the first code. */
const FirstCode = ({ view: { email }, actions, fault }: Part) => (
  <div>
    <button id="send" formaction={actions.send} {...wrong('send', fault, 'send-hint')}>
      Send code
    </button>
    <p class="hint" id="send-hint">
      {email === undefined
        ? 'There is no e-mail address on file for you: a code cannot be sent. Ask your bank to add one.'
        : `We mail a one-time code to ${email}.`}
    </p>
    <FaultOf field="send" fault={fault} />
  </div>
);

const waitOf = ({ nextCodeAt, now, codesLeft }: PayoutCheckoutView) => {
  const seconds = codesLeft > 0 ? secondsUntil(nextCodeAt, now) : 0;
  return seconds > 0 ? { 'data-wait-seconds': seconds, 'data-wait-note': 'send-hint' } : {};
};

/** Asks for another one, if there is another. */
const AnotherCode = ({ view, actions, fault }: Part) => (
  <div>
    <p class="hint" id="send-hint">
      {view.codesLeft > 0
        ? 'No mail yet? Look into your spam folder, or have another code.'
        : 'That was the last code of this session.'}
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
  if (code.triesLeft === 0 || seconds === 0) return <>Sent to {code.sentTo}, and void by now.</>;
  return (
    <>
      Six digits, sent to {code.sentTo}. Good for{' '}
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
      You picked something else after the code was sent. Press Send code for a new one.
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
    <AnotherCode view={view} actions={actions} fault={fault} />
  </>
);

/** The part of the form that has to do with the code. */
export const CodePart = ({ view, actions, fault }: Part) =>
  view.code === undefined ? (
    <FirstCode view={view} actions={actions} fault={fault} />
  ) : (
    <EnterCode view={view} actions={actions} fault={fault} code={view.code} />
  );
