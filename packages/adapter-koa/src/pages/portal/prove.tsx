import { E } from '@hundi/core';
import { mailedIn } from '../mailed-in.js';
import type { PageAnswer, PageRoute } from '../page-route.js';
import { PageForm } from '../page-form.js';
import type { Page } from '../page.js';
import { Notice, TextField } from './form-field.js';
import { interruptedAt, see, type Inside, type InsideRoutes, type Interrupted } from './inside.js';
import { InterruptedFields, interruptedIn, resumePage } from './interruption.js';
import { MailboxPart, type Mailbox, type ShownMail } from './mailbox.js';
import { PASSKEY } from '../script/passkey-script.js';
import { portalPage } from './portal-page.js';
import {
  codeIn,
  isProofRefusal,
  proofData,
  proofFault,
  ProofFields,
  proofIn,
  type AskedProof,
} from './proof.js';

interface CodeShown {
  readonly challengeId: string;
  readonly mails?: ReadonlyArray<ShownMail> | undefined;
  readonly email?: string;
  readonly fault?: string;
}

const answer = (status: number, page: Page): PageAnswer => ({ kind: 'page', status, page });

const codePage = (
  inside: Inside,
  interrupted: Interrupted,
  { challengeId, mails, email = '', fault }: CodeShown,
) => {
  const { visit, texts } = inside;
  return portalPage(inside, {
    title: texts.prove.codeTitle,
    content: (
      <section class={mails === undefined ? 'card narrow' : 'card split'}>
        <div class="part">
          <h1>{texts.prove.codeTitle}</h1>
          <PageForm visit={visit} action="/portal/confirm/code">
            <InterruptedFields {...interrupted} />
            <input type="hidden" name="challenge" value={challengeId} />
            <TextField
              name="code"
              label={texts.login.code}
              class="code"
              autocomplete="one-time-code"
              inputmode="numeric"
              maxlength={24}
              hint={texts.prove.codeIntro}
              fault={fault}
              autofocus
            />
            <button>{texts.prove.confirm}</button>
          </PageForm>
        </div>
        {mails !== undefined && <MailboxPart email={email} mails={mails} texts={texts} />}
      </section>
    ),
  });
};

const factorPage = (
  inside: Inside,
  interrupted: Interrupted,
  proof: AskedProof,
  fault?: string,
) => {
  const { visit, texts } = inside;
  return portalPage(inside, {
    title: texts.prove.codeTitle,
    scripts: [PASSKEY],
    content: (
      <section class="card narrow">
        <h1>{texts.prove.codeTitle}</h1>
        {fault !== undefined && <Notice kind="bad" text={fault} takesFocus />}
        <p>{texts.prove.factorIntro}</p>
        <PageForm visit={visit} action="/portal/confirm/factor" data={proofData(proof)}>
          <InterruptedFields {...interrupted} />
          {proof.passkeyOnly === true && <input type="hidden" name="passkeyOnly" value="yes" />}
          <ProofFields proof={proof} texts={texts} />
          <button data-passkey-submit="">{texts.prove.confirm}</button>
        </PageForm>
      </section>
    ),
  });
};

/** Asks for a mailed code, then does what the form of this visit asks for. */
const askForCode = async (
  inside: Inside,
  interrupted: Interrupted,
  mailbox: Mailbox,
  fault?: string,
): Promise<PageAnswer> => {
  const { engine, person, visit, texts } = inside;
  const asked = await engine.requestConfirmation(person, mailedIn(visit).language);
  if (E.isLeft(asked)) {
    const title = texts.prove.codeTitle;
    const content = (
      <section class="card narrow">
        <h1>{title}</h1>
        <p>{texts.prove.noEmail}</p>
      </section>
    );
    return answer(409, portalPage(inside, { title, content }));
  }
  const { challengeId } = asked.right;
  const mails = await mailbox(inside.profile.email ?? '', visit.request);
  const shown = { challengeId, mails, ...(fault !== undefined && { fault }) };
  return answer(fault === undefined ? 200 : 409, codePage(inside, interrupted, shown));
};

