import type { FactorAsked } from '@hundi/core/wire';
import type { ComponentChildren } from 'preact';
import type { Page } from '../../page.js';
import { PageForm } from '../../page-form.js';
import type { Visit } from '../../page-route.js';
import { Notice, TextField } from '../form-field.js';
import type { Interrupted } from '../inside.js';
import { InterruptedFields } from '../interruption.js';
import { MailboxPart, type ShownMail } from '../mailbox.js';
import { PASSKEY } from '../../script/passkey-script.js';
import { proofData, ProofFields } from '../proof.js';
import { PORTAL_STYLE } from '../style.js';
import type { Texts } from '../../texts/english.js';

/** What every page of the login needs. */
export interface LoginShown {
  readonly visit: Visit;
  readonly texts: Texts;
  readonly interrupted: Interrupted;
  readonly email: string;
  /** The mailbox of the address, in a sandbox. */
  readonly mails?: ReadonlyArray<ShownMail> | undefined;
  /** Why the person is here, or why they do not get on. */
  readonly notice?: { readonly kind: 'good' | 'bad'; readonly text: string } | undefined;
  /** What is wrong with the one field. */
  readonly fault?: string | undefined;
}

const framed = (
  { texts, email, mails, notice }: LoginShown,
  title: string,
  content: ComponentChildren,
): Page => ({
  title,
  purpose: texts.purpose,
  caution: texts.caution,
  style: PORTAL_STYLE,
  wide: mails !== undefined,
  content: (
    <section class={mails === undefined ? 'card' : 'card split'}>
      <div class="part">
        <h1>{title}</h1>
        {notice !== undefined && <Notice {...notice} />}
        {content}
      </div>
      {mails !== undefined && <MailboxPart email={email} mails={mails} texts={texts} />}
    </section>
  ),
});

/** Asks for the address. */
export const emailPage = (shown: LoginShown): Page => {
  const { visit, texts, interrupted, email, fault } = shown;
  const { login } = texts;
  return framed(
    shown,
    login.title,
    <PageForm visit={visit} action="/portal/login">
      <InterruptedFields {...interrupted} />
      <TextField
        name="email"
        label={login.email}
        value={email}
        autocomplete="username"
        inputmode="email"
        maxlength={320}
        hint={login.intro}
        fault={fault}
        autofocus
      />
      <button>{login.sendCode}</button>
    </PageForm>,
  );
};

/** Asks for the code that was mailed. */
export const codePage = (shown: LoginShown & { readonly challengeId: string }): Page => {
  const { visit, texts, interrupted, email, fault, challengeId } = shown;
  const { login } = texts;
  return framed(
    shown,
    login.title,
    <>
      <PageForm visit={visit} action="/portal/login/code">
        <InterruptedFields {...interrupted} />
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="challenge" value={challengeId} />
        <TextField
          name="code"
          label={login.code}
          class="code"
          autocomplete="one-time-code"
          inputmode="numeric"
          maxlength={24}
          hint={<bdi>{login.sent(email)}</bdi>}
          fault={fault}
          autofocus
        />
        <button>{login.logIn}</button>
      </PageForm>
      <PageForm visit={visit} action="/portal/login/again">
        <InterruptedFields {...interrupted} />
        <input type="hidden" name="email" value={email} />
        <button class="plain">{login.other}</button>
      </PageForm>
    </>,
  );
};

/** Asks for the second factor. */
export const factorPage = (shown: LoginShown & { readonly asked: FactorAsked }): Page => {
  const { visit, texts, interrupted, email, fault, asked } = shown;
  const { login } = texts;
  const page = framed(
    shown,
    login.factorTitle,
    <PageForm visit={visit} action="/portal/login/factor" data={proofData({ asked })}>
      <InterruptedFields {...interrupted} />
      <ProofFields proof={{ asked }} texts={texts} fault={fault} />
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="asked" value={JSON.stringify(asked)} />
      <button data-passkey-submit="">{login.logIn}</button>
    </PageForm>,
  );
  return { ...page, scripts: [PASSKEY] };
};
