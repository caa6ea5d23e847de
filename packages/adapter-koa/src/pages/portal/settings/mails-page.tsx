import type { NotificationSettings } from '@hundi/core/wire';
import type { Page } from '../../page.js';
import { PageForm } from '../../page-form.js';
import { Notice } from '../form-field.js';
import type { Inside } from '../inside.js';
import { LanguageField } from '../language-field.js';
import { portalPage } from '../portal-page.js';

/** The address of the page. */
export const MAILS = '/portal/settings/mails';

/** Where its form goes. */
export const CHOOSE_MAILS = `${MAILS}/choose` as const;

/** In the order in which the page asks. */
const MAIL_KINDS = ['waiting', 'expiring', 'outcomes'] as const;

/** Leads to the page; nothing where the service mails nobody. */
export const ToMails = ({
  inside: { engine, visit, person, texts },
}: {
  readonly inside: Inside;
}) =>
  engine.featuresOff.has('notifications') || person.onlyEnrols ? null : (
    <section class="card">
      <h2>{texts.mails.title}</h2>
      <p class="quiet">{texts.mails.intro}</p>
      <p>
        <a href={visit.href(MAILS)}>{texts.mails.choose}</a>
      </p>
    </section>
  );

/** Of what a person is mailed. */
export const mailsPage = (
  inside: Inside,
  { settings, isSaved }: { readonly settings: NotificationSettings; readonly isSaved: boolean },
): Page => {
  const { visit, texts, profile } = inside;
  const { mails } = texts;
  return portalPage(inside, {
    title: mails.title,
    at: 'settings',
    content: (
      <section class="card narrow">
        <h1>{mails.title}</h1>
        {isSaved && <Notice kind="good" text={mails.saved} />}
        <p>{mails.intro}</p>
        {profile.email === undefined && <Notice kind="bad" text={mails.noAddress} />}
        <PageForm visit={visit} action={CHOOSE_MAILS}>
          <fieldset>
            <legend>{mails.legend}</legend>
            {MAIL_KINDS.map((kind) => (
              <label class="check" key={kind}>
                <input type="checkbox" name={kind} value="yes" checked={settings[kind]} />
                <span>{mails.kinds[kind]}</span>
              </label>
            ))}
          </fieldset>
          <LanguageField legend={mails.language} chosen={settings.language ?? texts.language} />
          <div class="actions">
            <button>{mails.save}</button>
          </div>
        </PageForm>
        <h2>{mails.alwaysTitle}</h2>
        <p class="quiet">{mails.always}</p>
        <p class="after">
          <a href={visit.href('/portal/settings')}>{mails.back}</a>
        </p>
      </section>
    ),
  });
};