interface AskingFactor {
  readonly interrupted?: Interrupted;
  readonly fault?: string;
  readonly passkeyOnly?: boolean;
}

/** Asks for a second factor, which may be a passkey and nothing else, then does what the form of this visit asks for. */
export const askForFactor = async (
  inside: Inside,
  { interrupted = interruptedAt(inside.visit), fault, passkeyOnly = false }: AskingFactor = {},
): Promise<PageAnswer> => {
  const { engine, person } = inside;
  const asked = await engine.askOwnFactor(person);
  // Their last factor went meanwhile: nothing asks for one any more.
  if (E.isLeft(asked)) return { kind: 'see', path: '/portal/settings' };
  const page = factorPage(inside, interrupted, { asked: asked.right, passkeyOnly }, fault);
  return answer(fault === undefined ? 200 : 400, page);
};

/** Lets only those through who gave a mailed code within the last minutes; asks the others for one, and comes back. */
export const confirmed =
  (mailbox: Mailbox, run: (inside: Inside) => Promise<PageAnswer>) =>
  (inside: Inside): Promise<PageAnswer> =>
    inside.person.isConfirmed
      ? run(inside)
      : askForCode(inside, interruptedAt(inside.visit), mailbox);

/** How a code is refused that was given before, or a second factor. */
const GIVEN: ReadonlySet<string> = new Set([
  'LoginCodeVoid',
  'LoginNotFound',
  'FactorChallengeVoid',
  'FactorChallengeNotFound',
]);

/** After a login nothing is asked that the login has answered: the form that waited comes back, and asks if it has to. */
const waiting = async ({ visit, texts }: Inside): Promise<PageAnswer> => {
  const interrupted = interruptedIn(visit);
  return interrupted.form === undefined
    ? see(interrupted.then)
    : answer(200, resumePage(visit, interrupted, texts, 'shown'));
};

/** Where such a code, or a second factor, is taken. */
export const proveRoutes = ({ form }: InsideRoutes, mailbox: Mailbox): ReadonlyArray<PageRoute> => [
  ...form({
    path: '/portal/confirm/code',
    page: '/portal/settings',
    enrolling: true,
    filled: waiting,
    answer: async (inside) => {
      const { engine, visit, person, texts } = inside;
      const interrupted = interruptedIn(visit);
      const challengeId = visit.form.get('challenge') ?? '';
      const done = await engine.confirmSession(person, { challengeId, code: codeIn(visit.form) });
      // Whoever comes back to the page and sends it again has given its code already.
      const isGiven = E.isRight(done) || (person.isConfirmed && GIVEN.has(done.left._tag));
      if (isGiven) return answer(200, resumePage(visit, interrupted, texts, 'done'));
      const { login } = texts;
      switch (done.left._tag) {
        case 'InvalidInput':
        case 'WrongLoginCode': {
          const fault = done.left._tag === 'InvalidInput' ? login.code_invalid : login.wrong;
          const mails = await mailbox(inside.profile.email ?? '', visit.request);
          return answer(400, codePage(inside, interrupted, { challengeId, mails, fault }));
        }
        case 'LoginNotFound':
        case 'LoginCodeVoid':
          return askForCode(inside, interrupted, mailbox, login.expired);
      }
    },
  }),
  ...form({
    path: '/portal/confirm/factor',
    page: '/portal/settings',
    enrolling: true,
    filled: waiting,
    answer: async (inside) => {
      const { engine, visit, person, texts } = inside;
      const interrupted = interruptedIn(visit);
      const challengeId = visit.form.get('factorChallenge') ?? '';
      const done = await engine.giveOwnFactor(person, { challengeId, ...proofIn(visit.form) });
      const isGiven =
        E.isRight(done) || (person.givenFactor !== undefined && GIVEN.has(done.left._tag));
      if (isGiven) return answer(200, resumePage(visit, interrupted, texts, 'done'));
      const fault = isProofRefusal(done.left)
        ? proofFault(done.left, texts).text
        : texts.factor.expired;
      const passkeyOnly = visit.form.has('passkeyOnly');
      return askForFactor(inside, { interrupted, fault, passkeyOnly });
    },
  }),
];
