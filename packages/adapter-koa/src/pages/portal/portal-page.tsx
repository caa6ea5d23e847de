import { SEARCH_MAX, type Profile } from '@hundi/core/wire';
import type { VNode } from 'preact';
import type { Page } from '../page.js';
import { PageForm } from '../page-form.js';
import type { PageScript } from '../script/page-script.js';
import type { Inside, Offered } from './inside.js';
import { SESSION_END } from './session-script.js';
import { PORTAL_STYLE } from './style.js';

/** The pages that the menu leads to, in its order, and who may open each. */
const PLACES = {
  approvals: ({ decides }) => decides,
  payouts: ({ seesPayouts }) => seesPayouts,
  pay: ({ permissions }) => permissions.includes('transaction.make'),
  upload: ({ permissions }, { upload }) => upload && permissions.includes('transaction.make'),
  beneficiaries: ({ permissions, decidesOnPayees }) =>
    decidesOnPayees || permissions.includes('beneficiary.make'),
  reports: ({ permissions }) => permissions.includes('reports.view'),
  settings: () => true,
} as const satisfies Readonly<Record<string, (profile: Profile, offered: Offered) => boolean>>;

export type Place = keyof typeof PLACES;

const ALL_PLACES = Object.keys(PLACES) as ReadonlyArray<Place>;

const SECOND = 1_000;

/** Looks for payouts from any page. */
const Search = ({ inside: { visit, texts } }: { readonly inside: Inside }) => (
  <form class="find" role="search" method="get" action={visit.href('/portal/payouts')}>
    <input
      type="search"
      name="search"
      maxlength={SEARCH_MAX}
      dir="auto"
      aria-label={texts.find.label}
      placeholder={texts.find.label}
    />
    <button class="second">{texts.find.go}</button>
  </form>
);

const Menu = ({ inside, at }: { readonly inside: Inside; readonly at?: Place | undefined }) => {
  const { visit, person, profile, texts, offered } = inside;
  const { navigation } = texts;
  const places: ReadonlyArray<Place> = person.onlyEnrols
    ? ['settings']
    : ALL_PLACES.filter((place) => PLACES[place](profile, offered));
  return (
    <nav class="menu" aria-label={navigation.label}>
      <div>
        <ul>
          {places.map((place) => (
            <li key={place}>
              <a
                href={visit.href(`/portal/${place}`)}
                {...(place === at && { 'aria-current': 'page' })}
              >
                {navigation[place]}
              </a>
            </li>
          ))}
        </ul>
        {profile.seesPayouts && !person.onlyEnrols && <Search inside={inside} />}
        <span class="who">
          <bdi>{navigation.who(profile.username, profile.corporateName)}</bdi>
        </span>
        <PageForm visit={visit} action="/portal/logout">
          <button class="plain">{navigation.logOut}</button>
        </PageForm>
      </div>
    </nav>
  );
};

/** Says when the session ends; with scripts also again shortly before it does. */
const SessionEnd = ({ inside: { visit, profile, texts } }: { readonly inside: Inside }) => {
  const { now, idleUntil, stayUntil, expiresAt, timeZone } = profile;
  const { session } = texts;
  const secondsTo = (moment: number): number => Math.floor((moment - now) / SECOND);
  return (
    <>
      <div
        class="notice bad"
        id="session-end"
        role="alert"
        hidden
        data-idle-seconds={secondsTo(idleUntil)}
        data-stay-seconds={secondsTo(stayUntil)}
        data-end-seconds={secondsTo(expiresAt)}
      >
        <p>
          {session.soon} <span class="left" aria-hidden="true"></span>{' '}
          <a href={visit.href('/portal/stay')} target="_blank">
            {session.stay}
          </a>
        </p>
      </div>
      <p class="quiet">
        {session.ends(texts.time(idleUntil, timeZone), texts.time(expiresAt, timeZone))}
      </p>
    </>
  );
};

const ended = (inside: Inside, content: VNode): VNode => (
  <>
    {content}
    <SessionEnd inside={inside} />
  </>
);

/** A page for a person who is in: the menu above it, the end of the session below. */
export const portalPage = (
  inside: Inside,
  {
    title,
    at,
    content,
    later,
    scripts = [],
    again,
  }: {
    readonly title: string;
    readonly at?: Place;
    readonly content: VNode;
    readonly later?: (() => Promise<VNode>) | undefined;
    readonly scripts?: ReadonlyArray<PageScript>;
    readonly again?: Page['again'] | undefined;
  },
): Page => ({
  title,
  purpose: inside.texts.purpose,
  caution: inside.texts.caution,
  wide: true,
  style: PORTAL_STYLE,
  scripts: [...scripts, SESSION_END],
  ...(again !== undefined && { again }),
  navigation: <Menu inside={inside} at={at} />,
  ...(later === undefined
    ? { content: ended(inside, content) }
    : { content, later: async () => ended(inside, await later()) }),
});
