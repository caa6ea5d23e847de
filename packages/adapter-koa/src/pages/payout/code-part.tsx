import type { FactorAsked, PayoutCheckoutView, SentCode } from '@hundi/core/wire';
import { Sentence } from '../sentence.js';
import type { Texts } from '../texts/english.js';
import { Field, FaultOf, wrong } from './fields.js';
import type { Fault } from './payout-fault.js';
import { secondsUntil } from './summary.js';

/** The actions of the form's buttons, each by its path. */
export interface Actions {
  readonly send: string;
  readonly authorize: string;
  readonly giveFactor: string;
}

interface Part {
  readonly view: PayoutCheckoutView;
  readonly words: Texts['payoutPage'];
  readonly actions: Actions;
  readonly fault: Fault | undefined;
}

const howCodesCome = ({ view: { email, codesLeft }, words }: Part): string => {
  if (codesLeft === 0) return words.noMoreCodes;
  return email === undefined ? words.noEmail : words.mailed(email);
};

/** Asks for a code where none is good. */
const FirstCode = (part: Part) => {
  const { view, words, actions, fault } = part;
  return (
    <div>
      <button
        id="send"
        formaction={actions.send}
        disabled={view.codesLeft === 0}
        {...wrong('send', fault, 'send-hint')}
      >
        {words.send}
      </button>
      <p class="hint" id="send-hint">
        {howCodesCome(part)}
      </p>
      <FaultOf field="send" fault={fault} />
    </div>
  );
};

const waitOf = ({ view: { nextCodeAt, now, codesLeft }, words }: Part) => {
  const seconds = codesLeft > 0 ? secondsUntil(nextCodeAt, now) : 0;
  return seconds > 0
    ? {
        'data-wait-seconds': seconds,
        'data-wait-note': 'send-hint',
        'data-wait-text': words.codeIn,
      }
    : {};
};

const isSpent = ({ triesLeft, expiresAt }: SentCode, now: number): boolean =>
  triesLeft === 0 || secondsUntil(expiresAt, now) === 0;

const howAnotherComes = ({ view, words }: Part, code: SentCode): string => {
  const { codesLeft, now, factor } = view;
  if (codesLeft > 0) return factor === undefined ? words.noMailYet : words.anotherFactor;
  return isSpent(code, now) ? words.noMoreCodes : words.lastCode;
};

/** Asks for another one, if there is another. */
const AnotherCode = ({ code, ...part }: Part & { readonly code: SentCode }) => {
  const { view, words, actions, fault } = part;
  return (
    <div>
      <p class="hint" id="send-hint">
        {howAnotherComes(part, code)}
      </p>
      <button
        id="send"
        class="second"
        formaction={actions.send}
        disabled={view.codesLeft === 0}
        {...waitOf(part)}
        {...wrong('send', fault, 'send-hint')}
      >
        {words.send}
      </button>
      <FaultOf field="send" fault={fault} />
    </div>
  );
};

const Clock = ({ seconds, words }: Pick<Part, 'words'> & { readonly seconds: number }) => (
  <span class="left" data-seconds-left={seconds}>
    {words.minutes(seconds)}
  </span>
);

const StateOf = ({ view: { now }, words, code }: Part & { readonly code: SentCode }) =>
  isSpent(code, now) ? (
    <>{words.spent(code.sentTo)}</>
  ) : (
    <Sentence text={words.sent(code.sentTo)}>
      <Clock seconds={secondsUntil(code.expiresAt, now)} words={words} />
    </Sentence>
  );

/** Says that what was picked is not what the code was sent for. */
const Changed = ({ view: { codesLeft }, words }: Part) => (
  <p class="notice" id="changed" role="status" hidden>
    {codesLeft > 0 ? words.picked : words.pickedLast}
  </p>
);

/** Takes the code that was sent. It stands before the button for another, which Enter must not press. */
const EnterCode = (part: Part & { readonly code: SentCode }) => {
  const { words, actions, fault } = part;
  return (
    <>
      <Changed {...part} />
      <Field field="code" label={words.code} fault={fault}>
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
          <StateOf {...part} />
        </p>
      </Field>
      <button data-authorizes formaction={actions.authorize}>
        {words.authorize}
      </button>
      <AnotherCode {...part} />
    </>
  );
};

type FactorPart = Part & { readonly code: SentCode; readonly factor: FactorAsked };

const TypeFactor = ({ view, words, actions, fault, code }: FactorPart) => (
  <>
    <Field field="factor" label={words.factor} fault={fault}>
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
        <Sentence text={words.factorHint}>
          <Clock seconds={secondsUntil(code.expiresAt, view.now)} words={words} />
        </Sentence>
      </p>
    </Field>
    <button data-authorizes formaction={actions.giveFactor}>
      {words.authorize}
    </button>
  </>
);

/** Hidden until the script of the page has seen that the browser can use it. */
const UsePasskey = ({
  words,
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
      {words.usePasskey}
    </button>
    <button hidden data-passkey-submit formaction={actions.giveFactor} />
    <p class="hint" data-passkey-absent>
      {words.noScript}
    </p>
    <p class="fault" role="alert" hidden data-passkey-failed>
      {words.passkeyFailed}
    </p>
    {isOnly && <FaultOf field="factor" fault={fault} />}
  </div>
);

/** Takes the second factor, once the code was right. */
const EnterFactor = (part: FactorPart) => {
  const { view, words, factor } = part;
  const canType = factor.kinds.some((kind) => kind !== 'passkey');
  return (
    <>
      <input type="hidden" name="challengeId" value={factor.challengeId} />
      <Changed {...part} />
      <p>{words.factorAsked(view.corporateName)}</p>
      {canType && <TypeFactor {...part} />}
      {factor.options !== undefined && (
        <UsePasskey {...part} options={factor.options} isOnly={!canType} />
      )}
      <AnotherCode {...part} />
    </>
  );
};

/** The part of the form that has to do with the code, and with the second factor after it. */
export const CodePart = (part: Part) => {
  const { view } = part;
  if (view.code === undefined) return <FirstCode {...part} />;
  return view.factor === undefined ? (
    <EnterCode {...part} code={view.code} />
  ) : (
    <EnterFactor {...part} code={view.code} factor={view.factor} />
  );
};
