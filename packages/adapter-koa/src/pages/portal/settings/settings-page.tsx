import type { FactorView, SessionView } from '@hundi/core/wire';
import type { Page } from '../../page.js';
import { PageForm } from '../../page-form.js';
import { Notice, TextField } from '../form-field.js';
import type { Inside } from '../inside.js';
import { Parts } from '../look-after/parts.js';
import { PASSKEY } from '../../script/passkey-script.js';
import { portalPage } from '../portal-page.js';
import { ToMails } from './mails-page.js';
import { qrCodeOf, type QrCode } from './qr-code.js';

/** What the page of one's own sessions and factors shows. */
export interface SettingsShown {
  readonly sessions: ReadonlyArray<SessionView>;
  readonly factors: ReadonlyArray<FactorView>;
  readonly notice?: { readonly kind: 'good' | 'bad'; readonly text: string } | undefined;
  /** What was typed for a new factor, and what is wrong with it. */
  readonly name?: string | undefined;
  readonly nameFault?: string | undefined;
}

const Sessions = ({
  inside: { visit, profile, texts },
  sessions,
}: { readonly inside: Inside } & Pick<SettingsShown, 'sessions'>) => {
  const { settings } = texts;
  const at = (moment: number): string => texts.moment(moment, profile.timeZone);
  return (
    <section class="card">
      <h2 id="sessions">{settings.sessions}</h2>
      <p class="quiet">{settings.sessionsIntro}</p>
      <div class="scroll" role="region" aria-labelledby="sessions" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{settings.opened}</th>
              <th scope="col">{settings.used}</th>
              <th scope="col">{settings.ends}</th>
              <td></td>
            </tr>
          </thead>
          <tbody>
            {sessions.map(({ sessionId, createdAt, lastUsedAt, expiresAt, isCurrent }) => (
              <tr key={sessionId}>
                <th scope="row">{at(createdAt)}</th>
                <td>{at(lastUsedAt)}</td>
                <td>{at(expiresAt)}</td>
                <td>
                  {isCurrent ? (
                    settings.this
                  ) : (
                    <PageForm visit={visit} action="/portal/settings/sessions/end">
                      <input type="hidden" name="sessionId" value={sessionId} />
                      <button class="second" aria-label={settings.endOf(at(createdAt))}>
                        {settings.end}
                      </button>
                    </PageForm>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

const Factors = ({
  inside: { visit, profile, texts },
  factors,
}: { readonly inside: Inside } & Pick<SettingsShown, 'factors'>) => {
  const { settings } = texts;
  const at = (moment: number): string => texts.moment(moment, profile.timeZone);
  if (factors.length === 0) return <p>{settings.none}</p>;
  return (
    <div class="scroll" role="region" aria-labelledby="factors" tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{settings.name}</th>
            <th scope="col">{settings.kind}</th>
            <th scope="col">{settings.state}</th>
            <th scope="col">{settings.added}</th>
            <th scope="col">{settings.used}</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          {factors.map(({ factorId, name, kind, state, createdAt, lastUsedAt }) => (
            <tr key={factorId}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{settings.kinds[kind]}</td>
              <td>{settings.states[state]}</td>
              <td>{at(createdAt)}</td>
              <td>{lastUsedAt === undefined ? settings.never : at(lastUsedAt)}</td>
              <td>
                <PageForm visit={visit} action="/portal/settings/factors/remove">
                  <input type="hidden" name="factorId" value={factorId} />
                  <button class="second" aria-label={settings.removeOf(name)}>
                    {settings.remove}
                  </button>
                </PageForm>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const AddFactor = ({
  inside: { visit, texts },
  name,
  nameFault,
}: { readonly inside: Inside } & Pick<SettingsShown, 'name' | 'nameFault'>) => {
  const { settings } = texts;
  return (
    <>
      <h3>{settings.add}</h3>
      <PageForm visit={visit} action="/portal/settings/factors">
        <TextField
          name="name"
          label={settings.name}
          value={name}
          maxlength={120}
          hint={settings.nameHint}
          fault={nameFault}
        />
        <div class="actions">
          <button name="kind" value="totp">
            {settings.addTotp}
          </button>
          <button class="second" name="kind" value="passkey">
            {settings.addPasskey}
          </button>
        </div>
      </PageForm>
    </>
  );
};

/** One's own sessions and second factors. */
export const settingsPage = (inside: Inside, shown: SettingsShown): Page => {
  const { settings } = inside.texts;
  return portalPage(inside, {
    title: settings.title,
    at: 'settings',
    content: (
      <>
        <h1>{settings.title}</h1>
        <Parts inside={inside} />
        {shown.notice !== undefined && <Notice {...shown.notice} takesFocus />}
        {inside.person.onlyEnrols && <Notice kind="bad" text={settings.mustEnrol} />}
        <section class="card">
          <h2 id="factors">{settings.factors}</h2>
          <Factors inside={inside} factors={shown.factors} />
          <AddFactor inside={inside} name={shown.name} nameFault={shown.nameFault} />
        </section>
        <Sessions inside={inside} sessions={shown.sessions} />
        <ToMails inside={inside} />
      </>
    ),
  });
};

/** A factor that its person proves next; the page carries its secret, because nobody shows it twice. */
export interface Enrolment {
  readonly factorId: string;
  readonly uri?: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

const groups = (key: string): string => key.replaceAll(/(.{4})(?=.)/g, '$1 ');

const Picture = ({
  code: { size, path },
  label,
}: {
  readonly code: QrCode;
  readonly label: string;
}) => (
  <svg
    class="qr"
    role="img"
    aria-label={label}
    viewBox={`0 0 ${String(size)} ${String(size)}`}
    shape-rendering="crispEdges"
  >
    <path fill="#fff" d={`M0 0h${String(size)}v${String(size)}H0z`} />
    <path d={path} />
  </svg>
);

const Totp = ({
  inside: { texts },
  uri,
  code,
}: {
  readonly inside: Inside;
  readonly uri: string;
  readonly code: QrCode | undefined;
}) => {
  const { settings } = texts;
  const key = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <>
      <p>{settings.totpIntro}</p>
      {code !== undefined && <Picture code={code} label={settings.qr} />}
      <p>
        <a class="button second" href={uri}>
          {settings.totpLink}
        </a>
      </p>
      <dl class="facts">
        <div>
          <dt>{settings.key}</dt>
          <dd class="number">{groups(key)}</dd>
        </div>
        <div>
          <dt>{settings.address}</dt>
          <dd>{uri}</dd>
        </div>
      </dl>
    </>
  );
};

/** Sets up a factor that was just added. */
export const enrolPage = async (
  inside: Inside,
  enrolment: Enrolment,
  fault?: string,
): Promise<Page> => {
  const { visit, texts } = inside;
  const { settings, login } = texts;
  const { factorId, uri, options } = enrolment;
  const title = uri === undefined ? settings.passkeyTitle : settings.totpTitle;
  const code = uri === undefined ? undefined : await qrCodeOf(uri);
  return portalPage(inside, {
    title,
    at: 'settings',
    scripts: uri === undefined ? [PASSKEY] : [],
    content: (
      <section class="card narrow">
        <h1>{title}</h1>
        {uri !== undefined && <Totp inside={inside} uri={uri} code={code} />}
        <PageForm
          visit={visit}
          action="/portal/settings/factors/confirm"
          data={{
            'data-passkey-create': options === undefined ? undefined : JSON.stringify(options),
          }}
        >
          <input type="hidden" name="factorId" value={factorId} />
          <input type="hidden" name="enrolment" value={JSON.stringify(enrolment)} />
          {uri === undefined ? (
            <>
              <p>{settings.passkeyIntro}</p>
              <input type="hidden" name="response" value="" />
              <p class="quiet" data-passkey-absent="">
                {settings.passkeyNoScript}
              </p>
              <p class="fault" role="alert" hidden={fault === undefined} data-passkey-failed="">
                {fault ?? settings.createFailed}
              </p>
              <button type="button" hidden data-passkey-button="">
                {settings.create}
              </button>
              <button class="hidden" hidden data-passkey-submit="">
                {settings.confirm}
              </button>
            </>
          ) : (
            <>
              <TextField
                name="code"
                label={login.code}
                class="code"
                autocomplete="one-time-code"
                inputmode="numeric"
                maxlength={12}
                hint={settings.totpCode}
                fault={fault}
              />
              <button>{settings.confirm}</button>
            </>
          )}
        </PageForm>
        <p class="after">
          <a href={visit.href('/portal/settings')}>{settings.back}</a>
        </p>
      </section>
    ),
  });
};

/** Says that a factor is added, and shows the recovery codes that came with the first. */
export const enrolledPage = (
  inside: Inside,
  {
    state,
    recoveryCodes = [],
  }: Pick<FactorView, 'state'> & {
    readonly recoveryCodes?: ReadonlyArray<string>;
  },
): Page => {
  const { visit, texts, person } = inside;
  const { settings } = texts;
  const title = state === 'active' ? settings.doneTitle : settings.waitsTitle;
  return portalPage(inside, {
    title,
    at: 'settings',
    content: (
      <section class="card narrow">
        <h1>{title}</h1>
        <Notice kind="good" text={state === 'active' ? settings.active : settings.waits} />
        {recoveryCodes.length > 0 && (
          <>
            <p>{settings.recovery}</p>
            <ul class="codes number">
              {recoveryCodes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
          </>
        )}
        {person.onlyEnrols && state === 'active' ? (
          <PageForm visit={visit} action="/portal/logout">
            <button>{settings.again}</button>
          </PageForm>
        ) : (
          <p class="after">
            <a href={visit.href('/portal/settings')}>{settings.back}</a>
          </p>
        )}
      </section>
    ),
  });
};
